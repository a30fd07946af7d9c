import type { Queryable, Tx } from '@kushi/db/connect'
import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { OrderRow } from '../order/order-row.ts'
import type { DecisionRow } from './due-orders.ts'

type Keys = Pick<OrderRow, 'shop_id' | 'id'>

/** What was decided for an order, and what is added to it. The order is locked by the caller. */
export async function decide(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { shop_id, id: order_id }: Keys,
  set: Partial<Pick<DecisionRow, 'label' | 'note_read_at' | 'parcel' | 'cancel_asked_at'>>,
): Promise<void> {
  const updated_at = clock.now()
  await tx
    .insert(shipping_decision)
    .values({ shop_id, order_id, updated_at, ...set })
    .onConflictDoUpdate({
      target: [shipping_decision.shop_id, shipping_decision.order_id],
      set: { ...set, updated_at },
    })
}

export async function isCancelAsked(db: Queryable, { shop_id, id }: Keys): Promise<boolean> {
  const asked = and(
    ...[eq(shipping_decision.shop_id, shop_id), eq(shipping_decision.order_id, id)],
    isNotNull(shipping_decision.cancel_asked_at),
  )
  return (await db.$count(shipping_decision, asked)) > 0
}
