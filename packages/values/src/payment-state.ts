/** 決済の状態 of one attempt, the names for operators. */
export const PAYMENT_STATE_NAME = {
  intent: '手続き中',
  redirected: 'お客様が手続き中',
  returned: '結果を確認中',
  held: '審査中',
  authorised: '仮売上',
  captured: '売上確定',
  refunded: '返金済み',
  failed: 'エラー',
  void_pending: '取消待ち',
  voided: '取消済み',
} as const
export type PaymentStateName = keyof typeof PAYMENT_STATE_NAME

/** Cash stays authorised until the carrier has collected it. */
export const paymentStateName = (state: PaymentStateName, payment_method_id: number | null): string =>
  state === 'authorised' && payment_method_id === null ? 'お届け時にお支払い' : PAYMENT_STATE_NAME[state]
