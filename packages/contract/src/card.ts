import { z } from 'zod'
import { type Endpoints, idempotencyKey, listOf } from './endpoint.ts'

/** Single-use card token of GMO (MpToken). */
export const cardToken = z.string().min(1).max(512)

/** カード as kept at GMO. `card_info` is the masked number; `default_flag` '1' default, '0' not. */
export const Card = z.object({
  card_seq: z.int(),
  gmo_id: z.string(),
  /** YYMM */
  expire: z.string(),
  holder_name: z.string(),
  card_info: z.string(),
  brand: z.string().nullable(),
  default_flag: z.enum(['0', '1']),
})
export type Card = z.infer<typeof Card>

export const card = {
  'POST /v1/common/payment/card/check': {
    summary: 'カードの有効性確認',
    auth: 'optional',
    body: z.object({ amount: z.int().min(0).max(9_999_999), token: cardToken }),
    response: z.object({ is_valid: z.literal(true) }),
    errors: [
      'ERROR_CARD_REENTER',
      'ERROR_CARD_LIMIT',
      'ERROR_CARD_UNUSABLE',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'GET /v1/common/mypage/card/list': {
    summary: '登録カード一覧',
    auth: 'member',
    query: z.object({
      customer_id: z.coerce.number<number | string>().int().optional(),
      card_seq: z.coerce.number<number | string>().int().optional(),
    }),
    response: listOf(Card),
    errors: ['ERROR_PAYMENT_UNAVAILABLE'],
  },
  'POST /v1/common/mypage/card/register': {
    summary: 'カードの登録(3-D セキュア)',
    auth: 'member',
    body: z.object({
      token: cardToken,
      idempotency_key: idempotencyKey,
      default_flag: z.enum(['0', '1']).default('0'),
      gmo_id: z.string().max(60).optional(),
      card_seq: z.int().optional(),
      card_info: z.string().max(32).optional(),
      customer_id: z.int().optional(),
    }),
    /** `redirect_url`: the whole page goes there for 3-D Secure; null: the card is saved. */
    response: z.object({ card_seq: z.int().nullable(), redirect_url: z.string().nullable() }),
    errors: [
      'ERROR_CARD_REENTER',
      'ERROR_CARD_LIMIT',
      'ERROR_CARD_UNUSABLE',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
} as const satisfies Endpoints
