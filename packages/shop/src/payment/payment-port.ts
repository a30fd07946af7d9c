/** Why a card was refused, in the terms of what the customer can do about it. */
export type CardRefusal =
  /** Typed wrong, expired, security code: enter it again. */
  | 'reenter'
  /** Limit or balance. */
  | 'limit'
  /** This card will not work: take another. */
  | 'unusable'
  /** 3-D Secure failed or was cancelled. */
  | 'authentication'
  /** The vault holds as many cards of this member as it can. */
  | 'too_many'

/** Why an attempt to pay was refused, in the terms of what the customer can do about it. */
export type PaymentRefusal =
  | CardRefusal
  /** The examination of a deferred invoice said no (与信NG). */
  | 'examination'
  /** The provider wants the customer to repair the payment in their account there. */
  | 'repair_at_provider'
  /** A later delivery has no card to be charged. */
  | 'no_card'
  /** The customer closed the agreement at the provider: a new one is needed. */
  | 'agreement_closed'
  /** What was begun there is over (24 hours); begin anew. */
  | 'session_expired'
  /** Nobody finished it, and it can't be gone on with; begin anew. */
  | 'abandoned'
  /** The customer went back at the provider. */
  | 'cancelled'
  /** Address or phone that the provider can't use: mend it, or pay another way. */
  | 'address'

/** The provider answered: no. `info` is its own code, for our records. */
export class PaymentRefused extends Error {
  readonly refusal: PaymentRefusal
  readonly info: string
  constructor(refusal: PaymentRefusal, info: string) {
    super(`payment refused: ${info}`)
    this.refusal = refusal
    this.info = info
  }
}

/** No usable answer: dead line, timeout, a fault there or of our own making. What happened there is unknown: `find` it. */
export class PaymentUnavailable extends Error {
  readonly info: string
  constructor(info: string, cause?: unknown) {
    super(`payment provider unavailable: ${info}`, { cause })
    this.info = info
  }
}

/**
 * Keys by which the provider knows an attempt (AccessID, chargeId, np_transaction_id …). Only its adapter reads them, but for
 * one: `charge_permission_id`, which the first order of a subscription leaves for the later ones.
 */
export type PaymentReference = Readonly<Record<string, string>>

/** One attempt to pay one order. `provider_order_id` is ours, unique for ever, and the key of everything that is asked. */
export interface PaymentAttempt {
  provider_order_id: string
  /** Yen, tax included, at least 1. */
  amount: number
  reference: PaymentReference
}

/** 支払い元: what the money comes from. */
export type PaymentSource =
  | { kind: 'card_token'; token: string }
  | { kind: 'saved_card'; gmo_id: string; card_seq: number }
  /** Amazon Pay, with the customer there: the checkout session of this purchase. */
  | { kind: 'amazon_session'; checkout_session_id: string }
  /** Amazon Pay, later deliveries: the charge permission that the first one left. */
  | { kind: 'amazon_permission'; charge_permission_id: string }
  /** 後払い: an invoice to the address of the order. */
  | { kind: 'invoice' }
  /** 代金引換. */
  | { kind: 'cash' }

/** A line of a bill. `variant`: of what kind the goods are, which stays where the name is too long. */
export interface BillLine {
  name: string
  variant?: string
  price: number
  quantity: number
}

/** The person and place that a provider examines, and the lines that add up to the amount. */
export interface PaymentOrder {
  /** 注文日 in Japan, YYYY-MM-DD. */
  ordered_on: string
  buyer: PaymentParty & { email: string }
  recipient: PaymentParty
  /** Goods, fees and discounts (negative); the sum of price × quantity is the amount. */
  lines: BillLine[]
  is_subscription: boolean
}
export interface PaymentParty {
  name01: string
  name02: string
  kana01: string
  kana02: string
  company_name: string | null
  postal_code01: string
  postal_code02: string
  /** 都道府県 to 建物名, in one line. */
  address: string
  phone_number: string
}

export type Authorisation =
  | { kind: 'authorised'; reference: PaymentReference }
  /** The browser goes there and comes back with `return_key`. No money moves before `finish`. */
  | { kind: 'redirect'; redirect_url: string; return_key: string; reference: PaymentReference }
  /** 保留: a person at the provider looks at it. `find` says how it went; `reasons` are the provider's codes. */
  | { kind: 'held'; reasons: string[]; reference: PaymentReference }

/** What the provider's own record says of one of our numbers. */
export interface PaymentTrade {
  state: /** Known there, nothing asked for: `authorise` goes on. */
    | 'begun'
    /** The customer is (or was) there; nothing moves before `finish`. */
    | 'waiting'
    | 'held'
    | 'authorised'
    | 'captured'
    | 'voided'
    /** Given back in part or in whole; see `refunded_amount`. */
    | 'refunded'
    | 'refused'
  amount: number
  refunded_amount: number
  reference: PaymentReference
}

export interface Parcel {
  carrier: string
  tracking_no: string
}

/**
 * 決済: one provider, whatever the method. Amounts in yen. Every call throws PaymentRefused or PaymentUnavailable, and may be
 * repeated after any crash: what was done before is found and answered, never done twice.
 */
export interface PaymentPort {
  /**
   * Asks for the money of an attempt; one that was begun before goes on where it was.
   * `return_url`: where a browser that is sent away comes back to; null: nobody is there (a later delivery).
   */
  authorise(
    attempt: PaymentAttempt,
    source: PaymentSource,
    order: PaymentOrder,
    return_url: string | null,
  ): Promise<Authorisation>
  /** After the browser is back. */
  finish(attempt: PaymentAttempt): Promise<Authorisation>
  /** null: the provider never heard of it. */
  find(attempt: PaymentAttempt): Promise<PaymentTrade | null>
  /** 売上確定 at shipping. For an invoice it is the report that the parcel left. */
  capture(attempt: PaymentAttempt, parcel: Parcel): Promise<PaymentReference>
  /** Before capture. */
  void(attempt: PaymentAttempt): Promise<PaymentReference>
  /** Gives back until `refunded_amount` in all are given back. */
  refund(attempt: PaymentAttempt, refunded_amount: number): Promise<PaymentReference>
  /** 金額変更 before capture, to less or more. */
  change(attempt: PaymentAttempt, amount: number, order: PaymentOrder): Promise<PaymentReference>
}
