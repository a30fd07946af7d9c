import { CLICK_ID_MEDIA, CLICK_ID_NAMES, CONVERSION_TRIGGER_NAME } from '@kushi/values/click-id'
import { AD_COST_COLUMN_NAME, REPORT_MAIL_NAME } from '@kushi/values/report'
import { z } from 'zod'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import { csvEncoding, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fileUploadBody } from './upload.ts'

/** Groupings of a report: the meaning of each row. */
export const REPORT_GROUPING_NAME = {
  day: '日',
  week: '週',
  month: '月',
  product: '商品',
  category: 'カテゴリー',
  method: 'お支払い方法',
  channel: '広告コード',
  ad_group: '広告グループ',
  landing: 'ランディングページ',
  promotion: '特典',
  sort: '単品／定期',
  repeat: '新規／リピート',
  cycle: '定期便の回',
  rank: '会員ランク',
  reason: '理由',
  offer: 'ご案内した方法',
  last_cycle: '最後に届いた回',
  tenure: '続いた期間',
  knew: 'お知りになったきっかけ',
  recency: '最後のご注文から',
} as const
export type ReportGrouping = keyof typeof REPORT_GROUPING_NAME

/** Filters of a report. Each accepts one value. */
export const REPORT_FILTER_NAME = {
  product_id: '商品',
  payment_method_id: 'お支払い方法',
  adcd: '広告コード',
  ad_group: '広告グループ',
  sort: '単品／定期',
  repeat: '新規／リピート',
  reason_id: '理由',
} as const
export type ReportFilter = keyof typeof REPORT_FILTER_NAME

export const SALES_VIEW_NAME = { sold: '売上(計上日)', ordered: '受注(注文日)' } as const
export const COHORT_VIEW_NAME = { remaining: '残存率', continuing: '継続率' } as const
/** Periods of the repurchase report: the days within which a member buys again. */
export const REPURCHASE_VIEW_NAME = {
  d90: '90日以内',
  d30: '30日以内',
  d60: '60日以内',
  d180: '180日以内',
  d365: '365日以内',
} as const
export const REASON_VIEW_NAME = { cancelled: '解約', paused: '休止', skipped: 'お休み' } as const
/** Views of the advertising report: the cost of winning a member, or the revenue of the members since. */
export const AD_RESULT_VIEW_NAME = { won: '獲得', lived: 'LTVと回収' } as const
export const REPORT_SORT_NAME = { once: '単品', subscription: '定期' } as const
export const REPORT_REPEAT_NAME = { first: '新規', again: 'リピート' } as const
export const SWITCHED_CONTRACTS_FILTER_NAME = { without: '乗換を除く', with: '乗換も含む', only: '乗換だけ' } as const

/** 期間 that moves with today, so that a saved report stays current. */
export const REPORT_PERIOD_NAME = {
  last_30: '過去30日',
  this_month: '今月',
  last_week: '先週',
  last_month: '先月',
  last_12: '過去12か月',
  last_24: '過去24か月',
} as const
export type ReportPeriod = keyof typeof REPORT_PERIOD_NAME

interface ReportKind {
  title: string
  /** The question that the report answers, as a sentence. */
  lead: string
  by: readonly ReportGrouping[]
  filters: readonly ReportFilter[]
  /** Two or more ways to count the same; the first unless asked otherwise. */
  views: Readonly<Record<string, string>> | null
  /** Whether 乗換 can be left out. */
  switched: boolean
  /** The default view, and the column of its chart. */
  period: ReportPeriod
  measure: string
}

