import type { PaymentState } from '@kushi/values/payment-method'
import type { PaymentRefusal, ProviderPaymentRecord } from '../../../ports/payment-port.ts'

/** The next step for an attempt whose response may have been lost, by the provider's record of it. */
export type PaymentRecoveryAction = 'settle' | 'hold' | 'await' | 'finish' | 'give_up'

/**
 * Decides the next step of an attempt by the provider's record. Money is requested only if the browser has returned.
 * Otherwise, or if nothing was begun, the order is given up.
 */
export function paymentRecoveryAction(
  state: PaymentState,
  trade: Pick<ProviderPaymentRecord, 'state'> | null,
): PaymentRecoveryAction {
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

/** The reason why a given-up attempt failed: 前払い expired, the review refused it, or it was abandoned. */
export function refusalAfterLookup(
  state: PaymentState,
  trade: Pick<ProviderPaymentRecord, 'state'> | null,
): PaymentRefusal {
  if (state === 'awaiting') return 'expired'
  return state === 'held' && trade ? 'examination' : 'abandoned'
}
