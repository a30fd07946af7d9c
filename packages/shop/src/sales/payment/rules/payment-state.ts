import { isCash, type PaymentState } from '@kushi/values/payment-method'

/**
 * Allowed transitions. A transition to the same state changes only the amount. Only 代金引換 goes from captured back to
 * authorised: its parcel came back unpaid.
 */
export const transitions: Record<PaymentState, readonly PaymentState[]> = {
  intent: ['redirected', 'held', 'authorised', 'failed', 'void_pending'],
  redirected: ['returned', 'held', 'authorised', 'failed', 'void_pending'],
  returned: ['redirected', 'held', 'authorised', 'failed', 'void_pending'],
  held: ['authorised', 'failed', 'void_pending'],
  authorised: ['authorised', 'captured', 'void_pending', 'voided'],
  failed: ['void_pending'],
  void_pending: ['voided'],
  voided: [],
  captured: ['captured', 'refunded', 'authorised'],
  refunded: [],
}

/** What takes a step. */
interface Standing {
  state: PaymentState
  payment_method_id: number | null
}

/** The event of a step, by which the history names it; null: the step is not allowed. */
export function stepOf({ state, payment_method_id }: Standing, to: PaymentState): string | null {
  if (!transitions[state].includes(to)) return null
  if (state !== 'captured' || to !== 'authorised') return to
  return isCash(payment_method_id) ? 'uncollected' : null
}

/** Undecided states. */
export const openStates = ['intent', 'redirected', 'returned', 'held'] as const satisfies PaymentState[]
export const isOpen = (state: string): boolean => (openStates as readonly string[]).includes(state)

/** An authorisation that arrives when its order no longer waits must be voided, unless it was already counted. */
export const isLate = (state: string): boolean => isOpen(state) || state === 'failed'
