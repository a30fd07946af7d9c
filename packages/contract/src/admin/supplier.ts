import { z } from 'zod'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'

const SUPPLIER_DECISION = { approved: '承認', refused: 'お断り' } as const

/** 卸の申し込み. Personal data are masked for roles that do not need them. */
export const Supplier = z.object({
  id: z.int(),
  inquiry_no: z.string(),
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** Postcode and address in one line. */
  address: z.string(),
  site_url: z.string(),
  content: z.string(),
  /** null: not decided yet. */
  decision: oneOf(SUPPLIER_DECISION).nullable(),
  decision_reason: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type Supplier = z.infer<typeof Supplier>

export const supplierList = {
  name: 'suppliers',
  filters: {
    decision: {
      kind: 'select',
      label: '審査',
      options: { open: '審査待ち', approved: '承認', refused: 'お断り' },
    },
    created_at: { kind: 'date', label: '申し込んだ日' },
  },
  sorts: { created_at: '申し込んだ日時' },
  sort: '-created_at',
  search: '受付番号・お名前・メールアドレス(前方一致)',
  search_masked: '受付番号(前方一致)・メールアドレス(全部一致)',
} as const satisfies List

const params = z.object({ inquiry_no: z.string().min(1).max(40) })

export const supplierAdminEndpoints = {
  'GET /admin/v1/suppliers': {
    summary: '卸の申し込み一覧',
    permission: 'inquiry.read',
    query: listQuery(supplierList),
    response: listPage(Supplier),
  },
  'POST /admin/v1/suppliers/{inquiry_no}/approve': {
    summary: '卸の申し込みを承認する(アカウントを作り、メールで招待する)',
    permission: 'customer.write',
    params,
    /** `invited` false: the account has a password already, and no mail was sent. */
    response: z.object({ customer_id: z.int(), invited: z.boolean() }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_SUPPLIER_DECIDED'],
  },
  'POST /admin/v1/suppliers/{inquiry_no}/refuse': {
    summary: '卸の申し込みを断る(申込者にメールで知らせる)',
    permission: 'customer.write',
    params,
    /** For operators only; the mail does not contain it. */
    body: z.object({
      decision_reason: markPersonalData('text', z.string().trim().min(1, '理由を入力してください。').max(500)),
    }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_SUPPLIER_DECIDED'],
  },
} as const satisfies AdminEndpoints
