import { FORM_OFFER_PLACE_NAME } from '@kushi/values/order-offer'
import { z } from 'zod'
import { type Endpoints, idParam, yen } from './endpoint.ts'
import { oneOf } from './one-of.ts'
import { quoteShape } from './product.ts'
import { LaterAmounts, QuotedItem } from './quote.ts'

const offer_place = oneOf(FORM_OFFER_PLACE_NAME).meta({
  title: '出す場所',
  description: 'Where the order form shows it.',
})
export const orderOfferIdField = z.int().positive().meta({ description: 'Id of the 注文のときのご案内.' })

/** The offers that the order form showed, with the answers: at most one per place. */
export const OfferAnswers = z
  .array(
    z.object({
      order_offer_id: orderOfferIdField,
      offer_place,
      is_taken: z.boolean().meta({ description: 'true: its goods are among those of the order.' }),
      instead_of: z
        .object({
          product_sku_id: z.int().positive().max(2_147_483_647),
          quantity: z.int().min(1).max(99).meta({ description: 'Pieces.' }),
          is_subscription: z.boolean(),
        })
        .nullable()
        .meta({ description: 'The goods in whose place they come; null: in no place, or not taken.' }),
    }),
  )
  .max(Object.keys(FORM_OFFER_PLACE_NAME).length)
  .meta({ title: 'ご案内へのお返事', description: '注文のときのご案内 that were shown, each with its answer.' })
export type OfferAnswers = z.infer<typeof OfferAnswers>

/** The totals of an order with and without an offer, yen, tax included. */
const OfferTotals = z.object({
  payment_total: yen,
  three_total: yen.meta({
    title: '3回分のお支払い',
    description: 'Of the first three deliveries; of a single purchase, of three such orders.',
  }),
  later: z.array(LaterAmounts),
})

/** 注文のときのご案内 of one order. */
export const OrderOffer = z.object({
  order_offer_id: orderOfferIdField,
  offer_place,
  title: z.string(),
  text: z.string().meta({ description: 'The shop’s words, plain text; may be empty.' }),
  is_subscription: z.boolean(),
  item: QuotedItem.meta({ description: 'Its goods, as they are priced in the order that has them.' }),
  without: OfferTotals.meta({ description: 'The order without it.' }),
  with: OfferTotals.meta({ description: 'The order with it.' }),
})
export type OrderOffer = z.infer<typeof OrderOffer>

export const orderOfferEndpoints = {
  'GET /v1/order/offers': {
    summary: '注文のときのご案内: この注文に出すもの(場所ごとに一つまで)',
    auth: 'optional',
    query: z.object({
      ...quoteShape,
      taken: z
        .preprocess(
          (v) => (Array.isArray(v) ? v : [v]),
          z.array(idParam).max(Object.keys(FORM_OFFER_PLACE_NAME).length),
        )
        .optional()
        .meta({ description: 'Ids of those whose goods are in the order already.' }),
      instead_of: z
        .string()
        .regex(/^\d{1,9}:\d{1,2}:[01]$/)
        .optional()
        .meta({
          description: '`id:quantity:kind` of the goods before one was taken instead; kind 0 single, 1 定期便.',
        }),
    }),
    response: z.object({ items: z.array(OrderOffer) }),
    errors: ['ERROR_SUPPLIER_NOT_APPROVED'],
  },
} as const satisfies Endpoints
