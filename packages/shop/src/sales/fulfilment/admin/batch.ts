import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'
import { shipment, shipping_batch } from '@kushi/db/schema/fulfilment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { CARRIER_OF_PROGRAM, trackingUrl } from '@kushi/values/carrier'
import { prefectures } from '@kushi/values/prefecture'
import { itemName } from '@kushi/values/product'
import { hasLeftShop } from '@kushi/values/shipment'
import { and, eq } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  maskName,
  type OperatorContext,
} from '../../../foundation/admin/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { completeShippingBatches } from '../internal/advance-batch.ts'
import type { DuePiece } from '../internal/due-orders.ts'
import { findParcel } from '../internal/find-parcel.ts'
import { loadParcelInserts } from '../internal/inserts.ts'
import { type LoadedShippingBatch, loadShippingBatch, type PackedParcel } from '../internal/load-batch.ts'
import { lockShippingBatch } from '../internal/lock-batch.ts'
import { loadShippingTerms } from '../internal/shipping-terms.ts'
import { auditShipmentChange } from '../internal/unpack-shipment.ts'
import { isTrackingNo } from '../rules/judge-import.ts'
import { shipOrder } from '../ship-order.ts'
import {
  findOutdatedShippingFiles,
  groupParcelsToExport,
  loadShippingFiles,
  type ShippingFileRow,
} from '../shipping-files.ts'
import { auditBatchChange, startShippingBatch } from '../start-batch.ts'

/** 出荷リストを作る @throws ShopError 409 when no order is left */
export const createShippingBatch: AdminHandler<'POST /admin/v1/shipping/batches'> = async (ctx, { order_nos }) => {
  const { batch, shipments, left_out } = await startShippingBatch(ctx, { order_nos })
  return { batch_no: batch.batch_no, parcels: shipments.length, left_out }
}

/** @throws ShopError 404 */
export const showShippingBatch: AdminHandler<'GET /admin/v1/shipping/batches/{batch_no}'> = async (
  ctx,
  { batch_no },
) => {
  const { db, shop_id, ports } = ctx
  const loaded = await loadShippingBatch(db, shop_id, batch_no)
  const terms = await loadShippingTerms(db, shop_id)
  const { batch, owner, parcels } = loaded
  const files = await loadShippingFiles(db, batch)
  const outdated = findOutdatedShippingFiles(files, parcels, ctx.clock.today())
  const programs = new Set(parcels.flatMap(({ parcel }) => terms.method(parcel.delivery_id).carrier_program ?? []))
  return {
    batch_no,
    status: batch.status,
    owner,
    prints: batch.prints,
    created_at: batch.created_at.toISOString(),
    is_own: batch.operator_id === ctx.operator.id,
    parcels: parcels.length,
    shipped: parcels.filter(({ parcel }) => hasLeftShop(parcel.status)).length,
    parcel_list: await parcelList(ctx, loaded, terms),
    to_export: groupParcelsToExport(loaded, terms).map((group) => ({ ...group, parcels: group.parcels.length })),
    files: files.map((file) => shippingFileView(file, outdated)),
    filters: [...programs].filter((program) => ports.carrier_file.filter(program) !== null),
  }
}

export const shippingFileView = (file: ShippingFileRow, outdated: ReadonlySet<number> = new Set()) => ({
  id: file.id,
  program: file.program,
  temperature: file.temperature,
  file_name: file.file_name,
  parcels: file.parcels,
  created_at: file.created_at.toISOString(),
  is_cancelled: file.cancelled_at !== null,
  is_kept: file.content !== null,
  is_outdated: outdated.has(file.id),
})

