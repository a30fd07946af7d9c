import { shipping_batch } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { collectsCashAtDoor } from '@kushi/values/payment-method'
import { itemName } from '@kushi/values/product'
import { TEMPERATURE_NAME, TEMPERATURES } from '@kushi/values/shipment'
import { wrappingLines } from '@kushi/values/wrapping'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import type { PackingSlip, PickingList, PickingRow } from '../../ports/packing-port.ts'
import { ShopError } from '../../shop-error.ts'
import { packingSlip, transactionDay } from '../document/index.ts'
import { loadShipments } from '../order/index.ts'
import { advanceShippingBatch } from './internal/advance-batch.ts'
import { loadParcelInserts } from './internal/inserts.ts'
import { type LoadedShippingBatch, loadShippingBatch, type PackedParcel } from './internal/load-batch.ts'
import { lockShippingBatch } from './internal/lock-batch.ts'
import { auditBatchChange } from './start-batch.ts'

type Inserts = Awaited<ReturnType<typeof loadParcelInserts>>

/**
 * 帳票 of a batch as one PDF: ピッキングリスト in the order of the shelves, then 納品書 in picking order, each with its 同梱物. Later
 * prints are marked 再発行.
 * @throws ShopError 404, 409 for a batch without parcels
 */
export async function renderPackingSheets(
  ctx: AdminContext,
  { batch_no }: { batch_no: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { shop_id } = ctx
  const loaded = await ctx.db.transaction(async (tx) => {
    const batch = await lockShippingBatch(tx, shop_id, batch_no)
    const found = await loadShippingBatch(tx, shop_id, batch_no)
    if (found.parcels.length === 0)
      throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', 'この出荷リストには、荷物がありません。')
    await tx
      .update(shipping_batch)
      .set({ prints: batch.prints + 1 })
      .where(sameRowCondition(shipping_batch, batch))
    await advanceShippingBatch(tx, ctx, batch, 'printed')
    await auditBatchChange(tx, ctx, batch, { prints: batch.prints }, { prints: batch.prints + 1 })
    return found
  })
  const inserts = await loadParcelInserts(ctx, loaded.parcels)
  return ctx.ports.packing.render(pickingList(ctx, loaded, inserts), await slips(ctx, loaded, inserts))
}

function pickingList(ctx: AdminContext, { batch, owner, parcels }: LoadedShippingBatch, inserts: Inserts): PickingList {
  const added = new Map<string, { name: string; shelf: string; quantity: number }>()
  for (const { insert_name: name, shelf } of [...inserts.values()].flat())
    added.set(name, { name, shelf, quantity: (added.get(name)?.quantity ?? 0) + 1 })
  const wrapped = Map.groupBy(
    parcels.flatMap(({ order: { wrapping } }) => [
      ...(wrapping?.wrap ? [`ギフト包装: ${wrapping.wrap.wrapping_name}`] : []),
      ...(wrapping?.noshi ? [`のし: ${wrapping.noshi.wrapping_name} ${wrapping.noshi.noshi_text}`] : []),
      ...(wrapping?.message_card ? ['メッセージカード'] : []),
    ]),
    (name) => name,
  )
  return {
    batch_no: batch.batch_no,
    owner,
    day: ctx.clock.today(),
    parcels: parcels.length,
    is_reissue: batch.prints > 0,
    groups: TEMPERATURES.flatMap((temperature) => {
      const own = parcels.filter(({ parcel }) => parcel.temperature === temperature)
      return own.length === 0 ? [] : [{ name: TEMPERATURE_NAME[temperature], parcels: own.length, rows: totals(own) }]
    }),
    inserts: [...added.values()],
    wrapping: [...wrapped].map(([name, all]) => ({ name, quantity: all.length })),
  }
}

/** The total of each item, in the order of the shelves; items without a shelf come last. */
function totals(parcels: readonly PackedParcel[]): PickingRow[] {
  const rows = new Map<number, PickingRow>()
  for (const { pieces } of parcels)
    for (const piece of pieces) {
      const { product_sku_id, shelf, product_code, barcode, quantity } = piece
      const known = rows.get(product_sku_id)
      rows.set(product_sku_id, {
        shelf,
        product_code,
        name: itemName(piece),
        barcode: barcode || product_code,
        quantity: (known?.quantity ?? 0) + quantity,
      })
    }
  const place = (row: PickingRow) => row.shelf || '\uffff'
  return [...rows.values()].sort((a, b) => place(a).localeCompare(place(b), 'ja', { numeric: true }))
}

async function slips(
  ctx: AdminContext,
  { batch, parcels }: LoadedShippingBatch,
  inserts: Inserts,
): Promise<PackingSlip[]> {
  const { db, shop_id } = ctx
  const seller = await loadShop(ctx)
  const ids = [...new Set(parcels.map(({ order }) => order.id))]
  const items = await db
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, shop_id), inArray(order_item.order_id, ids)))
    .orderBy(asc(order_item.id))
  const shipments = await loadShipments(db, shop_id, ids)
  return parcels.map(({ parcel, order, member, is_gift, pieces }, n) => {
    const own = items.filter(({ order_id }) => order_id === order.id)
    const ordered = own.reduce((sum, { quantity }) => sum + quantity, 0)
    const isWhole = pieces.reduce((sum, { quantity }) => sum + quantity, 0) === ordered
    const box = parcels.find((other) => other.parcel.id === parcel.rides_with_id)
    return {
      invoice: packingSlip({
        order,
        member,
        items: own,
        seller,
        today: ctx.clock.today(),
        traded_on: transactionDay(shipments.get(order.id) ?? []),
        is_reissue: batch.prints > 0,
      }),
      shipment_no: parcel.shipment_no,
      pick_no: parcel.pick_no ?? n + 1,
      parcels: parcels.length,
      temperature_name: TEMPERATURE_NAME[parcel.temperature],
      contents: isWhole ? [] : pieces.map((piece) => ({ name: itemName(piece), quantity: piece.quantity })),
      inserts: (inserts.get(parcel.id) ?? []).map(({ insert_name }) => insert_name),
      // A recipient who pays on delivery has to see the amount.
      is_priced: !is_gift || collectsCashAtDoor(order),
      rides_with: box?.parcel.pick_no ?? null,
      carries: parcels.flatMap((other) =>
        other.parcel.rides_with_id === parcel.id
          ? { pick_no: other.parcel.pick_no!, order_no: other.order.order_no }
          : [],
      ),
      note: order.delivery_notes.trim(),
      wrapping: wrappingLines(order.wrapping),
    }
  })
}
