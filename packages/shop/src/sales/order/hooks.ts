import type { Tx } from '@kushi/db/connect'
import type { Context, Input } from '../../context.ts'
import { hook } from '../../hook.ts'
import type { OrderAssessment } from './internal/assess-order.ts'
import type { OrderRow } from './internal/order-row.ts'

// Each runs in the transaction that writes the order or its payment, with the subscription and the order locked.

/** An order begins a 定期便, which is written here; returns its id. */
export const subscriptionOrdered = hook<
  (
    tx: Tx,
    ctx: Context,
    order: OrderRow,
    input: Input<'POST /v1/order/public/new'>,
    assessed: OrderAssessment,
  ) => Promise<number>
>('an order begins a subscription')

/** The first order of a 定期便 is not paid, so that it never begins. */
export const subscriptionRefused = hook<(tx: Tx, order: OrderRow, subscription_id: number) => Promise<void>>(
  'the first order of a subscription is refused',
)

/** A buyer has, certainly or perhaps, had under another account what is once a person. */
export const orderMatched = hook<
  (tx: Tx, ctx: Context, order: OrderRow, matches: OrderAssessment['matches']) => Promise<void>
>('an order may be of a person who is known')

/** A pending order has been paid. `reference`: the provider's data for later charges. */
export const orderPaid =
  hook<(tx: Tx, order: OrderRow, reference: Record<string, string>) => Promise<void>>('an order is paid')

/** A pending order is going to be paid by this card of the member; null: by one that is saved after the payment. */
export const orderCardChosen = hook<(tx: Tx, order: OrderRow, card_seq: number | null) => Promise<void>>(
  'a card is chosen for an order',
)

/** The card that paid is saved for the member. */
export const orderCardKept = hook<(tx: Tx, ctx: Context, order: OrderRow, card_seq: number) => Promise<void>>(
  'the card of an order is saved',
)

/** What the books and the figures say of these orders has changed: sold, taken back, cancelled, or paid back by hand. */
export const ordersBooked = hook<
  (tx: Tx, ctx: Pick<Context, 'clock' | 'shop_id'>, order_ids: readonly number[]) => Promise<void>
>('the money of orders has changed')
