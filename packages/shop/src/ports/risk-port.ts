/**
 * The data that the risk service gets about an order before it is placed. Without card, birthday, history and the text
 * for the recipient.
 */
export interface RiskCheckRequest {
  /** The key is the same for a repeated request, and says nothing about the order. */
  key: string
  asked_at: Date
  /** Yen, tax included. */
  amount: number
  payment: 'card' | 'wallet' | 'invoice' | 'cash' | 'prepaid'
  is_subscription: boolean
  pieces: number
  /** The account's. */
  email: string
  /** Whom it goes to. */
  recipient: {
    name: string
    kana: string
    phone_number: string
    /** Seven digits. */
    postal_code: string
    /** One line, from the prefecture on. */
    address: string
  }
}

/** The verdict of the risk service on an order. */
export interface RiskAnswer {
  verdict: 'accept' | 'review' | 'refuse'
  /** For operators, in the service's words; at most 5 of 60 characters. */
  reasons: string[]
}

/** 不正注文の審査: asks an outside service about an order. */
export interface RiskPort {
  /** The same key has the same answer. @throws when there is none within 3 seconds */
  assess(order: RiskCheckRequest): Promise<RiskAnswer>
  /** Asks for nothing but whether the account works. @throws if it does not */
  check(): Promise<void>
}
