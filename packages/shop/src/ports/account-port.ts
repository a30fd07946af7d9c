import type { AccountKind } from '@kushi/values/shop-account'

/** Whose account the shop uses. */
type AccountSource = 'own' | 'installation' | 'stand_in' | 'none'

/** What is wrong with the variables of an account. */
export interface AccountObjection {
  /** The variable; null: the accounts as a whole. */
  name: string | null
  /** `missing`; `mixed`: simulators beside real accounts; `malformed`: not in the expected format. */
  reason: 'missing' | 'mixed' | 'malformed'
}

/** The provider's response to a harmless test request. */
export interface AccountAnswer {
  about: string
  is_good: boolean
}

type Values = Readonly<Record<string, string>>

/** アカウントの確かめ方: how the accounts of a shop are read and tested, in the same way as the server itself does it. */
export interface AccountPort {
  sourceOf(kind: AccountKind, own: Values): AccountSource
  /** `typed`: entered on a screen, where an address must not point into the machine's own network. */
  objections(own: Values, typed: boolean): AccountObjection[]
  /** Objections for addresses whose host names currently resolve into the machine's own network. */
  leadInside(own: Values): Promise<AccountObjection[]>
  /** Sends a test request to the providers of one kind with these accounts. Empty when there is nothing to test. */
  ask(kind: AccountKind, own: Values): Promise<AccountAnswer[]>
}
