import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import type { OrderRow } from '../../order/index.ts'

/** Written in the same transaction as what it goes with: the trail of an operator, a word to the customer. */
export type Also = (tx: Tx, order: OrderRow) => Promise<void>

/** What goes on with an order, given from above (its subscription): each in the transaction that writes the order's status. */
export interface OrderFollower {
  /** お届け済み: all of each came; no two of one subscription. */
  received(tx: Tx, ctx: Context, orders: readonly OrderRow[]): Promise<void>
  /** It was cancelled, or came back. `keep_subscription`: the subscription that began with it goes on. */
  calledOff(tx: Tx, ctx: Context, order: OrderRow, keep_subscription: boolean): Promise<void>
}
