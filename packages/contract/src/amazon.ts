import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { DeliveryPattern } from './order.ts'

/** Id of a checkout session at Amazon. */
export const checkoutSessionId = z.string().regex(/^[\w-]{1,64}$/)

/** An address from Amazon in our own fields. Missing parts are empty, and the customer has to fill them in. */
export const AmazonAddress = z.object({
  name01: z.string().meta({ title: '姓' }),
  name02: z.string().meta({ title: '名' }),
  postal_code01: z.string().meta({ title: '郵便番号(上3桁)', description: '郵便番号: the first three digits.' }),
  postal_code02: z.string().meta({ title: '郵便番号(下4桁)', description: '郵便番号: the last four digits.' }),
  /** null: could not be determined. */
  pref_id: z.int().nullable().meta({ description: '都道府県: 1 北海道 to 47 沖縄県 (JIS X 0401).' }),
  addr01: z.string().meta({ title: '市区町村', description: '市区町村 and town.' }),
  addr02: z.string().meta({ title: '番地', description: '番地: block and house number.' }),
  addr03: z.string().meta({ title: '建物名', description: '建物名・部屋番号; empty: none.' }),
  phone_number: z
    .string()
    .meta({ description: '電話番号 without hyphens: 11 digits with 090, 080, 070 or 050, else 10.' }),
})
export type AmazonAddress = z.infer<typeof AmazonAddress>

/** The customer's choices in a checkout session at Amazon. */
export const AmazonSession = z.object({
  checkout_session_id: z.string(),
  is_subscription: z.boolean(),
  name01: z.string(),
  name02: z.string(),
  email: z.string(),
  /** null: only the payment was chosen at Amazon. */
  address: AmazonAddress.nullable().meta({ description: 'An address; null: none was chosen.' }),
  payment_descriptor: z.string().meta({ description: 'Means chosen at Amazon, `Visa ****1111`.' }),
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
    while_closed: true,
    body: z.object({
      is_subscription: z.boolean(),
      placement: z
        .enum(['Cart', 'Checkout'])
        .meta({ description: '`Cart`: address and means are chosen at Amazon. `Checkout`: the means only.' }),
      /** The delivery pattern of a subscription, if already known when the button is pressed. */
      delivery_pattern: DeliveryPattern.nullable().default(null),
    }),
    /** Pass `payload_json` to the button unchanged, byte for byte. */
    response: z.object({
      payload_json: z.string().meta({ description: 'Goes to Amazon’s button byte for byte.' }),
      signature: z.string().meta({ description: 'Signature of the payload.' }),
      algorithm: z.string().meta({ description: 'Algorithm of the signature.' }),
      merchant_id: z.string().meta({ description: 'The shop at Amazon.' }),
      public_key_id: z.string().meta({ description: 'Key with which the payload is signed.' }),
    }),
    errors: [...buttonErrors],
  },
  'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}': {
    summary: 'Amazon Pay で選ばれたお届け先とお支払い方法',
    auth: 'optional',
    while_closed: true,
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
      amazon_billing_agreement_id: checkoutSessionId.meta({
        description: 'What clients of the first generation call a checkout session.',
      }),
      address_consent_token: z.string().max(2048).optional().meta({
        description:
          'Of the first generation of Amazon Pay; accepted and not needed: the session itself answers the address.',
      }),
    }),
    response: AmazonAddress,
    errors: [...amazonErrors],
  },
} as const satisfies Endpoints
