import { randomBytes } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { line_link_nonce } from '@kushi/db/schema/line'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { hashToken } from '../session/index.ts'
import { customerHasLineError } from './internal/line-errors.ts'
import { loadLineRequirement } from './internal/load-requirement.ts'
import { requireProvenPassword } from './internal/prove-member.ts'
import { linkLineAccount } from './internal/set-line-id.ts'

const MINUTES = 10

/**
 * トークからの連携: issues the nonce that LINE returns in its `accountLink` event. Bound to the member, works once, for ten
 * minutes.
 */
export const issueLineLinkNonce: Handler<'POST /v1/common/line-link/nonce'> = async (ctx, { password }) => {
  await loadLineRequirement(ctx)
  await consumeLimit(ctx, 'line_link', { account: String(ctx.customer_id), address: ctx.ip })
  const [member] = await ctx.db
    .select({ line_id: customer.line_id })
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
  if (member?.line_id) throw customerHasLineError()
  if (!(await requireProvenPassword(ctx, password))) {
    const message = userMessage('password_needed')
    throw new ShopError(422, 'ERROR_PASSWORD_NEEDED', message, {
      fields: [{ path: 'password', message_id: 'password_needed', message }],
    })
  }
  const nonce = randomBytes(32).toString('base64url')
  const created_at = ctx.clock.now()
  await ctx.db.insert(line_link_nonce).values({
    nonce_hash: hashToken(nonce),
    shop_id: ctx.shop_id,
    customer_id: ctx.customer_id,
    created_at,
    expires_at: new Date(created_at.getTime() + MINUTES * 60_000),
  })
  return { nonce }
}

/**
 * Links the LINE user with the member to whom the nonce was issued, after LINE reported the link. Returns the member,
 * or null for a nonce that is unknown, used or expired.
 * @throws ShopError ERROR_USER_CUSTOMER_LINE_EXISTS, ERROR_CUSTOMER_HAS_LINE; then the nonce stays unused
 */
export async function linkLineByNonce(ctx: Context, nonce: string, line_user_id: string): Promise<number | null> {
  const now = ctx.clock.now()
  const customer_id = await ctx.db.transaction(async (tx) => {
    const [used] = await tx
      .update(line_link_nonce)
      .set({ used_at: now })
      .where(
        and(
          eq(line_link_nonce.nonce_hash, hashToken(nonce)),
          eq(line_link_nonce.shop_id, ctx.shop_id),
          isNull(line_link_nonce.used_at),
          gt(line_link_nonce.expires_at, now),
        ),
      )
      .returning({ customer_id: line_link_nonce.customer_id })
    if (!used) return null
    await linkLineAccount(tx, ctx, used.customer_id, line_user_id)
    return used.customer_id
  })
  return customer_id
}

/** Invalidates all LINE link nonces of a member. */
export async function invalidateLineLinkNonces(db: Queryable, shop_id: number, customer_id: number): Promise<void> {
  await db
    .delete(line_link_nonce)
    .where(and(eq(line_link_nonce.shop_id, shop_id), eq(line_link_nonce.customer_id, customer_id)))
}