/** レポート. `docs/reports.md` defines every number. */
export const REPORTS = {
  sales: {
    title: '売上',
    lead: '金額はすべて税込です。売上(計上日)は、経理の売上と同じ売上台帳から数えます。',
    by: [
      'day',
      'week',
      'month',
      'product',
      'category',
      'method',
      'channel',
      'ad_group',
      'sort',
      'repeat',
      'cycle',
      'rank',
    ],
    filters: ['product_id', 'payment_method_id', 'adcd', 'ad_group', 'sort', 'repeat'],
    views: SALES_VIEW_NAME,
    switched: false,
    period: 'last_30',
    measure: 'amount',
  },
  subscriptions: {
    title: '定期便の増減',
    lead: '最初のお届けが発送された契約だけを数えます。休止は解約ではありません。再試行・別の方法・お手続きで手配は、お支払いが断られたあとに手配できたお届けの数です。別の方法は、お客様がお支払いできないときのために決めておいた方法、お手続きは、お客様か担当者がお支払いを直したものです。',
    by: ['month', 'week', 'day', 'product', 'channel', 'ad_group', 'promotion', 'method'],
    filters: ['product_id', 'payment_method_id', 'adcd', 'ad_group'],
    views: null,
    switched: false,
    period: 'last_12',
    measure: 'running',
  },
  cohorts: {
    title: '継続率',
    lead: '最初のお届けが発送された月ごとに、何回目のお届けまで続いたかを見ます。まだその回が来ていない契約は、分母に入れません。',
    by: ['month', 'product', 'channel', 'ad_group', 'promotion', 'method'],
    filters: ['product_id', 'payment_method_id', 'adcd', 'ad_group'],
    views: COHORT_VIEW_NAME,
    switched: true,
    period: 'last_12',
    measure: '1',
  },
  reasons: {
    title: '解約の理由',
    lead: '期間の中に解約された契約を、お客様が選ばれた理由で数えます。休止とお休みの理由は、見方で選べます。ご案内は、解約の画面でほかの方法をお見せした数です。',
    by: ['reason', 'month', 'last_cycle', 'tenure', 'offer', 'product', 'channel', 'ad_group', 'promotion', 'method'],
    filters: ['reason_id', 'product_id', 'payment_method_id', 'adcd', 'ad_group'],
    views: REASON_VIEW_NAME,
    switched: false,
    period: 'last_12',
    measure: 'cancelled',
  },
  members: {
    title: '会員',
    lead: '初めてのご注文が発送された会員を、その日で数えます。LTVは、はじめの日数の間にいただいた金額(返品を引いた税込)の、ひとりあたりです。まだその日数がたっていない会員は入れません。引上率は、単品で始めた会員のうち、定期便を始めた割合です。商品・お支払い方法・広告コードは、初めてのご注文のものです。',
    by: ['month', 'week', 'channel', 'ad_group', 'product', 'method', 'sort', 'knew'],
    filters: ['product_id', 'payment_method_id', 'adcd', 'ad_group', 'sort'],
    views: REPURCHASE_VIEW_NAME,
    switched: false,
    period: 'last_24',
    measure: 'new',
  },
  ads: {
    title: '広告',
    lead: '初めてのご注文を、そのときの広告コードで数えます。CPAは費用(税抜)を新規のお客様で、確定CPAは発送されて戻っていない新規のお客様で割ったものです。回収までの日数は、ひとりあたりの粗利が確定CPAに届いた日で、LTVとともに「LTVと回収」の見方で出ます。ランディングページは、広告から最初に開かれたページです。',
    by: ['channel', 'ad_group', 'landing', 'month', 'week', 'day'],
    filters: ['adcd', 'ad_group', 'product_id'],
    views: AD_RESULT_VIEW_NAME,
    switched: false,
    period: 'last_30',
    measure: 'orders',
  },
  products: {
    title: '商品',
    lead: '売れた個数は計上日、戻った個数と欠品は赤伝の日で数えます。欠品は、発送できなかった個数です。粗利は、売れた日の原価が分かる商品だけの、売上(税抜)から原価を引いたものです。原価は商品の画面かCSVで入れます。',
    by: ['product', 'category', 'month', 'week', 'day'],
    filters: ['product_id'],
    views: null,
    switched: false,
    period: 'last_30',
    measure: 'pieces',
  },
  pace: {
    title: 'お届けのペース',
    lead: '期間の中に「お手元の残り」を答えた契約を、最後のお返事で数えます。間隔と見込みは1点あたりの日数の平均、余る・足りないは、次回のお届けのころに7日分より多く余るか足りない見込みの割合です。解約は、期間の中にその商品から始めた契約が解約された数です。',
    by: ['product'],
    filters: ['product_id'],
    views: null,
    switched: false,
    period: 'last_12',
    measure: 'answered',
  },
  rfm: {
    title: 'RFM',
    lead: '最後のご注文が期間の中にある会員を、今日までの日数と、これまでの回数ごとに数えます。発送され、戻っていないご注文だけを見ます。',
    by: ['recency'],
    filters: [],
    views: null,
    switched: false,
    period: 'last_12',
    measure: 'members',
  },
} as const satisfies Record<string, ReportKind>
export type ReportName = keyof typeof REPORTS
export const reportKind = (name: ReportName): ReportKind => REPORTS[name]

