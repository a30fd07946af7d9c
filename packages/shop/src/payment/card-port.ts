/** Key to one transaction at the provider. */
export interface CardAccess {
  access_id: string
  access_pass: string
}

/** The card of a transaction; empty texts while none was named. */
export interface UsedCard {
  /** Masked number and YYMM. */
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

/**
 * カードの保管: the vault of the members' cards, and the check that comes before one is kept. What pays an order is
 * `payment-port.ts`. Every method throws PaymentRefused or PaymentUnavailable.
 */
export interface CardPort {
  /** 有効性確認 of a card, which moves no money, with 3-D Secure where it is to be kept. Our number is used once. */
  enterCheck(check: { provider_order_id: string; is_authenticated: boolean }): Promise<CardAccess>
  /** `redirect`: the browser goes there and comes back to `return_url` with AccessID. */
  executeCheck(
    check: CardAccess & { provider_order_id: string; token: string; return_url: string },
  ): Promise<{ kind: 'redirect'; redirect_url: string } | { kind: 'approved' }>
  /** After the browser came back. */
  finishCheck(access: CardAccess): Promise<void>
  /** The card of a check or a payment; null: the provider never heard of the number. */
  cardOfTrade(provider_order_id: string): Promise<UsedCard | null>
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
