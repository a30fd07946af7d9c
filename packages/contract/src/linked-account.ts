import { LINKED_WALLET_NAME } from '@kushi/values/linked-account'
import { z } from 'zod'
import { type Endpoints, idParam, listOf } from './endpoint.ts'
import { oneOf } from './one-of.ts'
import { paymentMethodId } from './order.ts'

const wallet = oneOf(LINKED_WALLET_NAME).meta({ description: 'Whose account is linked.' })

/** 連携: a member's account at a provider, to which deliveries of 定期便 are charged. */
export const LinkedAccount = z.object({
  wallet,
  payment_method_id: paymentMethodId,
  payment_name: z.string(),
  created_at: z.string(),
  subscription_ids: z
    .array(z.int())
    .meta({ description: 'Subscriptions that are or may be charged to it; while there is one it can’t be unlinked.' }),
})
export type LinkedAccount = z.infer<typeof LinkedAccount>

const LinkableAccount = z.object({ wallet, payment_method_id: paymentMethodId, payment_name: z.string() })
export type LinkableAccount = z.infer<typeof LinkableAccount>

export const linkedAccountEndpoints = {
  'GET /v1/common/mypage/linked-account/list': {
    summary: '連携したお支払いのアカウント(PayPayなど)と、連携できるもの',
    auth: 'member',
    while_closed: true,
    response: listOf(LinkedAccount).extend({
      linkable: z.array(LinkableAccount).meta({ description: 'Methods of which an account can be linked now.' }),
    }),
  },
  'POST /v1/common/mypage/linked-account/link': {
    summary: '連携を始める(そのページへ移る)',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    body: z.object({
      wallet,
      subscription_id: idParam.optional(),
    }),
    response: z.object({ redirect_url: z.string() }),
    errors: [
      'ERROR_DEVICE_NOT_CONFIRMED',
      'ERROR_PAYMENT_NOT_OFFERED',
      'ERROR_LINK_REFUSED',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'POST /v1/common/mypage/linked-account/finish': {
    summary: '連携を終える(そのページから戻ったとき)',
    auth: 'member',
    while_closed: true,
    body: z.object({
      wallet,
      response_token: z
        .string()
        .min(1)
        .max(4096)
        .meta({ description: '`responseToken` with which the browser came back from the provider.' }),
    }),
    /** `order_no`: the order that waited for it; null: none did. */
    response: z.object({
      order_no: z.string().nullable(),
    }),
    errors: ['ERROR_LINK_REFUSED', 'ERROR_PAYMENT_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'DELETE /v1/common/mypage/linked-account/{wallet}': {
    summary: '連携の解除',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    params: z.object({ wallet }),
    response: z.object({ message: z.string() }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_LINK_IN_USE', 'ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
