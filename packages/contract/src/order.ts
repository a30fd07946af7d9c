import { CARRIERS } from '@kushi/values/carrier'
import { ORDER_STATUS, REPLACEMENT_KIND } from '@kushi/values/order-status'
import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { SHIPMENT_STATUS } from '@kushi/values/shipment'
import { z } from 'zod'
import { adCodes } from './ad-codes.ts'
import { deliveryNotes, ShippingAddress } from './address.ts'
import { cardToken } from './card.ts'
import { CartItem, CartProblem } from './cart.ts'
import { type Endpoints, idempotencyKey, isoDate, pageOf, pageQuery, yen } from './endpoint.ts'
import { AddressForm } from './form/address.ts'
import { Amounts, couponCodes, ItemPromotion, Quote, QuotedItem } from './quote.ts'
import { lumpSumShape, skuShape } from './sku.ts'

/** お届け周期. 1 monthly date, 2 week and day of week, 3 day interval; parameters as in docs/data-model.md. */
export const DeliveryPattern = z.object({
  subscription_division_id: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  param1: z.int().min(1).max(180),
  param2: z.int().min(1).max(31).nullable(),
  param3: z.int().min(1).max(7).nullable(),
})
export type DeliveryPattern = z.infer<typeof DeliveryPattern>

export const paymentMethodId = z.literal(PAYMENT_METHOD_IDS)

/** The content of an order before it is placed: everything that the confirmation screen shows. */
export const OrderDraft = z.object({
  is_subscription: z.boolean(),
  items: z
    .array(
      z.object({
        product_sku_id: z.int().positive().max(2_147_483_647),
        quantity: z.int().min(1).max(99),
        revision: z.int(),
      }),
    )
    .min(1)
    .max(100),
  shipping_address: AddressForm,
  delivery_notes: deliveryNotes.default(''),
  delivery_id: z.int().positive().max(2_147_483_647),
  delivery_time_id: z.int().positive().max(2_147_483_647).nullable(),
  /** null: as soon as possible. */
  delivery_date: isoDate.nullable(),
  payment_method_id: paymentMethodId,
  /** For a subscription only. */
  delivery_pattern: DeliveryPattern.nullable(),
  coupon_codes: couponCodes.optional(),
})
export type OrderDraft = z.infer<typeof OrderDraft>

/** 決済に使うカード: a fresh token, or one that the member saved. */
export const CardChoice = z.union([
  z.object({ token: cardToken, save_card: z.boolean() }),
  z.object({ card_seq: z.int().min(0).max(9999) }),
])
export type CardChoice = z.infer<typeof CardChoice>

/** Amazon Pay で支払う: the session in which the customer chose address and payment there. */
export const AmazonChoice = z.object({ checkout_session_id: z.string().regex(/^[\w-]{1,64}$/) })
export type AmazonChoice = z.infer<typeof AmazonChoice>

/** ご注文番号 in a path or query. */
export const orderNo = z.string().regex(/^[A-Za-z0-9-]{1,27}$/)

export const OrderItem = z.object({
  ...skuShape,
  product_sku_id: z.int(),
  quantity: z.int(),
  price: yen,
  subtotal: yen,
  /** Rank and promotions; the parts by promotions are in `promotions`. */
  discount_amount: yen,
  promotions: z.array(ItemPromotion),
  tax_rate: z.int(),
  ...lumpSumShape,
})

/** お荷物: one parcel of an order; with a number, `tracking_url` is the carrier's own page on it. */
export const Shipment = z.object({
  shipment_no: z.string(),
  carrier: z.enum(CARRIERS).nullable(),
  tracking_no: z.string().nullable(),
  tracking_url: z.string().nullable(),
  status: z.enum(SHIPMENT_STATUS),
  shipped_on: isoDate.nullable(),
  received_on: isoDate.nullable(),
  items: z.array(
    z.object({
      product_sku_id: z.int(),
      product_code: z.string(),
      product_name: z.string(),
      set_item_name1: z.string().nullable(),
      set_item_name2: z.string().nullable(),
      quantity: z.int(),
    }),
  ),
})
export type Shipment = z.infer<typeof Shipment>

