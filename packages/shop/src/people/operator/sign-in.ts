import { randomBytes } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { hashPassword, verifyPassword } from '@kushi/db/password'
import { operator, operator_role, operator_session } from '@kushi/db/schema/operator'
import { KNOWN_NETWORK_DAYS } from '@kushi/values/limits'
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import type { AdminContext, AdminHandler } from '../../foundation/admin/index.ts'
import { consumeLimit, releaseLimitUse } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { coarseNetworkText } from '../session/index.ts'
import { consumeSecondFactorCode } from './internal/second-factor.ts'
import { passkeyRequestOptions, verifyPasskeyResponse } from './passkey.ts'
import { startOperatorSession } from './session.ts'

/** A hash that matches no password, so that an unknown e-mail takes as long as a wrong password. */
const unknown = hashPassword(randomBytes(32).toString('base64url'))

export const signInRefusedError = () =>
  new ShopError(422, 'ERROR_SIGN_IN', 'メールアドレス、パスワード、コードのいずれかが正しくありません。')

export const codeRequiredError = () =>
  new ShopError(422, 'ERROR_CODE_WANTED', '認証アプリの6桁のコードを入力してください。')

/** The operator with this e-mail and password; does not check the code yet. @throws ShopError 422 ERROR_SIGN_IN */
export async function requireOperatorByPassword({ db }: AdminContext, input: { email: string; password: string }) {
  const [found] = await db
    .select({ id: operator.id, name: operator.name, password_hash: operator.password_hash })
    .from(operator)
    .where(and(eq(operator.email, input.email), isNull(operator.stopped_at)))
  const isRight = await verifyPassword(input.password, found?.password_hash ?? (await unknown))
  if (!found?.password_hash || !isRight) throw signInRefusedError()
  return { id: found.id, name: found.name }
}

/**
 * ログイン with password and second factor. The code is required only once the password is right (ERROR_CODE_WANTED); a
 * code works once.
 */
export const signInByPassword: AdminHandler<'POST /admin/v1/sign-in/password'> = async (ctx, input) => {
  const giveBack = await countSignInAttempt(ctx, input.email)
  const who = await requireOperatorByPassword(ctx, input)
  if (!input.code) throw codeRequiredError()
  const code = input.code
  const begun = await ctx.db.transaction(async (tx) => {
    if (!(await consumeSecondFactorCode(tx, ctx, who.id, code))) throw signInRefusedError()
    await startOperatorSession(tx, ctx, who)
    return { operator_id: who.id, shop_id: await shopOf(tx, ctx, who.id) }
  })
  await giveBack()
  return begun
}

/**
 * Counts one guess of an operator's password by account and address together. If the operator never signed in from that
 * network, it also counts by the account alone, so that a stranger can't lock them out. Returns a function that takes
 * the count back after a correct guess.
 */
export async function countSignInAttempt(ctx: AdminContext, email: string): Promise<() => Promise<void>> {
  const here = { account: email, address: ctx.ip }
  const everywhere = { account: email }
  const isStrange = !(await isKnownNetwork(ctx, email))
  await consumeLimit(ctx, 'operator_sign_in', here)
  if (isStrange) await consumeLimit(ctx, 'operator_sign_in_spread', everywhere)
  return async () => {
    await releaseLimitUse(ctx, 'operator_sign_in', here)
    if (isStrange) await releaseLimitUse(ctx, 'operator_sign_in_spread', everywhere)
  }
}

async function isKnownNetwork({ db, clock, ip }: AdminContext, email: string): Promise<boolean> {
  const since = new Date(clock.now().getTime() - KNOWN_NETWORK_DAYS * 86_400_000)
  const sessions = await db
    .select({ ip: operator_session.ip })
    .from(operator_session)
    .innerJoin(operator, eq(operator.id, operator_session.operator_id))
    .where(and(eq(operator.email, email), gt(operator_session.created_at, since)))
    .orderBy(desc(operator_session.id))
    .limit(200)
  const network = coarseNetworkText(ip)
  return network !== '' && sessions.some((one) => coarseNetworkText(one.ip) === network)
}

export const startPasskeySignIn: AdminHandler<'POST /admin/v1/sign-in/passkey/options'> = async (ctx) => {
  await consumeLimit(ctx, 'operator_passkey', { address: ctx.ip })
  return { options: await passkeyRequestOptions(ctx, null) }
}

export const signInByPasskey: AdminHandler<'POST /admin/v1/sign-in/passkey'> = async (ctx, { answer }) => {
  await consumeLimit(ctx, 'operator_passkey', { address: ctx.ip })
  return ctx.db.transaction(async (tx) => {
    const who = await verifyPasskeyResponse(tx, ctx, answer)
    if (!who) throw new ShopError(422, 'ERROR_SIGN_IN', 'このパスキーではログインできませんでした。')
    await startOperatorSession(tx, ctx, who)
    return { operator_id: who.id, shop_id: await shopOf(tx, ctx, who.id) }
  })
}

/**
 * The shop to begin in: the requested one, or the first one in which they work.
 * @throws ShopError 422 when there is none
 */
async function shopOf(tx: Queryable, { shop_id }: AdminContext, operator_id: number): Promise<number> {
  const [person] = await tx
    .select({ installation_role: operator.installation_role })
    .from(operator)
    .where(eq(operator.id, operator_id))
  if (person?.installation_role) return shop_id
  const roles = await tx
    .select({ shop_id: operator_role.shop_id })
    .from(operator_role)
    .where(and(eq(operator_role.operator_id, operator_id), isNull(operator_role.stopped_at)))
    .orderBy(asc(operator_role.shop_id))
  const [first, ...others] = roles.map((role) => role.shop_id)
  if (first === undefined)
    throw new ShopError(422, 'ERROR_SIGN_IN', 'この管理画面は、いまお使いになれません。店長にお尋ねください。')
  return others.includes(shop_id) ? shop_id : first
}
