import type { OrderDraft } from '@kushi/contract/order'
import type { WrittenAddress } from '@kushi/values/written-address'
import type { Yen } from '@kushi/values/yen'

/** What the customer approved on a sheet. */
export interface SheetAnswer {
  /** For our server, good once. */
  token: string
  /** Tells a sheet that is still open how it went. */
  complete(isPaid: boolean): void
  /** It is known what became of it. Left out: it is good for this press only. */
  forget?(): void
}

/** What a provider examines before it lets the customer approve. */
export interface SheetPurchase {
  order: OrderDraft
  /** The idempotency key of its press. */
  key: string
  third_party_consent: boolean
}

/** The customer's own data, as the sheet knows them; '' where it does not. */
export interface SheetContact extends WrittenAddress {
  kana01: string
  kana02: string
  email: string
}

/** A sheet of the browser that can be opened: its code is there, and the browser has a card for it. */
export interface ReadySheet {
  /**
   * Opens it, in the press itself: browsers refuse it later. null: the customer closed it; `refused`: its provider does not accept
   * them.
   * @throws when it can't be opened
   */
  open(total: Yen, purchase?: SheetPurchase): Promise<SheetAnswer | 'refused' | null>
  /**
   * Opens it, in the press itself, for name and address, while the total is not known. Nothing is charged. null: the customer
   * closed it. Left out: it knows neither.
   * @throws when it can't be opened
   */
  fillContact?(): Promise<SheetContact | null>
}
