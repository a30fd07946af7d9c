import type { Yen } from './yen.ts'

/** Limits of a subscription's next two delivery dates, in days. */
export const SUBSCRIPTION_DATE_LIMIT = {
  /** Minimum days between the next delivery and the next-next one … */
  min_gap_days: 10,
  /** … and the maximum between them. */
  max_gap_days: 180,
  /** Maximum days from today to the next delivery, and from that to the next-next one. */
  max_ahead_days: 100,
} as const

/**
 * Days within which a prepaid order (前払い) must be paid; the day of the order is not counted. A shop can set 1 to 14.
 */
export const PREPAYMENT_DAYS_RANGE = { from: 1, to: 14, default: 3 } as const

/** 変更締切: how many days before a delivery a shop may set the last day on which it can be changed. */
export const CHANGE_DEADLINE_DAYS_RANGE = { from: 5, to: 14, default: 10 } as const

/** Days after which an unused login expires, and after which one must log in again however often it was used. */
export const SESSION_DAYS = { unused: 30, longest: 90 } as const

/** Days for which a device keeps the code of the advert that was clicked; the privacy page says so. */
export const AD_CODE_DAYS = 90

/** 再決済日: days after the first failure of a charge on which it is retried. */
export const PAYMENT_RETRY_DAYS = [1, 3, 5] as const

/** Days after a refused payment for which the link in its mail pays that delivery. */
export const PAY_LINK_DAYS = 14

/** Delivery dates to choose from: how many days, and how many days after today the first is. */
export const SELECTABLE_DELIVERY_DAYS = { count: 58, first_after: 5 } as const

/** Yen. Maximum open amount at the deferred-payment provider over all orders. */
export const MAX_DEFERRED_OPEN_YEN: Yen = 165_000

/** Yen. Maximum that NP accepts. */
export const MAX_NP_YEN: Yen = 200_000

/** Maximum characters on a deferred bill: 姓 and 名 with the space between, and 都道府県 to 建物名. */
export const MAX_DEFERRED_NAME_LENGTH = 21
export const MAX_DEFERRED_ADDRESS_LENGTH = 55

/** Days until an invoice by another company (後払い) is due. */
export const INVOICE_DUE_DAYS = 14

/** Days before the end of an authorisation (仮売上) from which on operators are shown its order. */
export const LAPSE_WARNING_DAYS = 7

/** 写真 with an inquiry: how many at most, and their megabytes together, as they are sent. */
export const INQUIRY_PHOTOGRAPH_LIMITS = { most: 3, most_mb: 10 } as const

/** Days of the longest period that a report shows. */
export const MAX_REPORT_DAYS = 1_830

/** Days for which a network from which an operator signed in counts as their own. */
export const KNOWN_NETWORK_DAYS = 90

/** Seconds by which the clock of a browser may differ. */
export const MAX_CLOCK_SKEW_SECONDS = 300

/** Maximum number on the cart's badge. */
export const MAX_CART_BADGE = 99

/** Maximum that a SKU can set as its limit of pieces per purchase. */
export const MAX_SALE_LIMIT = 99

/** How long a toast is shown, in milliseconds. */
export const TOAST_MS = 5000

/** Milliseconds after which loading a page's code counts as failed. */
export const SCREEN_CODE_TIMEOUT_MS = 120_000

/** Highest amount in yen that a setting or a promotion has. */
export const MAX_YEN: Yen = 9_999_999
