import type { Yen } from './yen.ts'

/** Dates of a subscription's next two deliveries, in days. */
export const SUBSCRIPTION_DATE_LIMIT = {
  /** The next-next delivery is at least this long after the next one … */
  min_gap_days: 10,
  /** … and the two lie within this. */
  max_gap_days: 180,
  /** How far ahead of today the next delivery may be, and the next-next one of the next. */
  max_ahead_days: 100,
} as const

/** Days before its date on which a delivery is arranged (発送手配); from then on it can't be changed. */
export const ARRANGED_BEFORE_DAYS = 10

/** Delivery dates to choose from: how many days, and how many days from today the first is. */
export const SELECTABLE_DELIVERY_DAYS = { count: 58, first_after: 5 } as const

/** Most that may be open at the deferred-payment provider, all orders together. */
export const DEFERRED_LIMIT: Yen = 165_000

/** Most that NP takes. */
export const NP_LIMIT: Yen = 200_000

/** Characters that a deferred bill has room for: 姓 and 名 with the space between, and 都道府県 to 建物名. */
export const DEFERRED_NAME_LIMIT = 21
export const DEFERRED_ADDRESS_LIMIT = 55

/** Days in which a bill of another company (後払い) is due. */
export const INVOICE_DUE_DAYS = 14

/** Highest number that the cart's badge shows. */
export const MAX_CART_BADGE = 99

/** Highest limit that a SKU can set on the quantity bought at once. */
export const MAX_SALE_LIMIT = 99

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5000

/** How long a page's code may take to load before that counts as failed, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000
