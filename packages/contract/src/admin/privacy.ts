import {
  PRIVACY_DESK_SOURCES,
  PRIVACY_KIND_NAME,
  PRIVACY_SOURCE_NAME,
  PRIVACY_STATE_NAME,
} from '@kushi/values/privacy-request'
import { z } from 'zod'
import { idParam, isoDate } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import { FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'

const kind = oneOf(PRIVACY_KIND_NAME)
const source = oneOf(PRIVACY_SOURCE_NAME)
const state = oneOf(PRIVACY_STATE_NAME)
const moment = z.iso.datetime()

/** 個人情報の請求, as the list shows it. The name is masked for roles that do not need it. */
export const PrivacyRequest = z.object({
  id: z.int(),
  kind,
  source,
  state,
  customer_id: z.int(),
  /** The name on the member's page; empty after 退会. */
  customer_name: z.string(),
  due_on: z.string(),
  created_at: moment,
})
export type PrivacyRequest = z.infer<typeof PrivacyRequest>

export const privacyList = {
  name: 'privacy',
  filters: {
    state: { kind: 'select', label: '状態', options: PRIVACY_STATE_NAME },
    kind: { kind: 'select', label: '請求', options: PRIVACY_KIND_NAME },
    due_on: { kind: 'date', label: '期限' },
  },
  sorts: { due_on: '期限', created_at: '受けた日時' },
  sort: 'due_on',
  views: [{ view_name: '対応が要るもの', query: 'state=received&state=working' }],
  search: null,
} as const satisfies List

export const PrivacyRequestDetail = PrivacyRequest.extend({
  inquiry_id: z.int().nullable(),
  content: markPersonalData('text', z.string()),
  identity_check: markPersonalData('text', z.string()),
  answer: markPersonalData('text', z.string()),
  exported_at: moment.nullable(),
  erased_at: moment.nullable(),
  closed_at: moment.nullable(),
  operator_name: z.string(),
  /** 退会: the member's own page is empty already. */
  withdrawn_at: moment.nullable(),
  /** Why 削除 is not possible now, in a sentence; null: it is possible. */
  obstacle: z.string().nullable(),
})
export type PrivacyRequestDetail = z.infer<typeof PrivacyRequestDetail>

const text = (label: string) =>
  z
    .string()
    .trim()
    .max(2000, { error: `${label}は2,000文字までで入力してください。` })
const due_on = isoDate
const params = z.object({ id: idParam })
const errors = ['ERROR_NOT_FOUND', 'ERROR_PRIVACY_STATE'] as const

export const privacyAdminEndpoints = {
  'GET /admin/v1/privacy-requests': {
    summary: '個人情報の請求の一覧',
    permission: 'customer.read',
    query: listQuery(privacyList),
    response: listPage(PrivacyRequest),
  },
  'GET /admin/v1/privacy-requests/{id}': {
    summary: '個人情報の請求',
    permission: 'customer.read',
    params,
    response: PrivacyRequestDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/customers/{id}/privacy-requests': {
    summary: '個人情報の請求を受け付ける',
    permission: 'customer.write',
    params,
    /**
     * `inquiry_id`: the inquiry that it came from, only with `source` inquiry. `due_on` null: the shop's usual term.
     */
    body: z.object({
      kind,
      source: z.enum(PRIVACY_DESK_SOURCES).meta({ title: '経路', values: PRIVACY_SOURCE_NAME }),
      inquiry_id: z.int().nullable(),
      due_on: due_on.nullable().meta({ title: '期限' }),
      content: text('請求の内容').min(1, { error: '請求の内容を入力してください。' }).meta({ title: '内容' }),
    }),
    response: PrivacyRequestDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/privacy-requests/{id}': {
    summary: '個人情報の請求を進める',
    permission: 'customer.write',
    params,
    body: z.object({
      state,
      due_on,
      identity_check: text('本人確認').meta({ title: 'ご本人の確認' }),
      answer: text('対応の結果'),
    }),
    response: PrivacyRequestDetail,
    errors,
  },
  'POST /admin/v1/privacy-requests/{id}/export': {
    summary: '請求した方の個人情報を、ひとつのファイルにする',
    permission: 'export.personal',
    confirm: true,
    params,
    /** The operator has verified that the e-mail is the member's: records left under it without login are included. */
    body: z.object({ with_guest_records: z.boolean().default(false).meta({ title: '会員登録のない記録も' }) }),
    file: 'text/html',
    response: FileStream,
    errors,
  },
  'POST /admin/v1/privacy-requests/{id}/erase': {
    summary: '請求した方の個人情報を消す(退会になり、法律で残すもののほかは消える)',
    permission: 'customer.write',
    confirm: true,
    params,
    body: z.object({
      /**
       * The operator has verified that the e-mail is the member's: records left under it without login are erased too;
       * of inquiries only those that are answered or closed. Works only the first time.
       */
      with_guest_records: z.boolean().default(false),
    }),
    /** `kept`: numbers of the orders whose names stay, because bookkeeping needs them. */
    response: z.object({ erased: z.int().meta({ title: '消した数' }), kept: z.array(z.string()) }),
    errors: [...errors, 'ERROR_WITHDRAWAL_REFUSED'],
  },
} as const satisfies AdminEndpoints