async function parcelList(
  ctx: OperatorContext,
  { parcels }: LoadedShippingBatch,
  terms: Awaited<ReturnType<typeof loadShippingTerms>>,
): Promise<ShippingBatchParcel[]> {
  const inserts = await loadParcelInserts(ctx, parcels)
  return parcels.map((one) => {
    const { parcel, order, decision, pieces, waits } = one
    const { shipment_no, pick_no, temperature, status } = parcel
    const program = terms.method(parcel.delivery_id).carrier_program
    const tracking_no = parcel.tracking_no ?? waits?.tracking_no ?? null
    const name = nameOf(one)
    return {
      shipment_no,
      pick_no,
      temperature,
      status,
      program,
      tracking_no,
      order_no: order.order_no,
      name: canSeePersonalData(ctx) ? name : maskName(name),
      prefecture: prefectures[order.pref_id - 1] ?? '',
      tracking_url: trackingUrl(parcel.carrier ?? (program && CARRIER_OF_PROGRAM[program]), tracking_no),
      rides_with: parcels.find((other) => other.parcel.id === parcel.rides_with_id)?.parcel.shipment_no ?? null,
      is_exported: parcel.shipping_file_id !== null,
      is_cancel_asked: status === 'packed' && decision?.cancel_asked_at != null,
      is_address_asked: status === 'packed' && decision?.address_wish != null,
      carries: parcels.flatMap((other) =>
        other.parcel.rides_with_id === parcel.id ? (other.parcel.pick_no ?? []) : [],
      ),
      due_at: waits?.due_at.toISOString() ?? null,
      contents: together(pieces).map((piece) => ({
        product_sku_id: piece.product_sku_id,
        name: itemName(piece),
        product_code: piece.product_code,
        barcode: piece.barcode,
        shelf: piece.shelf,
        quantity: piece.quantity,
      })),
      inserts: (inserts.get(parcel.id) ?? []).map(({ insert_name }) => insert_name),
    }
  })
}

/** Pieces of the same SKU are picked and missed together, whether bought, given or part of a set. */
const together = (pieces: readonly DuePiece[]): DuePiece[] =>
  [...Map.groupBy(pieces, ({ product_sku_id }) => product_sku_id).values()].map((same) => ({
    ...same[0]!,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }))

const nameOf = ({ order, decision }: PackedParcel) => decision?.label?.name ?? `${order.name01} ${order.name02}`.trim()

/** 引き受ける: makes the calling operator the batch's owner. @throws ShopError 404 */
export const takeOverShippingBatch: AdminHandler<'POST /admin/v1/shipping/batches/{batch_no}/owner'> = async (
  ctx,
  { batch_no },
) => {
  await ctx.db.transaction(async (tx) => {
    const batch = await lockShippingBatch(tx, ctx.shop_id, batch_no)
    const { owner } = await loadShippingBatch(tx, ctx.shop_id, batch_no)
    await tx
      .update(shipping_batch)
      .set({ operator_id: ctx.operator.id, updated_at: ctx.clock.now() })
      .where(sameRowCondition(shipping_batch, batch))
    await auditBatchChange(tx, ctx, batch, { owner }, { owner: ctx.operator.name })
  })
  return {}
}

/**
 * Sets a 送り状番号 by hand: for a parcel without an import, or to correct a wrong number, of which the customer is
 * notified.
 * @throws ShopError 404, 409, 422
 */
export const setTrackingNumber: AdminHandler<'PUT /admin/v1/shipping/parcels/{shipment_no}/tracking'> = async (
  ctx,
  input,
) => {
  const { shipment_no } = input
  const tracking_no = input.tracking_no.normalize('NFKC').replace(/[\s-]/g, '')
  if (!isTrackingNo(tracking_no))
    throw new ShopError(
      409,
      'ERROR_TRACKING_NO',
      tracking_no.length === 12
        ? '送り状番号の数字が合いません。送り状を見て、もう一度入力してください。'
        : '送り状番号は、数字12桁で入力してください。',
    )
  const { order, parcel, program } = await findParcel(ctx, shipment_no)
  const terms = await loadShippingTerms(ctx.db, ctx.shop_id)
  const own = program ?? terms.method(parcel.delivery_id).carrier_program
  const carrier = parcel.carrier ?? (own && CARRIER_OF_PROGRAM[own])
  if (carrier === null)
    throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', 'この配送方法の送り状ソフトが決まっていません。')
  await refuseTaken(ctx, shipment_no, tracking_no)
  const { order_no } = order
  const shipped = { order_no, shipment_no, carrier, tracking_no, replace: hasLeftShop(parcel.status) }
  await shipOrder(ctx, shipped, (tx) =>
    auditShipmentChange(tx, ctx, parcel, { tracking_no: parcel.tracking_no }, { tracking_no }),
  )
  await completeShippingBatches(ctx.db, ctx)
  return {}
}

async function refuseTaken({ db, shop_id }: OperatorContext, shipment_no: string, tracking_no: string): Promise<void> {
  const [other] = await db
    .select({ shipment_no: shipment.shipment_no })
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), eq(shipment.tracking_no, tracking_no)))
  if (other && other.shipment_no !== shipment_no)
    throw new ShopError(409, 'ERROR_TRACKING_NO', `この番号は、荷物 ${other.shipment_no} で使われています。`)
}
