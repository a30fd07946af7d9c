import * as rule from '@kushi/values/field-rule'
import { z } from 'zod'
import { isoDate } from '../endpoint.ts'
import { titleField } from '../form/field.ts'
import { markCustomerFacing } from '../read-by.ts'
import { csvEncoding, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'

/** 広告コード with its results in a period. */
export const AdCode = z.object({
  adcd: z.string(),
  /** null: the code is not registered; it only appeared on orders or members. */
  campaign_name: z.string().nullable().meta({ title: '広告の名前' }),
  group_name: z.string().meta({ title: '広告グループ', description: 'Its medium or campaign; empty: none.' }),
  /** 友だち追加キャンペーン: its URL leads through LINE's login. */
  is_open: z.boolean().meta({ title: '公開' }),
  /** Sent over LINE to each visitor who becomes a friend through it; empty: nothing is sent. */
  greeting: z.string().meta({ title: 'あいさつ' }),
  /** Visits to the campaign's own URL. */
  visits: z.int(),
  /** New 友だち. */
  friends: z.int(),
  /** 会員登録 */
  members: z.int(),
  /** Valid orders, and their sum in yen. */
  orders: z.int().meta({ title: '注文の数' }),
  amount: z.number().int(),
})
export type AdCode = z.infer<typeof AdCode>

const form = {
  campaign_name: titleField(rule.required('名前'), rule.maxLength('名前', 60)),
  group_name: z.string().trim().max(60, { error: 'グループは60文字までで入力してください。' }).optional(),
  is_open: z.boolean(),
  greeting: markCustomerFacing(z.string().trim().max(300, { error: 'あいさつは300文字までで入力してください。' })),
}
const adcd = z
  .string()
  .regex(/^[\w-]{1,64}$/, { error: 'コードは半角の英数字・「-」「_」で、64文字までで入力してください。' })
const period = { from: isoDate, to: isoDate }

export const adCodeAdminEndpoints = {
  'GET /admin/v1/ad-codes': {
    summary: '広告コードと、期間ごとの成果',
    permission: 'report.read',
    /** Both days included. Absent: the last 30 days. */
    query: z.object({
      from: isoDate.optional(),
      to: isoDate.optional(),
      /** A part of the code or of its name. */
      q: z.string().trim().max(64).optional(),
      group: z.string().max(60).optional(),
      page: z.coerce.number<number | string>().int().min(1).max(1_000).optional(),
    }),
    may_be_old: true,
    response: z.object({
      ...period,
      /** The beginning of a campaign's URL; the code follows it. */
      campaign_url: z.string(),
      items: z.array(AdCode),
      /** The number of codes on all pages; each page has `per_page` of them. */
      total: z.int(),
      per_page: z.int(),
      groups: z.array(z.string()).meta({ description: 'The groups of all codes, by name.' }),
    }),
  },
  'POST /admin/v1/ad-codes': {
    summary: '広告コードを登録する',
    permission: 'setting.write',
    body: z.object({ adcd, ...form }),
    response: z.object({}),
    errors: ['ERROR_TOO_MANY'],
  },
  'PUT /admin/v1/ad-codes/{adcd}': {
    summary: '広告コードを直す',
    permission: 'setting.write',
    params: z.object({ adcd }),
    body: z.object(form),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/ad-codes/export': {
    summary: '広告コードの成果をCSVにする',
    permission: 'report.read',
    body: z.object({ ...period, encoding: csvEncoding }),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
} as const satisfies AdminEndpoints
