import { updateRows } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { shipment, shipping_batch, shipping_file } from '@kushi/db/schema/fulfilment'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { CARRIER_PROGRAM_NAME, type CarrierProgram } from '@kushi/values/carrier'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { TEMPERATURE_NAME, type Temperature } from '@kushi/values/shipment'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { advanceShippingBatch } from './internal/advance-batch.ts'
import { chooseCashLabels } from './internal/choose-cash-labels.ts'
import { blockingRequestOf } from './internal/decisions.ts'
import { buildParcelLabel } from './internal/label-of-parcel.ts'
import { type LoadedShippingBatch, loadShippingBatch, type PackedParcel } from './internal/load-batch.ts'
import { lockShippingBatchWithOrders } from './internal/lock-batch.ts'
import { loadShippingTerms, type ShippingTerms } from './internal/shipping-terms.ts'
import { auditBatchChange } from './start-batch.ts'

export type ShippingFileRow = typeof shipping_file.$inferSelect

/**
 * Parcels that need a label but are in no file yet, by program and 温度帯. A parcel that rides in another box has no label
 * of its own.
 */
export function groupParcelsToExport({ parcels }: LoadedShippingBatch, terms: ShippingTerms) {
  const groups = new Map<string, { program: CarrierProgram; temperature: Temperature; parcels: PackedParcel[] }>()
  for (const one of parcels) {
    const { status, shipping_file_id, rides_with_id, delivery_id, temperature } = one.parcel
    const program = terms.method(delivery_id).carrier_program
    if (status !== 'packed' || shipping_file_id !== null || rides_with_id !== null || program === null) continue
    if (blockingRequestOf(one.decision) !== null) continue
    const key = `${program}/${temperature}`
    const group = groups.get(key) ?? { program, temperature, parcels: [] }
    groups.set(key, { ...group, parcels: [...group.parcels, one] })
  }
  return [...groups.values()]
}

/**
 * 送り状ファイル of a batch, one for each program and 温度帯. They are saved, so that a second download returns the same bytes
 * and no parcel gets into a second file. Returns the new files.
 * @throws ShopError 404, 409 when nothing is left to export, 422 for a label that can no longer be printed
 */
export async function makeShippingFiles(
  ctx: AdminContext,
  { batch_no }: { batch_no: string },
): Promise<ShippingFileRow[]> {
  const { shop_id, ports, clock, actor } = ctx
  return ctx.db.transaction(async (tx) => {
    await lockShippingBatchWithOrders(tx, shop_id, batch_no)
    const loaded = await loadShippingBatch(tx, shop_id, batch_no)
    const terms = await loadShippingTerms(tx, shop_id)
    const groups = groupParcelsToExport(loaded, terms)
    if (groups.length === 0) throw nothingToExport()
    const collects = await chooseCashLabels(
      tx,
      shop_id,
      groups.flatMap((group) => group.parcels),
    )
    const made: ShippingFileRow[] = []
    for (const { program, temperature, parcels } of groups) {
      const sender = terms.sender(program)
      if (!sender) throw noSender()
      const labels = parcels.map((one) => labelFor(ctx, terms, program, one, collects.get(one.parcel.id) ?? false))
      const [file] = await tx
        .insert(shipping_file)
        .values({
          shop_id,
          shipping_batch_id: loaded.batch.id,
          program,
          temperature,
          parcels: parcels.length,
          ...actor,
          file_name: `${CARRIER_PROGRAM_NAME[program].replace(' ', '')}_${TEMPERATURE_NAME[temperature]}_${batch_no}.csv`,
          content: Buffer.from(ports.carrier_file.write(program, sender, labels)),
          created_at: clock.now(),
        })
        .returning()
      const filed = parcels.map(({ parcel: { id } }) => ({
        id,
        shipping_file_id: file!.id,
        collects_cash: collects.get(id) ?? null,
      }))
      await updateRows(tx, shipment, shop_id, filed, { key: ['id'], set: ['shipping_file_id', 'collects_cash'] })
      made.push(file!)
    }
    await advanceShippingBatch(tx, ctx, loaded.batch, 'labelled')
    await auditBatchChange(tx, ctx, loaded.batch, {}, { files: made.map(({ file_name }) => file_name) })
    return made
  })
}

function labelFor(
  ctx: Context,
  terms: ShippingTerms,
  program: CarrierProgram,
  one: PackedParcel,
  collects_cash: boolean,
) {
  const { label, problems } = buildParcelLabel(ctx, terms, ctx.ports.carrier_file.terms(program), one, collects_cash)
  if (problems[0]) throw unprintable(one, problems[0].message)
  return label
}

const nothingToExport = () =>
  new ShopError(409, 'ERROR_SHIPMENT_STATUS', '送り状ファイルに出していない荷物は、ありません。')

const outdated = ({ created_at }: ShippingFileRow) =>
  new ShopError(
    409,
    'ERROR_SHIPMENT_STATUS',
    `このファイルの出荷日は${formatShortDateWithWeekday(timestampToJapanDate(created_at.getTime()))}です。今日の日付で作り直してください。`,
  )

const noSender = () =>
  new ShopError(409, 'ERROR_SHIPMENT_STATUS', 'ご依頼主が登録されていません。「設定」の「出荷」で登録してください。')

