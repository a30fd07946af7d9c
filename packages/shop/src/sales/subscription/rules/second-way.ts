import type { ResumedBy } from '@kushi/values/resumed-by'
import type { SecondWay } from '@kushi/values/second-way'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { LoadedSubscription, SubscriptionRow } from '../internal/load-subscription.ts'
import { actionOf } from './failure.ts'

type Ways = Pick<SubscriptionRow, 'payment_method_id' | 'card_seq' | 'second_way'>

/**
 * What stands in when the present way to pay is refused; null: none was named, or it is the present one. So a contract
 * that went to it has none left, and has it again once its member pays by another way.
 */
export const secondWayOf = (row: Ways): SecondWay | null =>
  row.second_way && isSameWay(row.second_way, row) ? null : row.second_way

/** Why none can be named now; null: one can. */
export function secondWayProblem({
  row,
  yearly_total,
  dunning,
}: Pick<LoadedSubscription, 'row' | 'yearly_total' | 'dunning'>): string | null {
  if (yearly_total !== null) return '年払いのお届けは、お支払いが済んでいます。'
  // No further try would lead to it.
  const isOver = row.summary_status === SUBSCRIPTION_STATUS.settlement_error && !dunning?.retry_on
  return isOver ? 'お支払いのお手続きが終わっているため、「お支払い方法を変更」からお手続きください。' : null
}

type Way = Pick<SubscriptionRow, 'payment_method_id' | 'card_seq'>
const isSameWay = (one: Way, other: Way) =>
  one.payment_method_id === other.payment_method_id && one.card_seq === other.card_seq

interface Attempt extends Way {
  failure: string | null
  restarted: boolean
}

/** What makes a try follow the `last` one of its delivery; null: no payment was refused before. */
export function resumedBy(row: Ways, last: Attempt | undefined): ResumedBy | null {
  if (last?.failure == null || actionOf(last.failure) !== 'fail_payment') return null
  if (!last.restarted && isSameWay(last, row)) return 'retry'
  return !last.restarted && row.second_way && isSameWay(row.second_way, row) ? 'second_way' : 'act'
}

/** What becomes of a contract that goes to it: its fees are those that were said. */
export function withSecondWay<R extends Pick<SubscriptionRow, 'agreed_terms'>>({ agreed_terms }: R, way: SecondWay) {
  const { payment_method_id, card_seq, payment_fees } = way
  return {
    payment_method_id,
    card_seq,
    agreed_terms: agreed_terms && { ...agreed_terms, payment_method_id, payment_fees },
  }
}
