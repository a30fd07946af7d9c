import type { AccountKind } from '@kushi/values/shop-account'

/** Whose account a shop works with. */
type AccountSource = 'own' | 'installation' | 'stand_in' | 'none'

/** What is wrong with the variables of an account. */
export interface AccountObjection {
  /** The variable; null: the accounts as a whole. */
  name: string | null
  /** missing; of the stand-ins beside real ones, or the other way round; not what it has to look like. */
  reason: 'missing' | 'mixed' | 'malformed'
}

/** What a provider said to a harmless question. */
export interface AccountAnswer {
  about: string
  is_good: boolean
}

type Values = Readonly<Record<string, string>>

/** アカウントの確かめ方: how the accounts of a shop are read, and asked, as the server itself would. */
export interface AccountPort {
  sourceOf(kind: AccountKind, own: Values): AccountSource
  /** `typed`: on a screen, where an address must not lead into the machine's own network. */
  objections(own: Values, typed: boolean): AccountObjection[]
  /** Those that lead into the machine's own network by what their names say now. */
  leadInside(own: Values): Promise<AccountObjection[]>
  /** Asks the providers of one kind with these accounts; nothing: there is nothing to ask. */
  ask(kind: AccountKind, own: Values): Promise<AccountAnswer[]>
}
