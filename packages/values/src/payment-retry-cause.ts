/** What caused a new payment attempt after a refused one. */
export const PAYMENT_RETRY_CAUSE_NAME = {
  /** The same payment method again, by the plan. */
  retry: '再試行',
  /** お支払いできないときに使う方法. */
  second_way: '別の方法',
  /** The holder of the mail's link paid this delivery only. */
  link: '支払いのリンク',
  /** The member or the shop corrected the payment. */
  act: 'お手続き',
} as const
export type PaymentRetryCause = keyof typeof PAYMENT_RETRY_CAUSE_NAME
