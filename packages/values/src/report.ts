/**
 * Days after its planned day within which a delivery may still be shipped. After them the subscription is judged by
 * it.
 */
export const DELIVERY_GRACE_DAYS = 14

/**
 * Days after the end of a member's contract within which a new contract counts as its replacement (乗換). A contract
 * begun up to a week before the end counts too.
 */
export const CONTRACT_SWITCH_DAYS = 30

/** When a saved report is mailed. */
export const REPORT_MAIL_NAME = { monday: '毎週月曜の朝', first: '毎月1日の朝' } as const
export type ReportMailEvery = keyof typeof REPORT_MAIL_NAME

/** A rate over fewer cases is shown grey, with the number of cases first. */
export const MIN_RATE_SAMPLE = 10

/** The list behind a figure with fewer persons is shown only to operators who may see personal data. */
export const MIN_PERSONS_SHOWN_TO_ALL = 5

/** 回のまとまり of a 定期便, as the sales report groups its deliveries. */
export const CYCLE_BANDS = [
  { key: '1', from: 1, to: 1, name: '1回目' },
  { key: '2', from: 2, to: 2, name: '2回目' },
  { key: '3', from: 3, to: 3, name: '3回目' },
  { key: '4', from: 4, to: 6, name: '4〜6回目' },
  { key: '7', from: 7, to: 12, name: '7〜12回目' },
  { key: '13', from: 13, to: 1_000_000, name: '13回目から' },
] as const

/** 続いた期間 of an ended contract, in days from its first delivery. */
export const TENURE_BANDS = [
  { key: '30', to: 30, name: '30日まで' },
  { key: '90', to: 90, name: '31〜90日' },
  { key: '180', to: 180, name: '91〜180日' },
  { key: '365', to: 365, name: '181〜365日' },
  { key: '366', to: 1_000_000, name: '1年を超える' },
] as const

/** Days since a member's last order. */
export const RECENCY_BANDS = [
  { key: '30', to: 30, name: '30日まで' },
  { key: '60', to: 60, name: '31〜60日' },
  { key: '90', to: 90, name: '61〜90日' },
  { key: '180', to: 180, name: '91〜180日' },
  { key: '181', to: 1_000_000, name: '181日から' },
] as const

/** How often a member ordered. */
export const FREQUENCY_BANDS = [
  { key: 'f1', to: 1, name: '1回' },
  { key: 'f2', to: 2, name: '2回' },
  { key: 'f3', to: 4, name: '3〜4回' },
  { key: 'f5', to: 9, name: '5〜9回' },
  { key: 'f10', to: 1_000_000, name: '10回から' },
] as const

/** Days after which a member's lifetime value (LTV) is reported. */
export const LTV_DAYS = [30, 60, 90, 180, 365] as const

/** Number of the last delivery that a cohort table shows. */
export const MAX_COHORT_CYCLES = 13

/** Columns of a file of advertising costs; what the medium counted may be missing. */
export const AD_COST_COLUMN_NAME = {
  day: '日付',
  ad: '広告コードか広告の名前',
  cost: '費用',
  reported: '媒体が数えた成果',
} as const
export type AdCostColumn = keyof typeof AD_COST_COLUMN_NAME
export const AD_COST_COLUMNS = Object.keys(AD_COST_COLUMN_NAME) as AdCostColumn[]
export const isRequiredAdCostColumn = (column: AdCostColumn): boolean => column !== 'reported'
/** The head of each of these columns in a file. */
export type AdCostColumnHeads = Record<Exclude<AdCostColumn, 'reported'>, string> & { reported?: string }
