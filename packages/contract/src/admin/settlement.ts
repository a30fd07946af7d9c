import {
  FEE_TAX_NAME,
  METHOD_FEE_NAME,
  PAYING_PROVIDERS,
  SETTLEMENT_ACTION_NAME,
  SETTLEMENT_COLUMN_NAME,
  SETTLEMENT_FILE_STATE_NAME,
  SETTLEMENT_LINE_KIND_NAME,
  SETTLEMENT_LINE_STATE_NAME,
  SETTLEMENT_MISMATCH,
  SETTLEMENT_MISMATCHES,
  SETTLEMENT_PROVIDER_NAME,
} from '@kushi/values/settlement'
import { MAX_HEADER_ROW } from '@kushi/values/spreadsheet'
import { z } from 'zod'
import { isoDate } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import { exportBody, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'
import { fileUploadBody } from './upload.ts'

const provider = oneOf(SETTLEMENT_PROVIDER_NAME)
const paying = z.enum(PAYING_PROVIDERS).meta({ values: SETTLEMENT_PROVIDER_NAME })
const yen = z.number().int()

/** A larger file must be split. A hundred thousand lines are about 20 MB. */
export const MAX_SETTLEMENT_BYTES = 40 * 1024 * 1024

export const SettlementFile = z.object({
  id: z.int(),
  name: z.string(),
  state: oneOf(SETTLEMENT_FILE_STATE_NAME),
  provider: provider.nullable(),
  paid_on: z.string().nullable(),
  /**
   * The number of lines in the file, of lines read, and of lines that another file already had; null: not counted yet.
   */
  row_count: z.int().nullable(),
  done_rows: z.int(),
  known_rows: z.int(),
  /**
   * For a file that can't be read: the row, the header and the error. For an imported bank file: the row at which its
   * balance does not follow.
   */
  fault: z.object({ row: z.int(), head: z.string(), message: z.string() }).nullable(),
  /** The payout, the fees, and the number of lines that wait for an operator. */
  net: yen,
  fee: yen,
  open_lines: z.int(),
  /** While its columns have to be assigned: its headers and first rows, the proposed columns, and the missing ones. */
  asked: z
    .object({
      heads: z.array(z.string()),
      rows: markPersonalData('text', z.array(z.array(z.string()))),
      /** The first lines of the file, among which its heads were found. */
      lines: markPersonalData('text', z.array(z.array(z.string()))),
      columns: z.partialRecord(oneOf(SETTLEMENT_COLUMN_NAME), z.string()),
      /** The columns are known; only 振込日 is asked. */
      is_known: z.boolean(),
    })
    .nullable(),
  operator_name: z.string(),
  created_at: z.iso.datetime(),
})
export type SettlementFile = z.infer<typeof SettlementFile>

const feeShape = {
  /** 料率 in percent; null: fees are not checked. */
  fee_rate: z.number().min(0).max(100).multipleOf(0.001).nullable().meta({ title: '料率(%)' }),
  fee_fixed: z.int().min(0).max(10_000).meta({ title: '1件ごとの手数料' }),
  fee_tax: oneOf(FEE_TAX_NAME).meta({ title: '手数料の消費税' }),
}

/** 支払方法ごとの手数料: of a way to pay that is not its provider's usual one (コンビニ払い, 銀行振込). */
const MethodFee = z.object({
  payment_method_id: z
    .int()
    .refine((id) => String(id) in METHOD_FEE_NAME, { error: '手数料が別になる支払方法を選んでください。' }),
  ...feeShape,
})

const Term = z.object({
  provider: paying,
  /** 見はじめの日: payments captured before it are not expected. */
  from_day: isoDate,
  ...feeShape,
  pays_within_days: z.int().min(1).max(180).meta({ title: '入金までの日数' }),
})
export type SettlementTerm = z.infer<typeof Term>
export type SettlementMethodFee = z.infer<typeof MethodFee>

/** お預け中 of one provider and account. */
const Balance = z.object({
  provider: paying,
  /** 口座 at the provider (`gmo tshop00000001`); '' when it was not recorded, and for carriers. */
  account: z.string(),
  payments: z.int(),
  /** Captured and not settled, less refunds that are not settled; and the part that should have been paid by now. */
  held: yen,
  overdue: yen,
  overdue_payments: z.int(),
  /** Settled though nothing was left: the provider paid too much, or refunds were not taken off yet. */
  over: yen,
})

const PayoutDay = z.object({
  paid_on: z.string(),
  provider: paying,
  settlement_file_id: z.int().meta({ title: 'ファイルの番号' }),
  received: yen.meta({ title: '届いた日' }),
  refunded: yen,
  fee: yen,
  net: yen,
  /** The bank's statement shows it. */
  is_banked: z.boolean(),
})

export const Settlement = z.object({
  files: z.array(SettlementFile),
  balances: z.array(Balance),
  payouts: z.array(PayoutDay),
  open_lines: z.int(),
  /** Lines that were left as 仮受金, until it is known whose they are. */
  kept_lines: z.int(),
  /** 仮受金 now. */
  suspense: yen,
  terms: z.array(Term),
  method_fees: z.array(MethodFee),
})
export type Settlement = z.infer<typeof Settlement>

/**
 * Reconciliation by day (日ごとの突き合わせ): the payments captured on each day, by provider, compared with what the providers
 * settled.
 */
export const SettlementDayComparison = z.object({
  month: isoDate,
  days: z.array(
    z.object({
      day: z.string(),
      provider: paying,
      payments: z.int(),
      captured: yen,
      refunded: yen,
      /** The amount settled by its payouts, less the deducted refunds; and the open amount with its payments. */
      arrived: yen,
      missing: yen,
      missing_payments: z.int(),
      /** The payouts in which it arrived. */
      payouts: z.array(
        z.object({
          settlement_file_id: z.int().meta({ title: 'ファイルの番号' }),
          paid_on: z.string(),
          lines: z.int(),
          amount: yen,
          fee: yen,
        }),
      ),
    }),
  ),
})
export type SettlementDayComparison = z.infer<typeof SettlementDayComparison>

const reasons = Object.fromEntries(Object.entries(SETTLEMENT_MISMATCH).map(([key, { name }]) => [key, name]))

export const SettlementLine = z.object({
  id: z.int(),
  settlement_file_id: z.int(),
  row: z.int(),
  provider,
  kind: oneOf(SETTLEMENT_LINE_KIND_NAME),
  order_ref: z.string(),
  provider_ref: z.string(),
  tracking_no: z.string(),
  party: markPersonalData('text', z.string()),
  amount: z.int(),
  fee: z.int(),
  happened_on: z.string().nullable(),
  paid_on: z.string(),
  state: oneOf(SETTLEMENT_LINE_STATE_NAME),
  reason: z.enum(SETTLEMENT_MISMATCHES).nullable(),
  order_id: z.int().nullable(),
  order_no: z.string().nullable(),
  /** The expected amounts of the order's payment: captured, refunded, and settled by now. */
  captured_amount: z.int().nullable(),
  refunded_amount: z.int().nullable(),
  settled_amount: z.int().nullable(),
  note: markPersonalData('text', z.string()),
  settled_by: z.string().nullable(),
})
export type SettlementLine = z.infer<typeof SettlementLine>

export const settlementLineList = {
  name: 'settlement-lines',
  filters: {
    state: { kind: 'select', label: '状態', options: SETTLEMENT_LINE_STATE_NAME },
    reason: { kind: 'select', label: '合わない理由', options: reasons },
    provider: { kind: 'select', label: '入金元', options: SETTLEMENT_PROVIDER_NAME },
    paid_on: { kind: 'date', label: '振込日' },
    captured_on: { kind: 'date', label: '売上確定日' },
    settlement_file_id: { kind: 'text', label: 'ファイルの番号' },
  },
  sorts: { created_at: '取込日' },
  sort: '-created_at',
  search: 'ご注文番号、決済会社の番号、送り状番号',
} as const satisfies List

/** A payment that its provider has not settled (お預け中), or not with the expected amount. */
export const UnsettledPayment = z.object({
  id: z.int(),
  order_id: z.int(),
  order_no: z.string(),
  provider: paying.nullable(),
  account: z.string(),
  payment_method_id: z.int().nullable(),
  captured_at: z.iso.datetime().nullable(),
  captured_amount: z.int(),
  refunded_amount: z.int(),
  settled_amount: z.int(),
  settled_refund: z.int(),
  /** captured − settled − (refunded − settled refunds) */
  held: z.int().meta({ title: '出荷を止めた理由' }),
})
export type UnsettledPayment = z.infer<typeof UnsettledPayment>

export const unsettledPaymentList = {
  name: 'settlement-claims',
  filters: {
    provider: {
      kind: 'select',
      label: '入金元',
      options: Object.fromEntries(PAYING_PROVIDERS.map((one) => [one, SETTLEMENT_PROVIDER_NAME[one]])),
    },
    captured_at: { kind: 'date', label: '売上確定日' },
    is_overdue: { kind: 'flag', label: '入金の期日を過ぎている' },
    is_over: { kind: 'flag', label: '多く入金されている' },
  },
  sorts: { created_at: '注文日' },
  sort: 'created_at',
  search: 'ご注文番号',
} as const satisfies List

const firstOfMonth = isoDate.refine((day) => day.endsWith('-01'), {
  error: '対象の月は、1日の日付で指定してください。',
})
const read = { permission: 'report.read' } as const
const write = { permission: 'accounting.write' } as const
const id = z.coerce.number<number | string>().int().positive()

export const settlementAdminEndpoints = {
  'GET /admin/v1/settlement': { summary: '入金', ...read, response: Settlement },
  'POST /admin/v1/settlement/files': {
    summary: '入金のファイルを取り込む',
    ...write,
    upload: MAX_SETTLEMENT_BYTES,
    query: z.object({ name: z.string().trim().min(1).max(200), paid_on: isoDate.optional() }),
    body: fileUploadBody,
    response: SettlementFile,
    errors: ['ERROR_SETTLEMENT_FILE', 'ERROR_SETTLEMENT_TAKEN'],
  },
  'PUT /admin/v1/settlement/files/{id}': {
    summary: '入金のファイルの列を決める(次から覚えておく)',
    ...write,
    params: z.object({ id }),
    body: z.object({
      provider: provider.meta({ title: '入金元' }),
      columns: z.partialRecord(oneOf(SETTLEMENT_COLUMN_NAME), z.string().max(200)).meta({ title: '列' }),
      /** 振込日 of lines that state none. */
      paid_on: isoDate.nullable(),
    }),
    response: SettlementFile,
    errors: ['ERROR_NOT_FOUND', 'ERROR_SETTLEMENT_FILE'],
  },
  'PUT /admin/v1/settlement/files/{id}/head': {
    summary: '入金のファイルの見出しの行を選ぶ',
    ...write,
    params: z.object({ id }),
    body: z.object({ head_row: z.int().min(1).max(MAX_HEADER_ROW).meta({ title: '見出しの行' }) }),
    response: SettlementFile,
    errors: ['ERROR_NOT_FOUND', 'ERROR_SETTLEMENT_FILE'],
  },
  'DELETE /admin/v1/settlement/files/{id}': {
    summary: '取り込んでいない入金のファイルを消す',
    ...write,
    params: z.object({ id }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/settlement/files/{id}/take-back': {
    summary: '入金のファイルの取り込みを取り消す(列を間違えたとき、ほかのお店のファイルだったとき)',
    ...write,
    params: z.object({ id }),
    body: z.object({ decision_reason: z.string().trim().min(1, { error: '理由を入力してください。' }).max(200) }),
    response: SettlementFile,
    errors: ['ERROR_NOT_FOUND', 'ERROR_SETTLEMENT_STATE'],
  },
  'POST /admin/v1/settlement/files/content': {
    summary: '入金のファイルを受け取ったままの形で出力する',
    ...write,
    personal: true,
    body: z.object({ id: z.int().positive() }),
    trail: false,
    file: 'application/octet-stream',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/settlement/days/{month}': {
    summary: '売上が確定した日ごとの、入金と未入金',
    ...read,
    params: z.object({ month: firstOfMonth }),
    may_be_old: true,
    response: SettlementDayComparison,
  },
  'GET /admin/v1/settlement-lines': {
    summary: '入金明細',
    ...read,
    query: listQuery(settlementLineList),
    may_be_old: true,
    response: listPage(SettlementLine),
  },
  'POST /admin/v1/settlement-lines/export': {
    summary: '入金明細をCSVにする',
    ...read,
    body: exportBody(settlementLineList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'POST /admin/v1/settlement-lines/{id}/settle': {
    summary: '合わない入金明細を処理する',
    ...write,
    params: z.object({ id }),
    body: z.object({
      action: oneOf(SETTLEMENT_ACTION_NAME).meta({ title: '処理' }),
      /** The order to which `assign` gives the money. */
      order_no: z.string().trim().max(27).default(''),
      note: z.string().trim().max(200).default('').meta({ title: 'メモ' }),
    }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_SETTLEMENT_STATE'],
  },
  'GET /admin/v1/settlement-claims': {
    summary: 'お預け中の決済',
    ...read,
    query: listQuery(unsettledPaymentList),
    may_be_old: true,
    response: listPage(UnsettledPayment),
  },
  'POST /admin/v1/settlement-claims/export': {
    summary: 'お預け中の決済をCSVにする',
    ...read,
    body: exportBody(unsettledPaymentList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'PUT /admin/v1/settlement/terms': {
    summary: '決済会社との契約(料率と入金の期日)を変える',
    ...write,
    body: z.object({
      terms: z.array(Term).max(20).meta({ title: '契約' }),
      method_fees: z.array(MethodFee).max(20).optional().meta({
        title: '支払方法ごとの手数料',
        description: 'Of ways to pay with fees of their own; left out: as before.',
      }),
    }),
    response: z.object({}),
  },
} as const satisfies AdminEndpoints
