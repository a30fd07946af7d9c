/** What made a try to be paid follow one that was refused. */
export const RESUMED_BY_NAME = {
  /** The same way again, by the plan. */
  retry: '再試行',
  /** お支払いできないときに使う方法. */
  second_way: '別の方法',
  /** Who has the mail's link paid this delivery only. */
  link: '支払いのリンク',
  /** The member or the shop corrected the payment. */
  act: 'お手続き',
} as const
export type ResumedBy = keyof typeof RESUMED_BY_NAME
