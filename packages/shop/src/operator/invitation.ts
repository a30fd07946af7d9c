import { ROLE_NAME, type Role } from '@kushi/contract/admin/permission'
import { hashPassword } from '@kushi/db/password'
import { operator, operator_invitation, operator_role } from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { operatorActor } from '../actor.ts'
import type { AdminContext, AdminVerb } from '../admin/context.ts'
import { record } from '../audit/record.ts'
import { takeLimit } from '../limit/take.ts'
import { letter } from '../mail/letter.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import { hashToken, newToken } from '../session/token.ts'
import { loadShop } from '../setting/load-shop.ts'
import { ShopError } from '../shop-error.ts'
import { newTotpSecret, replaceRecoveryCodes, totpSetup, totpStep } from './second-factor.ts'
import { startOperatorSession } from './session.ts'

const GOOD_FOR_DAYS = 3

/**
 * 担当者の招待: writes the invitation and its mail; the link is good for three days and for one person.
 * @returns the link, for the command line, which prints it
 * @throws ShopError 422 ERROR_OPERATOR_EXISTS: works in this shop already
 */
export async function inviteOperator(
  ctx: AdminContext,
  input: { email: string; role: Role; is_installation?: boolean },
): Promise<string> {
  const { email, role, is_installation = false } = input
  const seller = await loadShop(ctx)
  const token = newToken()
  const now = ctx.clock.now()
  const url = `${ctx.settings.public_url}/admin/invitation/${token}`
  await ctx.db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: operator.id })
      .from(operator)
      .leftJoin(operator_role, and(eq(operator_role.operator_id, operator.id), eq(operator_role.shop_id, ctx.shop_id)))
      .where(and(eq(operator.email, email), sql`(installation_role is not null or role is not null)`))
    if (known)
      throw new ShopError(422, 'ERROR_OPERATOR_EXISTS', 'このメールアドレスの担当者は、すでに登録されています。')
    await tx
      .delete(operator_invitation)
      .where(and(eq(operator_invitation.shop_id, ctx.shop_id), eq(operator_invitation.email, email)))
    await tx.insert(operator_invitation).values({
      ...{ shop_id: ctx.shop_id, token_hash: hashToken(token), email, role, is_installation },
      created_at: now,
      expires_at: new Date(now.getTime() + GOOD_FOR_DAYS * 86_400_000),
    })
    await tx.insert(outbox).values({
      shop_id: ctx.shop_id,
      kind: 'mail',
      dedupe_key: `operator-invitation:${hashToken(token).toString('hex')}`,
      payload: {
        to: email,
        subject: `【${seller.shop_name}】管理画面へのご招待`,
        text: letter(
          seller,
          email,
          `${seller.shop_name}の管理画面に「${ROLE_NAME[role]}」として招待されました。\n次のURLを開いて、お名前とパスワードをご登録ください。`,
          url,
          'URLの有効期限は3日間です。お心当たりのない場合は、このメールを破棄してください。',
        ),
        is_secret: true,
      },
    })
    await record(tx, ctx, {
      ...{ subject: 'operator', subject_id: email, subject_name: email },
      after: { role, is_installation },
    })
  })
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return url
}

export const invite: AdminVerb<'POST /admin/v1/operators/invite'> = async (ctx, input) => {
  await inviteOperator(ctx, input)
  return {}
}

const gone = () =>
  new ShopError(
    410,
    'ERROR_INVITATION',
    'この招待は使えません。期限が切れたか、すでに使われています。招待し直してもらってください。',
  )

async function findInvitation(ctx: AdminContext, token: string) {
  await takeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const [found] = await ctx.db
    .select({ invitation: operator_invitation, shop_name: shop.shop_name })
    .from(operator_invitation)
    .innerJoin(shop, eq(shop.id, operator_invitation.shop_id))
    .where(
      and(
        eq(operator_invitation.token_hash, hashToken(token)),
        isNull(operator_invitation.used_at),
        gt(operator_invitation.expires_at, ctx.clock.now()),
      ),
    )
  if (!found) throw gone()
  return found
}

export const showInvitation: AdminVerb<'GET /admin/v1/invitation/{token}'> = async (ctx, { token }) => {
  const { invitation, shop_name } = await findInvitation(ctx, token)
  return { email: invitation.email, role: invitation.role as Role, shop_name }
}

/** Keeps what was chosen until the first code shows that the authenticator works. */
export const acceptInvitation: AdminVerb<'POST /admin/v1/invitation/{token}/accept'> = async (ctx, input) => {
  const { invitation } = await findInvitation(ctx, input.token)
  const totp_secret = newTotpSecret()
  const password_hash = await hashPassword(input.password)
  const recovery_codes = await ctx.db.transaction(async (tx) => {
    const chosen = { operator_name: input.name, password_hash, totp_secret: ctx.secrets.seal(totp_secret) }
    await tx
      .update(operator_invitation)
      .set(chosen)
      .where(eq(operator_invitation.token_hash, hashToken(input.token)))
    // The person exists from here on, without a role: recovery codes need an owner.
    const now = ctx.clock.now()
    const [person] = await tx
      .insert(operator)
      .values({ email: invitation.email, name: input.name, created_at: now })
      .onConflictDoUpdate({ target: operator.email, set: { email: invitation.email } })
      .returning({ id: operator.id, password_hash: operator.password_hash })
    const actor = operatorActor({ id: person!.id, name: input.name })
    await record(tx, { ...ctx, actor }, { subject: 'operator', subject_id: person!.id, subject_name: input.name })
    return replaceRecoveryCodes(tx, person!.id)
  })
  return { ...totpSetup(totp_secret, invitation.email), recovery_codes }
}

/** The first code makes the account: password, authenticator and role, and signs in. */
export const finishInvitation: AdminVerb<'POST /admin/v1/invitation/{token}/finish'> = async (ctx, { token, code }) => {
  const { invitation } = await findInvitation(ctx, token)
  const { operator_name, password_hash, totp_secret, role, is_installation, shop_id, email } = invitation
  if (!operator_name || !password_hash || !totp_secret) throw gone()
  await takeLimit(ctx, 'operator_confirm', { account: email })
  const step = totpStep(ctx.secrets.open(totp_secret), code, ctx.clock.now())
  if (step === null)
    throw new ShopError(
      422,
      'ERROR_CODE',
      'コードが正しくありません。認証アプリに表示されている6桁を入力してください。',
    )
  return ctx.db.transaction(async (tx) => {
    const used = await tx
      .update(operator_invitation)
      .set({ used_at: ctx.clock.now(), password_hash: null, totp_secret: null })
      .where(and(eq(operator_invitation.token_hash, hashToken(token)), isNull(operator_invitation.used_at)))
      .returning({ shop_id: operator_invitation.shop_id })
    if (used.length === 0) throw gone()
    const account = { name: operator_name, password_hash, totp_secret, totp_step: step }
    const [person] = await tx
      .update(operator)
      .set(is_installation ? { ...account, installation_role: role } : account)
      .where(eq(operator.email, email))
      .returning({ id: operator.id, name: operator.name })
    if (!is_installation) {
      const values = { shop_id, operator_id: person!.id, role }
      await tx
        .insert(operator_role)
        .values(values)
        .onConflictDoUpdate({ target: [operator_role.shop_id, operator_role.operator_id], set: { role } })
    }
    await startOperatorSession(tx, { ...ctx, shop_id }, person!)
    return { operator_id: person!.id }
  })
}
