import * as rule from '@kushi/values/field-rule'
import { z } from 'zod'
import { listOf } from '../endpoint.ts'
import { optionalParagraphsField, titleField } from '../form/field.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { versionField } from './setting-field.ts'

/** メールとLINEの文章, as the list shows it. */
export const MessageText = z.object({
  kind: z.string(),
  name: z.string(),
  group: z.string(),
  /** Sent over LINE: `subject` is the title of a card, `body` its first words. */
  is_line: z.boolean(),
  /** The shop has its own text. */
  is_own: z.boolean(),
})
export type MessageText = z.infer<typeof MessageText>

export const MessageTextDetail = MessageText.extend({
  subject: z.string(),
  body: z.string(),
  standard: z.object({ subject: z.string(), body: z.string() }),
  /** 差し込み: replaces `{name}` in the text. */
  placeholders: z.array(z.object({ name: z.string(), hint: z.string(), is_required: z.boolean() })),
  version: versionField,
})
export type MessageTextDetail = z.infer<typeof MessageTextDetail>

const typed = {
  subject: markCustomerFacing(titleField(rule.required('件名'), rule.maxLength('件名', 100))),
  /** A card over LINE may have a title alone. */
  body: markCustomerFacing(optionalParagraphsField(rule.maxLength('本文', 5000))),
}
const params = z.object({ kind: z.string().min(1).max(40) })

export const messageTextAdminEndpoints = {
  'GET /admin/v1/message-texts': {
    summary: 'メールとLINEの文章の一覧',
    permission: 'content.read',
    response: listOf(MessageText),
  },
  'GET /admin/v1/message-texts/{kind}': {
    summary: 'メールとLINEの文章',
    permission: 'content.read',
    params,
    response: MessageTextDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/message-texts/{kind}': {
    summary: 'メールとLINEの文章を変える',
    permission: 'content.write',
    params,
    body: z.object({ ...typed, version: versionField }),
    response: MessageTextDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
  'DELETE /admin/v1/message-texts/{kind}': {
    summary: 'メールとLINEの文章を標準に戻す',
    permission: 'content.write',
    params,
    response: MessageTextDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/message-texts/{kind}/preview': {
    summary: 'メールとLINEの文章のプレビュー(保存しない)',
    permission: 'content.read',
    trail: false,
    params,
    body: z.object({ subject: z.string().max(1000), body: z.string().max(20_000) }),
    /**
     * `order_no`: the order whose data fill the text; null: sample data, if there is no
     * order or the role sees no personal data.
     */
    response: z.object({ subject: z.string(), body: z.string(), order_no: z.string().nullable() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/message-texts/{kind}/test': {
    summary: 'メールとLINEの文章を、自分に試しに送る',
    permission: 'content.write',
    params,
    body: z.object(typed),
    /** `over_line`: sent to the LINE account of the member with this address. */
    response: z.object({ email: z.string(), over_line: z.boolean() }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies AdminEndpoints