const unprintable = ({ order }: PackedParcel, message: string) =>
  new ShopError(
    422,
    'ERROR_LABEL',
    `ご注文 ${order.order_no}: ${message} 荷物を「止める」で外し、宛先を直してください。`,
  )

/**
 * The files whose labels carry an earlier day and are not printed yet: a parcel in them has no number. Such a file is
 * made anew, because the carrier would print a day that has passed.
 */
export function findOutdatedShippingFiles(
  files: readonly ShippingFileRow[],
  parcels: readonly PackedParcel[],
  today: CalendarDate,
): Set<number> {
  const isWaiting = (file: ShippingFileRow) =>
    parcels.some(({ parcel, waits }) => parcel.shipping_file_id === file.id && parcel.status === 'packed' && !waits)
  const isOld = (file: ShippingFileRow) =>
    file.cancelled_at === null && timestampToJapanDate(file.created_at.getTime()) < today
  return new Set(files.filter((file) => isOld(file) && isWaiting(file)).map(({ id }) => id))
}

/**
 * Cancels an unused file, so that its parcels can go into another one.
 * @throws ShopError 404, 409 when one of them already has a number
 */
export async function cancelShippingFile(ctx: AdminContext, { id }: { id: number }): Promise<ShippingFileRow> {
  const { shop_id, clock } = ctx
  return ctx.db.transaction(async (tx) => {
    const own = and(eq(shipping_file.shop_id, shop_id), eq(shipping_file.id, id))
    const [found] = await tx
      .select({ file: shipping_file, batch_no: shipping_batch.batch_no })
      .from(shipping_file)
      .innerJoin(shipping_batch, refersToCondition(shipping_file.shipping_batch_id, shipping_batch))
      .where(own)
    if (!found) throw notFound()
    const batch = await lockShippingBatchWithOrders(tx, shop_id, found.batch_no)
    const { parcels } = await loadShippingBatch(tx, shop_id, found.batch_no)
    const inFile = parcels.filter(({ parcel }) => parcel.shipping_file_id === id)
    if (inFile.some(({ parcel, waits }) => parcel.status !== 'packed' || waits))
      throw new ShopError(
        409,
        'ERROR_SHIPMENT_STATUS',
        'このファイルの荷物には、送り状番号が登録されています。取り消せません。',
      )
    await tx
      .update(shipment)
      .set({ shipping_file_id: null, collects_cash: null })
      .where(and(eq(shipment.shop_id, shop_id), eq(shipment.shipping_file_id, id)))
    const [cancelled] = await tx
      .update(shipping_file)
      .set({ cancelled_at: clock.now() })
      .where(and(own, isNull(shipping_file.cancelled_at)))
      .returning()
    await auditBatchChange(tx, ctx, batch, { files: [found.file.file_name] }, { files: [] })
    return cancelled ?? found.file
  })
}

/** The files of a batch, including cancelled ones. */
export const loadShippingFiles = (
  db: Queryable,
  { shop_id, id }: LoadedShippingBatch['batch'],
): Promise<ShippingFileRow[]> =>
  db
    .select()
    .from(shipping_file)
    .where(and(eq(shipping_file.shop_id, shop_id), eq(shipping_file.shipping_batch_id, id)))
    .orderBy(asc(shipping_file.id))

/**
 * All files of a batch that are valid and not deleted; first makes files for parcels without one, and anew those of an
 * earlier day.
 * @throws ShopError as `makeShippingFiles`
 */
export async function ensureShippingFiles(
  ctx: AdminContext,
  { batch_no }: { batch_no: string },
): Promise<(ShippingFileRow & { content: Buffer })[]> {
  const loaded = await loadShippingBatch(ctx.db, ctx.shop_id, batch_no)
  const terms = await loadShippingTerms(ctx.db, ctx.shop_id)
  if (groupParcelsToExport(loaded, terms).length > 0) await makeShippingFiles(ctx, { batch_no })
  const known = await loadShippingFiles(ctx.db, loaded.batch)
  const outdated = findOutdatedShippingFiles(known, loaded.parcels, ctx.clock.today())
  for (const id of outdated) await cancelShippingFile(ctx, { id })
  if (outdated.size > 0) await makeShippingFiles(ctx, { batch_no })
  const files = await loadShippingFiles(ctx.db, loaded.batch)
  return files.flatMap((file) => (file.cancelled_at || !file.content ? [] : { ...file, content: file.content }))
}

/**
 * Returns the same bytes on every download of a day.
 * @throws ShopError 404, also when the contents were deleted, 409 for a file of an earlier day that is not printed yet
 */
export async function readShippingFile(
  ctx: Context,
  { id }: { id: number },
): Promise<ShippingFileRow & { content: Buffer }> {
  const [found] = await ctx.db
    .select({ file: shipping_file, batch_no: shipping_batch.batch_no })
    .from(shipping_file)
    .innerJoin(shipping_batch, refersToCondition(shipping_file.shipping_batch_id, shipping_batch))
    .where(and(eq(shipping_file.shop_id, ctx.shop_id), eq(shipping_file.id, id)))
  if (!found?.file.content) throw notFound()
  const { file, batch_no } = found
  const { parcels } = await loadShippingBatch(ctx.db, ctx.shop_id, batch_no)
  if (findOutdatedShippingFiles([file], parcels, ctx.clock.today()).has(id)) throw outdated(file)
  return { ...file, content: file.content! }
}
