import { z } from 'zod'
import { type Endpoints, idempotencyKey, idParam, listOf } from './endpoint.ts'

/** Single-use card token of GMO (MpToken). */
export const cardToken = z.string().min(1).max(512)

/** Single-use token of a sheet of the browser. */
export const sheetToken = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9+/]{4,}={0,2}$/)
  .meta({
    title: 'Apple Pay・Google Pay・ペイディのトークン',
    description:
      'Base64 of what the browser’s sheet answered: of Apple Pay `token.paymentData` as JSON, of Google Pay `tokenizationData.token`, of Paidy the payment’s `id`.',
  })

const defaultFlag = z.enum(['0', '1'])

/** カード as stored at GMO. `card_info` is the masked number; `default_flag` '1' default, '0' not. */
export const Card = z.object({
  card_seq: z.int(),
  gmo_id: z.string(),
  expire: z.string().meta({ description: '有効期限, YYMM.' }),
  holder_name: z.string().meta({ description: '名義.' }),
  card_info: z.string().meta({
    description: 'Masked card number. In a request, where given, its last four digits must be those of the card.',
  }),
  /** `visa`, `mastercard`, `jcb`, `amex`, `diners`; null if the provider does not report it. */
  brand: z.string().nullable().meta({ description: 'Brand; null: the provider does not tell.' }),
  default_flag: defaultFlag.meta({ description: '`1`: the card that is chosen beforehand, `0`: another.' }),
})
export type Card = z.infer<typeof Card>

/** A saved card in the member's list, with the facts that decide which actions are possible. */
export const OwnCard = z.object({
  ...Card.shape,
  card_number: z.string().meta({
    description:
      'For the card’s own page: first and last four digits, the middle masked; only the last four if the first are unknown.',
  }),
  expiry_state: z
    .enum(['valid', 'expiring', 'expired'])
    .meta({ description: 'Whether the card is good, about to end (this or next month), or over.' }),
  subscription_ids: z
    .array(z.int())
    .meta({ description: 'Subscriptions that it pays for; while there is one it can’t be deleted.' }),
})
export type OwnCard = z.infer<typeof OwnCard>

const cardErrors = [
  'ERROR_CARD_REENTER',
  'ERROR_CARD_LIMIT',
  'ERROR_CARD_UNUSABLE',
  'ERROR_PAYMENT_UNAVAILABLE',
  'ERROR_CARD_LOCKED',
  'ERROR_TOO_MANY_REQUESTS',
] as const

export const cardEndpoints = {
  'POST /v1/common/payment/card/check': {
    summary: 'カードの有効性確認(会員のみ。使えない理由は答えない)',
    auth: 'member',
    while_closed: true,
    body: z.object({
      amount: z
        .int()
        .min(0)
        .max(9_999_999)
        .meta({ description: 'Yen, whole. Of a card check: it moves no money, whatever is said here.' }),
      token: cardToken,
    }),
    response: z.object({ is_valid: z.literal(true).meta({ description: 'Whether it can be used.' }) }),
    errors: ['ERROR_CARD_UNUSABLE', 'ERROR_PAYMENT_UNAVAILABLE', 'ERROR_CARD_LOCKED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/common/mypage/card/list': {
    summary: '登録カード一覧',
    auth: 'member',
    while_closed: true,
    query: z.object({
      customer_id: z.coerce.number<number | string>().int().optional(),
      card_seq: z.coerce.number<number | string>().int().optional(),
    }),
    response: listOf(OwnCard),
    errors: ['ERROR_PAYMENT_UNAVAILABLE'],
  },
  'POST /v1/common/mypage/card/register': {
    summary: 'カードの登録(3-D セキュア)',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    body: z.object({
      token: cardToken,
      /** The same key is the same registration. Absent: each call is a new one; a token is valid only once. */
      idempotency_key: idempotencyKey.optional(),
      default_flag: defaultFlag.default('0'),
      gmo_id: z.string().max(60).optional(),
      card_seq: z.int().optional(),
      card_info: z.string().max(32).optional(),
      customer_id: z.int().optional(),
    }),
    /** `redirect_url`: the whole page goes there for 3-D Secure; null: the card is saved. */
    response: z.object({ card_seq: z.int().nullable(), redirect_url: z.string().nullable() }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', ...cardErrors],
  },
  'POST /v1/common/mypage/card/update': {
    summary: 'カードの変更(いつも使うカードにする・3-D セキュアで登録し直す)',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    body: z.object({
      card_seq: z.int().min(0).max(9999),
      /** `1`: makes the card the default. `0` does not remove the default: there is always one. */
      default_flag: defaultFlag.optional(),
      /**
       * The card, entered again with its new data: number, expiry and holder can't
       * be changed without the provider's check.
       */
      token: cardToken.optional().meta({
        description:
          'Single-use token. In card calls of GMO’s browser script (see the introduction); else out of the link of a mail.',
      }),
      /** As in `register`. */
      idempotency_key: idempotencyKey.optional(),
      gmo_id: z.string().max(60).optional(),
      expire: z.string().max(4).optional(),
      holder_name: z.string().max(50).optional(),
      card_info: z.string().max(32).optional(),
    }),
    /** As in `register`. A card entered again gets a new `card_seq`; default and subscriptions move to it. */
    response: z.object({ card_seq: z.int().nullable(), redirect_url: z.string().nullable() }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', ...cardErrors, 'ERROR_CARD_TOKEN_REQUIRED', 'ERROR_NOT_FOUND'],
  },
  'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete': {
    summary: 'カードの削除',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    params: z.object({ customer_id: idParam, card_seq: z.coerce.number<number | string>().int().min(0).max(9999) }),
    query: z.object({ card_info: z.string().max(32).optional() }),
    /** Clients send it in either place. */
    body: z.object({ card_info: z.string().max(32).optional() }).optional(),
    /** `message`: what happened to the default, ready to show. */
    response: z.object({
      message: z.string(),
      default_card_seq: z.int().nullable().meta({ description: 'The default from now on; null: no card is left.' }),
    }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_CARD_IN_USE', 'ERROR_NOT_FOUND', 'ERROR_PAYMENT_UNAVAILABLE'],
  },
} as const satisfies Endpoints
