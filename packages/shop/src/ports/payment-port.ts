import type { CalendarDate } from '@kushi/values/calendar-date'
import type { Konbini } from '@kushi/values/konbini'
import type { PaymentSlip } from '@kushi/values/payment-slip'

/** Why a card was refused, by what the customer can do about it. */
export type CardRefusal =
  /** Typing error, expired card or wrong security code: enter it again. */
  | 'reenter'
  /** Over the limit or the balance. */
  | 'limit'
  /** This card can't be used: choose another. */
  | 'unusable'
  /** 3-D Secure failed or was cancelled. */
  | 'authentication'
  /** Refused for a reason that says nothing of the card. */
  | 'not_accepted'
  /** The vault already holds the maximum number of cards for this member. */
  | 'too_many'

/** Why an attempt to pay was refused, by what the customer can do about it. */
export type PaymentRefusal =
  | CardRefusal
  /** The provider's credit examination of a deferred invoice failed (与信NG). */
  | 'examination'
  /** The customer has to correct the payment in their account at the provider. */
  | 'repair_at_provider'
  /** There is no card to charge for a later delivery. */
  | 'no_card'
  /** The customer closed the agreement at the provider: a new one is needed. */
  | 'agreement_closed'
  /** The session at the provider expired (24 hours): start again. */
  | 'session_expired'
  /** The customer did not finish, and the attempt can't be resumed: start again. */
  | 'abandoned'
  /** The customer cancelled at the provider. */
  | 'cancelled'
  /** The provider can't use the address or phone number: correct it or pay another way. */
  | 'address'
  /** 前払い: not paid until its deadline. */
  | 'expired'

/** The provider refused. `info` is its own code, for our records. */
export class PaymentRefused extends Error {
  readonly refusal: PaymentRefusal
  readonly info: string
  constructor(refusal: PaymentRefusal, info: string) {
    super(`payment refused: ${info}`)
    this.refusal = refusal
    this.info = info
  }
}

/**
 * No usable response: connection lost, timeout, or a fault on either side. The result at the provider is unknown: call
 * `find`.
 */
export class PaymentUnavailable extends Error {
  readonly info: string
  constructor(info: string, cause?: unknown) {
    super(`payment provider unavailable: ${info}`, { cause })
    this.info = info
  }
}

/**
 * The provider's keys of an attempt (AccessID, chargeId, np_transaction_id …). Only the adapter reads them, except
 * `charge_permission_id`, which the first order of a subscription leaves for the later ones.
 */
export type PaymentReference = Readonly<Record<string, string>>

/** One attempt to pay one order. `provider_order_id` is our number, unique for ever, and the key of every call. */
export interface PaymentAttempt {
  provider_order_id: string
  /** Yen, tax included, at least 1. */
  amount: number
  reference: PaymentReference
}

/** The shop and whom to ask there, as its customers read it. */
export interface ShopContact {
  name: string
  email: string
  phone: string
  hours: string
}

/** 支払い元: the means that pays. */
export type PaymentSource =
  | { kind: 'card_token'; token: string }
  | { kind: 'saved_card'; gmo_id: string; card_seq: number }
  /** Amazon Pay with the customer present: the checkout session of this purchase. */
  | { kind: 'amazon_session'; checkout_session_id: string }
  /** Amazon Pay for later deliveries: the charge permission of the first order. */
  | { kind: 'amazon_permission'; charge_permission_id: string }
  /** The token of a sheet (Apple Pay, Google Pay, Paidy), good once: what the sheet answered, in Base64. */
  | { kind: 'sheet_token'; token: string; contact: ShopContact }
  /** The customer pays on the provider's page, to which the browser is sent. */
  | { kind: 'provider_page'; contact: ShopContact }
  /** An account that the customer linked: charged and captured at the same time. */
  | { kind: 'linked_account'; user_authorization_id: string }
  /** The customer links an account first, to whose page the browser is sent; `finish` charges it. `reference_id`: theirs with us. */
  | { kind: 'account_link'; reference_id: string }
  /** コンビニ払い: a number with which the customer pays there; the store's receipt names whom to ask. */
  | {
      kind: 'konbini'
      store: Konbini
      pay_within_days: number
      contact: ShopContact
    }
  /** 銀行振込: an account of its own, to which the customer transfers. */
  | { kind: 'bank_transfer'; pay_within_days: number }
  /** 後払い: an invoice to the address of the order. */
  | { kind: 'invoice' }
  /** 代金引換. */
  | { kind: 'cash' }

/** A row of a bill. `variant`: the kind of goods, which is kept when the name is too long. */
export interface BillRow {
  name: string
  variant?: string
  price: number
  quantity: number
}

/** The person and place that a provider examines, and the bill's rows, which add up to the amount. */
export interface PaymentBill {
  /** 注文日 in Japan, YYYY-MM-DD. */
  ordered_on: string
  buyer: PaymentParty & { email: string }
  recipient: PaymentParty
  /** Goods, fees and discounts (negative). The sum of price × quantity is the amount. */
  rows: BillRow[]
  is_subscription: boolean
}
/** Name and address of the buyer or the recipient, as providers need them. */
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

/** 前払い: how the customer pays, and until when. */
export interface PrepaymentInstructions {
  slip: PaymentSlip
  pay_until: Date
}

/** 銀行振込: a transfer that reached the account of an attempt. Amount in yen. */
export interface ReceivedTransfer {
  /** Tells it from every other transfer to the account. */
  transfer_key: string
  amount: number
  /** 振込依頼人名, as the bank writes it. */
  remitter_name: string
  transferred_on: CalendarDate
}

