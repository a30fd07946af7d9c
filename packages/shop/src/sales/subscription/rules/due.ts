import type { CalendarDate } from '@kushi/values/calendar-date'
import type { OrderStatus } from '@kushi/values/order-status'
import { isCardPayment } from '@kushi/values/payment-method'
import { isFailedSubscription, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { arrangementDate } from '../../../catalogue/delivery/rules/arrangement.ts'
import type { ArrangeableSubscription, ShopLeadTimes } from '../../../catalogue/delivery/rules/lead.ts'
import type { Dunning } from './dunning.ts'
import { arrangementTermsOfSubscription } from './terms.ts'

interface Row extends ArrangeableSubscription {
  summary_status: number
  next_delivery_date: CalendarDate
  cycle: number
  final_cycle: number | null
  payment_method_id: number | null
  card_seq: number | null
}

export interface DueDelivery {
  row: Row
  /** The order of this cycle; null: not written yet. */
  order: { status: OrderStatus } | null
  dunning: Dunning | null
  leads: ShopLeadTimes
  /** 年払い: the last delivery that is paid for by money that is here; null: none. */
  received_until: number | null
}

/** Whether the run of `today` has to arrange the next delivery. This is the only place that decides it. */
export function isArrangementDue(
  { row, order, dunning, leads, received_until }: DueDelivery,
  today: CalendarDate,
): boolean {
  const { normal, settlement_error, cancel } = SUBSCRIPTION_STATUS
  if (order !== null && order.status !== 'payment_error') return false
  const isPlanned = arrangementDate(row.next_delivery_date, arrangementTermsOfSubscription({ row, leads })) <= today
  const isReceived = dunning?.failure === 'unpaid' && (received_until ?? 0) >= row.cycle
  const isRetry = isReceived || (dunning?.retry_on != null && dunning.retry_on <= today)
  if (row.summary_status === normal) return isPlanned
  if (row.summary_status === cancel) return isPrepaidDelivery(row) && (dunning === null ? isPlanned : isRetry)
  if (!isFailedSubscription(row.summary_status)) return false
  return isRetry || (row.summary_status === settlement_error && isPlanned && hasNewCard(row, dunning))
}

/** 年払い that was cancelled: this cycle is still to be delivered. */
export const isPrepaidDelivery = ({ cycle, final_cycle }: Pick<Row, 'cycle' | 'final_cycle'>): boolean =>
  final_cycle !== null && cycle <= final_cycle

/** The card was replaced after it was refused, so there is no need to wait for the next retry. */
const hasNewCard = (row: Row, dunning: Dunning | null) =>
  isCardPayment(row.payment_method_id) &&
  row.card_seq !== null &&
  dunning !== null &&
  dunning.card_seq !== null &&
  row.card_seq !== dunning.card_seq
