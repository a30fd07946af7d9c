import { MESSAGE_CHANNEL_NAME, MESSAGE_STATE_NAME } from '@kushi/values/message'
import { z } from 'zod'
import { idempotencyKey, idParam } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'

const moment = z.iso.datetime()

/** 連絡: one mail or LINE message to one person. The recipient is masked for roles that do not need it. */
export const Message = z.object({
  id: z.int(),
  kind: oneOf(MESSAGE_CHANNEL_NAME),
  state: oneOf(MESSAGE_STATE_NAME),
  subject: z.string(),
  created_at: moment,
  sent_at: moment.nullable(),
})
export type Message = z.infer<typeof Message>

/** A message as the list shows it. */
export const MessageRow = z.object({
  ...Message.shape,
  /** Address or LINE account; empty after it was deleted. */
  recipient: z.string(),
  customer_id: z.int().nullable(),
  customer_name: z.string().nullable(),
  order_id: z.int().nullable(),
  subscription_id: z.int().nullable(),
  attempts: z.int(),
  /** The error of the last attempt; null: none. */
  error: z.string().nullable(),
  /** The time of the next attempt, for a waiting message. */
  next_attempt_at: moment.nullable(),
})
export type MessageRow = z.infer<typeof MessageRow>

export const MessageDetail = z.object({
  ...MessageRow.shape,
  /** The text; null: `hidden` states why it is not shown. */
  text: z.string().nullable(),
  hidden: z.string().nullable(),
  /** Why it can't be resent or stopped; null: it can. */
  refusals: z.object({ resend: z.string().nullable(), stop: z.string().nullable() }),
  /**
   * Where a resend goes if the member's address has changed since; null: the address is unchanged, or it is not a mail.
   */
  sent_again_to: z.enum(['present_address', 'former_address']).nullable(),
})
export type MessageDetail = z.infer<typeof MessageDetail>

export const messageList = {
  name: 'messages',
  filters: {
    state: { kind: 'select', label: '状態', options: MESSAGE_STATE_NAME },
    kind: { kind: 'select', label: '送り方', options: { mail: 'メール', line: 'LINE' } },
    created_at: { kind: 'date', label: '作った日' },
    customer_id: { kind: 'text', label: '会員番号' },
    order_id: { kind: 'text', label: '注文の番号(管理用)' },
  },
  sorts: { list_no: '送れなかったものを先に、新しい順', created_at: '作った日時' },
  sort: '-list_no',
  search: '宛先のメールアドレス・会員のお名前・かな・電話(前方一致)',
  search_masked: 'メールアドレス・電話(全部一致)',
} as const satisfies List

const params = z.object({ id: idParam })
const errors = ['ERROR_NOT_FOUND', 'ERROR_MESSAGE_STATE', 'ERROR_TOO_MANY'] as const

export const messageAdminEndpoints = {
  'GET /admin/v1/messages': {
    summary: 'メールとLINEの一覧',
    permission: 'message.read',
    query: listQuery(messageList),
    may_be_old: true,
    response: listPage(MessageRow),
  },
  'GET /admin/v1/messages/{id}': {
    summary: 'メール・LINEの内容',
    permission: 'message.read',
    params,
    response: MessageDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/messages/{id}/resend': {
    summary: 'メール・LINEをもう一度送る',
    permission: 'message.write',
    params,
    /** The same key is one message, even if the button is pressed several times. */
    body: z.object({ idempotency_key: idempotencyKey }),
    /** true: the member's address has changed since, and the message goes to the new one. */
    response: z.object({ to_present_address: z.boolean() }),
    errors,
  },
  'POST /admin/v1/messages/{id}/stop': {
    summary: 'メール・LINEを取りやめる',
    permission: 'message.write',
    params,
    response: z.object({}),
    errors,
  },
  'POST /admin/v1/messages/retry-failed': {
    summary: '送れなかったメール・LINEをすべてもう一度送る',
    permission: 'message.write',
    response: z.object({ messages: z.int() }),
  },
} as const satisfies AdminEndpoints
