import type { Tx } from '@kushi/db/connect'
import { hashPassword } from '@kushi/db/password'
import { operator, operator_invitation, operator_role } from '@kushi/db/schema/operator'
import { and, eq, isNull } from 'drizzle-orm'
import { operatorActor } from '../../actor.ts'
import type { AdminContext, AdminHandler, AdminQueryContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import {
  consumeSecondFactorCode,
  matchTotpStep,
  newTotpSecret,
  replaceRecoveryCodes,
  totpSetup,
} from './internal/second-factor.ts'
import { findInvitation, hasOperatorAccount, invitationGoneError, isOperatorSetUp } from './invitation.ts'
import { verifyPasskeyResponse } from './passkey.ts'
import { startOperatorSession } from './session.ts'
import { codeRequiredError, countSignInAttempt, requireOperatorByPassword, signInRefusedError } from './sign-in.ts'

type Invitation = typeof operator_invitation.$inferSelect

/**
 * Runs `work` only if no operator logs in with this e-mail: reading the mail of an account does not prove its
 * ownership.
 * @throws ShopError 422 ERROR_OPERATOR_EXISTS
 */
async function forNewcomer<T>({ db }: AdminContext, email: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (await hasOperatorAccount(db, email)) throw operatorExists()
  return db.transaction(async (tx) => {
    // An invitation of another shop may have set up the account meanwhile.
    if (await isOperatorSetUp(tx, email)) throw operatorExists()
    return work(tx)
  })
}

const operatorExists = () =>
  new ShopError(
    422,
    'ERROR_OPERATOR_EXISTS',
    'このメールアドレスの担当者は、すでに登録されています。いつもの方法でログインして参加してください。',
  )

const isThis = ({ shop_id, token_hash }: Invitation) =>
  and(eq(operator_invitation.shop_id, shop_id), eq(operator_invitation.token_hash, token_hash))

/** Saves the choices until the first code proves that the authenticator works. */
export const acceptInvitation: AdminHandler<'POST /admin/v1/invitation/{token}/accept'> = async (ctx, input) => {
  const { invitation } = await findInvitation(ctx, input.token)
  const totp_secret = newTotpSecret()
  const password_hash = await hashPassword(input.password)
  const recovery_codes = await forNewcomer(ctx, invitation.email, async (tx) => {
    const chosen = { operator_name: input.name, password_hash, totp_secret: ctx.secrets.seal(totp_secret) }
    await tx.update(operator_invitation).set(chosen).where(isThis(invitation))
    // The operator's row is made here, without a role, because recovery codes refer to it.
    const now = ctx.clock.now()
    const [person] = await tx
      .insert(operator)
      .values({ email: invitation.email, name: input.name, created_at: now })
      .onConflictDoUpdate({ target: operator.email, set: { email: invitation.email } })
      .returning({ id: operator.id })
    const actor = operatorActor({ id: person!.id, name: input.name })
    await recordAudit(tx, { ...ctx, actor }, { subject: 'operator', subject_id: person!.id, subject_name: input.name })
    return replaceRecoveryCodes(tx, person!.id)
  })
  return { ...totpSetup(totp_secret, invitation.email), recovery_codes }
}

/** The first valid code completes the account: saves password, authenticator and role, and logs in. */
export const finishInvitation: AdminHandler<'POST /admin/v1/invitation/{token}/finish'> = async (
  ctx,
  { token, code },
) => {
  const { invitation } = await findInvitation(ctx, token)
  const { operator_name, password_hash, totp_secret, email } = invitation
  if (!operator_name || !password_hash || !totp_secret) throw invitationGoneError()
  await consumeLimit(ctx, 'operator_confirm', { account: email })
  const step = matchTotpStep(ctx.secrets.open(totp_secret), code, ctx.clock.now())
  if (step === null)
    throw new ShopError(
      422,
      'ERROR_CODE',
      'コードが正しくありません。認証アプリに表示されている6桁を入力してください。',
    )
  return forNewcomer(ctx, email, async (tx) => {
    const account = { name: operator_name, password_hash, totp_secret, totp_step: step }
    const [person] = await tx
      .update(operator)
      .set(account)
      .where(eq(operator.email, email))
      .returning({ id: operator.id, name: operator.name })
    return takeRole(tx, ctx, invitation, person!)
  })
}

/** The owner of an existing account proves both factors, as at a login, and gets the role. */
export const joinByInvitation: AdminHandler<'POST /admin/v1/invitation/{token}/join'> = async (ctx, input) => {
  const { invitation } = await findInvitation(ctx, input.token)
  const { email } = invitation
  const { answer, password = '', code } = input
  if (answer) {
    await consumeLimit(ctx, 'operator_passkey', { address: ctx.ip })
    return ctx.db.transaction(async (tx) => {
      const [own] = await tx.select({ id: operator.id }).from(operator).where(eq(operator.email, email))
      const who = await verifyPasskeyResponse(tx, ctx, answer)
      if (!own || who?.id !== own.id)
        throw new ShopError(422, 'ERROR_SIGN_IN', `${email}のパスキーではないため、参加できませんでした。`)
      return takeRole(tx, ctx, invitation, who)
    })
  }
  const giveBack = await countSignInAttempt(ctx, email)
  const who = await requireOperatorByPassword(ctx, { email, password })
  if (!code) throw codeRequiredError()
  const joined = await ctx.db.transaction(async (tx) => {
    if (!(await consumeSecondFactorCode(tx, ctx, who.id, code))) throw signInRefusedError()
    return takeRole(tx, ctx, invitation, who)
  })
  await giveBack()
  return joined
}

/** Uses up the invitation, gives its role and logs in. Replaces a role that the operator already has in this shop. */
async function takeRole(tx: Tx, ctx: AdminQueryContext, invitation: Invitation, who: { id: number; name: string }) {
  const { shop_id, is_installation, role } = invitation
  const used = await tx
    .update(operator_invitation)
    .set({ used_at: ctx.clock.now(), password_hash: null, totp_secret: null })
    .where(and(isThis(invitation), isNull(operator_invitation.used_at)))
    .returning({ shop_id: operator_invitation.shop_id })
  if (used.length === 0) throw invitationGoneError()
  if (is_installation) await tx.update(operator).set({ installation_role: role }).where(eq(operator.id, who.id))
  else
    await tx
      .insert(operator_role)
      .values({ shop_id, operator_id: who.id, role })
      .onConflictDoUpdate({ target: [operator_role.shop_id, operator_role.operator_id], set: { role } })
  const inShop = { ...ctx, shop_id }
  const subject = { subject: 'operator', subject_id: who.id, subject_name: who.name }
  await recordAudit(tx, { ...inShop, actor: operatorActor(who) }, { ...subject, after: { role, is_installation } })
  await startOperatorSession(tx, inShop, who)
  return { operator_id: who.id, shop_id }
}
