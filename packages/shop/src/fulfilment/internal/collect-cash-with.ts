import type { Tx } from '@kushi/db/connect'
import { isAmong } from '@kushi/db/in-sets'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { isPaidAtDoor } from '@kushi/values/payment-method'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isOut } from '../rules/shipment-status.ts'
import type { PackedParcel } from './load-batch.ts'
import { liveShipmentsOf, type ShipmentRow } from './shipments.ts'

/** Recorded for the payment when the label of one of its parcels is written without the amount. */
const WITHOUT_CASH = 'label_without_cash'

/** 代金引換: the ids of those of `printed` that collect, and the parcels whose labels state no amount. */
interface Collecting {
  collects: ReadonlySet<number>
  without: { parcel: ShipmentRow; payment_id: number }[]
}

/**
 * Which of the parcels of 代金引換 to be printed now collect the amount: one parcel of each order does, in whatever batches
 * the others are. An order whose other parcel has a label with the amount, or has left with a label that was written by
 * hand, gets none; otherwise its oldest parcel in this print collects. A parcel that is cancelled or out of its file
 * collects no longer. Locks the payments, so that two batches with parcels of one order are printed one after the
 * other.
 */
export async function collectCashWith(tx: Tx, shop_id: number, printed: readonly PackedParcel[]): Promise<Collecting> {
  const due = printed.filter(({ order }) => isPaidAtDoor(order)).map(({ parcel }) => parcel)
  if (due.length === 0) return { collects: new Set(), without: [] }
  const order_ids = [...new Set(due.map(({ order_id }) => order_id))]
  const payments = await tx
    .select({ id: payment.id, order_id: payment.order_id })
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), isAmong(payment.order_id, order_ids)))
    .orderBy(asc(payment.id))
    .for('no key update')
  const noted = await withoutCash(
    tx,
    shop_id,
    payments.map(({ id }) => id),
  )
  const live = await liveShipmentsOf(tx, shop_id, order_ids)
  const isTaken = (parcel: ShipmentRow) =>
    (isOut(parcel.status) || parcel.shipping_file_id !== null) && !noted.has(keyOf(parcel.id, parcel.shipping_file_id))
  const free = order_ids.filter((id) => !live.get(id)?.some(isTaken))
  const collects = new Set(
    free.map((id) => Math.min(...due.filter(({ order_id }) => order_id === id).map((parcel) => parcel.id))),
  )
  const without = due.flatMap((parcel) => {
    const paid = payments.findLast(({ order_id }) => order_id === parcel.order_id)
    return collects.has(parcel.id) || !paid ? [] : { parcel, payment_id: paid.id }
  })
  return { collects, without }
}

const keyOf = (shipment_id: number, shipping_file_id: number | null) => `${shipment_id}/${shipping_file_id}`

async function withoutCash(tx: Tx, shop_id: number, payment_ids: number[]): Promise<Set<string>> {
  const rows = await tx
    .select({ detail: payment_event.detail })
    .from(payment_event)
    .where(
      and(
        ...[eq(payment_event.shop_id, shop_id), eq(payment_event.event, WITHOUT_CASH)],
        isAmong(payment_event.payment_id, payment_ids),
      ),
    )
  const labels = rows.map(({ detail }) => detail as { shipment_id: number; shipping_file_id: number })
  return new Set(labels.map(({ shipment_id, shipping_file_id }) => keyOf(shipment_id, shipping_file_id)))
}

/** Records the labels of this file that state no amount. */
export async function noteWithoutCash(
  tx: Tx,
  { shop_id, actor, clock }: Context,
  shipping_file_id: number,
  without: Collecting['without'],
): Promise<void> {
  if (without.length === 0) return
  const event = { shop_id, event: WITHOUT_CASH, ...actor, created_at: clock.now() }
  await tx.insert(payment_event).values(
    without.map(({ payment_id, parcel: { id: shipment_id, shipment_no } }) => ({
      ...{ ...event, payment_id, detail: { shipment_id, shipment_no, shipping_file_id } },
    })),
  )
}
