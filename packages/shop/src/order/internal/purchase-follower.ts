import type { Tx } from '@kushi/db/connect'
import type { Context, Input } from '../../context.ts'
import type { AssessedOrder } from './assess-order.ts'
import type { OrderRow } from './order-row.ts'

/** What begins with an order, given from above (its subscription): each in the transaction that writes the order. */
export interface PurchaseFollower {
  /** Writes the subscription that is asked for; its id. */
  placed(
    tx: Tx,
    ctx: Context,
    order: OrderRow,
    input: Input<'POST /v1/order/public/new'>,
    assessed: AssessedOrder,
  ): Promise<number>
  /** An order that waited for its payment has it. `reference`: what the provider left for the later ones. */
  paid(tx: Tx, order: OrderRow, reference: Record<string, string>): Promise<void>
}
