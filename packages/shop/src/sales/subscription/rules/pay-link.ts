import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { PAY_LINK_DAYS } from '@kushi/values/limits'
import { COUNTED_ORDER_STATUSES, type OrderStatus } from '@kushi/values/order-status'
import { isPrepaidMethod, paymentMethod } from '@kushi/values/payment-method'
import { fallbackPaymentOf } from '@kushi/values/second-way'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { failureActionOf } from './failure.ts'

type Ways = Parameters<typeof fallbackPaymentOf>[0]

interface Refused {
  row: Ways
  yearly_total: number | null
}

/**
 * Whether the mail about a refused payment has a link that pays this delivery: not while another way of the contract stands
 * in (`is_final`: no repetition leads to it any more). What is paid for a year has nothing to pay.
 */
export const mayPayByLink = ({ row, yearly_total }: Refused, is_final: boolean): boolean =>
  yearly_total === null && (is_final || fallbackPaymentOf(row) === null)

/** The last day on which a link is valid. */
export const payLinkUntil = (tried_on: CalendarDate): CalendarDate => addDays(tried_on, PAY_LINK_DAYS)

/**
 * Whether a mail's link can pay by a method. Amazon Pay can't, because its button begins elsewhere; Paidy can't,
 * because its approval names a placed order; 前払い can't, because the delivery would have to wait.
 */
export function isPayableByLink(payment_method_id: number | null): boolean {
  const { has_button, sheet } = paymentMethod(payment_method_id)
  return !has_button && sheet !== 'paidy' && !isPrepaidMethod(payment_method_id)
}

interface Attempt {
  attempt: number
  failure: string | null
  tried_on: CalendarDate
  restarted: boolean
}

interface Standing {
  row: { cycle: number; summary_status: number }
  /** The order of the link's cycle; null: none is written. */
  order: { status: OrderStatus } | null
  attempts: readonly Attempt[]
  /** A payment by the link is at its provider's page. */
  is_redirected: boolean
}

const isTaken = (status: OrderStatus) => (COUNTED_ORDER_STATUSES as readonly OrderStatus[]).includes(status)

/** The state of a link that was sent for the refused `attempt`. */
export function payLinkState(
  { row, order, attempts, is_redirected }: Standing,
  link: { cycle: number; attempt: number },
  today: CalendarDate,
): 'open' | 'in_progress' | 'paid' | 'over' | 'expired' {
  if (order && isTaken(order.status)) return 'paid'
  if (row.cycle !== link.cycle) return 'over'
  if (order?.status === 'payment_pending' && !is_redirected) return 'in_progress'
  const refused = attempts.find((one) => one.attempt === link.attempt)
  const isFailed =
    row.summary_status === SUBSCRIPTION_STATUS.settlement_error &&
    refused?.failure != null &&
    failureActionOf(refused.failure) === 'fail_payment'
  // The member or the shop acted on it since: skipped it, moved it, or paid it otherwise.
  const isActedOn = attempts.some((one) => one.attempt >= link.attempt && one.restarted)
  if (!isFailed || isActedOn) return 'over'
  return today > payLinkUntil(refused.tried_on) ? 'expired' : 'open'
}

/** Why the delivery can't be paid by it, for whoever has the link; nothing of the contract is told. */
export const PAY_LINK_OVER = {
  in_progress: 'お支払いをお手続きしています。少し待って、もう一度お確かめください。二重に請求されることはありません。',
  paid: 'ありがとうございます。このお届け分を重ねて請求することはありません。',
  over: 'このお届けのご予定が変わりました。いまの内容は、マイページでご確認いただけます。',
  expired: 'このお届けのお支払いは、マイページでお手続きいただけます。',
} as const
