import type { Queryable, Tx } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import { hook } from '../../hook.ts'
import type { OrderRow } from '../order/index.ts'

// Each runs in the transaction that writes the status of the orders.

/** お届け済み: all parcels of each order have arrived. No two orders belong to the same subscription. */
export const ordersReceived =
  hook<(tx: Tx, ctx: Context, orders: readonly OrderRow[]) => Promise<void>>('orders are received')

/** The order was cancelled or returned. `keep_subscription`: the subscription that began with it continues. */
export const orderCalledOff = hook<
  (tx: Tx, ctx: Context, order: OrderRow, keep_subscription: boolean) => Promise<void>
>('an order is cancelled or returned')

/** 通常価格にする: the contract that began with the order no longer has these promotions. */
export const benefitsTakenBack = hook<(tx: Tx, order: OrderRow, promotion_ids: readonly number[]) => Promise<void>>(
  'promotions are taken off an order with consent',
)

/**
 * The order is going to be cancelled or refunded while its subscription continues. Throws if that can't be; called before
 * any money moves.
 */
export const subscriptionToContinue = hook<(tx: Queryable, order: OrderRow) => Promise<void>>(
  'a subscription is to continue without its first order',
)
