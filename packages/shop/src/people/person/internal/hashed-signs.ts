import type { SignKind } from '@kushi/values/person'
import type { Context } from '../../../context.ts'
import { type PersonAccount, type PersonAddress, signsOf } from '../rules/signs-of.ts'

export type SignContext = Pick<Context, 'secrets' | 'shop_id'>

export interface HashedSign {
  kind: SignKind
  is_strong: boolean
  is_kept: boolean
  /** By each key of the installation; the first one is written. */
  signs: string[]
}

/** The signs of a buyer as they are stored and compared. The same person has others in each shop. */
export const hashedSigns = (
  { secrets, shop_id }: SignContext,
  account: PersonAccount | null,
  to: PersonAddress | null,
): HashedSign[] =>
  signsOf(account, to).map(({ text, ...sign }) => ({
    ...sign,
    signs: secrets.signsOf(`${shop_id}:${sign.kind}:${text}`),
  }))
