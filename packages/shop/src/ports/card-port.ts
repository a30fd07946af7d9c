/** Access keys of the provider (AccessID, AccessPass) for one card transaction. */
export interface CardTransactionKey {
  access_id: string
  access_pass: string
}

/** The card of a transaction; empty strings before a card was entered. */
export interface UsedCard {
  /** Masked number and YYMM. */
  card_info: string
  expire: string
}
/** A card of a member that the provider keeps. */
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
 * カードの保管: the vault of the members' cards, and the card check before a card is saved. Orders are paid by
 * `payment-port.ts`. Every method throws PaymentRefused or PaymentUnavailable.
 */
export interface CardPort {
  /**
   * Begins the 有効性確認 of a card, which moves no money, with 3-D Secure if the card is to be saved. Each number is used
   * once.
   */
  enterCheck(check: { provider_order_id: string; is_authenticated: boolean }): Promise<CardTransactionKey>
  /** `redirect`: the browser is sent there and returns to `return_url` with AccessID. */
  executeCheck(
    check: CardTransactionKey & { provider_order_id: string; token: string; return_url: string },
  ): Promise<{ kind: 'redirect'; redirect_url: string } | { kind: 'approved' }>
  /** Finishes the check after the browser has returned. */
  finishCheck(access: CardTransactionKey): Promise<void>
  /** Returns the card of a check or a payment; null if the provider does not know the number. */
  cardOfTrade(provider_order_id: string): Promise<UsedCard | null>
  /** SaveMember. Succeeds if the member exists already. */
  saveMember(gmo_id: string): Promise<void>
  /** TradedCard: saves the card of a finished transaction. */
  saveCardOfTrade(trade: {
    provider_order_id: string
    gmo_id: string
    is_default: boolean
  }): Promise<{ card_seq: number; card_info: string }>
  /** SearchCard with physical numbers, without deleted cards. */
  listCards(gmo_id: string): Promise<SavedCard[]>
  /** SearchCardDetail: returns the brand by its name on the wire; null if the provider has no name for it. */
  brandOf(card: { gmo_id: string; card_seq: number }): Promise<string | null>
  /** SaveCard with DefaultFlag. The previous default card stops being the default. */
  setDefaultCard(card: { gmo_id: string; card_seq: number }): Promise<void>
  /** DeleteCard (permanent). Succeeds if the card is deleted already. */
  deleteCard(card: { gmo_id: string; card_seq: number }): Promise<void>
}
