import { CARRIER_NAME } from '@kushi/values/carrier'
import { JOURNAL_GRAIN_NAME, JOURNAL_PART_NAME, JOURNAL_PROGRAM_NAME, JOURNAL_TAXES } from '@kushi/values/journal'
import { LEDGER_KIND_NAME, SALES_BASIS_NAME } from '@kushi/values/ledger'
import { PAYMENT_METHOD_FILTER_NAME } from '@kushi/values/payment-method'
import { PAYING_PROVIDERS } from '@kushi/values/settlement'
import { z } from 'zod'
import { isoDate } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { exportBody, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'

const kind = oneOf(LEDGER_KIND_NAME)
const basis = oneOf(SALES_BASIS_NAME)
const program = oneOf(JOURNAL_PROGRAM_NAME)
/** 対象月: its first day. */
const month = isoDate.refine((day) => day.endsWith('-01'), { error: '対象の月は、1日の日付で指定してください。' })
const tax_rate = z.int().nullable()

/** 売上台帳: one money fact of an order at one tax rate. Yen, tax included; negative: taken back or used. */
export const LedgerRow = z.object({
  id: z.int(),
  /** The day on which it counts, and the day of the event: they differ if the event's month was closed. */
  day: z.string(),
  happened_on: z.string(),
  /** null: money that belongs to no order. */
  order_id: z.int().nullable(),
  order_no: z.string().nullable(),
  /** For 入金: the provider that paid. */
  provider: z.enum(PAYING_PROVIDERS).nullable(),
  kind,
  tax_rate,
  amount: z.int(),
  tax: z.int(),
  payment_method_id: z.int().nullable(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

/** Orders by their 売掛金: money to give back, money that is late, and money of before the day from which payouts are watched. */
const BALANCE_OF_ORDERS = ['owed', 'overdue', 'older'] as const
export type OrderBalanceKind = (typeof BALANCE_OF_ORDERS)[number]
/** `overdue@2026-11-30`: those at the end of that day. */
const BALANCE = new RegExp(`^(${BALANCE_OF_ORDERS.join('|')})@(\\d{4}-\\d{2}-\\d{2})$`)
/** Returns the text form of a filter for order balances at the end of a day: `overdue@2026-11-30`. */
export const formatBalanceFilter = (kind: OrderBalanceKind, day: string) => `${kind}@${day}`
/** Parses the text form of a filter for order balances. Returns null if it is not valid. */
export function parseBalanceFilter(text: string): { kind: OrderBalanceKind; day: string } | null {
  const found = BALANCE.exec(text)
  return found && isoDate.safeParse(found[2]).success ? { kind: found[1] as OrderBalanceKind, day: found[2]! } : null
}

export const ledgerList = {
  name: 'ledger',
  filters: {
    day: { kind: 'date', label: '計上日' },
    kind: { kind: 'select', label: '区分', options: LEDGER_KIND_NAME },
    tax_rate: { kind: 'select', label: '税率', options: { '10': '10%', '8': '8%(軽減)', '0': '対象外' } },
    payment_method_id: { kind: 'select', label: 'お支払い方法', options: PAYMENT_METHOD_FILTER_NAME },
    is_subscription: { kind: 'flag', label: '定期便' },
    adcd: { kind: 'text', label: '広告コード(「なし」も可)' },
    product_id: { kind: 'text', label: '商品番号' },
    carrier: { kind: 'select', label: '代引の配送会社', options: CARRIER_NAME },
    balance: { kind: 'text', label: '売掛金の残高' },
  },
  sorts: { day: '計上日' },
  sort: '-day',
  search: '注文番号',
} as const satisfies List

const sum = z.object({
  kind,
  tax_rate,
  payment_method_id: z.int().nullable(),
  entries: z.int(),
  amount: z.number().int(),
  tax: z.number().int(),
})

/** A check before 締め: an open kind of work, and its number. `path`: the list that shows it. */
const check = z.object({ name: z.string(), count: z.int(), path: z.string() })

export const AccountingMonth = z.object({
  month: isoDate,
  is_closed: z.boolean().meta({ title: '締め' }),
  /** The month is over, and no earlier one with entries is open. */
  may_close: z.boolean(),
  closed_at: z.iso.datetime().nullable().meta({ title: '閉じた日時' }),
  closed_by: z.string().nullable(),
  basis,
  sums: z.array(sum),
  /** 消費税 of the sales at each rate: that of the documents (積上げ), and by division of the sum (割戻し). */
  taxes: z.array(
    z.object({
      tax_rate: z.union([z.literal(10), z.literal(8)]),
      amount: z.number().int(),
      tax: z.number().int(),
      divided: z.number().int(),
    }),
  ),
  /** 前受金 at the month's end. */
  prepaid_balance: z.number().int(),
  /**
   * 売掛金 by payment method, 代引 by carrier: the balance before the month, the additions and payments, and the balance at
   * its end. Parts of that: `owed` to customers, `overdue`, and `older`, sold before payouts were watched (見はじめの日).
   */
  receivables: z.array(
    z.object({
      payment_method_id: z.int().nullable(),
      carrier: oneOf(CARRIER_NAME).nullable(),
      before: z.number().int(),
      sold: z.number().int(),
      returned: z.number().int(),
      refunded: z.number().int(),
      received: z.number().int(),
      after: z.number().int(),
      owed: z.number().int(),
      overdue: z.number().int(),
      older: z.number().int(),
    }),
  ),
  checks: z.array(check),
  exports: z.array(
    z.object({
      id: z.int(),
      program,
      grain: oneOf(JOURNAL_GRAIN_NAME),
      slips: z.int().meta({ title: '伝票' }),
      debit: z.number().int().meta({ title: '借方の合計' }),
      created_at: z.iso.datetime(),
      operator_name: z.string(),
      /** Whether the month was closed when the file was made, so that it can't change any more. */
      is_final: z.boolean(),
    }),
  ),
})
export type AccountingMonth = z.infer<typeof AccountingMonth>

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `${most}文字までで入力してください。` })
const account = z.object({
  part: oneOf(JOURNAL_PART_NAME).meta({ title: '仕訳の内容' }),
  /** Of 売掛金: null is the one for all ways to pay without their own; 0 cash on delivery. */
  payment_method_id: z.int().nullable(),
  account: text(24).min(1, { error: '勘定科目を入力してください。' }),
  sub_account: text(24).meta({ title: '補助科目' }),
  department: text(24).meta({ title: '部門' }),
  code: text(12),
  sub_code: text(12).meta({ title: '補助コード' }),
})
const taxWord = z.object({
  program,
  part: z.enum(JOURNAL_TAXES),
  tax_rate: z.union([z.literal(8), z.literal(10)]).nullable(),
  word: text(30).min(1, { error: '税区分を入力してください。' }).meta({ title: '税区分' }),
})
const AccountingSettings = z.object({
  basis: basis.meta({ title: '売上計上基準' }),
  /** From this day on. */
  basis_from: z.string().nullable(),
  accounts: z.array(account).max(60).meta({ title: '配送会社の契約' }),
  tax_words: z.array(taxWord).max(60).meta({ title: '税区分' }),
})
export type AccountingSettings = z.infer<typeof AccountingSettings>

const read = { permission: 'report.read' } as const
const write = { permission: 'accounting.write' } as const

export const accountingAdminEndpoints = {
  'GET /admin/v1/accounting/month-to-close': {
    summary: '月次: これから締める月(なければ今月)',
    ...read,
    response: AccountingMonth.pick({ month: true }),
  },
  'GET /admin/v1/accounting/months/{month}': {
    summary: '月次: 売上の合計、確認、仕訳',
    ...read,
    params: z.object({ month }),
    response: AccountingMonth,
  },
  'GET /admin/v1/ledger': {
    summary: '売上台帳',
    ...read,
    query: listQuery(ledgerList),
    may_be_old: true,
    response: listPage(LedgerRow),
  },
  'POST /admin/v1/ledger/export': {
    summary: '売上台帳をCSVにする',
    ...read,
    body: exportBody(ledgerList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'POST /admin/v1/accounting/months/{month}/close': {
    summary: '月を締める',
    ...write,
    params: z.object({ month }),
    response: z.object({}),
    errors: ['ERROR_MONTH_STATE'],
  },
  'POST /admin/v1/accounting/months/{month}/reopen': {
    summary: '締めを取り消す',
    ...write,
    confirm: true,
    params: z.object({ month }),
    body: z.object({ decision_reason: text(200).min(1, { error: '理由を入力してください。' }) }),
    response: z.object({}),
    errors: ['ERROR_MONTH_STATE'],
  },
  'POST /admin/v1/accounting/months/{month}/journals': {
    summary: '仕訳ファイルを作る',
    ...write,
    params: z.object({ month }),
    body: z.object({
      program: program.meta({ title: '会計ソフト' }),
      grain: oneOf(JOURNAL_GRAIN_NAME).meta({ title: '仕訳のまとめ方' }),
      /** A file of this month for this program was made before, and another one is wanted all the same. */
      again: z.boolean().meta({ title: 'もう一度作る' }),
    }),
    file: 'text/csv',
    response: FileStream,
    errors: ['ERROR_JOURNALS_TAKEN', 'ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/accounting/journals/file': {
    summary: '作った仕訳ファイルをもう一度受け取る',
    ...write,
    body: z.object({ id: z.int().positive() }),
    trail: false,
    file: 'text/csv',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/accounting/settings': {
    summary: '勘定科目・税区分・売上計上基準',
    ...read,
    response: AccountingSettings,
  },
  'PUT /admin/v1/accounting/settings': {
    summary: '勘定科目・税区分・売上計上基準を変える',
    ...write,
    body: z.object({
      accounts: z.array(account).max(60),
      tax_words: z.array(taxWord).max(60),
      /** From the first day of a month that is not closed. Absent: it stays. */
      basis: z.object({ from_day: month.meta({ title: '始まりの日' }), basis }).optional(),
    }),
    response: z.object({}),
    errors: ['ERROR_MONTH_STATE'],
  },
} as const satisfies AdminEndpoints
