/** 決済状態 of one attempt. */
export type PaymentState =
  /** Written down; the provider may or may not have heard of it. */
  | 'intent'
  /** EntryTran answered; ExecTran may be under way. */
  | 'entered'
  /** The browser is at the card company (3-D Secure). No money moves before it is back. */
  | 'redirected'
  /** It is back; the money may have been asked for (SecureTran2). */
  | 'returned'
  | 'authorised'
  | 'failed'
  /** Authorised after its order was given up: to be voided. */
  | 'void_pending'
  | 'voided'
  | 'captured'
  | 'refunded'

const transitions: Record<PaymentState, readonly PaymentState[]> = {
  intent: ['entered', 'authorised', 'failed', 'void_pending'],
  entered: ['redirected', 'authorised', 'failed', 'void_pending'],
  redirected: ['returned', 'authorised', 'failed', 'void_pending'],
  returned: ['authorised', 'failed', 'void_pending'],
  authorised: ['captured', 'void_pending', 'voided'],
  failed: ['void_pending'],
  void_pending: ['voided'],
  voided: [],
  captured: ['refunded'],
  refunded: [],
}

export const canPass = (from: PaymentState, to: PaymentState): boolean => transitions[from].includes(to)

/** Nothing is decided yet. */
const openStates: readonly string[] = ['intent', 'entered', 'redirected', 'returned'] satisfies PaymentState[]
export const isOpen = (state: string): boolean => openStates.includes(state)

/** An approval that comes when its order does not wait for it any more is to be voided; one that was counted is not. */
export const isLate = (state: string): boolean => isOpen(state) || state === 'failed'