/** The result of an authorisation at the provider. */
export type Authorisation =
  | {
      kind: 'authorised'
      reference: PaymentReference
      transfers?: readonly ReceivedTransfer[]
      capture_until?: Date
      /** The money was taken with the authorisation: nothing is captured later, and a cancellation refunds it. */
      captured_on_charge?: boolean
    }
  /** The browser is sent there and returns with `return_key`. No money moves before `finish`. */
  | { kind: 'redirect'; redirect_url: string; return_key: string; reference: PaymentReference }
  /** 保留: a person at the provider reviews it. `find` returns the result later; `reasons` are the provider's codes. */
  | { kind: 'held'; reasons: string[]; reference: PaymentReference }
  /** 入金待ち: `find` says when it is paid (`captured`). */
  | {
      kind: 'awaiting'
      awaited: PrepaymentInstructions
      reference: PaymentReference
      transfers?: readonly ReceivedTransfer[]
    }

/** The state of one of our payment attempts at the provider. Amounts in yen. */
export interface ProviderPaymentRecord {
  state: /** Known there, but no money requested yet: `authorise` continues. */
    | 'begun'
    /** The customer is (or was) at the provider. No money moves before `finish`. */
    | 'waiting'
    | 'held'
    /** The customer has not paid yet; see `awaited`. */
    | 'awaiting'
    | 'authorised'
    | 'captured'
    | 'voided'
    /** Refunded in part or in full; see `refunded_amount`. */
    | 'refunded'
    | 'refused'
  amount: number
  refunded_amount: number
  /** The provider has not decided yet on part of `refunded_amount`. */
  is_refund_open?: boolean
  awaited?: PrepaymentInstructions
  /** 銀行振込: all transfers that reached its account, in any state. */
  transfers?: readonly ReceivedTransfer[]
  /** Authorised: until when it can be captured; absent: the provider does not say. */
  capture_until?: Date
  /** Captured: with the charge, before anything was sent. */
  captured_on_charge?: boolean
  reference: PaymentReference
}

/** A shipped parcel, which is reported to the provider at capture. */
export interface PaymentParcel {
  carrier: string
  tracking_no: string
}

/**
 * The result that a browser brought back from a session of 連携: our reference of the member, and the consent; null: the
 * customer declined.
 */
export interface AccountLink {
  nonce: string
  reference_id: string
  user_authorization_id: string | null
}

/** 連携 of a customer's account at a provider. Every call throws PaymentRefused or PaymentUnavailable, and may be repeated. */
export interface AccountLinkPort {
  /** Begins a session, good once: the browser is sent to the address that is returned. */
  begin(session: { nonce: string; reference_id: string; return_url: string }): Promise<string>
  /** Reads the token that the browser brought back. @throws PaymentRefused if it is not the provider's, or is over */
  read(token: string): AccountLink
  /** Whether the customer has not closed it at the provider. */
  isActive(user_authorization_id: string): Promise<boolean>
  /** Revokes it at the provider. */
  revoke(user_authorization_id: string): Promise<void>
}

/**
 * Approvals that customers give at the provider before their order is here. `approval_id`: the provider's own number. Every call
 * throws PaymentUnavailable.
 */
export interface ApprovalPort {
  /** The approval that a sheet's token names. */
  idOf(token: string): string
  /** Returns the reference of a payment that uses the approval. */
  referenceOf(approval_id: string): PaymentReference
  /** Returns the attempt that a valid approval belongs to; null: it is not valid, or unknown. */
  standing(approval_id: string): Promise<{ provider_order_id: string; shop_id: number } | null>
  /** Gives it back. */
  close(approval_id: string): Promise<void>
}

/** Facts about a payment provider that are known without asking it. */
export interface PaymentAccount {
  /** Names the provider's account (`gmo tshop00000001`), kept with each payment; absent: there is none. */
  readonly account?: string
  /** The provider continues begun payments, but begins none: the shop no longer offers its payment method. */
  readonly begins_none?: true
}

/**
 * 決済 at one provider. Amounts in yen. Every call throws PaymentRefused or PaymentUnavailable. Every call may be
 * repeated after a crash: it finds and returns an earlier result, and never acts twice.
 */
export interface PaymentPort extends PaymentAccount {
  /** Absent: no account can be linked. */
  readonly link?: AccountLinkPort
  /** Absent: the provider has no approvals before an order. */
  readonly approvals?: ApprovalPort
  /**
   * Authorises the money of an attempt, or continues one that was begun before.
   * `return_url`: where a redirected browser returns to; null: the customer is absent (a later delivery).
   */
  authorise(
    attempt: PaymentAttempt,
    source: PaymentSource,
    order: PaymentBill,
    return_url: string | null,
  ): Promise<Authorisation>
  /** Authorises after the browser has returned. */
  finish(attempt: PaymentAttempt): Promise<Authorisation>
  /** Returns null if the provider does not know the attempt. */
  find(attempt: PaymentAttempt): Promise<ProviderPaymentRecord | null>
  /** 売上確定 at shipping. For an invoice, reports that the parcel was shipped. */
  capture(attempt: PaymentAttempt, parcel: PaymentParcel): Promise<PaymentReference>
  /** Cancels the authorisation, before capture. */
  void(attempt: PaymentAttempt): Promise<PaymentReference>
  /** Refunds until `refunded_amount` yen in total are refunded. */
  refund(attempt: PaymentAttempt, refunded_amount: number): Promise<PaymentReference>
  /** 金額変更 before capture, to a lower or higher amount. */
  change(attempt: PaymentAttempt, amount: number, order: PaymentBill): Promise<PaymentReference>
}
