import { z } from 'zod'
import { type Endpoints, idParam, listOf } from './endpoint.ts'

const payment_method_id = z.int().positive().max(32_767)

/** 連携: a member's account at a provider, to which deliveries of 定期便 are charged. */
export const LinkedAccount = z.object({
  payment_method_id,
  payment_name: z.string(),
  created_at: z.string(),
  subscription_ids: z
    .array(z.int())
    .meta({ description: 'Subscriptions that are or may be charged to it; while there is one it can’t be unlinked.' }),
})
export type LinkedAccount = z.infer<typeof LinkedAccount>

const LinkableAccount = z.object({ payment_method_id, payment_name: z.string() })
export type LinkableAccount = z.infer<typeof LinkableAccount>

export const linkedAccountEndpoints = {
  'GET /v1/common/mypage/linked-account/list': {
    summary: '連携したお支払いのアカウント(PayPayなど)と、連携できるもの',
    auth: 'member',
    while_closed: true,
    response: listOf(LinkedAccount).extend({
      linkable: z.array(LinkableAccount).meta({ description: 'Methods of which an account can be linked now.' }),
    }),
    errors: ['ERROR_LINK_REFUSED', 'ERROR_PAYMENT_UNAVAILABLE'],
  },
  'POST /v1/common/mypage/linked-account/link': {
    summary: '連携を始める(そのページへ移る)',
    auth: 'member',
    while_closed: true,
    body: z.object({
      payment_method_id,
      subscription_id: idParam
        .optional()
        .meta({ description: 'The 定期便 for which it is linked: our page leads back to it.' }),
    }),
    response: z.object({ redirect_url: z.string() }),
    errors: ['ERROR_PAYMENT_NOT_OFFERED', 'ERROR_LINK_REFUSED', 'ERROR_PAYMENT_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/common/mypage/linked-account/finish': {
    summary: '連携を終える(そのページから戻ったとき)',
    auth: 'member',
    while_closed: true,
    body: z.object({
      payment_method_id,
      response_token: z
        .string()
        .min(1)
        .max(4096)
        .meta({ description: '`responseToken` with which the browser came back from the provider.' }),
    }),
    response: z.object({
      order_no: z.string().nullable().meta({ description: 'The order that waited for it; null: none did.' }),
    }),
    errors: ['ERROR_LINK_REFUSED', 'ERROR_PAYMENT_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'DELETE /v1/common/mypage/linked-account/{payment_method_id}': {
    summary: '連携の解除',
    auth: 'member',
    while_closed: true,
    params: z.object({ payment_method_id: idParam }),
    response: z.object({ message: z.string() }),
    errors: ['ERROR_LINK_IN_USE', 'ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
