import type { PaymentState } from '@kushi/values/payment-method'
import type { PaymentRefusal, PaymentTrade } from '../../../ports/payment-port.ts'

/** What the provider's record means for an attempt whose response may have been lost. */
export type AfterFinding = 'settle' | 'hold' | 'await' | 'finish' | 'give_up'

/**
 * Money is requested only if the browser has returned. If it did not return, or nothing was begun, the order is given
 * up.
 */
export function afterFinding(state: PaymentState, trade: Pick<PaymentTrade, 'state'> | null): AfterFinding {
  switch (trade?.state) {
    case 'authorised':
    case 'captured':
      return 'settle'
    case 'held':
      return 'hold'
    case 'awaiting':
      return 'await'
    case 'waiting':
      return state === 'returned' ? 'finish' : 'give_up'
    default:
      return 'give_up'
  }
}

/**
 * 前払い that is no longer waited for was not paid in time. An attempt that was under review and is neither authorised nor
 * still under review was refused by the review.
 */
export function refusalAfter(state: PaymentState, trade: Pick<PaymentTrade, 'state'> | null): PaymentRefusal {
  if (state === 'awaiting') return 'expired'
  return state === 'held' && trade ? 'examination' : 'abandoned'
}
