import { randomBytes } from 'node:crypto'
import { hashPassword } from '@kushi/db/password'
import { access_token, customer } from '@kushi/db/schema/customer'
import { normalizeEmail } from '@kushi/values/email'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, gt } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit, releaseLimitUse } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { findDecoyPasswordHash, matchesPasswordHash, upgradeForeignPasswordHash } from './internal/check-password.ts'
import { loadCustomer } from './internal/load-customer.ts'
import { startSession } from './internal/start-session.ts'
import { recordSecurityEvent } from './record-security-event.ts'
import { coarseNetworkText } from './rules/origin.ts'

/** A hash of no member's password, made at the first login at the current cost: for a shop without any member. */
let dummyHash: Promise<string> | undefined

/**
 * ログイン. An unknown e-mail takes as long as a wrong password: both verify a hash. Fails with 422, not 401, because a 401
 * would send other pages to the login page.
 */
export const logIn: Handler<'POST /v1/common/login/customer/'> = async (ctx, input) => {
  const email = normalizeEmail(input.email)
  const [found] = await ctx.db
    .select({ id: customer.id, password_hash: customer.password_hash })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.email, email)))
  const giveBack = await countLoginAttempt(ctx, email, found?.id ?? 0)
  dummyHash ??= hashPassword(randomBytes(32).toString('base64url'))
  // Queried in any case, so that both cases take the same time.
  const dummy = (await findDecoyPasswordHash(ctx, email)) ?? (await dummyHash)
  const isRight = await matchesPasswordHash(ctx, input.password, found?.password_hash ?? dummy)
  if (!found?.password_hash || !isRight) {
    await recordSecurityEvent(ctx, 'login_failed', found?.id ?? null)
    throw new ShopError(422, 'ERROR_LOGIN_FAILED', userMessage('login_failed'))
  }
  await giveBack()
  await upgradeForeignPasswordHash(ctx, { id: found.id, password_hash: found.password_hash }, input.password)
  const access_token = await startSession(ctx, found.id, 'customer')
  await recordSecurityEvent(withMemberActor(ctx, found.id), 'login', found.id)
  return { access_token, customer: await loadCustomer(ctx, found.id) }
}

/**
 * Counts one password guess: by account and address together, and also by the account alone if no session of the member
 * came from that network. Returns a function that takes the count back after a correct guess.
 */
export async function countLoginAttempt(
  ctx: Context,
  email: string,
  customer_id: number,
): Promise<() => Promise<void>> {
  const here = { account: email, address: ctx.ip }
  const everywhere = { account: email }
  const isStrange = !(await isKnownNetwork(ctx, customer_id))
  await consumeLimit(ctx, 'login', here)
  if (isStrange) await consumeLimit(ctx, 'login_spread', everywhere)
  return async () => {
    await releaseLimitUse(ctx, 'login', here)
    if (isStrange) await releaseLimitUse(ctx, 'login_spread', everywhere)
  }
}

async function isKnownNetwork(ctx: Context, customer_id: number): Promise<boolean> {
  const [known] = await ctx.db
    .select({ id: access_token.id })
    .from(access_token)
    .where(
      and(
        eq(access_token.customer_id, customer_id),
        eq(access_token.shop_id, ctx.shop_id),
        eq(access_token.network, coarseNetworkText(ctx.ip)),
        gt(access_token.expires_at, ctx.clock.now()),
      ),
    )
    .limit(1)
  return known !== undefined
}
