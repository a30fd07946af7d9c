import type { Queryable } from '@kushi/db/connect'
import { one_time_token } from '@kushi/db/schema/customer'
import type { LinkTokenPurpose } from '@kushi/values/sign-in'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hashToken } from './internal/token.ts'
import { linkTokenError, linkTokenState } from './rules/token-state.ts'

type TokenContext = Pick<Context, 'clock' | 'shop_id'>
type Row = typeof one_time_token.$inferSelect & { customer_id: number }

const thisToken = (ctx: TokenContext, purpose: LinkTokenPurpose, token: string) =>
  and(
    eq(one_time_token.token_hash, hashToken(token)),
    eq(one_time_token.shop_id, ctx.shop_id),
    eq(one_time_token.purpose, purpose),
  )

/** Finds a valid token without using it up. @throws ShopError with code 8002, 8003 or 8004 */
export async function findLinkToken(
  db: Queryable,
  ctx: TokenContext,
  purpose: LinkTokenPurpose,
  token: string,
): Promise<Row> {
  const [row] = await db
    .select()
    .from(one_time_token)
    .where(thisToken(ctx, purpose, token))
  const state = linkTokenState(row, ctx.clock.now())
  if (state !== 'valid') throw linkTokenError(purpose, state)
  return row as Row
}

/** Uses the token up; of concurrent calls only the first succeeds. @throws ShopError with code 8002, 8003 or 8004 */
export async function consumeLinkToken(
  db: Queryable,
  ctx: TokenContext,
  purpose: LinkTokenPurpose,
  token: string,
): Promise<Row> {
  const now = ctx.clock.now()
  const isValid = [
    isNull(one_time_token.used_at),
    isNotNull(one_time_token.customer_id),
    gt(one_time_token.expires_at, now),
  ]
  const [row] = await db
    .update(one_time_token)
    .set({ used_at: now })
    .where(and(thisToken(ctx, purpose, token), ...isValid))
    .returning()
  return (row ?? (await findLinkToken(db, ctx, purpose, token))) as Row
}

/** Invalidates all of a member's open links, because they were sent to a mailbox or requested before a change. */
export async function invalidateLinkTokens(
  db: Queryable,
  ctx: TokenContext,
  customerId: number,
  purpose?: LinkTokenPurpose,
): Promise<void> {
  await db
    .update(one_time_token)
    .set({ used_at: ctx.clock.now() })
    .where(
      and(
        eq(one_time_token.shop_id, ctx.shop_id),
        eq(one_time_token.customer_id, customerId),
        isNull(one_time_token.used_at),
        purpose && eq(one_time_token.purpose, purpose),
      ),
    )
}
