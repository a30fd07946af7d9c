import type { Tx } from '@kushi/db/connect'
import type { Context, Input } from '../../../context.ts'
import type { AssessedOrder } from './assess-order.ts'
import type { OrderRow } from './order-row.ts'

/**
 * What an order begins (its subscription), supplied by the feature above. Each runs in the transaction that writes the
 * order or its payment, with the subscription and the order locked.
 */
export interface PurchaseFollower {
  /** Writes the requested subscription; returns its id. */
  placed(
    tx: Tx,
    ctx: Context,
    order: OrderRow,
    input: Input<'POST /v1/order/public/new'>,
    assessed: AssessedOrder,
  ): Promise<number>
  /** A pending order has been paid. `reference`: the provider's data for later charges. */
  paid(tx: Tx, order: OrderRow, reference: Record<string, string>): Promise<void>
  /** A pending order is going to be paid by this card of the member; null: by one that is saved after the payment. */
  cardChosen(tx: Tx, order: OrderRow, card_seq: number | null): Promise<void>
  /** The card that paid is saved for the member. */
  cardKept(tx: Tx, ctx: Context, order: OrderRow, card_seq: number): Promise<void>
}
