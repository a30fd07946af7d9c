import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { DeliveryPattern } from './order.ts'

/** Id of a checkout session at Amazon. */
export const checkoutSessionId = z.string().regex(/^[\w-]{1,64}$/)

/** An address from Amazon in our own fields. Missing parts are empty, and the customer has to fill them in. */
export const AmazonAddress = z.object({
  name01: z.string(),
  name02: z.string(),
  postal_code01: z.string(),
  postal_code02: z.string(),
  /** null: could not be determined. */
  pref_id: z.int().nullable(),
  addr01: z.string(),
  addr02: z.string(),
  addr03: z.string(),
  phone_number: z.string(),
})
export type AmazonAddress = z.infer<typeof AmazonAddress>

/** What the customer chose at Amazon. */
export const AmazonSession = z.object({
  checkout_session_id: z.string(),
  is_subscription: z.boolean(),
  name01: z.string(),
  name02: z.string(),
  email: z.string(),
  /** null: only the payment was chosen at Amazon. */
  address: AmazonAddress.nullable(),
  /** `Visa ****1111` */
  payment_descriptor: z.string(),
})
export type AmazonSession = z.infer<typeof AmazonSession>

/**
 * `BuyerSessionExpired`: unknown, cancelled, used up, or older than 24 hours. The
 * customer must start again with the button.
 */
const buttonErrors = ['ERROR_PAYMENT_NOT_OFFERED', 'ERROR_PAYMENT_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'] as const
const amazonErrors = ['BuyerSessionExpired', ...buttonErrors] as const

export const amazonEndpoints = {
  'POST /v1/common/payment/amazon/v2/generate-button-signature': {
    summary: 'Amazon Pay ボタンの署名',
    auth: 'optional',
    body: z.object({
      is_subscription: z.boolean(),
      /** Cart: address and payment are chosen at Amazon. Checkout: only the payment. */
      placement: z.enum(['Cart', 'Checkout']),
      /** The delivery pattern of a subscription, if already known when the button is pressed. */
      delivery_pattern: DeliveryPattern.nullable().default(null),
    }),
    /** Pass `payload_json` to the button unchanged, byte for byte. */
    response: z.object({
      payload_json: z.string(),
      signature: z.string(),
      algorithm: z.string(),
      merchant_id: z.string(),
      public_key_id: z.string(),
    }),
    errors: [...buttonErrors],
  },
  'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}': {
    summary: 'Amazon Pay で選ばれたお届け先とお支払い方法',
    auth: 'optional',
    params: z.object({ id: checkoutSessionId }),
    response: AmazonSession,
    errors: [...amazonErrors],
  },
  'PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update': {
    summary: '定期のお支払いの間隔を Amazon に知らせ、まだ続けられるかを確かめる',
    auth: 'optional',
    params: z.object({ id: checkoutSessionId }),
    body: z.object({ delivery_pattern: DeliveryPattern.nullable().default(null) }),
    response: AmazonSession,
    errors: [...amazonErrors],
  },
  'POST /v1/common/payment/amazon/address': {
    summary: 'Amazon Pay で選ばれたお届け先(以前の呼び出し方)',
    auth: 'optional',
    body: z.object({
      amazon_billing_agreement_id: checkoutSessionId,
      address_consent_token: z.string().max(2048).optional(),
    }),
    response: AmazonAddress,
    errors: [...amazonErrors],
  },
} as const satisfies Endpoints
