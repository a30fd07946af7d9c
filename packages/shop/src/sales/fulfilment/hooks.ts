import type { Queryable, Tx } from '@kushi/db/connect'
import type { QueryContext } from '../../context.ts'
import { hook } from '../../hook.ts'
import type { OrderRow } from '../order/index.ts'

// Each runs in the transaction that writes the status of the orders.

/** お届け済み: all parcels of each order have arrived. No two orders belong to the same subscription. */
export const ordersDelivered =
  hook<(tx: Tx, ctx: QueryContext, orders: readonly OrderRow[]) => Promise<void>>('orders are received')

/** The order was cancelled or returned. `keep_subscription`: the subscription that began with it continues. */
export const orderCancelledOrReturned = hook<
  (tx: Tx, ctx: QueryContext, order: OrderRow, keep_subscription: boolean) => Promise<void>
>('an order is cancelled or returned')

/** 通常価格にする: these promotions are removed from the contract that began with the order. */
export const promotionsRevoked = hook<(tx: Tx, order: OrderRow, promotion_ids: readonly number[]) => Promise<void>>(
  'promotions are taken off an order with consent',
)

/**
 * Checks that a subscription can continue although its order is cancelled or refunded. Runs before any money moves.
 * Throws if it can't.
 */
export const subscriptionContinuationCheck = hook<(tx: Queryable, order: OrderRow) => Promise<void>>(
  'a subscription is to continue without its first order',
)
