import type { Tx } from '@kushi/db/connect'
import { shipment, shipping_batch } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { type AdminContext, type AdminQueryContext, canSeePersonalData } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { ShopError } from '../../shop-error.ts'
import type { OrderRow } from '../order/index.ts'
import { checkTowns } from './internal/check-towns.ts'
import { assessDeskOrders, type DeskAssessment, recipientKey } from './internal/desk.ts'
import { createShipmentsOfOrder, makeShipmentNo, type ShipmentRow, writeShipmentStatus } from './internal/shipments.ts'
import { stopReasonText } from './rules/assess.ts'

export type ShippingBatchRow = typeof shipping_batch.$inferSelect

/** An order that was not taken into the shipping batch, with the reason. */
export interface OrderLeftOut {
  order_no: string
  reason: string
}

/**
 * 出荷リストの作成: fixes those of the given orders that can be packed now. Orders that another operator has just taken, or
 * that were stopped since the list was shown, are left out and reported; the call never waits for a lock.
 * @throws ShopError 409 when no order is left
 */
export async function startShippingBatch(
  ctx: AdminContext,
  { order_nos }: { order_nos: readonly string[] },
): Promise<{ batch: ShippingBatchRow; shipments: ShipmentRow[]; left_out: OrderLeftOut[] }> {
  const { shop_id, clock, operator } = ctx
  const wanted = [...new Set(order_nos)]
  await checkTowns(ctx, wanted)
  // Without an operator the call comes from the command line, whose user can read the database anyway.
  const isOpen = operator === null || canSeePersonalData({ ...ctx, operator })
  return ctx.db.transaction(async (tx) => {
    const locked = await lockFree(tx, shop_id, wanted)
    const free = new Set(locked.map(({ order_no }) => order_no))
    const { seen } = await assessDeskOrders(ctx, tx)
    const chosen = seen.filter(({ order }) => wanted.includes(order.order_no))
    const taken = chosen.filter(({ order, outcome }) => outcome.kind === 'ready' && free.has(order.order_no))
    const left_out = wanted.flatMap((order_no) => {
      if (taken.some(({ order }) => order.order_no === order_no)) return []
      const one = chosen.find(({ order }) => order.order_no === order_no)
      return { order_no, reason: reasonOf(one, free.has(order_no), isOpen) }
    })
    if (taken.length === 0) throw nothingLeft(left_out)
    const now = clock.now()
    const [batch] = await tx
      .insert(shipping_batch)
      .values({
        shop_id,
        batch_no: makeShipmentNo(clock.today()),
        operator_id: operator?.id ?? null,
        status: 'created',
        created_at: now,
        updated_at: now,
      })
      .returning()
    const packed: { seen: DeskAssessment; parcel: ShipmentRow }[] = []
    for (const one of taken) {
      const order = locked.find(({ id }) => id === one.order.id)!
      const [, parcels] = await createShipmentsOfOrder(tx, ctx, order)
      for (const parcel of parcels)
        if (parcel.status === 'ready')
          packed.push({
            seen: one,
            parcel: await writeShipmentStatus(tx, ctx, parcel, 'packed', { shipping_batch_id: batch!.id }),
          })
    }
    await auditBatchChange(tx, ctx, batch!, {}, { orders: taken.length, parcels: packed.length })
    return { batch: batch!, shipments: await inOrder(tx, packed), left_out }
  })
}

/** Records a change of a batch in the audit log. */
export const auditBatchChange = (
  tx: Tx,
  ctx: AdminQueryContext,
  { batch_no }: ShippingBatchRow,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) => recordAudit(tx, ctx, { subject: 'shipping_batch', subject_id: batch_no, subject_name: batch_no, before, after })

/**
 * Locks in the general order: subscriptions, then orders, each by id. Skips rows that another transaction has locked.
 */
async function lockFree(tx: Tx, shop_id: number, order_nos: string[]): Promise<OrderRow[]> {
  const named = and(eq(orders.shop_id, shop_id), inArray(orders.order_no, order_nos))
  const found = await tx.select({ subscription_id: orders.subscription_id }).from(orders).where(named)
  const ids = found.flatMap(({ subscription_id }) => subscription_id ?? [])
  const free =
    ids.length === 0
      ? []
      : await tx
          .select({ id: subscription.id })
          .from(subscription)
          .where(and(eq(subscription.shop_id, shop_id), inArray(subscription.id, ids)))
          .orderBy(asc(subscription.id))
          .for('update', { skipLocked: true })
  const isFree = or(
    isNull(orders.subscription_id),
    free.length === 0
      ? undefined
      : inArray(
          orders.subscription_id,
          free.map(({ id }) => id),
        ),
  )
  return tx.select().from(orders).where(and(named, isFree)).orderBy(asc(orders.id)).for('update', { skipLocked: true })
}

function reasonOf(one: DeskAssessment | undefined, isFree: boolean, isOpen: boolean): string {
  if (!one) return 'すでに出荷作業中か、出荷できる注文ではありません。'
  if (!isFree) return 'ほかの担当者が作業しています。'
  if (one.outcome.kind === 'stopped') return stopReasonText(one.outcome.reasons[0]!, isOpen)
  return 'お届け日が、まだ先です。'
}

const nothingLeft = (left_out: readonly OrderLeftOut[]) =>
  new ShopError(409, 'ERROR_SHIPMENT_STATUS', left_out[0]?.reason ?? '出荷できる注文がありません。')

/**
 * Sorts the parcels by the shelves, each 温度帯 separately. Parcels that go together to one address ride in the box of the
 * first one.
 */
async function inOrder(
  tx: Tx,
  packed: readonly { seen: DeskAssessment; parcel: ShipmentRow }[],
): Promise<ShipmentRow[]> {
  const shelf = ({ pieces }: DeskAssessment) => pieces.map((piece) => piece.shelf || '\uffff').sort()[0] ?? ''
  const sorted = [...packed].sort(
    (a, b) =>
      a.parcel.temperature.localeCompare(b.parcel.temperature) * -1 ||
      shelf(a.seen).localeCompare(shelf(b.seen), 'ja', { numeric: true }) ||
      a.parcel.id - b.parcel.id,
  )
  const boxes = new Map<string, number>()
  const written: ShipmentRow[] = []
  for (const [n, { seen, parcel }] of sorted.entries()) {
    const key = joinKey(seen, parcel)
    const rides_with_id = key === null ? null : (boxes.get(key) ?? null)
    if (key !== null && rides_with_id === null) boxes.set(key, parcel.id)
    const [row] = await tx
      .update(shipment)
      .set({ pick_no: n + 1, rides_with_id })
      .where(sameRowCondition(shipment, parcel))
      .returning()
    written.push(row!)
  }
  return written
}

/**
 * The key of parcels that share a box; null: a box of its own. Cash on delivery is collected for each order separately.
 */
function joinKey(seen: DeskAssessment, { temperature }: ShipmentRow): string | null {
  const { decision, assessed, order } = seen
  if (decision?.parcel !== 'together' || assessed.is_cash) return null
  return [recipientKey(seen), temperature, order.delivery_date, order.delivery_time_id].join('|')
}
