import type { Queryable, Tx } from '@kushi/db/connect'
import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { OrderRow } from '../../order/index.ts'
import type { ShippingOverrideRow } from './due-orders.ts'

type Keys = Pick<OrderRow, 'shop_id' | 'id'>

/** Saves the given decisions for an order; others stay as they are. The caller has locked the order. */
export async function saveShippingDecision(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { shop_id, id: order_id }: Keys,
  set: Partial<Omit<ShippingOverrideRow, 'shop_id' | 'order_id' | 'updated_at'>>,
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

const askedFor = ({ shop_id, id }: Keys) =>
  and(
    eq(shipping_decision.shop_id, shop_id),
    eq(shipping_decision.order_id, id),
    isNotNull(shipping_decision.cancel_asked_at),
  )

/** A request that keeps an order from leaving until the desk has decided; null: none. */
export type BlockingRequest = 'cancel_asked' | 'address_asked'

/** The open request that keeps the order from leaving; null: none. A request to cancel comes first. */
export const blockingRequestOf = (
  decision: Pick<ShippingOverrideRow, 'cancel_asked_at' | 'address_wish'> | null,
): BlockingRequest | null =>
  (decision?.cancel_asked_at && 'cancel_asked') || (decision?.address_wish && 'address_asked') || null

/** Loads what the desk has decided about an order, and the requests that it has open; null: nothing yet. */
export async function loadShippingDecision(db: Queryable, { shop_id, id }: Keys): Promise<ShippingOverrideRow | null> {
  const mine = and(eq(shipping_decision.shop_id, shop_id), eq(shipping_decision.order_id, id))
  const [found] = await db.select().from(shipping_decision).where(mine)
  return found ?? null
}

/** The member's choices for the cancel that they asked for. */
export type CancelRequestChoices = Pick<ShippingOverrideRow, 'keep_subscription' | 'notify'>

/** The open request to cancel; null when there is none. */
export async function findCancelRequest(db: Queryable, order: Keys): Promise<CancelRequestChoices | null> {
  const { keep_subscription, notify } = shipping_decision
  const [wish] = await db.select({ keep_subscription, notify }).from(shipping_decision).where(askedFor(order))
  return wish ?? null
}

/**
 * Clears an answered cancel request, so that none of its choices applies to a later request. The caller has locked the
 * order.
 */
export const clearCancelRequest = (tx: Tx, ctx: Pick<Context, 'clock'>, order: Keys): Promise<void> =>
  saveShippingDecision(tx, ctx, order, { cancel_asked_at: null, keep_subscription: false, notify: false })
