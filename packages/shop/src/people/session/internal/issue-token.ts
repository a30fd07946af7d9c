import type { Queryable } from '@kushi/db/connect'
import { one_time_token } from '@kushi/db/schema/customer'
import type { LinkTokenPurpose } from '@kushi/values/sign-in'
import type { Context } from '../../../context.ts'
import { LINK_VALID_MINUTES } from '../rules/token-state.ts'
import { hashToken, newToken } from './token.ts'

/** Issues the token of a one-time link, valid for an hour by default; only its hash is stored. */
export async function issueLinkToken(
  db: Queryable,
  { clock, shop_id }: Pick<Context, 'clock' | 'shop_id'>,
  about: { purpose: LinkTokenPurpose; customer_id: number | null; email?: string; line_id?: string },
  minutes = LINK_VALID_MINUTES,
): Promise<string> {
  const token = newToken()
  const created_at = clock.now()
  const expires_at = new Date(created_at.getTime() + minutes * 60_000)
  await db.insert(one_time_token).values({ ...about, token_hash: hashToken(token), shop_id, created_at, expires_at })
  return token
}
