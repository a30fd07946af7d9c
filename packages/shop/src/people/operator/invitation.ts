import type { Queryable, Tx } from '@kushi/db/connect'
import {
  operator,
  operator_invitation,
  operator_passkey,
  operator_recovery_code,
  operator_role,
} from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { ROLE_NAME, type Role } from '@kushi/values/role'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AdminContext, AdminHandler, AdminQueryContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { mailText, markOutboxWritten } from '../../messaging/message/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { hashToken, newToken } from '../session/index.ts'
import { endOperatorSessions } from './session.ts'

const GOOD_FOR_DAYS = 3

interface Invitee {
  email: string
  role: Role
  is_installation?: boolean
}

/**
 * 担当者の招待: writes the invitation and its mail. The link is valid for three days and for one person.
 * @returns the link, for the command line, which prints it
 * @throws ShopError 422 ERROR_OPERATOR_EXISTS: already works in this shop
 */
export async function inviteOperator(ctx: AdminContext, input: Invitee): Promise<string> {
  const { email } = input
  const todo = (await hasOperatorAccount(ctx.db, email))
    ? '次のURLを開いて、いつものパスキーまたはパスワードでログインしてください。'
    : '次のURLを開いて、お名前とパスワードをご登録ください。'
  const url = await ctx.db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: operator.id })
      .from(operator)
      .leftJoin(operator_role, and(eq(operator_role.operator_id, operator.id), eq(operator_role.shop_id, ctx.shop_id)))
      .where(and(eq(operator.email, email), sql`(installation_role is not null or role is not null)`))
    if (known)
      throw new ShopError(422, 'ERROR_OPERATOR_EXISTS', 'このメールアドレスの担当者は、すでに登録されています。')
    return writeInvitation(tx, ctx, input, todo)
  })
  return url
}

/**
 * Resets the login of an operator who lost every way in, or whose authenticator no `SECRET_KEY` can decrypt. Password,
 * authenticator, passkeys, recovery codes and sessions end; the role stays. An invitation leads to new ones.
 * @returns the link
 */
export async function resetOperatorAccess(ctx: AdminContext, email: string): Promise<string> {
  const url = await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select().from(operator).where(eq(operator.email, email)).for('update')
    if (!found) throw notFound()
    const here = and(eq(operator_role.operator_id, found.id), eq(operator_role.shop_id, ctx.shop_id))
    const [own] = await tx.select({ role: operator_role.role }).from(operator_role).where(here)
    const role = found.installation_role ?? own?.role
    if (!role) throw notFound()
    const nothing = { password_hash: null, totp_secret: null, totp_step: null }
    await tx.update(operator).set(nothing).where(eq(operator.id, found.id))
    await tx.delete(operator_passkey).where(eq(operator_passkey.operator_id, found.id))
    await tx.delete(operator_recovery_code).where(eq(operator_recovery_code.operator_id, found.id))
    await endOperatorSessions(tx, ctx, found.id)
    const invited = { email, role, is_installation: found.installation_role !== null }
    const todo = 'ログインの方法を、はじめから登録し直します。次のURLを開いて、お名前とパスワードをご登録ください。'
    return writeInvitation(tx, ctx, invited, todo)
  })
  return url
}

async function writeInvitation(tx: Tx, ctx: AdminQueryContext, invited: Invitee, todo: string): Promise<string> {
  const { email, role, is_installation = false } = invited
  const seller = await loadShop({ ...ctx, db: tx })
  const token = newToken()
  const now = ctx.clock.now()
  const url = `${ctx.settings.public_url}/admin/invitation/${token}`
  await tx
    .delete(operator_invitation)
    .where(and(eq(operator_invitation.shop_id, ctx.shop_id), eq(operator_invitation.email, email)))
  await tx.insert(operator_invitation).values({
    shop_id: ctx.shop_id,
    token_hash: hashToken(token),
    email,
    role,
    is_installation,
    created_at: now,
    expires_at: new Date(now.getTime() + GOOD_FOR_DAYS * 86_400_000),
  })
  markOutboxWritten(ctx.shop_id)
  await tx.insert(outbox).values({
    shop_id: ctx.shop_id,
    kind: 'mail',
    dedupe_key: `operator-invitation:${hashToken(token).toString('hex')}`,
    payload: {
      to: email,
      subject: `【${seller.shop_name}】管理画面へのご招待`,
      text: mailText(
        seller,
        email,
        `${seller.shop_name}の管理画面に「${ROLE_NAME[role]}」として招待されました。\n${todo}`,
        url,
        'URLの有効期限は3日間です。お心当たりのない場合は、このメールを破棄してください。',
      ),
      is_secret: true,
    },
  })
  await recordAudit(tx, ctx, {
    subject: 'operator',
    subject_id: email,
    subject_name: email,
    after: { role, is_installation },
  })
  return url
}

export const sendInvitation: AdminHandler<'POST /admin/v1/operators/invite'> = async (ctx, input) => {
  await inviteOperator(ctx, input)
  return {}
}

/**
 * Whether an operator of any shop already logs in with this e-mail. Then an invitation only gives them a role and
 * leaves password, authenticator and recovery codes as they are.
 */
export async function hasOperatorAccount(db: Queryable, email: string): Promise<boolean> {
  const [found] = await db.select({ id: operator.id }).from(operator).where(isSetUpAs(email))
  return found !== undefined
}

const isSetUpAs = (email: string) =>
  and(
    eq(operator.email, email),
    sql`(${operator.password_hash} is not null
      or exists (select from ${operator_passkey} where ${operator_passkey.operator_id} = ${operator.id}))`,
  )

/**
 * Locks the operator with this e-mail and returns whether they can log in already. Another invitation may have set up
 * the account meanwhile.
 */
export async function isOperatorSetUp(db: Queryable, email: string): Promise<boolean> {
  const [found] = await db.select({ id: operator.id }).from(operator).where(isSetUpAs(email)).for('update')
  return found !== undefined
}

export const invitationGoneError = () =>
  new ShopError(
    410,
    'ERROR_INVITATION',
    'この招待は使えません。期限が切れたか、すでに使われています。招待し直してもらってください。',
  )

/**
 * Returns the open invitation of a token, with the name of its shop.
 * @throws ShopError 410 ERROR_INVITATION
 */
export async function findInvitation(ctx: AdminContext, token: string) {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
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
  if (!found) throw invitationGoneError()
  return found
}

export const showInvitation: AdminHandler<'GET /admin/v1/invitation/{token}'> = async (ctx, { token }) => {
  const { invitation, shop_name } = await findInvitation(ctx, token)
  const { email } = invitation
  const has_account = await hasOperatorAccount(ctx.db, email)
  return { email, role: invitation.role, shop_name, has_account }
}
