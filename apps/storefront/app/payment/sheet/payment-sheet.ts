import type { WrittenAddress } from '@kushi/values/written-address'
import type { Yen } from '@kushi/values/yen'

/** What the customer approved on a sheet. */
export interface SheetAnswer {
  /** For our server, good once. */
  token: string
  /** Tells a sheet that is still open how it went. */
  complete(isPaid: boolean): void
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
   * Opens it, in the press itself: browsers refuse it later. null: the customer closed it.
   * @throws when it can't be opened
   */
  open(total: Yen): Promise<SheetAnswer | null>
  /**
   * Opens it, in the press itself, for name and address, while the total is not known. Nothing is charged. null: the customer
   * closed it.
   * @throws when it can't be opened
   */
  ask(): Promise<SheetContact | null>
}
