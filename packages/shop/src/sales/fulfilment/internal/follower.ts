import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../../context.ts'
import type { OrderRow } from '../../order/index.ts'

/** Runs in the same transaction as the change: for example an operator's audit entry, or a message to the customer. */
export type Also = (tx: Tx, order: OrderRow) => Promise<void>

/**
 * What happens to an order's subscription, supplied by the feature above. Each runs in the transaction that writes the
 * order's status.
 */
export interface OrderFollower {
  /** お届け済み: all parcels of each order have arrived. No two orders belong to the same subscription. */
  received(tx: Tx, ctx: Context, orders: readonly OrderRow[]): Promise<void>
  /** The order was cancelled or returned. `keep_subscription`: the subscription that began with it continues. */
  calledOff(tx: Tx, ctx: Context, order: OrderRow, keep_subscription: boolean): Promise<void>
}