const report = z.enum(Object.keys(REPORTS) as [ReportName, ...ReportName[]])
const by = oneOf(REPORT_GROUPING_NAME)

/** Filters and period of a report, as they stand in its address. Absent: the report's own. */
const asked = {
  period: oneOf(REPORT_PERIOD_NAME).optional(),
  /** Both days included, instead of a period. */
  from: isoDate.optional(),
  to: isoDate.optional(),
  by: by.optional().meta({ title: '集計' }),
  view: z.string().max(20).optional(),
  switched: oneOf(SWITCHED_CONTRACTS_FILTER_NAME).optional(),
  product_id: z.string().max(20).optional(),
  payment_method_id: z.string().max(4).optional(),
  adcd: z.string().max(64).optional(),
  ad_group: z.string().max(60).optional().meta({ title: '広告グループ' }),
  sort: oneOf(REPORT_SORT_NAME).optional(),
  repeat: oneOf(REPORT_REPEAT_NAME).optional().meta({ title: '新規／リピート' }),
  reason_id: z.string().max(9).optional(),
}
export const ReportQuery = z.object(asked)
export type ReportQuery = z.infer<typeof ReportQuery>

/**
 * A number of a report. `of`: the denominator of a rate, whose numerator is `value`. `undecided`: contracts that can't be judged
 * yet. `value` null: there is nothing to count.
 */
const Cell = z.object({
  value: z.number().nullable(),
  of: z.number().int().nullable(),
  undecided: z.number().int().nullable(),
})
export type ReportCell = z.infer<typeof Cell>

export const Report = z.object({
  report,
  from: isoDate,
  to: isoDate,
  by,
  view: z.string().nullable(),
  /** 「〜時点」: the minute of the figures. */
  as_of: z.iso.datetime(),
  heads: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      /** 円, a number, a number of days, a share of `of`, yen for each of `of`. */
      unit: z.enum(['yen', 'count', 'days', 'rate', 'mean']),
      /** The list behind its numbers can be opened. */
      has_rows: z.boolean(),
    }),
  ),
  rows: z.array(z.object({ key: z.string(), label: z.string(), cells: z.array(Cell) })),
  /** The totals of all rows; null: the rows do not add up. */
  total: z.array(Cell).nullable().meta({ title: '合計' }),
  /** More rows than are shown, which the total contains. */
  is_cut: z.boolean(),
  /** The choices of its filters. */
  choices: z.object({
    product_id: z.array(z.object({ value: z.string(), label: z.string() })),
    payment_method_id: z.array(z.object({ value: z.string(), label: z.string() })),
    adcd: z.array(z.object({ value: z.string(), label: z.string() })),
    ad_group: z.array(z.object({ value: z.string(), label: z.string() })),
    sort: z.array(z.object({ value: z.string(), label: z.string() })),
    repeat: z.array(z.object({ value: z.string(), label: z.string() })),
    reason_id: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
})
export type Report = z.infer<typeof Report>

/** The parts of a rate: cases that count, cases that do not, and cases that can't be judged yet. */
export const RATE_PART_NAME = {
  counted: '数えたもの',
  missed: '数えなかったもの',
  undecided: 'まだ判定できないもの',
} as const

/** The cases behind a number of a report. */
export const ReportRows = z.object({
  title: z.string(),
  total: z.int(),
  items: z.array(
    z.object({
      kind: z.enum(['order', 'subscription', 'customer']),
      id: z.int(),
      name: z.string(),
      day: isoDate,
      amount: z.int().nullable(),
    }),
  ),
  /** For a rate: the number in each part. */
  parts: z.object({ counted: z.int(), missed: z.int(), undecided: z.int() }).nullable(),
})
export type ReportRows = z.infer<typeof ReportRows>

const read = { permission: 'report.read', may_be_old: true } as const
const params = z.object({ report })

/** When the operator gets a saved report by mail; empty: never. */
const every = z.array(oneOf(REPORT_MAIL_NAME)).max(2)

/** A year of two hundred campaigns is about 10 MB. */
export const MAX_AD_COST_BYTES = 15 * 1024 * 1024

const head = z.string().max(200).optional()

