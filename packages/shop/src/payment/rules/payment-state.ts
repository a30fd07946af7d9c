/** 決済状態 of one attempt, the same for every method. */
export type PaymentState =
  /** Written down; the provider may or may not have heard of it. */
  | 'intent'
  /** The browser is at the provider. No money moves before it is back. */
  | 'redirected'
  /** It is back; the money may have been asked for. */
  | 'returned'
  /** 審査中: a person at the provider looks at it. */
  | 'held'
  | 'authorised'
  | 'failed'
  /** Authorised after its order was given up: to be voided. */
  | 'void_pending'
  | 'voided'
  /** Taken; `refunded_amount` of it may have been given back. */
  | 'captured'
  /** All of it was given back. */
  | 'refunded'

/** What may follow what. To itself: only the amount changes. */
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

/** Nothing is decided yet. */
export const openStates = ['intent', 'redirected', 'returned', 'held'] as const satisfies PaymentState[]
export const isOpen = (state: string): boolean => (openStates as readonly string[]).includes(state)

/** An approval that comes when its order does not wait for it any more is to be voided; one that was counted is not. */
export const isLate = (state: string): boolean => isOpen(state) || state === 'failed'
