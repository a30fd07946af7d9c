import type { Queryable, Tx } from '@kushi/db/connect'
import type { ConversionRecipient } from '@kushi/values/conversion/conversion'
import type { Cache, Input, QueryContext } from '../../context.ts'
import { hook } from '../../hook.ts'
import type { OrderRow } from '../order/index.ts'
import type { OrderAssessment } from './internal/assess-order.ts'

// Each runs in the transaction that writes the order or its payment, with the subscription and the order locked.

/** An order begins a 定期便. The hook writes the subscription and returns its id. */
export const subscriptionOrdered = hook<
  (
    tx: Tx,
    ctx: QueryContext,
    order: OrderRow,
    input: Input<'POST /v1/order/public/new'>,
    assessed: OrderAssessment,
  ) => Promise<number>
>('an order begins a subscription')

/** The buyer has, certainly or possibly, used a once-per-person benefit under another account before. */
export const personMatchFound = hook<
  (tx: Tx, ctx: QueryContext, order: OrderRow, matches: OrderAssessment['matches']) => Promise<void>
>('an order may be of a person who is known')

/** A pending order has been paid. `reference`: the provider's data for later charges. */
export const orderPaid =
  hook<(tx: Tx, ctx: QueryContext, order: OrderRow, reference: Record<string, string>) => Promise<void>>(
    'an order is paid',
  )

/** A pending order is going to be paid by this card of the member; null: by one that is saved after the payment. */
export const orderCardChosen = hook<(tx: Tx, order: OrderRow, card_seq: number | null) => Promise<void>>(
  'a card is chosen for an order',
)

/** The card that paid the order is saved for the member. */
export const orderCardSaved = hook<(tx: Tx, ctx: QueryContext, order: OrderRow, card_seq: number) => Promise<void>>(
  'the card of an order is saved',
)

/** The consent that a customer may give with an order: these companies receive its data to measure adverts. */
export interface AdConsentRequest {
  wording: string
  recipients: ConversionRecipient[]
}

/**
 * 広告の成果を測ることへの同意: returns the consent that the confirmation asks for; null: no third party receives such an order. Runs
 * before any transaction.
 */
export const adConsentRequested = hook<
  (
    ctx: { db: Queryable; shop_id: number; cache?: Cache | undefined },
    is_subscription: boolean,
  ) => Promise<AdConsentRequest | null>
>('a confirmation may ask for a consent to be measured')

/** 受注: the order is paid, or payable on delivery. No later delivery of a 定期便, and no 再送・交換. */
export const orderReceived =
  hook<(tx: Tx, moment: { shop_id: number; at: Date }, order_id: number) => Promise<void>>('an order is received')
