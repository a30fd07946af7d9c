import { CARRIER_NAME } from '@kushi/values/carrier'
import { KONBINI_NAME } from '@kushi/values/konbini'
import { MAX_USAGE_QUESTIONS } from '@kushi/values/lasting'
import { ORDER_STATUS_NAME, REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { SHIPMENT_STATUS_DESK_NAME } from '@kushi/values/shipment'
import { z } from 'zod'
import { AdVisit, adCodeFields } from './ad-codes.ts'
import { deliveryNotes, ShippingAddress } from './address.ts'
import { cardToken, sheetToken } from './card.ts'
import { CartItem, CartItemProblem } from './cart.ts'
import {
  type Endpoints,
  idempotencyKey,
  isoDate,
  pageOf,
  pageQuery,
  pieces,
  quantity,
  slugParam,
  yen,
} from './endpoint.ts'
import { AddressForm } from './form/address.ts'
import { oneOf } from './one-of.ts'
import { OfferAnswers } from './order-offer.ts'
import { Amounts, couponCodes, ItemPromotion, pointsToUse, Quote, QuotedItem } from './quote.ts'
import { giftPromotionId, lumpSumShape, skuShape, soldSetShape } from './sku.ts'
import { WrappingChoiceShape, WrappingShape } from './wrapping.ts'

/** お届け周期. 1 monthly date, 2 week and day of week, 3 day interval; parameters as in docs/data-model.md. */
export const DeliveryPattern = z.object({
  subscription_division_id: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .meta({ description: '1 monthly date, 2 week and day of week, 3 day interval.' }),
  param1: z
    .int()
    .min(1)
    .max(180)
    .meta({ title: '間隔1', description: 'Every so many months (1–6), or days (10–180) for division 3.' }),
  param2: z.int().min(1).max(31).nullable().meta({
    title: '間隔2',
    description: 'Division 1: day of the month, 31 its last. Division 2: week 1–4, 5 the last. Else null.',
  }),
  param3: z
    .int()
    .min(1)
    .max(7)
    .nullable()
    .meta({ title: '間隔3', description: 'Division 2: day of week, 1 Sunday to 7 Saturday. Else null.' }),
})
export type DeliveryPattern = z.infer<typeof DeliveryPattern>

export const paymentMethodId = z.literal(PAYMENT_METHOD_IDS)

/** お支払いできないときに使う方法, as it is named. */
export const SecondWayChoice = z.object({
  payment_method_id: paymentMethodId,
  card_seq: z.int().min(0).max(9999).nullable().default(null),
})

/** お支払いできないときに使う方法 of a 定期便. */
export const SecondWay = z.object({
  payment_method_id: paymentMethodId,
  card_seq: z.int().nullable(),
  payment_name: z.string(),
})

/** The content of an order before it is placed: everything that the confirmation screen shows. */
export const OrderDraft = z.object({
  is_subscription: z.boolean().meta({ description: 'true: 定期購入, false: 通常購入.' }),
  items: z
    .array(
      z.object({
        product_sku_id: z.int().positive().max(2_147_483_647),
        quantity,
        revision: z.int(),
        lasting_answers: z.array(z.string().max(20).nullable()).max(MAX_USAGE_QUESTIONS).optional().meta({
          title: 'お使い方のお返事',
          description: 'What was chosen of the product’s `lasting_questions`, in their order; null: nothing.',
        }),
      }),
    )
    .min(1)
    .max(100),
  shipping_address: AddressForm,
  delivery_notes: deliveryNotes
    .default('')
    .meta({ description: '置き配 and other notes for the driver, kept to the letter.' }),
  delivery_id: z.int().positive().max(2_147_483_647),
  delivery_time_id: z
    .int()
    .positive()
    .max(2_147_483_647)
    .nullable()
    .meta({ description: 'Id of the time zone; null: none.' }),
  delivery_date: isoDate
    .nullable()
    .meta({ common: true, description: 'お届け日, a day in Japan; null: as soon as possible.' }),
  payment_method_id: paymentMethodId,
  delivery_pattern: DeliveryPattern.nullable().meta({ description: 'お届け周期; null: no subscription.' }),
  wrapping: WrappingChoiceShape.nullable().optional().meta({
    title: 'ギフト',
    description: 'ギフト包装・のし・カード of a single purchase that the shop offers; null: none.',
  }),
  coupon_codes: couponCodes
    .optional()
    .meta({ description: 'クーポンコード, up to five. What became of each is in `summary.promotions`.' }),
  points: pointsToUse.optional(),
  landing_slug: slugParam.optional().meta({
    title: '申し込みページ',
    description:
      'The page on which it is ordered: its goods with the offers that were taken, in its ways. Left out: none.',
  }),
  offer_answers: OfferAnswers.optional(),
  second_way: SecondWayChoice.optional().meta({
    description:
      'What later deliveries of the 定期便 are paid by if its way is refused for good, as in my page; left out: none. No card that pays this order. With 前払い, which pays the first delivery only: what the later ones are paid by, required.',
  }),
})
export type OrderDraft = z.infer<typeof OrderDraft>

/** 決済に使うカード: a fresh token, or one that the member saved. */
export const CardChoice = z.union([
  z.object({ token: cardToken, save_card: z.boolean().meta({ description: 'Keep the card for the next purchase.' }) }),
  z.object({
    card_seq: z.int().min(0).max(9999).meta({ description: 'Number of the card among the member’s cards.' }),
  }),
])
export type CardChoice = z.infer<typeof CardChoice>

/** Amazon Pay で支払う: the session in which the customer chose address and payment there. */
export const AmazonChoice = z.object({
  checkout_session_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .meta({ description: 'Checkout session at Amazon.' }),
})
export type AmazonChoice = z.infer<typeof AmazonChoice>

/** ご注文番号 in a path or query. */
export const orderNo = z.string().regex(/^[A-Za-z0-9-]{1,27}$/)

export const OrderItem = z.object({
  ...skuShape,
  product_sku_id: z.int(),
  quantity: pieces,
  price: yen,
  subtotal: yen,
  /** Rank and promotions; the parts by promotions are in `promotions`. */
  discount_amount: yen,
  promotions: z.array(ItemPromotion),
  tax_rate: z.int(),
  gift_promotion_id: giftPromotionId,
  ...soldSetShape,
  ...lumpSumShape,
})

/** お荷物: one parcel of an order; with a number, `tracking_url` is the carrier's own page on it. */
export const Shipment = z.object({
  shipment_no: z.string().meta({ description: '出荷番号 of the parcel.' }),
  carrier: oneOf(CARRIER_NAME).nullable().meta({ title: '配送会社', description: '配送会社; null: not sent yet.' }),
  tracking_no: z.string().nullable().meta({ description: '送り状番号; null: not sent yet.' }),
  tracking_url: z.string().nullable().meta({ description: 'The carrier’s own page on the parcel.' }),
  status: oneOf(SHIPMENT_STATUS_DESK_NAME).meta({ description: '状態 of the parcel.' }),
  shipped_on: isoDate.nullable().meta({ description: 'The day on which it left; null: not yet.' }),
  received_on: isoDate.nullable().meta({ description: 'The day on which it was received; null: not yet.' }),
  items: z.array(
    z.object({
      product_sku_id: z.int(),
      product_code: z.string(),
      product_name: z.string(),
      set_item_name1: z.string().nullable(),
      set_item_name2: z.string().nullable(),
      quantity: pieces,
    }),
  ),
})
export type Shipment = z.infer<typeof Shipment>

const toPay = {
  pay_until: z.iso.datetime().meta({ description: 'お支払いの期限 (UTC).' }),
  received_amount: yen.meta({ title: '入金の合計', description: 'What has come in of it so far.' }),
}

const KonbiniToPay = z.object({
  ...toPay,
  store: oneOf(KONBINI_NAME).meta({ title: 'コンビニ', description: 'The chain at which the number is good.' }),
  receipt_no: z.string().meta({ description: 'The number by which the store finds the payment.' }),
  confirmation_no: z.string().meta({ description: 'The number that the store asks for besides; empty: none.' }),
})

const TransferToPay = z.object({
  ...toPay,
  bank_code: z.string().meta({ title: '銀行コード', description: '銀行コード of the account to transfer to.' }),
  bank_name: z.string().meta({ title: '銀行名', description: 'The bank of the account to transfer to.' }),
  branch_code: z.string().meta({ title: '支店コード', description: '支店コード of the account.' }),
  branch_name: z.string().meta({ title: '支店名', description: 'The branch of the account.' }),
  deposit_type: z
    .union([z.literal(1), z.literal(2), z.literal(4)])
    .meta({ title: '種目', description: '1 普通, 2 当座, 4 貯蓄.' }),
  account_number: z
    .string()
    .meta({ title: '口座番号', description: 'The number of the account: only this order is paid to it.' }),
  account_holder: z.string().meta({ title: '口座名義', description: 'Whose account it is, as transfers name it.' }),
})

/** 入金待ち: the number or the account with which the customer pays, and until when. */
export const ToPay = z.union([KonbiniToPay, TransferToPay])
export type ToPay = z.infer<typeof ToPay>

/** 注文, as its member sees it. */
export const Order = z.object({
  order_no: z.string().meta({ description: 'ご注文番号.' }),
  status: oneOf(ORDER_STATUS_NAME).meta({ description: '状態 of the order.' }),
  is_held: z.boolean().meta({
    title: '出荷を止めている',
    description: '審査中: the provider examines the payment; how it goes comes by mail.',
  }),
  payment_message: z
    .string()
    .nullable()
    .meta({ description: 'Why the payment failed or what it waits for, ready to show; null: nothing to say.' }),
  to_pay: ToPay.nullable().meta({ description: '入金待ち: what the customer pays with; null: nothing is waited for.' }),
  ordered_again: z.string().nullable().meta({
    description: 'Of an order that was not paid: the number of a later one of the same goods that stands; null: none.',
  }),
  created_at: z.string(),
  ...Amounts.shape,
  payment_method_id: paymentMethodId,
  moved_payment_name: z.string().nullable().meta({
    description:
      'お支払い方法 of an order from another system that this shop does not have (郵便振替); null: `payment_method_id` says it.',
  }),
  payment_texts: z.array(z.string()).meta({ description: 'What must be said of the payment method, ready to show.' }),
  delivery_name: z.string().meta({ description: '配送方法, ready to show.' }),
  delivery_date: isoDate.nullable(),
  expected_date: isoDate
    .nullable()
    .meta({ description: 'お届け予定日 as the confirmation named it; null: nothing was promised.' }),
  delivery_time: z.string().nullable().meta({ description: 'お届け時間帯, ready to show; null: none.' }),
  wrapping: WrappingShape.nullable().meta({ description: 'ギフト包装・のし・カード as chosen; null: none.' }),
  shipping_address: ShippingAddress,
  items: z.array(OrderItem),
  shipments: z.array(Shipment).meta({ description: 'お荷物 of the order, once it is being packed.' }),
  shipment_message: z
    .string()
    .nullable()
    .meta({ description: 'What is said of an order of which only a part has left; null: nothing.' }),
  shipped_at: z.string().nullable().meta({ description: 'When it was sent (UTC); null: not yet.' }),
  delivered_at: z.string().nullable().meta({ description: 'When it was received (UTC); null: not yet.' }),
  status_events: z
    .array(
      z.object({
        status: oneOf(ORDER_STATUS_NAME).meta({ description: '状態 of the order.' }),
        created_at: z.string(),
      }),
    )
    .meta({ description: 'Every status so far with its time, the first first.' }),
  receipt_available: z.boolean().meta({ description: 'Whether 領収書 can be had: the money is here.' }),
  receipt_reason: z.string().nullable().meta({ description: 'Why not, ready to show; null: it can.' }),
  receipt_count: z.int().meta({ description: 'Receipts handed out; the next is marked 再発行 unless this is 0.' }),
  statement_available: z.boolean().meta({ description: 'Whether ご利用明細 can be had: the goods are not sent yet.' }),
  delivery_slip_available: z.boolean().meta({ description: 'Whether 納品書 can be had: goods were sent.' }),
  return_invoice_available: z
    .boolean()
    .meta({ description: 'Whether 適格返還請求書 can be had: money was given back.' }),
  /** The subscription that this order is a delivery of, and the number of the delivery. */
  subscription_id: z.int().nullable(),
  cycle: z
    .int()
    .nullable()
    .meta({ description: '○回目: number of the delivery of its subscription, from 1; null: no subscription.' }),
  replacement_kind: oneOf(REPLACEMENT_KIND_NAME).nullable().meta({
    description:
      '再送・交換: `resend` the same goods again, `exchange` others; nothing is paid for it. null: an order of its own.',
  }),
  landing_page: z
    .object({ slug: z.string(), thanks: z.string().meta({ description: 'Its words on the completion page.' }) })
    .nullable()
    .meta({ description: '申し込みページ on which it was ordered; null: none, or it is gone.' }),
  /** The subscription that began with this order. */
  subscription: z
    .object({
      id: z.int(),
      next_delivery_date: isoDate,
      next_next_delivery_date: isoDate,
      /** The last day (until its end) on which the next delivery can be changed. */
      change_deadline: isoDate,
      ...DeliveryPattern.shape,
      second_way: SecondWay.nullable(),
    })
    .nullable(),
})
export type Order = z.infer<typeof Order>

/** 購入履歴 by product: what the member bought of one SKU, under its name at the last purchase. */
export const Purchase = z.object({
  ...skuShape,
  product_sku_id: z.int(),
  times: z.int().meta({ description: 'In how many orders.' }),
  quantity: pieces,
  first_date: isoDate.meta({ description: 'Bought for the first time.' }),
  last_date: isoDate.meta({ description: 'Bought for the last time.' }),
  last_order_no: z.string().meta({ description: 'ご注文番号 of the last time.' }),
  /** false: no longer sold, so there is no product page to link to. */
  is_sold: z.boolean().meta({ description: 'Whether it is still sold.' }),
  is_out_stock: z.boolean(),
  sale_type: z.int(),
})
export type Purchase = z.infer<typeof Purchase>

/** The result for one item when an order is bought again. */
export const BoughtAgain = z.object({
  product_sku_id: z.int(),
  product_name: z.string(),
  set_item_name1: z.string().nullable(),
  set_item_name2: z.string().nullable(),
  quantity: pieces,
  /** The cart that it was added to: 0 normal, 1 subscription (only if it is sold in no other way). */
  subscription: z.int(),
  result: z
    .enum(['added', 'limited', 'refused'])
    .meta({ description: '`added`; `limited`: as many as can be had; `refused`: none.' }),
  error: CartItemProblem.shape.error.nullable().meta({ description: 'Constant name of what is wrong.' }),
  message: z.string().nullable(),
})
export type BoughtAgain = z.infer<typeof BoughtAgain>

/**
 * State of an order after it was placed. `redirect_url`: the browser leaves the page for it (3-D Secure, Amazon Pay).
 */
export const PlacedOrder = z.object({
  order_no: z.string(),
  status: oneOf(ORDER_STATUS_NAME).meta({ description: '状態 of the order.' }),
  redirect_url: z
    .string()
    .nullable()
    .meta({ description: 'Send the whole page there (3-D Secure, Amazon Pay); it comes back by itself. null: done.' }),
  /** 審査中: the provider reviews the payment; the customer gets the result by mail. */
  is_held: z.boolean(),
  /** The reason why the payment failed, or the step that it waits for, ready to show. */
  payment_message: z.string().nullable(),
})
export type PlacedOrder = z.infer<typeof PlacedOrder>

/** A term of the contract between shop and customer: its name and its text. */
export const Term = z.object({
  label: z.string().meta({ description: 'Ready to show.' }),
  lines: z.array(z.string()).meta({ description: 'Sentences.' }),
})
export type Term = z.infer<typeof Term>

/** The shop's assessment of a draft: prices and dates, as the confirmation screen shows them. */
export const AssessedOrder = z.object({
  items: z.array(QuotedItem),
  summary: Quote.meta({ description: '金額の内訳 of one purchase.' }),
  wrapping: WrappingShape.nullable().meta({ description: 'ギフト包装・のし・カード with their fees; null: none.' }),
  problems: z.array(CartItemProblem).meta({ description: 'What stands in the way of buying; empty: nothing.' }),
  /** The day of the first delivery: the chosen one, or the earliest possible. */
  first_delivery_date: isoDate.meta({ description: 'お届け日 of the first delivery.' }),
  next_delivery_date: isoDate
    .nullable()
    .meta({ description: '次回のお届け日, a day in Japan; null: no subscription.' }),
  next_next_delivery_date: isoDate
    .nullable()
    .meta({ title: '次々回のお届け日', description: '次々回のお届け日, a day in Japan; null: no subscription.' }),
  /** The last day on which the second delivery can be changed or stopped. */
  change_deadline: isoDate.nullable(),
  /** The day on which it is charged, and the days before each later delivery until which it can be changed. */
  charge_date: isoDate.nullable().meta({ description: 'The day on which it is charged.' }),
  arranged_before_days: z.int().nullable().meta({
    description:
      'Days before a delivery until which it can be changed (変更締切); farther addresses and closings make it earlier.',
  }),
  terms_version: z.string().meta({ description: 'Version of the terms that are agreed to.' }),
  terms: z
    .array(Term)
    .meta({ description: 'The conditions of the contract, as the shop’s settings give them, ready to show.' }),
  /**
   * Mandatory notes on the payment method, ready to show, and the text on personal
   * data that the customer must consent to.
   */
  payment_texts: z.array(z.string()),
  consent_text: z
    .string()
    .nullable()
    .meta({ description: '個人情報の第三者提供: what the customer has to agree to, ready to show; null: nothing.' }),
})

/** The data of a customer's confirmation. */
const Confirmation = z.object({
  ...AssessedOrder.shape,
  second_way: SecondWay.extend({
    payment_fee: yen.meta({ description: '手数料 of the second delivery by it, yen.' }),
    consent_text: AssessedOrder.shape.consent_text,
  })
    .nullable()
    .meta({
      description:
        'What later deliveries are paid by if the way of the order is refused for good, or with 前払い always; null: none.',
    }),
  ad_consent_text: z.string().nullable().meta({
    description:
      '広告の成果を測ること: what the customer may agree to, ready to show beside a box that is not ticked; null: nothing.',
  }),
})

export const shownConfirmation = z
  .object({
    payment_total: yen,
    following_payment_total: yen
      .nullable()
      .meta({ description: 'Total of each later delivery, yen; null: no subscription.' }),
    /** The totals of `summary.later`, if a promotion makes them differ. */
    later_payment_totals: z
      .array(yen)
      .max(100)
      .optional()
      .meta({ description: 'The totals of `summary.later`, as the screen showed them.' }),
    gift_promotion_ids: z
      .array(z.int())
      .max(100)
      .optional()
      .meta({ description: 'The promotions of `summary.gifts` and `summary.later_gifts`, as the screen showed them.' }),
    second_payment_fee: yen.optional().meta({
      title: '切り替えたあとの手数料',
      description: '`second_way.payment_fee`, as the screen showed it; left out: none is named.',
    }),
    first_delivery_date: isoDate,
    next_delivery_date: isoDate.nullable(),
    next_next_delivery_date: isoDate.nullable(),
    terms_version: z.string().max(40),
    /** By the browser's clock. A time that differs from the server's by more than a day is replaced by the server's. */
    shown_at: z.iso
      .datetime()
      .regex(/^20/)
      .meta({ description: 'When it was shown, by the client’s clock (ISO 8601, UTC).' }),
    text: z.string().max(20_000).meta({
      description: 'What the confirmation screen said, as plain text; it contains the total. Kept as evidence.',
    }),
  })
  .meta({ description: 'What the confirmation screen showed; a total that no longer holds is refused.' })

export const orderRequestState = z.enum(['open', 'ordered', 'expired', 'withdrawn'])

/** 代理注文: an order taken by phone that the member still has to pay. */
export const OrderRequest = z.object({
  request_no: z.string().meta({ description: 'Of a 代理注文, in the link that its member got.' }),
  state: orderRequestState.meta({
    description: '`open`: to be paid; `ordered`: it is an order; `expired`, `withdrawn`: it can be paid no more.',
  }),
  expires_at: z.iso.datetime().meta({ description: 'Until when the link is good (UTC).' }),
  /** The resulting order; null: none yet. */
  order_no: z.string().nullable(),
  draft: OrderDraft.meta({ description: 'What is to be ordered.' }),
  delivery_name: z.string(),
  delivery_time: z.string().nullable(),
  payment_name: z.string().meta({ description: 'お支払い方法, ready to show.' }),
  /** null: it can't be ordered, and `message` states why. */
  assessed: AssessedOrder.nullable().meta({
    description: 'Its prices and dates as they are now; null: it can’t be ordered.',
  }),
  message: z.string().nullable(),
})
export type OrderRequest = z.infer<typeof OrderRequest>

/** The number in the link to a 代理注文. */
const requestNo = z.string().regex(/^[\w-]{1,22}$/)

const totalErrors = ['ERROR_TOTAL_NEGATIVE', 'ERROR_TOTAL_TOO_LARGE'] as const

export const orderEndpoints = {
  'POST /v1/order/validates-data': {
    summary: '注文内容の確認: 在庫・金額・日付を確かめ、確認画面に出す内容を返す',
    auth: 'optional',
    acting: 'asks',
    body: OrderDraft,
    response: Confirmation,
    errors: ['ERROR_ORDER_REFUSED', 'ERROR_SUPPLIER_NOT_APPROVED', ...totalErrors],
  },
  'POST /v1/order/public/new': {
    summary: '注文の確定',
    auth: 'member',
    acting: 'does',
    body: z.object({
      ...OrderDraft.shape,
      idempotency_key: idempotencyKey,
      card: CardChoice.nullable().meta({ description: 'The card to pay with; null for other methods.' }),
      amazon: AmazonChoice.nullable()
        .default(null)
        .meta({ description: 'The session at Amazon; null for other methods.' }),
      sheet_token: sheetToken.optional(),
      konbini_store: oneOf(KONBINI_NAME)
        .optional()
        .meta({ title: 'コンビニ', description: 'The chain at which it will be paid; left out for other methods.' }),
      third_party_consent: z.boolean().default(false).meta({ description: 'The customer agreed to `consent_text`.' }),
      second_way_consent: z
        .boolean()
        .optional()
        .meta({ description: 'The customer agreed to `second_way.consent_text`; left out: they did not.' }),
      shown: shownConfirmation,
      ...adCodeFields,
      ad_visit: AdVisit.nullable()
        .default(null)
        .meta({ description: 'The last visit through an advert, up to 90 days ago; null: none.' }),
      ad_consent_text: z.string().max(4000).optional().meta({
        description: '`ad_consent_text` of the confirmation, if the customer agreed to it; left out: they did not.',
      }),
    }),
    response: PlacedOrder,
    errors: [
      'ERROR_DEVICE_NOT_CONFIRMED',
      ...totalErrors,
      'ERROR_LINE_NOT_FRIEND',
      'ERROR_ORDER_REFUSED',
      'ERROR_OUT_OF_STOCK',
      'ERROR_SUPPLIER_NOT_APPROVED',
      'ERROR_MEMBER_BLOCKED',
      'ERROR_AMOUNT_CHANGED',
      'ERROR_PROMOTION_ENDED',
      'ERROR_IDEMPOTENCY_KEY_REUSED',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_CARD_LOCKED',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'GET /v1/order/request/{request_no}': {
    summary: '代理注文の内容(お店がお電話で承り、会員がカードで支払う)',
    auth: 'member',
    params: z.object({ request_no: requestNo }),
    response: OrderRequest,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/order/request/{request_no}/pay': {
    summary: '代理注文をカードで支払い、注文を確定する',
    auth: 'member',
    params: z.object({ request_no: requestNo }),
    body: z.object({ card: CardChoice.nullable(), shown: shownConfirmation }),
    response: PlacedOrder,
    errors: [
      'ERROR_DEVICE_NOT_CONFIRMED',
      ...totalErrors,
      'ERROR_LINE_NOT_FRIEND',
      'ERROR_NOT_FOUND',
      'ERROR_ORDER_REQUEST_OVER',
      'ERROR_ORDER_REFUSED',
      'ERROR_OUT_OF_STOCK',
      'ERROR_SUPPLIER_NOT_APPROVED',
      'ERROR_MEMBER_BLOCKED',
      'ERROR_AMOUNT_CHANGED',
      'ERROR_PROMOTION_ENDED',
      'ERROR_IDEMPOTENCY_KEY_REUSED',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_CARD_LOCKED',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'GET /v1/order/public/list': {
    summary: '注文一覧',
    auth: 'member',
    while_closed: true,
    query: z.object({
      ...pageQuery,
      order_no: z.string().max(27).optional(),
      /** Finds the order of a request whose response was lost. */
      idempotency_key: idempotencyKey.optional(),
      /** Orders of that year, in Japan time. */
      year: z.coerce
        .number<number | string>()
        .int()
        .min(2000)
        .max(2100)
        .optional()
        .meta({ description: 'Year in Japan.' }),
    }),
    /** `years`: the years with orders of the member, the newest first. */
    response: z.object({
      ...pageOf(Order).shape,
      years: z.array(z.int()).meta({ description: 'Years with orders, the newest first.' }),
    }),
  },
  'GET /v1/order/public/detail/{order_no}': {
    summary: '注文の詳細',
    auth: 'member',
    while_closed: true,
    params: z.object({ order_no: orderNo }),
    response: Order,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /v1/order/public/purchases': {
    summary: '購入履歴(商品ごと)',
    auth: 'member',
    while_closed: true,
    query: z.object(pageQuery),
    response: pageOf(Purchase),
  },
  'POST /v1/order/public/buy-again': {
    summary: 'もう一度購入: 今も買える商品をカートに入れる',
    auth: 'member',
    acting: 'does',
    /** The same key adds only once, so that a request whose response was lost can be repeated. */
    body: z.object({ order_no: orderNo, idempotency_key: idempotencyKey }),
    /** `cart`: the member's whole cart afterwards. */
    response: z.object({
      items: z.array(BoughtAgain),
      cart: z.array(CartItem).meta({ description: 'The member’s whole cart.' }),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
