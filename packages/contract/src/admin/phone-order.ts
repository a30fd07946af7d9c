import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { MAX_POINTS } from '@kushi/values/points'
import { z } from 'zod'
import { deliveryNotes, partyShape } from '../address.ts'
import { idempotencyKey, idParam, isoDate, listOf, yen } from '../endpoint.ts'
import { AddressForm } from '../form/address.ts'
import { AssessedOrder, DeliveryPattern, orderRequestState, PlacedOrder } from '../order.ts'
import { couponCodes } from '../quote.ts'
import { WrappingChoiceShape } from '../wrapping.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { ChangeOptions, OrderItems } from './order.ts'
import { wholeNumberField } from './setting-field.ts'

/** An order that an operator enters for a member on the phone. */
export const PhoneOrder = z.object({
  items: OrderItems,
  shipping_address: AddressForm,
  delivery_notes: deliveryNotes,
  delivery_id: z.int('配送方法を選択してください。').positive().max(2_147_483_647),
  delivery_time_id: z.int().positive().max(2_147_483_647).nullable(),
  /** null: as soon as possible. */
  delivery_date: isoDate.nullable(),
  payment_method_id: z.literal(PAYMENT_METHOD_IDS, 'お支払い方法を選択してください。'),
  /** Starts a 定期便 with `delivery_date` as its first day; null: a single order. */
  delivery_pattern: DeliveryPattern.nullable().default(null).meta({ title: 'お届けの間隔' }),
  /** Only of a single order; absent: none. */
  wrapping: WrappingChoiceShape.nullable().optional().meta({ title: 'ギフト' }),
  coupon_codes: couponCodes.default([]).meta({ title: 'クーポンコード' }),
  /** Of the member's ポイント; absent: none. */
  points: wholeNumberField('使うポイント', 0, MAX_POINTS).optional(),
})
export type PhoneOrder = z.infer<typeof PhoneOrder>

/** The choices for a phone order. */
const PhoneOrderOptions = z.object({
  ...ChangeOptions.shape,
  /** SKUs that a 定期便 can start with, at the price of the first delivery. */
  subscription_skus: ChangeOptions.shape.skus,
  customer: z.object({ id: z.int(), name: z.string() }),
  /** null: the shop gives and takes no ポイント. */
  points_held: z.int().nullable().meta({ description: 'ポイント that the member has.' }),
  /** Addresses of the member's address book, the default one first; at most 20. */
  addresses: z.array(z.object({ id: z.int(), label: z.string(), shipping_address: z.object(partyShape) })),
  /** `is_later`: the member pays later by a link. */
  payments: z.array(
    z.object({
      payment_method_id: z.int().nullable(),
      payment_name: z.string(),
      is_later: z.boolean(),
      /** The text that the operator reads to the member for consent; null: no consent needed. */
      consent_text: z.string().nullable(),
    }),
  ),
})
export type PhoneOrderOptions = z.infer<typeof PhoneOrderOptions>

/** Price and dates, as the member's own confirmation screen would show them. */
export type PhoneOrderPreview = z.infer<typeof AssessedOrder>

/** 支払いのリンク that was sent, and its state. */
const SentRequest = z.object({
  id: z.int(),
  payment_total: yen,
  /** It starts a 定期便; `payment_total` is the price of the first delivery. */
  is_subscription: z.boolean(),
  state: orderRequestState,
  order_id: z.int().nullable(),
  operator_name: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().meta({ title: '有効期限' }),
})
export type SentOrderRequest = z.infer<typeof SentRequest>

/**
 * The amounts that the operator saw and read out. `shown_following_total`: the price of each later delivery of a 定期便.
 */
const seen = {
  idempotency_key: idempotencyKey,
  shown_payment_total: yen,
  shown_following_total: yen.nullable().default(null),
  /** The totals of `summary.later`; absent: the same for all. */
  shown_later_totals: z.array(yen).max(100).optional(),
  shown_delivery_date: isoDate,
}

const params = z.object({ id: idParam })
const refusals = [
  'ERROR_NOT_FOUND',
  'ERROR_FORBIDDEN',
  'ERROR_ORDER_REFUSED',
  'ERROR_SUPPLIER_NOT_APPROVED',
  'ERROR_PAYMENT_NOT_OFFERED',
] as const

export const phoneOrderAdminEndpoints = {
  'GET /admin/v1/customers/{id}/order-options': {
    summary: '代理注文で選べるもの',
    permission: 'order.write',
    personal: true,
    params,
    response: PhoneOrderOptions,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/customers/{id}/orders/preview': {
    summary: '代理注文の金額とお届け日を確かめる',
    permission: 'order.write',
    trail: false,
    params,
    body: PhoneOrder,
    response: AssessedOrder,
    errors: refusals,
  },
  'POST /admin/v1/customers/{id}/orders': {
    summary: '代理注文: 会員に代わって注文する(代金引換・後払い)',
    permission: 'order.write',
    params,
    body: z.object({
      ...PhoneOrder.shape,
      ...seen,
      /** The member agreed to `consent_text` on the phone. */
      third_party_consent: z.boolean().default(false).meta({ title: '第三者提供の同意' }),
    }),
    response: z.object({
      order_id: z.int(),
      ...PlacedOrder.pick({ order_no: true, status: true, payment_message: true }).shape,
    }),
    errors: [
      ...refusals,
      'ERROR_OUT_OF_STOCK',
      'ERROR_MEMBER_BLOCKED',
      'ERROR_LINE_NOT_FRIEND',
      'ERROR_AMOUNT_CHANGED',
      'ERROR_PROMOTION_ENDED',
      'ERROR_IDEMPOTENCY_KEY_REUSED',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'POST /admin/v1/customers/{id}/order-requests': {
    summary: '代理注文: カードで支払うリンクを会員にメールで送る',
    permission: 'order.write',
    params,
    body: z.object({ ...PhoneOrder.shape, ...seen }),
    response: z.object({ expires_at: z.iso.datetime() }),
    errors: [...refusals, 'ERROR_MEMBER_BLOCKED', 'ERROR_AMOUNT_CHANGED', 'ERROR_TOO_MANY'],
  },
  'GET /admin/v1/customers/{id}/order-requests': {
    summary: '会員に送った、支払いのリンク(新しい20件)',
    permission: 'order.read',
    params,
    response: listOf(SentRequest),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/order-requests/{id}/withdraw': {
    summary: '支払いのリンクを取り下げる',
    permission: 'order.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_ORDER_REQUEST_OVER'],
  },
} as const satisfies AdminEndpoints
