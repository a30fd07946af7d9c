import { randomBytes } from 'node:crypto'
import { hashPassword } from '@kushi/db/password'
import { access_token, customer } from '@kushi/db/schema/customer'
import { normalizeEmail } from '@kushi/values/email'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, gt } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context, Handler, MemberContext } from '../../context.ts'
import { consumeLimit, releaseLimitUse, tryLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { isKnownDevice } from './confirmed-device.ts'
import { issueDeviceCode, useDeviceCode } from './device-code.ts'
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
  const { giveBack, is_doubtful } = await countLoginAttempt(
    ctx,
    email,
    found?.id ?? 0,
    ctx.makeDeviceToken !== undefined,
  )
  dummyHash ??= hashPassword(randomBytes(32).toString('base64url'))
  // Queried in any case, so that both cases take the same time.
  const dummy = (await findDecoyPasswordHash(ctx, email)) ?? (await dummyHash)
  const isRight = await matchesPasswordHash(ctx, input.password, found?.password_hash ?? dummy)
  if (!found?.password_hash || !isRight) {
    await recordSecurityEvent(ctx, 'login_failed', found?.id ?? null)
    throw new ShopError(422, 'ERROR_LOGIN_FAILED', userMessage('login_failed'))
  }
  await giveBack()
  if (is_doubtful) await requireCode({ ...withMemberActor(ctx, found.id), customer_id: found.id }, input.device_code)
  await upgradeForeignPasswordHash(ctx, { id: found.id, password_hash: found.password_hash }, input.password)
  const access_token = await startSession(ctx, found.id, 'customer')
  await recordSecurityEvent(withMemberActor(ctx, found.id), 'login', found.id)
  return { access_token, customer: await loadCustomer(ctx, found.id) }
}

/**
 * While many guess at the account: the right password alone is not enough, whoever has it from elsewhere.
 * @throws ShopError 422 ERROR_LOGIN_CODE after the code was sent
 */
async function requireCode(ctx: MemberContext, code: string | undefined): Promise<void> {
  if (code !== undefined) return useDeviceCode(ctx, code)
  await issueDeviceCode(ctx)
  const message =
    '安全のため、お送りした6桁の確認コードも入力してください。入力欄が出ないときは、ページを読み込み直してください。'
  throw new ShopError(422, 'ERROR_LOGIN_CODE', message, {
    fields: [{ path: 'device_code', message_id: 'refused', message }],
  })
}

interface LoginAttempt {
  /** Takes the counts back after a correct guess. */
  giveBack(): Promise<void>
  /** So many logins failed in the shop that the password alone proves little. */
  is_doubtful: boolean
}

/**
 * Counts one password guess: by account and address together, by the address, and by the account alone if no session of
 * the member came from that network. In a browser that the member confirmed only the first. `may_prove`: over the last one
 * the guess is doubtful and not refused.
 */
export async function countLoginAttempt(
  ctx: Context,
  email: string,
  customer_id: number,
  may_prove = false,
): Promise<LoginAttempt> {
  const [here, address, everywhere] = [{ account: email, address: ctx.ip }, { address: ctx.ip }, { account: email }]
  const isOwnDevice = await isKnownDevice(ctx.db, ctx, customer_id)
  const isStrange = !isOwnDevice && !(await isKnownNetwork(ctx, customer_id))
  const uses: [LoginLimitName, typeof here | typeof address | typeof everywhere][] = []
  const count = async (name: LoginLimitName, subject: (typeof uses)[number][1]) => {
    await consumeLimit(ctx, name, subject)
    uses.push([name, subject])
  }
  // The address first: who is refused for it can't use up the tries of another's account.
  if (!isOwnDevice) {
    await count('login_address', address)
    await count('login_hour', address)
  }
  await count('login', here)
  const is_doubtful = isStrange && may_prove && !(await tryLimit(ctx, 'login_spread', everywhere))
  if (is_doubtful) await count('login_flood', everywhere)
  else if (isStrange && may_prove) uses.push(['login_spread', everywhere])
  else if (isStrange) await count('login_spread', everywhere)
  return {
    is_doubtful,
    async giveBack() {
      for (const [name, subject] of uses) await releaseLimitUse(ctx, name, subject)
    },
  }
}

type LoginLimitName = Parameters<typeof consumeLimit>[1]

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
