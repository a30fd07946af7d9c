import type { PaymentState } from '@kushi/values/payment-method'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'
import type { PaymentRefusal, ProviderPaymentRecord } from '../../../ports/payment-port.ts'

/** The next step for an attempt whose response may have been lost, by the provider's record of it. */
export type PaymentRecoveryAction = 'settle' | 'hold' | 'await' | 'finish' | 'give_up'

/** What transfers brought in all, yen. */
export const transferredAmount = (trade: Pick<ProviderPaymentRecord, 'transfers'> | null): Yen =>
  sum((trade?.transfers ?? []).map(({ amount }) => amount))

/** What a record says of the money: where it is, the transfers that brought it, until when it is reserved, or that it is taken. */
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
 * Otherwise, or if nothing was begun, the order is given up. Of transfers their sum decides: an order of which a part is paid
 * is never given up by itself.
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
