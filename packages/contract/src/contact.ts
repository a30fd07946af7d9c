import { CORRESPONDENCE_CHANNEL_NAME } from '@kushi/values/message'
import { z } from 'zod'
import { type Endpoints, pageOf, pageQuery } from './endpoint.ts'
import { ContactForm, SupplierForm } from './form/contact.ts'
import { oneOf } from './one-of.ts'

/** 受付番号, as a client sends it. */
export const inquiryNo = z.string().regex(/^[\w-]{1,40}$/)

/** 受付番号, for reference in a later inquiry. */
const Received = z.object({ inquiry_no: z.string().meta({ description: '受付番号.' }) })

/** お問い合わせ, as the member who sent it sees it: without the internal notes of the operators. */
export const MemberInquiry = z.object({
  inquiry_no: z.string(),
  inquiry_status_id: z.int().meta({ description: '1 open, 2 being looked into, 3 answered, 6 complete.' }),
  inquiry_category: z
    .string()
    .nullable()
    .meta({ description: 'お問い合わせの種類, as it was called then; null: none.' }),
  content: z.string().meta({ description: 'お問い合わせ内容 or ご要望. Of a file: its bytes.' }),
  created_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable().meta({ description: 'When the shop answered last (UTC); null: not yet.' }),
})
export type MemberInquiry = z.infer<typeof MemberInquiry>

export const MemberInquiryDetail = MemberInquiry.extend({
  messages: z
    .array(
      z.object({
        is_from_shop: z
          .boolean()
          .meta({ description: 'true: the shop’s answer. false: the member’s words, written down by the shop.' }),
        channel: oneOf(CORRESPONDENCE_CHANNEL_NAME).meta({
          description: 'How it was said: `mail`, `line` or `phone`.',
        }),
        body: z.string().meta({ description: 'The text.' }),
        created_at: z.iso.datetime(),
      }),
    )
    .meta({ description: 'What was said after the first words, the oldest first.' }),
  next_status_ids: z.array(z.int()).meta({ description: 'What the member may make of it: 6 settled, 1 open again.' }),
})
export type MemberInquiryDetail = z.infer<typeof MemberInquiryDetail>

export const contactEndpoints = {
  'POST /v1/contact/complete/mail': {
    summary: 'お問い合わせの送信(お客様と店舗へメールが届く)',
    auth: 'optional',
    while_closed: true,
    body: ContactForm,
    response: Received,
    errors: ['ERROR_IDEMPOTENCY_KEY_REUSED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/inquiry/customer/list': {
    summary: 'お問い合わせの履歴(新しい順)',
    auth: 'member',
    while_closed: true,
    query: z.object(pageQuery),
    response: pageOf(MemberInquiry),
  },
  'GET /v1/inquiry/customer/detail/{inquiry_no}': {
    summary: 'お問い合わせと、店舗からの返信',
    auth: 'member',
    while_closed: true,
    params: z.object({ inquiry_no: inquiryNo }),
    response: MemberInquiryDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/supplier/apply': {
    summary: '卸のお取引のお申し込み',
    auth: 'optional',
    body: SupplierForm,
    response: Received,
    errors: ['ERROR_IDEMPOTENCY_KEY_REUSED', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
