import { z } from 'zod'
import { type Endpoints, yen } from './endpoint.ts'
import { orderNo, shownConfirmation, Term } from './order.ts'
import { orderOfferIdField } from './order-offer.ts'
import { Amounts, QuotedItem } from './quote.ts'

/** 注文のあとのご案内: goods that the order which was just placed can still get, and all that is said before the press. */
export const OfferAfter = z.object({
  order_offer_id: orderOfferIdField,
  title: z.string(),
  text: z.string().meta({ description: 'The shop’s words, plain text; may be empty.' }),
  until: z.iso.datetime().meta({ description: 'Until when it can be taken (UTC).' }),
  item: QuotedItem.meta({ description: 'Its goods, as they are priced in the order that has them.' }),
  total_before: yen.meta({ description: 'What the order costs without it, yen, tax included.' }),
  amounts: Amounts.meta({ description: 'What the order costs with it.' }),
  terms_version: z.string().meta({ description: 'Version of the terms that are agreed to.' }),
  terms: z
    .array(Term)
    .meta({ description: 'The conditions of the contract, as the shop’s settings give them, ready to show.' }),
})
export type OfferAfter = z.infer<typeof OfferAfter>

const params = z.object({ order_no: orderNo })

export const offerAfterEndpoints = {
  'POST /v1/order/public/{order_no}/offer': {
    summary: '注文のあとのご案内: 注文したばかりの会員に出すもの(出したことを数える)',
    auth: 'member',
    params,
    response: z.object({
      offer: OfferAfter.nullable().meta({ description: 'null: there is none, it was taken, or it has ended.' }),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/order/public/{order_no}/offer/take': {
    summary: '注文のあとのご案内の商品を、その注文に加える',
    auth: 'member',
    params,
    body: z.object({
      order_offer_id: orderOfferIdField,
      shown: shownConfirmation.pick({ payment_total: true, terms_version: true, shown_at: true, text: true }).meta({
        description: 'What the completion page showed; a total that no longer holds is refused.',
      }),
    }),
    response: z.object({}),
    errors: [
      'ERROR_NOT_FOUND',
      'ERROR_OFFER_ENDED',
      'ERROR_AMOUNT_CHANGED',
      'ERROR_PAYMENT_REFUSED',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_PAYMENT_BUSY',
    ],
  },
} as const satisfies Endpoints
