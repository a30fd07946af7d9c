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

/** The provider answered: no. `info` is its code (ErrInfo), for our records. */
export class CardRefused extends Error {
  readonly refusal: CardRefusal
  readonly info: string
  constructor(refusal: CardRefusal, info: string) {
    super(`card refused: ${info}`)
    this.refusal = refusal
    this.info = info
  }
}

/** No usable answer: dead line, timeout, fault at the provider or of our own making. What happened there is unknown. */
export class CardUnavailable extends Error {
  readonly info: string
  constructor(info: string, cause?: unknown) {
    super(`card provider unavailable: ${info}`, { cause })
    this.info = info
  }
}

/** Key to one transaction at the provider. */
export interface CardAccess {
  access_id: string
  access_pass: string
}
export interface CardApproval {
  approve: string
  tran_id: string
}
export type CardSource = { token: string } | { gmo_id: string; card_seq: number }

/** A transaction as the provider knows it. `status` as in GMO's SearchTrade. */
export interface CardTrade extends CardAccess, CardApproval {
  status:
    | 'UNPROCESSED'
    | 'AUTHENTICATED'
    | 'CHECK'
    | 'CAPTURE'
    | 'AUTH'
    | 'SALES'
    | 'VOID'
    | 'RETURN'
    | 'RETURNX'
    | 'SAUTH'
  amount: number
  /** Masked number and YYMM of the card; empty while none was named. */
  card_info: string
  expire: string
}
export interface SavedCard {
  card_seq: number
  default_flag: '0' | '1'
  /** Masked number. */
  card_info: string
  /** YYMM */
  expire: string
  holder_name: string
  brand: string | null
}

/** カード決済. Every method throws CardRefused or CardUnavailable; amounts in yen. */
export interface CardPort {
  /** EntryTran with 3-D Secure. The order number is the idempotency key: entered before, it throws CardAlreadyEntered. */
  enter(order: {
    provider_order_id: string
    amount: number
    job: 'AUTH' | 'CHECK'
    /** false: without 3-D Secure; only for a check that moves no money and saves no card. */
    is_authenticated?: boolean
  }): Promise<CardAccess>
  /** ExecTran. `redirect`: the browser goes there and comes back to `return_url` with AccessID. */
  execute(
    tran: CardAccess & { provider_order_id: string; card: CardSource; return_url: string },
  ): Promise<{ kind: 'redirect'; redirect_url: string } | ({ kind: 'approved' } & CardApproval)>
  /** SecureTran2, after the browser came back. */
  finish(access: CardAccess): Promise<CardApproval>
  /** SearchTrade; null: the provider never heard of it. */
  search(provider_order_id: string): Promise<CardTrade | null>
  /** AlterTran to VOID before, RETURN after capture. */
  cancel(access: CardAccess & { job: 'VOID' | 'RETURN' | 'RETURNX'; amount: number }): Promise<void>
  /** AlterTran to SALES at shipping. */
  capture(access: CardAccess & { amount: number }): Promise<void>
  /** SaveMember; a member that exists is fine. */
  saveMember(gmo_id: string): Promise<void>
  /** TradedCard: keeps the card of a finished transaction. */
  saveCardOfTrade(trade: {
    provider_order_id: string
    gmo_id: string
    is_default: boolean
  }): Promise<{ card_seq: number; card_info: string }>
  /** SearchCard, physical numbers; deleted cards are left out. */
  listCards(gmo_id: string): Promise<SavedCard[]>
  /** SearchCardDetail: the brand by the name that the wire has for it; null: one that the provider has no name for. */
  brandOf(card: { gmo_id: string; card_seq: number }): Promise<string | null>
  /** SaveCard with DefaultFlag; the card that was the default is it no longer. */
  setDefaultCard(card: { gmo_id: string; card_seq: number }): Promise<void>
  /** DeleteCard, for good; a card that is gone already is fine. */
  deleteCard(card: { gmo_id: string; card_seq: number }): Promise<void>
}

/** EntryTran was made before under this order number; ask `search` for its access. */
export class CardAlreadyEntered extends Error {}
