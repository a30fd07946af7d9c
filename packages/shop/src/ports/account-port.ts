import type { ProviderAccountKind } from '@kushi/values/shop-account'

/** The owner of the account that the shop uses: itself, the installation, or the simulators. */
type AccountSource = 'own' | 'installation' | 'stand_in' | 'none'

/** A problem with the values of a provider account. */
export interface ProviderAccountFailure {
  /** The variable; null: the accounts as a whole. */
  name: string | null
  /** `missing`; `mixed`: simulators beside real accounts; `malformed`: not in the expected format. */
  reason: 'missing' | 'mixed' | 'malformed'
}

/** The provider's response to a harmless test request. */
export interface ProviderAccountTestResult {
  about: string
  is_good: boolean
}

type Values = Readonly<Record<string, string>>

/** アカウントの確かめ方: reads and tests the provider accounts of a shop in the same way as the server itself. */
export interface ProviderAccountPort {
  sourceOf(kind: ProviderAccountKind, own: Values): AccountSource
  /** `typed`: entered on a screen, where an address must not point into the machine's own network. */
  objections(own: Values, typed: boolean): ProviderAccountFailure[]
  /** Objections for addresses whose host names currently resolve into the machine's own network. */
  leadInside(own: Values): Promise<ProviderAccountFailure[]>
  /** Sends a test request to the providers of one kind with these accounts. Empty when there is nothing to test. */
  ask(kind: ProviderAccountKind, own: Values): Promise<ProviderAccountTestResult[]>
}
