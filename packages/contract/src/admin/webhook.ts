import { WEBHOOK_EVENT_NAME, WEBHOOK_EVENTS, WEBHOOK_STOPPED_REASONS } from '@kushi/values/webhook'
import { z } from 'zod'
import { idParam, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import type { AdminEndpoints } from './endpoint.ts'

const moment = z.iso.datetime().nullable()

/** 通知先, without the signing secret. */
export const WebhookEndpoint = z.object({
  id: z.int(),
  url: z.string(),
  description: z.string(),
  events: z.array(oneOf(WEBHOOK_EVENT_NAME)),
  /** Number of waiting messages, and of messages given up after all attempts. */
  waiting: z.int(),
  failed: z.int(),
  /** The time since which no message has been delivered. */
  failing_since: moment,
  stopped_at: moment,
  stopped_reason: z.enum(WEBHOOK_STOPPED_REASONS).nullable().meta({ title: '止めた理由' }),
  /** Until then, messages are also signed with the former secret. */
  former_until: moment,
  created_at: z.iso.datetime(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookDelivery = z.object({
  id: z.int(),
  message_id: z.string(),
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  created_at: z.iso.datetime(),
  delivered_at: moment,
  next_attempt_at: moment,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const WebhookForm = z.object({
  url: z
    .string()
    .trim()
    .min(1, 'URLを入力してください。')
    .max(500, '500文字までで入力してください。')
    .refine((text) => URL.parse(text)?.hash === '' && !/^[^/]*\/\/[^/]*@/.test(text), {
      message: 'URLの形が正しくありません。https:// から始まるURLを入力してください。',
    }),
  description: z.string().trim().max(100, '100文字までで入力してください。'),
  events: z
    .array(oneOf(WEBHOOK_EVENT_NAME))
    .min(1, '通知することを、ひとつ以上選んでください。')
    .max(WEBHOOK_EVENTS.length)
    .meta({ title: '通知する出来事' }),
})

const manage = { permission: 'account.manage' } as const
const one = { ...manage, params: z.object({ id: idParam }), errors: ['ERROR_NOT_FOUND'] } as const
const withSecret = z.object({ endpoint: WebhookEndpoint, secret: z.string() })

export const webhookAdminEndpoints = {
  'GET /admin/v1/setting/webhooks': { summary: '通知先', ...manage, response: listOf(WebhookEndpoint) },
  'POST /admin/v1/setting/webhooks': {
    summary: '通知先を追加する',
    ...manage,
    confirm: true,
    body: WebhookForm,
    response: withSecret,
    errors: ['ERROR_TOO_MANY_WEBHOOKS'],
  },
  'GET /admin/v1/setting/webhooks/{id}': { summary: '通知先の設定', ...one, response: WebhookEndpoint },
  'PUT /admin/v1/setting/webhooks/{id}': {
    summary: '通知先を変更する',
    ...one,
    confirm: true,
    body: WebhookForm,
    response: WebhookEndpoint,
  },
  'DELETE /admin/v1/setting/webhooks/{id}': {
    summary: '通知先を削除する',
    ...one,
    confirm: true,
    response: z.object({}),
  },
  'POST /admin/v1/setting/webhooks/{id}/secret': {
    summary: '署名の鍵を作り直す',
    ...one,
    confirm: true,
    response: withSecret,
  },
  'POST /admin/v1/setting/webhooks/{id}/stop': { summary: '通知を止める', ...one, response: WebhookEndpoint },
  'POST /admin/v1/setting/webhooks/{id}/resume': {
    summary: '通知を再開する',
    ...one,
    response: WebhookEndpoint,
  },
  'GET /admin/v1/setting/webhooks/{id}/deliveries': {
    summary: '送った通知(新しい順)',
    ...one,
    query: z.object({ before: z.coerce.number<number | string>().int().positive().optional() }),
    response: z.object({ items: z.array(WebhookDelivery), next: z.int().nullable() }),
  },
  'POST /admin/v1/setting/webhooks/{id}/deliveries/{delivery_id}/resend': {
    summary: '通知をもう一度送る',
    ...manage,
    params: z.object({ id: idParam, delivery_id: idParam }),
    response: WebhookDelivery,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
