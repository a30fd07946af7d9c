import type { IdentitySignKind } from '@kushi/values/person'
import type { Context } from '../../../context.ts'
import { type PersonAccount, type PersonAddress, personSignsOf } from '../rules/signs-of.ts'

/** The part of the context that hashing signs needs. Each shop has its own hashes. */
export type PersonSignContext = Pick<Context, 'secrets' | 'shop_id'>

/** A sign of a buyer as a keyed hash. */
export interface HashedPersonSign {
  kind: IdentitySignKind
  is_strong: boolean
  is_kept: boolean
  /** The hashes by each key of the installation; the first one is written. */
  signs: string[]
}

/** Returns the signs of a buyer as keyed hashes. The same person has different hashes in each shop. */
export const hashPersonSigns = (
  { secrets, shop_id }: PersonSignContext,
  account: PersonAccount | null,
  to: PersonAddress | null,
): HashedPersonSign[] =>
  personSignsOf(account, to).map(({ text, ...sign }) => ({
    ...sign,
    signs: secrets.signsOf(`${shop_id}:${sign.kind}:${text}`),
  }))
