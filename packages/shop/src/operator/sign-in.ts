import { randomBytes } from 'node:crypto'
import { hashPassword, verifyPassword } from '@kushi/db/password'
import { operator } from '@kushi/db/schema/operator'
import { and, eq, isNull } from 'drizzle-orm'
import type { AdminVerb } from '../admin/context.ts'
import { takeLimit } from '../limit/take.ts'
import { ShopError } from '../shop-error.ts'
import { answerPasskey, passkeyQuestion } from './passkey.ts'
import { useCode } from './second-factor.ts'
import { startOperatorSession } from './session.ts'

/** A hash that no password has, so that an unknown e-mail takes as long as a wrong password. */
const unknown = hashPassword(randomBytes(32).toString('base64url'))

const refused = () =>
  new ShopError(422, 'ERROR_SIGN_IN', 'メールアドレス、パスワード、コードのいずれかが正しくありません。')

/**
 * ログイン with password and second factor. The code is asked for only once the password is right (ERROR_CODE_WANTED);
 * one code works once.
 */
export const signInByPassword: AdminVerb<'POST /admin/v1/sign-in/password'> = async (ctx, input) => {
  await takeLimit(ctx, 'operator_sign_in', { account: input.email, address: ctx.ip })
  const [found] = await ctx.db
    .select({ id: operator.id, name: operator.name, password_hash: operator.password_hash })
    .from(operator)
    .where(and(eq(operator.email, input.email), isNull(operator.stopped_at)))
  const isRight = await verifyPassword(input.password, found?.password_hash ?? (await unknown))
  if (!found?.password_hash || !isRight) throw refused()
  if (!input.code) throw new ShopError(422, 'ERROR_CODE_WANTED', '認証アプリの6桁のコードを入力してください。')
  const code = input.code
  await ctx.db.transaction(async (tx) => {
    if (!(await useCode(tx, ctx, found.id, code))) throw refused()
    await startOperatorSession(tx, ctx, found)
  })
  return { operator_id: found.id }
}

export const askForPasskey: AdminVerb<'POST /admin/v1/sign-in/passkey/options'> = async (ctx) => {
  await takeLimit(ctx, 'operator_sign_in', { address: ctx.ip })
  return { options: await passkeyQuestion(ctx, null) }
}

export const signInByPasskey: AdminVerb<'POST /admin/v1/sign-in/passkey'> = async (ctx, { answer }) => {
  await takeLimit(ctx, 'operator_sign_in', { address: ctx.ip })
  return ctx.db.transaction(async (tx) => {
    const who = await answerPasskey(tx, ctx, answer)
    if (!who) throw new ShopError(422, 'ERROR_SIGN_IN', 'このパスキーではログインできませんでした。')
    await startOperatorSession(tx, ctx, who)
    return { operator_id: who.id }
  })
}
