import type { Tx } from '@kushi/db/connect'
import { shipping_batch, shipping_import, shipping_import_row, shipping_setting } from '@kushi/db/schema/fulfilment'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { AdminContext, AdminQueryContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { type AssessedTrackingRow, assessTrackingImport, type ImportFileRow } from './import-rows.ts'
import { advanceShippingBatch } from './internal/advance-batch.ts'
import { shipmentDueAt } from './rules/due-at.ts'

interface ImportConfirmation {
  id: number
  /** The number of matched rows that the operator saw; if it differs by now, nothing happens. */
  matched: number
}

/**
 * 確定: every matched row waits for the truck from now on (`shipConfirmedParcels`). A repeated call changes nothing.
 * @throws ShopError 404, 409
 */
export async function confirmTrackingRows(ctx: AdminContext, { id, matched }: ImportConfirmation): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const file = await lockImport(tx, ctx.shop_id, id)
    if (file.confirmed_at) return recordImport(tx, ctx, file, {}, { due_at: file.due_at })
    const due_at = await register(tx, ctx, file, matched)
    await recordImport(tx, ctx, file, {}, { confirmed: matched, due_at })
  })
}

/**
 * もう一度登録する: for rows that were undone, and those that match only now. An operator requests it, and the due time is
 * that of a confirmation made now, not the past one.
 * @throws ShopError 404, 409
 */
export async function reregisterTrackingRows(ctx: AdminContext, { id, matched }: ImportConfirmation): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const file = await lockImport(tx, ctx.shop_id, id)
    if (!file.confirmed_at) throw notFound()
    const due_at = await register(tx, ctx, file, matched)
    await recordImport(tx, ctx, file, { due_at: file.due_at }, { registered_again: matched, due_at })
  })
}

/** The row matches, and it was not processed yet or was undone. */
export const isTrackingRowOpen = ({ finding, state }: Pick<AssessedTrackingRow, 'finding' | 'state'>): boolean =>
  finding === 'matched' && (state === null || state === 'undone')

async function register(tx: Tx, ctx: AdminQueryContext, { id, confirmed_at }: ImportFileRow, matched: number) {
  const { shop_id, clock } = ctx
  const { rows } = await assessTrackingImport(tx, shop_id, id)
  const open = rows.filter(isTrackingRowOpen)
  if (open.length !== matched) throw changedMeanwhile()
  const [setting] = await tx.select().from(shipping_setting).where(eq(shipping_setting.shop_id, shop_id))
  const now = clock.now()
  const due_at = shipmentDueAt(now, clock.today(), setting?.pickup_time ?? null)
  const times = { confirmed_at: confirmed_at ?? now, due_at }
  await tx.update(shipping_import).set(times).where(isImport(shop_id, id))
  await wait(tx, ctx, id, open)
  return due_at
}

/**
 * Queues failed rows again if they still match; they are due at once, because their truck has come. Returns how many.
 * @throws ShopError 404
 */
export async function retryTrackingRows(ctx: AdminContext, { id }: { id: number }): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const file = await lockImport(tx, ctx.shop_id, id)
    if (!file.confirmed_at) throw notFound()
    const { rows } = await assessTrackingImport(tx, ctx.shop_id, id)
    const failed = rows.filter(({ finding, state }) => finding === 'matched' && state === 'failed')
    await wait(tx, ctx, id, failed)
    await recordImport(tx, ctx, file, {}, { retried: failed.length })
    return failed.length
  })
}

async function wait(tx: Tx, ctx: AdminQueryContext, id: number, rows: readonly AssessedTrackingRow[]): Promise<void> {
  if (rows.length === 0) return
  const { shop_id } = ctx
  const row_nos = rows.map(({ row_no }) => row_no)
  await tx
    .update(shipping_import_row)
    .set({ state: 'waiting', message: '', settled_at: null })
    .where(and(ofImport(shop_id, id), inArray(shipping_import_row.row_no, row_nos)))
  const ids = [...new Set(rows.flatMap(({ parcel }) => parcel?.shipping_batch_id ?? []))].sort((a, b) => a - b)
  if (ids.length === 0) return
  const batches = await tx
    .select()
    .from(shipping_batch)
    .where(and(eq(shipping_batch.shop_id, shop_id), inArray(shipping_batch.id, ids)))
    .orderBy(shipping_batch.id)
    .for('update')
  for (const batch of batches) await advanceShippingBatch(tx, ctx, batch, 'imported')
}

/** The truck has come early: the rows are due now. @throws ShopError 404 */
export async function makeTrackingRowsDue(ctx: AdminContext, { id }: { id: number }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const file = await lockImport(tx, ctx.shop_id, id)
    if (!file.due_at) throw notFound()
    const due_at = ctx.clock.now()
    await tx.update(shipping_import).set({ due_at }).where(isImport(ctx.shop_id, id))
    await recordImport(tx, ctx, file, { due_at: file.due_at }, { due_at })
  })
}

/**
 * Undoes rows before the truck comes: the authorisation stays, and no customer has been notified. `shipment_no` null:
 * all waiting rows.
 * @throws ShopError 404, 409 when no row is waiting any more
 */
export async function undoTrackingRows(
  ctx: AdminContext,
  { id, shipment_no }: { id: number; shipment_no: string | null },
): Promise<string[]> {
  const { shop_id, clock } = ctx
  return ctx.db.transaction(async (tx) => {
    const file = await lockImport(tx, shop_id, id)
    const { due_at } = file
    if (!due_at) throw notFound()
    const named = shipment_no === null ? undefined : eq(shipping_import_row.shipment_no, shipment_no)
    const undone =
      due_at <= clock.now()
        ? []
        : await tx
            .update(shipping_import_row)
            .set({ state: 'undone', settled_at: clock.now() })
            .where(and(ofImport(shop_id, id), eq(shipping_import_row.state, 'waiting'), named))
            .returning({ shipment_no: shipping_import_row.shipment_no })
    if (undone.length === 0)
      throw new ShopError(
        409,
        'ERROR_SHIPMENT_STATUS',
        '集荷の時刻を過ぎたため、取り消せません。番号の訂正か、返品の手続きをおこなってください。',
      )
    const taken = undone.map((row) => row.shipment_no)
    await recordImport(tx, ctx, file, {}, { undone: taken.length })
    return taken
  })
}

const isImport = (shop_id: number, id: number): SQL =>
  and(eq(shipping_import.shop_id, shop_id), eq(shipping_import.id, id))!
const ofImport = (shop_id: number, id: number): SQL =>
  and(eq(shipping_import_row.shop_id, shop_id), eq(shipping_import_row.shipping_import_id, id))!

async function lockImport(tx: Tx, shop_id: number, id: number) {
  const [file] = await tx.select().from(shipping_import).where(isImport(shop_id, id)).for('update')
  if (!file) throw notFound()
  return file
}

const recordImport = (
  tx: Tx,
  ctx: AdminQueryContext,
  { id, file_name }: ImportFileRow,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) => recordAudit(tx, ctx, { subject: 'shipping_import', subject_id: id, subject_name: file_name, before, after })

const changedMeanwhile = () =>
  new ShopError(
    409,
    'ERROR_CHANGED_MEANWHILE',
    '確認している間に、荷物の状態が変わりました。内容をもう一度ご確認ください。',
  )
