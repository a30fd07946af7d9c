import { z } from 'zod'
import { type Endpoints, pageOf, pageQuery } from './endpoint.ts'
import { ContactForm, SupplierForm } from './form/contact.ts'

/** 受付番号, as a client sends it. */
export const inquiryNo = z.string().regex(/^[\w-]{1,40}$/)

/** 受付番号, for reference in a later inquiry. */
const Received = z.object({ inquiry_no: z.string() })

/** お問い合わせ, as the member who sent it sees it: without the internal notes of the operators. */
export const MemberInquiry = z.object({
  inquiry_no: z.string(),
  inquiry_status_id: z.int(),
  inquiry_category: z.string().nullable(),
  content: z.string(),
  created_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
})
export type MemberInquiry = z.infer<typeof MemberInquiry>

export const MemberInquiryDetail = MemberInquiry.extend({
  messages: z.array(
    z.object({
      is_from_shop: z.boolean(),
      channel: z.enum(['mail', 'line', 'phone']),
      body: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
  next_status_ids: z.array(z.int()),
})
export type MemberInquiryDetail = z.infer<typeof MemberInquiryDetail>

export const contactEndpoints = {
  'POST /v1/contact/complete/mail': {
    summary: 'お問い合わせの送信(お客様と店舗へメールが届く)',
    auth: 'optional',
    body: ContactForm,
    response: Received,
    errors: ['ERROR_IDEMPOTENCY_KEY_REUSED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/inquiry/customer/list': {
    summary: 'お問い合わせの履歴(新しい順)',
    auth: 'member',
    query: z.object(pageQuery),
    response: pageOf(MemberInquiry),
  },
  'GET /v1/inquiry/customer/detail/{inquiry_no}': {
    summary: 'お問い合わせと、店舗からの返信',
    auth: 'member',
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