/** 注文, as its member sees it. */
export const Order = z.object({
  order_no: z.string(),
  status: z.enum(ORDER_STATUS),
  /** 審査中: the provider reviews its payment. */
  is_held: z.boolean(),
  /** Why its last payment failed, or what it waits for, ready to show; null: no message. */
  payment_message: z.string().nullable(),
  /** お支払いエラー: the number of a later order of the same goods that stands; null: none. */
  ordered_again: z.string().nullable(),
  created_at: z.string(),
  ...Amounts.shape,
  payment_method_id: paymentMethodId,
  moved_payment_name: z
    .string()
    .nullable()
    .meta({
      description:
        'お支払い方法 of an order from another system that this shop does not have (銀行振込); null: `payment_method_id` says it.',
    }),
  /** Mandatory notes on the payment method, ready to show. */
  payment_texts: z.array(z.string()),
  delivery_name: z.string(),
  delivery_date: isoDate.nullable(),
  /** お届け予定日: the chosen day, or the earliest day that the confirmation showed; null: nothing was promised. */
  expected_date: isoDate.nullable(),
  delivery_time: z.string().nullable(),
  shipping_address: ShippingAddress,
  items: z.array(OrderItem),
  /** Its parcels, from packing on, without the cancelled ones. */
  shipments: z.array(Shipment),
  /** A note on an order that is only partly shipped, ready to show; null: no note. */
  shipment_message: z.string().nullable(),
  shipped_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  /** Every status so far with its time, the oldest first. */
  status_events: z.array(z.object({ status: z.enum(ORDER_STATUS), created_at: z.string() })),
  /** Whether 領収書 and 納品書 are available; `receipt_reason` states why not, ready to show. */
  receipt_available: z.boolean(),
  receipt_reason: z.string().nullable(),
  /** Receipts issued so far. Unless it is 0, the next one is marked 再発行. */
  receipt_count: z.int(),
  delivery_slip_available: z.boolean(),
  /** 適格返還請求書: available after a refund. */
  return_invoice_available: z.boolean(),
  /** The subscription that this order is a delivery of, and the number of the delivery. */
  subscription_id: z.int().nullable(),
  cycle: z.int().nullable(),
  /** 再送・交換 of another order; null: an ordinary order. */
  replacement_kind: z.enum(REPLACEMENT_KIND).nullable(),
  /** The subscription that began with this order. */
  subscription: z
    .object({
      id: z.int(),
      next_delivery_date: isoDate,
      next_next_delivery_date: isoDate,
      /** The last day (until its end) on which the next delivery can be changed. */
      change_deadline: isoDate,
      ...DeliveryPattern.shape,
    })
    .nullable(),
})
export type Order = z.infer<typeof Order>

/** 購入履歴 by product: what the member bought of one SKU, under its name at the last purchase. */
export const Purchase = z.object({
  ...skuShape,
  product_sku_id: z.int(),
  /** Number of orders, and total number of pieces. */
  times: z.int(),
  quantity: z.int(),
  first_date: isoDate,
  last_date: isoDate,
  last_order_no: z.string(),
  /** false: no longer sold, so there is no product page to link to. */
  is_sold: z.boolean(),
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
  quantity: z.int(),
  /** The cart that it was added to: 0 normal, 1 subscription (only if it is sold in no other way). */
  subscription: z.int(),
  /** `limited`: as many as are available. `refused`: none; `message` states why. */
  result: z.enum(['added', 'limited', 'refused']),
  error: CartProblem.shape.error.nullable(),
  message: z.string().nullable(),
})
export type BoughtAgain = z.infer<typeof BoughtAgain>

/**
 * State of an order after it was placed. `redirect_url`: the browser leaves the page for it (3-D Secure, Amazon Pay).
 */
export const PlacedOrder = z.object({
  order_no: z.string(),
  status: z.enum(ORDER_STATUS),
  redirect_url: z.string().nullable(),
  /** 審査中: the provider reviews the payment; the customer gets the result by mail. */
  is_held: z.boolean(),
  /** Why the payment failed, or what it waits for, ready to show. */
  payment_message: z.string().nullable(),
})
export type PlacedOrder = z.infer<typeof PlacedOrder>

/** A condition of the contract: its name, and what the shop promises. */
export const Term = z.object({ label: z.string(), lines: z.array(z.string()) })
export type Term = z.infer<typeof Term>

