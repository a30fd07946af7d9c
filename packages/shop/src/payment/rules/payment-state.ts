import type { PaymentState } from '@kushi/values/payment-method'

/**
 * Allowed transitions. A transition to the same state changes only the amount. Besides, captured cash is authorised again
 * if its parcel came back unpaid (`uncollectCash`).
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
  captured: ['captured', 'refunded'],
  refunded: [],
}

export const canPass = (from: PaymentState, to: PaymentState): boolean => transitions[from].includes(to)

/** Undecided states. */
export const openStates = ['intent', 'redirected', 'returned', 'held'] as const satisfies PaymentState[]
export const isOpen = (state: string): boolean => (openStates as readonly string[]).includes(state)

/** An authorisation that arrives when its order no longer waits must be voided, unless it was already counted. */
export const isLate = (state: string): boolean => isOpen(state) || state === 'failed'
