import { z } from 'zod'
import { adCodes } from './ad-codes.ts'
import { cartType } from './cart.ts'
import { type Endpoints, idempotencyKey } from './endpoint.ts'
import { emailField } from './form/member.ts'
import { CartLine } from './quote.ts'

/** カゴ落ち設定, as far as a browser needs it: whose carts the shop reminds of. */
export const AbandonmentSetting = z.object({
  cart_abandoned_flag: z.boolean(),
  lp_flag: z.boolean(),
  customer_target_flag: z.boolean(),
  guest_target_flag: z.boolean(),
  individual_setting_flag: z.boolean(),
})
export type AbandonmentSetting = z.infer<typeof AbandonmentSetting>

/** The secret of a reminder's link. */
const linkToken = z.string().regex(/^[\w-]{43}$/)

export const abandonment = {
  'GET /v1/cart-abandonments/get_abandonment_users_setting': {
    summary: 'カゴ落ち設定',
    auth: 'none',
    response: AbandonmentSetting,
  },
  'POST /v1/cart-abandonments/set_abandonment_setting': {
    summary: 'カートのお知らせ: 同意したゲストのカートを控える、または取り消す。会員のカートには広告コードだけを控える',
    auth: 'optional',
    body: z.object({
      /** Made by the guest's browser; the same one is the same cart. */
      tracking_id: idempotencyKey,
      cart_type_id: cartType,
      email: z.nullable(emailField),
      /** false: takes the consent back, and what was kept is forgotten. */
      is_consented: z.boolean(),
      items: z
        .array(
          z.object({
            product_sku_id: z.int().positive().max(2_147_483_647),
            quantity: z.int().min(1).max(99),
            subscription: cartType,
          }),
        )
        .max(100),
      ...adCodes,
    }),
    response: z.object({ is_tracked: z.boolean() }),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'PUT /v1/cart-abandonments/track_abandonment_url_click': {
    summary: 'お知らせのURLが開かれた: 記録し、カートの中身を返す(ログインはしない)',
    auth: 'optional',
    body: z.object({ tracking_id: linkToken }),
    response: z.object({ items: z.array(CartLine), cart_type_id: z.int() }),
    errors: ['ERROR_REMINDER_EXPIRED', 'ERROR_SUPPLIER_NOT_APPROVED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/cart-abandonments/unsubscribe': {
    summary: 'お知らせの配信停止(ログイン不要)',
    auth: 'none',
    body: z.object({ token: linkToken }),
    /** Which channel is silent from now on. */
    response: z.object({ channel: z.enum(['mail', 'line']) }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
