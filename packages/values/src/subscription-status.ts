/** State of a subscription (定期便の状態), `summary_status`. */
export const SUBSCRIPTION_STATUS = {
  normal: 1,
  settlement_error: 2,
  out_of_stock: 3,
  other_error: 4,
  pause: 5,
  cancel: 6,
} as const

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
