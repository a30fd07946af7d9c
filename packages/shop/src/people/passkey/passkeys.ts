import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { customer_challenge, customer_passkey } from '@kushi/db/schema/sign-in'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { MAX_PASSKEYS } from '@kushi/values/sign-in'
import { and, asc, eq } from 'drizzle-orm'
import type { Answer, Context, Handler, MemberContext, MemberQueryContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { verifyWebauthnCreation, webauthnCreationOptions } from '../../foundation/webauthn/index.ts'
import { composeMail, enqueueMail, personalAddresseeText } from '../../messaging/message/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { confirmDevice, deviceText, lockMember, newToken, recordSecurityEvent } from '../session/index.ts'
import { makeChallengeConsumer, relyingPartyOfShop, saveChallenge, userHandle } from './internal/challenge.ts'

const own = ({ shop_id }: Pick<Context, 'shop_id'>, customer_id: number) =>
  and(eq(customer_passkey.shop_id, shop_id), eq(customer_passkey.customer_id, customer_id))

async function loadPasskeys(ctx: MemberContext, db: Queryable = ctx.db): Promise<Answer<'GET /v1/customer/passkeys'>> {
  const rows = await db
    .select()
    .from(customer_passkey)
    .where(own(ctx, ctx.customer_id))
    .orderBy(asc(customer_passkey.id))
  const items = rows.map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    created_at: created_at.toISOString(),
    used_at: used_at?.toISOString() ?? null,
  }))
  return {
    items,
    rp_id: relyingPartyOfShop(ctx).rpID,
    user_id: Buffer.from(userHandle(ctx, ctx.customer_id)).toString('base64url'),
    credential_ids: rows.map(({ credential_id }) => credential_id),
  }
}

export const listMemberPasskeys: Handler<'GET /v1/customer/passkeys'> = (ctx) => loadPasskeys(ctx)

export const startMemberPasskeyRegistration: Handler<'POST /v1/customer/passkeys/options'> = async (ctx) => {
  await consumeLimit(ctx, 'passkey', { address: ctx.ip })
  const { credential_ids } = await loadPasskeys(ctx)
  refuseTooMany(credential_ids.length)
  const [member] = await ctx.db
    .select({ email: customer.email, name01: customer.name01, name02: customer.name02 })
    .from(customer)
    .where(sameRowCondition(customer, { shop_id: ctx.shop_id, id: ctx.customer_id }))
  if (!member) throw notFound()
  const options = await webauthnCreationOptions(relyingPartyOfShop(ctx), {
    rp_name: (await loadShop(ctx)).shop_name,
    user_id: userHandle(ctx, ctx.customer_id),
    user_name: member.email,
    display_name: `${member.name01} ${member.name02}`,
    own: credential_ids,
  })
  await saveChallenge(ctx, options.challenge, ctx.customer_id)
  return { options }
}

function refuseTooMany(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw new ShopError(
      409,
      'ERROR_TOO_MANY_PASSKEYS',
      `パスキーは${MAX_PASSKEYS}件まで登録できます。お使いでないものを削除してください。`,
    )
}

/** パスキーの登録. The member is told by mail. The browser counts as confirmed: it holds the passkey. */
export const registerMemberPasskey: Handler<'POST /v1/customer/passkeys'> = async (ctx, { credential: answer }) => {
  const made = await verifyWebauthnCreation(
    relyingPartyOfShop(ctx),
    answer,
    makeChallengeConsumer(ctx.db, ctx, ctx.customer_id),
  )
  if (!made) throw notRegistered()
  const { aaguid, ...key } = made
  const name = KEEPERS[aaguid] ?? deviceText(ctx.user_agent)
  const { shop_id, customer_id } = ctx
  return ctx.db
    .transaction(async (tx) => {
      await lockMember(tx, ctx)
      refuseTooMany(await tx.$count(customer_passkey, own(ctx, customer_id)))
      await tx.insert(customer_passkey).values({ ...key, shop_id, customer_id, name, created_at: ctx.clock.now() })
      await recordSecurityEvent(ctx, 'passkey_added', customer_id, tx)
      await tellOf(tx, await loadMember(tx, ctx), 'passkey_added', name)
      await confirmDevice(tx, ctx, customer_id, 'passkey')
      return loadPasskeys(ctx, tx)
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw notRegistered()
      throw error
    })
}

const notRegistered = () =>
  new ShopError(422, 'ERROR_PASSKEY', 'パスキーを登録できませんでした。もう一度お試しください。')

/** The password manager that keeps a passkey, by its AAGUID; for others the browser's name is shown. */
const KEEPERS: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloudキーチェーン',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloudキーチェーン',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Googleパスワードマネージャー',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
}

/** パスキーの削除. The last way to log in stays: without a password and without LINE that is the last passkey. */
export const deleteMemberPasskey: Handler<'DELETE /v1/customer/passkeys/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { customer_id } = ctx
    await lockMember(tx, ctx)
    const member = await loadMember(tx, ctx)
    const [removed] = await tx
      .delete(customer_passkey)
      .where(and(own(ctx, customer_id), eq(customer_passkey.id, id)))
      .returning({ name: customer_passkey.name })
    if (!removed) throw notFound()
    const left = await tx.$count(customer_passkey, own(ctx, customer_id))
    if (left === 0 && member.password_hash === null && member.line_id === null)
      throw new ShopError(
        409,
        'ERROR_LAST_LOGIN',
        'ほかにログインの方法がないため、削除できません。先に、パスワードの設定かLINE連携をお願いいたします。',
      )
    await recordSecurityEvent(ctx, 'passkey_removed', customer_id, tx)
    await tellOf(tx, member, 'passkey_removed', removed.name)
    return loadPasskeys(ctx, tx)
  })

type Member = typeof customer.$inferSelect

async function loadMember(tx: Tx, { shop_id, customer_id }: MemberQueryContext): Promise<Member> {
  const [member] = await tx
    .select()
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  return member!
}

async function tellOf(tx: Tx, member: Member, kind: 'passkey_added' | 'passkey_removed', name: string) {
  const { shop_id, id: customer_id } = member
  const mail = await composeMail(tx, await loadShop({ db: tx, shop_id }), kind, member, {
    宛名: personalAddresseeText(`${member.name01} ${member.name02}`),
    パスキー: name,
  })
  await enqueueMail(tx, shop_id, `${kind}:${newToken()}`, mail, { customer_id })
}

/** After a reset of the password, or where an operator ends all sessions: somebody else may have added theirs. The member is told. */
export async function deleteMemberPasskeys(tx: Tx, ctx: MemberQueryContext): Promise<void> {
  const { shop_id, customer_id } = ctx
  await tx
    .delete(customer_challenge)
    .where(and(eq(customer_challenge.shop_id, shop_id), eq(customer_challenge.customer_id, customer_id)))
  const gone = await tx.delete(customer_passkey).where(own(ctx, customer_id)).returning({ name: customer_passkey.name })
  if (gone.length === 0) return
  await recordSecurityEvent(ctx, 'passkey_removed', customer_id, tx)
  await tellOf(tx, await loadMember(tx, ctx), 'passkey_removed', gone.map(({ name }) => name).join('、'))
}
