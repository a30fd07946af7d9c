import { isCashOnDelivery, isPrepaidMethod, type PaymentState, paymentMethod } from '@kushi/values/payment-method'

/**
 * Allowed transitions. A transition to the same state changes only the amount. Only 代金引換 goes from captured back to
 * authorised, when its parcel came back unpaid. Only a provider that decides refunds later makes refunded captured
 * again, when it declined the refund. Two payments are captured without having been authorised: 前払い, even after its
 * order was given up, and a charge to a linked account.
 */
export const paymentTransitions: Record<PaymentState, readonly PaymentState[]> = {
  intent: ['redirected', 'held', 'awaiting', 'captured', 'authorised', 'failed', 'void_pending'],
  redirected: ['returned', 'held', 'authorised', 'captured', 'failed', 'void_pending'],
  returned: ['redirected', 'held', 'authorised', 'captured', 'failed', 'void_pending'],
  held: ['authorised', 'failed', 'void_pending'],
  awaiting: ['captured', 'failed', 'void_pending'],
  authorised: ['authorised', 'captured', 'void_pending', 'voided'],
  failed: ['void_pending', 'captured'],
  void_pending: ['voided', 'captured'],
  voided: ['captured'],
  captured: ['captured', 'refunded', 'authorised'],
  refunded: ['captured'],
}

/** The facts about a payment that decide its next step. */
interface PaymentFacts {
  state: PaymentState
  payment_method_id: number | null
}

/** The event that the payment's history records for a step; null: the step is not allowed. */
export function paymentEventOf({ state, payment_method_id }: PaymentFacts, to: PaymentState): string | null {
  if (!paymentTransitions[state].includes(to)) return null
  if (to === 'awaiting' && !isPrepaidMethod(payment_method_id)) return null
  if (to === 'captured' && (isPaymentGivenUp(state) || isPaymentOpen(state))) {
    if (isPaymentGivenUp(state)) return isPrepaidMethod(payment_method_id) ? 'paid_late' : null
    const isOnCharge = paymentMethod(payment_method_id).links_account && state !== 'awaiting' && state !== 'held'
    const isPaid = isPrepaidMethod(payment_method_id) && state !== 'redirected' && state !== 'returned'
    return isOnCharge || isPaid ? 'captured' : null
  }
  if (state === 'refunded') return paymentMethod(payment_method_id).refunds_later ? 'refund_declined' : null
  if (state !== 'captured' || to !== 'authorised') return to
  return isCashOnDelivery(payment_method_id) ? 'uncollected' : null
}

/** Whether the order no longer waits for a payment in this state. */
export const isPaymentGivenUp = (state: PaymentState): boolean => ['failed', 'void_pending', 'voided'].includes(state)

/** Undecided states. */
export const pendingPaymentStates = [
  'intent',
  'redirected',
  'returned',
  'held',
  'awaiting',
] as const satisfies PaymentState[]
/** Whether the payment is undecided. */
export const isPaymentOpen = (state: string): boolean => (pendingPaymentStates as readonly string[]).includes(state)

/**
 * Whether an authorisation that arrives after its order stopped waiting has to be voided. It has not if it was already
 * counted.
 */
export const mustVoidLateAuthorisation = (state: PaymentState): boolean => isPaymentOpen(state) || state === 'failed'

/**
 * Whether money that the provider reports is not recorded yet. A 前払い may also arrive after its payment was given up;
 * then it is owed to the customer.
 */
export const isUnrecordedMoney = ({ state, payment_method_id }: PaymentFacts): boolean =>
  mustVoidLateAuthorisation(state) || (isPrepaidMethod(payment_method_id) && isPaymentGivenUp(state))
