import type { Tx } from '@kushi/db/connect'
import type { Context, Input } from '../../context.ts'
import { hook } from '../../hook.ts'
import type { OrderRow } from '../order/index.ts'
import type { OrderAssessment } from './internal/assess-order.ts'

// Each runs in the transaction that writes the order or its payment, with the subscription and the order locked.

/** An order begins a 定期便. The hook writes the subscription and returns its id. */
export const subscriptionOrdered = hook<
  (
    tx: Tx,
    ctx: Context,
    order: OrderRow,
    input: Input<'POST /v1/order/public/new'>,
    assessed: OrderAssessment,
  ) => Promise<number>
>('an order begins a subscription')

/** The buyer has, certainly or possibly, used a once-per-person benefit under another account before. */
export const personMatchFound = hook<
  (tx: Tx, ctx: Context, order: OrderRow, matches: OrderAssessment['matches']) => Promise<void>
>('an order may be of a person who is known')

/** A pending order has been paid. `reference`: the provider's data for later charges. */
export const orderPaid =
  hook<(tx: Tx, order: OrderRow, reference: Record<string, string>) => Promise<void>>('an order is paid')

/** A pending order is going to be paid by this card of the member; null: by one that is saved after the payment. */
export const orderCardChosen = hook<(tx: Tx, order: OrderRow, card_seq: number | null) => Promise<void>>(
  'a card is chosen for an order',
)

/** The card that paid the order is saved for the member. */
export const orderCardSaved = hook<(tx: Tx, ctx: Context, order: OrderRow, card_seq: number) => Promise<void>>(
  'the card of an order is saved',
)
