import type { PaymentRetryCause } from '@kushi/values/payment-retry-cause'
import { type FallbackPaymentMethod, isSamePaymentWay, type PaymentWay } from '@kushi/values/second-way'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { LoadedSubscription, SubscriptionRow } from '../internal/load-subscription.ts'
import { failureActionOf } from './failure.ts'

type Ways = Pick<SubscriptionRow, 'payment_method_id' | 'card_seq' | 'second_way'>

/** Why the member can't set a fallback payment method now, as text; null: it is possible. */
export function fallbackPaymentProblem({
  row,
  yearly_total,
  dunning,
}: Pick<LoadedSubscription, 'yearly_total' | 'dunning'> & {
  row: Pick<SubscriptionRow, 'summary_status'>
}): string | null {
  if (yearly_total !== null) return '年払いのお届けは、お支払いが済んでいます。'
  // No further try would lead to it.
  const isOver = row.summary_status === SUBSCRIPTION_STATUS.settlement_error && !dunning?.retry_on
  return isOver ? 'お支払いのお手続きが終わっているため、「お支払い方法を変更」からお手続きください。' : null
}

interface Attempt extends PaymentWay {
  failure: string | null
  restarted: boolean
}

/**
 * The cause of a new payment attempt after the `last` one of the same delivery: the retry plan, the fallback method,
 * or an action. null: no payment was refused before.
 */
export function retryCause(row: Ways, last: Attempt | undefined): PaymentRetryCause | null {
  if (last?.failure == null || failureActionOf(last.failure) !== 'fail_payment') return null
  if (!last.restarted && isSamePaymentWay(last, row)) return 'retry'
  return !last.restarted && row.second_way && isSamePaymentWay(row.second_way, row) ? 'second_way' : 'act'
}

/** The columns of a contract that switches to its fallback payment method, at the fees that the member was told. */
export function withFallbackPayment<R extends Pick<SubscriptionRow, 'agreed_terms'>>(
  { agreed_terms }: R,
  way: FallbackPaymentMethod,
) {
  const { payment_method_id, card_seq, payment_fees } = way
  return {
    payment_method_id,
    card_seq,
    agreed_terms: agreed_terms && {
      ...agreed_terms,
      ...{ payment_method_id, payment_fees },
      ...(agreed_terms.next && { next: { ...agreed_terms.next, terms: { ...agreed_terms.next.terms, payment_fees } } }),
    },
  }
}
