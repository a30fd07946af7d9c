import { DELIVERY_PATTERN } from './delivery-pattern.ts'

interface PaidItem {
  subscription: number
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 解約理由の詳細, as the forms and messages call it. */
export const CANCEL_DETAIL_LABEL = '解約理由の詳細'

/**
 * Returns how many deliveries are paid together with the first one (年払い); null if each delivery is paid separately.
 */
export const lumpSumDeliveryCount = (items: readonly PaidItem[]): number | null =>
  items.find((item) => item.subscription === 1 && item.lump_sum_payment_flag)?.lump_sum_payment_num ?? null

/** The label of the first payment. */
export function firstPaymentLabel(items: readonly PaidItem[]): string {
  const count = lumpSumDeliveryCount(items)
  return count === null ? '1回目のお支払い' : `${count}回分のお支払い`
}

interface Pattern {
  subscription_division_id: number
  param1: number
}

/** Returns the deliveries within a year of the first one, including it: for the reference total. */
export function deliveriesPerYear({ subscription_division_id, param1 }: Pattern): number {
  return subscription_division_id === DELIVERY_PATTERN.day_interval
    ? 1 + Math.floor(364 / param1)
    : 1 + Math.floor(11 / param1)
}

/** Why a delivery of a subscription could not be arranged, in short for operators. */
export const SUBSCRIPTION_FAILURE_NAME = {
  limit: 'カードの限度額・残高',
  unusable: 'カード利用不可',
  not_accepted: '決済会社が受付不可',
  reenter: 'カード情報の誤り・期限切れ',
  authentication: '本人認証できず',
  no_card: 'カードの登録なし',
  too_many: 'カードの登録数',
  examination: '後払いの審査NG',
  address: '住所・電話の不備',
  repair_at_provider: 'Amazonでの手続き待ち',
  agreement_closed: 'Amazonの承認取り消し',
  session_expired: '手続きの期限切れ',
  abandoned: '手続きの中断',
  expired: 'お支払いの期限切れ',
  cancelled: '手続きの取り消し',
  payment_method: '使えないお支払い方法',
  out_of_stock: '在庫切れ',
  not_sold: '販売終了の商品',
  nothing_to_deliver: 'お届けする商品なし',
  total: '金額の確認',
  unpaid: '年払いの代金が不足',
} as const

/** `open`: not decided yet; `arranged`: there is an order; `failed`: it may be tried again. */
export const BILLING_ATTEMPT_OUTCOMES = ['open', 'arranged', 'failed'] as const
export type BillingAttemptOutcome = (typeof BILLING_ATTEMPT_OUTCOMES)[number]

/** State of a subscription (定期便の状態), `summary_status`. */
export const SUBSCRIPTION_STATUS = {
  normal: 1,
  settlement_error: 2,
  out_of_stock: 3,
  other_error: 4,
  pause: 5,
  cancel: 6,
} as const

const { normal, settlement_error, out_of_stock, other_error } = SUBSCRIPTION_STATUS

/** Statuses of a subscription whose next delivery could not be arranged. The failure is still to be solved. */
export const FAILED_SUBSCRIPTION_STATUSES = [settlement_error, out_of_stock, other_error] as const

/**
 * Statuses of a running subscription (続いている定期便). Its deliveries continue, or will continue once a failure is solved.
 */
export const RUNNING_SUBSCRIPTION_STATUSES = [normal, ...FAILED_SUBSCRIPTION_STATUSES] as const

/** Whether the next delivery could not be arranged, and the failure is still to be solved. */
export const isFailedSubscription = (status: number): boolean =>
  FAILED_SUBSCRIPTION_STATUSES.some((one) => one === status)
/** Whether the subscription continues: its deliveries come, or will once a failure is solved. */
export const isRunningSubscription = (status: number): boolean =>
  RUNNING_SUBSCRIPTION_STATUSES.some((one) => one === status)

export type SubscriptionStatusId = (typeof SUBSCRIPTION_STATUS)[keyof typeof SUBSCRIPTION_STATUS]

/** The names that customers read. */
export const SUBSCRIPTION_STATUS_NAME: Readonly<Record<SubscriptionStatusId, string>> = {
  1: '継続中',
  2: 'お支払いエラー',
  3: '在庫切れ',
  4: '確認中',
  5: '休止中',
  6: '解約済み',
}
