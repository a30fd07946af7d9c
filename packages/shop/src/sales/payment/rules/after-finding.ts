import type { PaymentState } from '@kushi/values/payment-method'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'
import type { PaymentRefusal, ProviderPaymentRecord } from '../../../ports/payment-port.ts'

/** The next step for an attempt whose response may have been lost, decided by the provider's record. */
export type PaymentRecoveryAction = 'settle' | 'hold' | 'await' | 'finish' | 'give_up'

/** The sum of the transfers, in yen. */
export const transferredAmount = (trade: Pick<ProviderPaymentRecord, 'transfers'> | null): Yen =>
  sum((trade?.transfers ?? []).map(({ amount }) => amount))

/**
 * Returns the columns of a payment that a provider's record fills: the reference, the transfers, the end of the
 * reservation, and whether the money was taken with the charge.
 */
export const moneyColumnsOfRecord = ({
  reference,
  transfers,
  capture_until,
  captured_on_charge,
}: Pick<ProviderPaymentRecord, 'reference' | 'transfers' | 'capture_until' | 'captured_on_charge'>) => ({
  reference,
  ...(transfers && { transfers }),
  ...(capture_until && { capture_until }),
  ...(captured_on_charge && { captured_on_charge }),
})

/**
 * Decides the next step of an attempt by the provider's record. Money is requested only if the browser has returned.
 * Otherwise, or if nothing was begun, the order is given up. For transfers their sum decides: a partly paid order is
 * never given up automatically.
 */
export function paymentRecoveryAction(
  state: PaymentState,
  trade: Pick<ProviderPaymentRecord, 'state' | 'amount' | 'transfers'> | null,
): PaymentRecoveryAction {
  const transferred = transferredAmount(trade)
  if (trade && transferred > 0) return transferred >= trade.amount ? 'settle' : 'await'
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