export const AdCostFile = z.object({
  /** The headers and first rows of the file, and the columns by which it was read, or the proposed ones. */
  heads: z.array(z.string()),
  rows: markPersonalData('text', z.array(z.array(z.string()))),
  columns: z.partialRecord(oneOf(AD_COST_COLUMN_NAME), z.string()),
  /** null: nothing yet, the columns are asked for. */
  taken: z
    .object({
      /** Days and codes that have a cost from it, and their sum. */
      lines: z.int().meta({ title: '入れた行' }),
      yen: z.int(),
      /** Adverts without a code in the shop: the most expensive ones, and the cost of all. They are not imported. */
      unknown: z.array(z.object({ ad_name: z.string(), yen: z.int() })),
      unknown_yen: z.int(),
    })
    .nullable(),
})
export type AdCostFile = z.infer<typeof AdCostFile>

export const reportAdminEndpoints = {
  'GET /admin/v1/report-mails': {
    summary: '自分がメールで受け取るレポート',
    permission: 'report.read',
    response: listOf(z.object({ view_id: z.int(), every })),
  },
  'PUT /admin/v1/report-mails/{id}': {
    summary: '保存したレポートを、メールで受け取る・やめる',
    permission: 'report.read',
    params: z.object({ id: idParam }),
    body: z.object({ every: every.meta({ title: 'メールで受け取る' }) }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/reports/{report}': {
    summary: 'レポート',
    ...read,
    params,
    query: ReportQuery,
    response: Report,
  },
  'POST /admin/v1/ad-costs': {
    summary: '広告の費用を入れる',
    permission: 'setting.write',
    body: z.object({
      /** Lines of day, code and yen, as typed or as copied from a sheet. */
      pasted: z
        .string()
        .max(300_000, { error: '一度に入れられるのは、およそ5,000行までです。' })
        .meta({ title: '入れた費用' }),
    }),
    response: z.object({ days: z.int() }),
  },
  'POST /admin/v1/ad-costs/files': {
    summary: '媒体のCSVから広告の費用を入れる(列は覚えておく)',
    permission: 'setting.write',
    upload: MAX_AD_COST_BYTES,
    query: z.object({
      name: z.string().trim().min(1).max(200),
      /** The heads of the columns; absent: those remembered for a file with the same heads, or they are asked for. */
      day_head: head.meta({ title: '日付の列' }),
      ad_head: head.meta({ title: '広告コードか広告の名前の列' }),
      cost_head: head.meta({ title: '費用の列' }),
      reported_head: head.meta({ title: '媒体が数えた成果の列' }),
    }),
    body: fileUploadBody,
    /** Asking for the columns changes nothing. */
    trail: false,
    response: AdCostFile,
    errors: ['ERROR_AD_COST_FILE'],
  },
  'POST /admin/v1/ad-conversions/export': {
    summary: '広告媒体に取り込むコンバージョンのCSVを出力する(クリックID)',
    permission: 'export.personal',
    confirm: true,
    body: z.object({
      click_id: z.enum(CLICK_ID_NAMES).meta({
        title: '媒体のクリックID',
        values: Object.fromEntries(CLICK_ID_NAMES.map((name) => [name, CLICK_ID_MEDIA[name].medium])),
      }),
      from: isoDate,
      to: isoDate,
      /** 受注, or only shipped orders that did not come back. */
      counted: oneOf(CONVERSION_TRIGGER_NAME).meta({ title: '数える注文' }),
      /** The name by which the medium knows it. */
      conversion_name: z
        .string()
        .trim()
        .min(1, { error: 'コンバージョン名を入力してください。' })
        .max(100, { error: 'コンバージョン名は100文字までにしてください。' })
        .meta({ title: 'コンバージョン名' }),
      encoding: csvEncoding,
    }),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'GET /admin/v1/reports/{report}/rows': {
    summary: 'レポートの数字の内訳',
    ...read,
    params,
    query: z.object({
      ...asked,
      row: z.string().max(64).optional(),
      column: z.string().max(20),
      part: z.enum(['counted', 'missed', 'undecided']).default('counted'),
    }),
    response: ReportRows,
    errors: ['ERROR_TOO_FEW'],
  },
  'POST /admin/v1/reports/{report}/export': {
    summary: 'レポートをCSVにする',
    ...read,
    params,
    body: z.object({ filter: ReportQuery.meta({ title: '絞り込み' }), encoding: csvEncoding }),
    file: 'text/csv',
    response: FileStream,
  },
} as const satisfies AdminEndpoints
