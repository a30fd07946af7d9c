import * as rule from '@kushi/values/field-rule'
import { INQUIRY_DIRECTIONS, INQUIRY_STATUS_NAME, INQUIRY_TYPE_NAME } from '@kushi/values/inquiry-status'
import { CORRESPONDENCE_CHANNEL_NAME, MESSAGE_CHANNEL_NAME } from '@kushi/values/message'
import { z } from 'zod'
import { idParam } from '../endpoint.ts'
import { choiceField, lineField, optionalLineField, optionalPhoneField, paragraphsField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'

const statusId = z.int().min(1).max(6)

/** お問い合わせ, as the inbox lists it. Name and e-mail are masked for roles that do not need them. */
export const Inquiry = z.object({
  id: z.int(),
  inquiry_no: z.string(),
  inquiry_status_id: statusId,
  inquiry_type_id: z.int().meta({ title: '届いた経路' }),
  inquiry_category: z.string().nullable(),
  customer_id: z.int().nullable(),
  name: z.string(),
  email: z.string(),
  /** The first words. */
  content: z.string(),
  operator_id: z.int().nullable(),
  operator_name: z.string().nullable(),
  /** The time since which the customer waits for an answer; null: no answer is due. */
  waiting_since: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type Inquiry = z.infer<typeof Inquiry>

export const inquiryList = {
  name: 'inquiries',
  filters: {
    is_waiting: { kind: 'flag', label: 'お返事待ち' },
    inquiry_status_id: { kind: 'select', label: '状態', options: INQUIRY_STATUS_NAME },
    inquiry_category_id: { kind: 'select', label: '種類', options: null },
    inquiry_type_id: { kind: 'select', label: '届いた経路', options: INQUIRY_TYPE_NAME },
    operator_id: { kind: 'select', label: '担当', options: null },
    created_at: { kind: 'date', label: '届いた日' },
  },
  sorts: { queue_at: 'お返事を待っている順', created_at: '届いた日時' },
  sort: 'queue_at',
  search: '受付番号・お名前・メールアドレス(前方一致)',
  search_masked: '受付番号(前方一致)・メールアドレス(全部一致)',
} as const satisfies List

export const InquiryMessage = z.object({
  id: z.int(),
  /** `out`: the shop's answer; `in`: the customer's words, written down by an operator; `note`: internal only. */
  direction: z.enum(INQUIRY_DIRECTIONS),
  channel: oneOf(CORRESPONDENCE_CHANNEL_NAME).nullable(),
  body: z.string(),
  operator_name: z.string(),
  created_at: z.iso.datetime(),
})
export type InquiryMessage = z.infer<typeof InquiryMessage>

export const InquiryDetail = Inquiry.extend({
  name_kana: z.string(),
  phone_number: z.string(),
  /** Can be answered over LINE: it came from there. */
  has_line: z.boolean(),
  /** 写真 that were sent with it. */
  photograph_count: z.int(),
  messages: z.array(InquiryMessage),
  /** The states that may follow, by the table of transitions. */
  next_status_ids: z.array(statusId),
})
export type InquiryDetail = z.infer<typeof InquiryDetail>

export const InquiryTemplate = z.object({
  id: z.int(),
  template_name: z.string().meta({ title: 'ひな形の名前' }),
  body: z.string(),
})
export type InquiryTemplate = z.infer<typeof InquiryTemplate>

const body = z.string().trim().min(1, '内容を入力してください。').max(4000, '4,000文字までで入力してください。')
const templateBody = z.object({
  template_name: z.string().trim().min(1, '名前を入力してください。').max(60, '60文字までで入力してください。'),
  body,
})
const params = z.object({ id: idParam })
const optionalEmail = optionalLineField(rule.maxLength('メールアドレス', 254), rule.email('メールアドレス'))
const none = z.object({})
const choice = z.object({ id: z.int(), name: z.string() })

export const inquiryAdminEndpoints = {
  'GET /admin/v1/inquiries': {
    summary: 'お問い合わせ一覧',
    permission: 'inquiry.read',
    query: listQuery(inquiryList),
    may_be_old: true,
    response: listPage(Inquiry),
  },
  'GET /admin/v1/inquiry-desk': {
    summary: 'お問い合わせの件数と選択肢',
    permission: 'inquiry.read',
    /** `total`: counted to 10,000. */
    response: z.object({
      waiting: z.int(),
      counts: z.array(z.object({ inquiry_status_id: statusId, total: z.int() })),
      operators: z.array(choice),
      categories: z.array(choice),
      templates: z.array(InquiryTemplate),
    }),
  },
  'GET /admin/v1/inquiries/{id}': {
    summary: 'お問い合わせとやりとり',
    permission: 'inquiry.read',
    params,
    response: InquiryDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/inquiries/{id}/photographs': {
    summary: 'お問い合わせに添えられた写真',
    permission: 'inquiry.read',
    params,
    /** JPEG in base64. Roles that may not see personal data get none. */
    response: z.object({
      items: z.array(z.object({ id: z.int(), width: z.int(), height: z.int(), content: z.string() })),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/inquiries': {
    summary: 'お客様からの電話を、お問い合わせとして記録する(お客様には何も送らない)',
    permission: 'inquiry.write',
    body: z.object({
      /** 会員; null: not a member. */
      customer_id: z.int().positive().max(2_147_483_647).nullable(),
      name: lineField(rule.required('お名前'), rule.maxLength('お名前', 40)),
      phone_number: optionalPhoneField(rule.phone('電話番号')),
      email: optionalEmail,
      inquiry_category_id: choiceField('お問い合わせの種類', 9999).check(z.meta({ title: '種類' })),
      content: paragraphsField(rule.required('内容'), rule.maxLength('内容', 4000)),
      /** false: answered in the call. */
      is_waiting: z.boolean().meta({ title: 'お返事待ち' }),
    }),
    response: z.object({ id: z.int(), inquiry_no: z.string() }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/inquiries/{id}/answer': {
    summary: 'お問い合わせに返信する(メールかLINEで送る)',
    permission: 'inquiry.write',
    params,
    /**
     * `last_message_id`: the newest message on screen, 0 for none. Rejects a double
     * submit and an answer by two operators at once.
     */
    body: z.object({
      channel: oneOf(MESSAGE_CHANNEL_NAME).meta({ title: '方法' }),
      body,
      inquiry_status_id: statusId.meta({ title: '対応の状態' }),
      last_message_id: z.int().min(0),
    }),
    response: InquiryDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_INQUIRY_MOVED', 'ERROR_INQUIRY_STATUS', 'ERROR_INQUIRY_CHANNEL'],
  },
  'POST /admin/v1/inquiries/{id}/messages': {
    summary: '社内メモ、または電話などで聞いたことを書き留める',
    permission: 'inquiry.write',
    params,
    /** `channel` null: a note. */
    body: z.object({ channel: oneOf(CORRESPONDENCE_CHANNEL_NAME).nullable(), body }),
    response: InquiryDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/inquiries/{id}/operator': {
    summary: 'お問い合わせの担当を決める',
    permission: 'inquiry.write',
    params,
    body: z.object({ operator_id: z.int().positive().max(2_147_483_647).nullable().meta({ title: '担当者' }) }),
    response: InquiryDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/inquiries/{id}/status': {
    summary: 'お問い合わせの状態を変える',
    permission: 'inquiry.write',
    params,
    body: z.object({ inquiry_status_id: statusId }),
    response: InquiryDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_INQUIRY_STATUS'],
  },
  'POST /admin/v1/inquiry-templates': {
    summary: '返信のひな形を追加する',
    permission: 'inquiry.write',
    body: templateBody,
    response: InquiryTemplate,
    errors: ['ERROR_TOO_MANY_TEMPLATES'],
  },
  'PUT /admin/v1/inquiry-templates/{id}': {
    summary: '返信のひな形を直す',
    permission: 'inquiry.write',
    params,
    body: templateBody,
    response: InquiryTemplate,
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/inquiry-templates/{id}': {
    summary: '返信のひな形を削除する',
    permission: 'inquiry.write',
    params,
    response: none,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