/** The shop's assessment of a draft: prices and dates, as the confirmation screen shows them. */
export const AssessedOrder = z.object({
  items: z.array(QuotedItem),
  summary: Quote,
  problems: z.array(CartProblem),
  /** The day of the first delivery: the chosen one, or the earliest possible. */
  first_delivery_date: isoDate,
  next_delivery_date: isoDate.nullable(),
  next_next_delivery_date: isoDate.nullable(),
  /** The last day on which the second delivery can be changed or stopped. */
  change_deadline: isoDate.nullable(),
  /** The day on which it is charged, and the days before each later delivery until which it can be changed. */
  charge_date: isoDate.nullable(),
  arranged_before_days: z.int().nullable(),
  terms_version: z.string(),
  /** Duration, changes, 解約, cancelling, returns and the end of the offer, ready to show. */
  terms: z.array(Term),
  /**
   * Mandatory notes on the payment method, ready to show, and the text on personal
   * data that the customer must consent to.
   */
  payment_texts: z.array(z.string()),
  consent_text: z.string().nullable(),
})

const Shown = z.object({
  payment_total: yen,
  following_payment_total: yen.nullable(),
  /** The totals of `summary.later`, if a promotion makes them differ. */
  later_payment_totals: z.array(yen).max(100).optional(),
  first_delivery_date: isoDate,
  next_delivery_date: isoDate.nullable(),
  next_next_delivery_date: isoDate.nullable(),
  terms_version: z.string().max(40),
  /** By the browser's clock. A time that differs from the server's by more than a day is replaced by the server's. */
  shown_at: z.iso.datetime().regex(/^20/),
  /** The text of the screen, stored as evidence. It must contain the total. */
  text: z.string().max(20_000),
})

/** 代理注文: an order taken by phone that the member still has to pay. */
export const OrderRequest = z.object({
  request_no: z.string(),
  state: z.enum(['open', 'ordered', 'expired', 'withdrawn']),
  expires_at: z.iso.datetime(),
  /** The resulting order; null: none yet. */
  order_no: z.string().nullable(),
  draft: OrderDraft,
  delivery_name: z.string(),
  delivery_time: z.string().nullable(),
  payment_name: z.string(),
  /** null: it can't be ordered, and `message` states why. */
  assessed: AssessedOrder.nullable(),
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
    body: OrderDraft,
    response: AssessedOrder,
    errors: ['ERROR_ORDER_REFUSED', 'ERROR_SUPPLIER_NOT_APPROVED', ...totalErrors],
  },
  'POST /v1/order/public/new': {
    summary: '注文の確定',
    auth: 'member',
    body: z.object({
      ...OrderDraft.shape,
      idempotency_key: idempotencyKey,
      card: CardChoice.nullable(),
      amazon: AmazonChoice.nullable().default(null),
      /** The customer agreed to `consent_text`. */
      third_party_consent: z.boolean().default(false),
      /** What the confirmation screen showed. An outdated total is rejected. */
      shown: Shown,
      ...adCodes,
    }),
    response: PlacedOrder,
    errors: [
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
    body: z.object({ card: CardChoice.nullable(), shown: Shown }),
    response: PlacedOrder,
    errors: [
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
    query: z.object({
      ...pageQuery,
      order_no: z.string().max(27).optional(),
      /** Finds the order of a request whose response was lost. */
      idempotency_key: idempotencyKey.optional(),
      /** Orders of that year, in Japan time. */
      year: z.coerce.number<number | string>().int().min(2000).max(2100).optional(),
    }),
    /** `years`: the years with orders of the member, the newest first. */
    response: z.object({ ...pageOf(Order).shape, years: z.array(z.int()) }),
  },
  'GET /v1/order/public/detail/{order_no}': {
    summary: '注文の詳細',
    auth: 'member',
    params: z.object({ order_no: orderNo }),
    response: Order,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /v1/order/public/purchases': {
    summary: '購入履歴(商品ごと)',
    auth: 'member',
    query: z.object(pageQuery),
    response: pageOf(Purchase),
  },
  'POST /v1/order/public/buy-again': {
    summary: 'もう一度購入: 今も買える商品をカートに入れる',
    auth: 'member',
    /** The same key adds only once, so that a request whose response was lost can be repeated. */
    body: z.object({ order_no: orderNo, idempotency_key: idempotencyKey }),
    /** `cart`: the member's whole cart afterwards. */
    response: z.object({ items: z.array(BoughtAgain), cart: z.array(CartItem) }),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
