/** 決済状態 of one attempt. */
export type PaymentState =
  /** Written down; the provider may or may not have heard of it. */
  | 'intent'
  /** EntryTran answered; ExecTran may be under way. */
  | 'entered'
  /** The browser is at the card company (3-D Secure). */
  | 'redirected'
  | 'authorised'
  | 'failed'
  /** Authorised after its order was given up: to be voided. */
  | 'void_pending'
  | 'voided'
  | 'captured'
  | 'refunded'

const transitions: Record<PaymentState, readonly PaymentState[]> = {
  intent: ['entered', 'authorised', 'failed'],
  entered: ['redirected', 'authorised', 'failed'],
  redirected: ['authorised', 'failed'],
  authorised: ['captured', 'voided'],
  failed: ['void_pending'],
  void_pending: ['voided'],
  voided: [],
  captured: ['refunded'],
  refunded: [],
}

export const canPass = (from: PaymentState, to: PaymentState): boolean => transitions[from].includes(to)

/** Nothing is decided yet. */
export const openStates = ['intent', 'entered', 'redirected'] as const satisfies PaymentState[]
export const isOpen = (state: string): boolean => (openStates as readonly string[]).includes(state)
