import { ROLE_NAME, type Role } from '@kushi/contract/admin/permission'
import type { Db, Queryable } from '@kushi/db/connect'
import { operator, operator_invitation, operator_passkey, operator_role } from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AdminContext, AdminVerb } from '../../foundation/admin/index.ts'
import { record } from '../../foundation/audit/index.ts'
import { takeLimit } from '../../foundation/limit/index.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { deliverOutbox, letter } from '../../messaging/message/index.ts'
import { ShopError } from '../../shop-error.ts'
import { hashToken, newToken } from '../session/index.ts'

const GOOD_FOR_DAYS = 3

/**
 * 担当者の招待: writes the invitation and its mail. The link is valid for three days and for one person.
 * @returns the link, for the command line, which prints it
 * @throws ShopError 422 ERROR_OPERATOR_EXISTS: already works in this shop
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
  const todo = (await hasAccount(ctx.db, email))
    ? '次のURLを開いて、いつものパスキーまたはパスワードでログインしてください。'
    : '次のURLを開いて、お名前とパスワードをご登録ください。'
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
      shop_id: ctx.shop_id,
      token_hash: hashToken(token),
      email,
      role,
      is_installation,
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
          `${seller.shop_name}の管理画面に「${ROLE_NAME[role]}」として招待されました。\n${todo}`,
          url,
          'URLの有効期限は3日間です。お心当たりのない場合は、このメールを破棄してください。',
        ),
        is_secret: true,
      },
    })
    await record(tx, ctx, {
      subject: 'operator',
      subject_id: email,
      subject_name: email,
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

/**
 * Whether an operator of any shop already logs in with this e-mail. Then an invitation only gives them a role and
 * leaves password, authenticator and recovery codes as they are. It reads all shops, so it runs outside a transaction:
 * afterwards a distributed database could not change an operator in the same transaction.
 */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const roles = db
    .select({ id: operator.id })
    .from(operator)
    .innerJoin(operator_role, eq(operator_role.operator_id, operator.id))
    .where(eq(operator.email, email))
    .limit(1)
  return (await roles).length > 0 || (await isSetUp(db, email))
}

/**
 * The same check for what another invitation may have set up meanwhile, with the operator locked. Roles need no check,
 * because no invitation gives a role alone.
 */
export async function isSetUp(db: Queryable, email: string): Promise<boolean> {
  const isDone = sql`(${operator.password_hash} is not null or ${operator.installation_role} is not null
    or exists (select from ${operator_passkey} where ${operator_passkey.operator_id} = ${operator.id}))`
  const [found] = await db
    .select({ id: operator.id })
    .from(operator)
    .where(and(eq(operator.email, email), isDone))
    .for('update')
  return found !== undefined
}

export const gone = () =>
  new ShopError(
    410,
    'ERROR_INVITATION',
    'この招待は使えません。期限が切れたか、すでに使われています。招待し直してもらってください。',
  )

/** @throws ShopError 410 ERROR_INVITATION */
export async function findInvitation(ctx: AdminContext, token: string) {
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
  const { email } = invitation
  const has_account = await hasAccount(ctx.db, email)
  return { email, role: invitation.role as Role, shop_name, has_account }
}
