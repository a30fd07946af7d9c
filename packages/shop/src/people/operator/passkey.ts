import type { Queryable } from '@kushi/db/connect'
import { operator, operator_challenge, operator_passkey } from '@kushi/db/schema/operator'
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { AdminContext, AdminHandler, AdminQueryContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import {
  relyingPartyOf,
  verifyWebauthnCreation,
  verifyWebauthnRequest,
  webauthnCreationOptions,
  webauthnRequestOptions,
} from '../../foundation/webauthn/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'

const CHALLENGE_MS = 5 * 60_000

/** A passkey belongs to the host name of the admin. */
const relyingParty = (ctx: AdminQueryContext) => relyingPartyOf(ctx.settings.public_url)

/**
 * Returns the browser options of a passkey request and saves its challenge. `operator_id` null: any operator may
 * answer.
 */
export async function passkeyRequestOptions(ctx: AdminContext, operator_id: number | null) {
  const options = await webauthnRequestOptions(relyingParty(ctx))
  await keepChallenge(ctx, options.challenge, operator_id)
  return options
}

async function keepChallenge(ctx: AdminContext, challenge: string, operator_id: number | null): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.delete(operator_challenge).where(lt(operator_challenge.expires_at, now))
  const expires_at = new Date(now.getTime() + CHALLENGE_MS)
  await ctx.db.insert(operator_challenge).values({ challenge, operator_id, expires_at })
}

/** Uses up a challenge: each is valid for one response. */
async function useChallenge(tx: Queryable, ctx: AdminQueryContext, challenge: string, operator_id: number | null) {
  const whose =
    operator_id === null ? isNull(operator_challenge.operator_id) : eq(operator_challenge.operator_id, operator_id)
  const taken = await tx
    .delete(operator_challenge)
    .where(and(eq(operator_challenge.challenge, challenge), whose, gt(operator_challenge.expires_at, ctx.clock.now())))
    .returning({ challenge: operator_challenge.challenge })
  return taken.length === 1
}

/**
 * Returns the operator whose passkey signed one of our challenges; null when the response is invalid. `of`: accepts
 * only this operator.
 */
export async function verifyPasskeyResponse(
  tx: Queryable,
  ctx: AdminQueryContext,
  answer: Record<string, unknown>,
  of: number | null = null,
): Promise<{ id: number; name: string } | null> {
  const [key] = await tx
    .select({
      id: operator_passkey.id,
      operator_id: operator_passkey.operator_id,
      credential_id: operator_passkey.credential_id,
      public_key: operator_passkey.public_key,
      counter: operator_passkey.counter,
      name: operator.name,
    })
    .from(operator_passkey)
    .innerJoin(operator, eq(operator.id, operator_passkey.operator_id))
    .where(and(eq(operator_passkey.credential_id, String(answer.id)), isNull(operator.stopped_at)))
  if (!key || (of !== null && key.operator_id !== of)) return null
  const use = (challenge: string) => useChallenge(tx, ctx, challenge, of)
  const verified = await verifyWebauthnRequest(relyingParty(ctx), answer, key, use)
  if (!verified) return null
  await tx
    .update(operator_passkey)
    .set({ ...verified, used_at: ctx.clock.now() })
    .where(eq(operator_passkey.id, key.id))
  return { id: key.operator_id, name: key.name }
}

export const listPasskeys: AdminHandler<'GET /admin/v1/me/passkeys'> = async (ctx) => {
  const rows = await ctx.db
    .select()
    .from(operator_passkey)
    .where(eq(operator_passkey.operator_id, ctx.operator.id))
    .orderBy(asc(operator_passkey.id))
  const items = rows.map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    created_at: created_at.toISOString(),
    used_at: used_at?.toISOString() ?? null,
  }))
  return { items }
}

export const startPasskeyRegistration: AdminHandler<'POST /admin/v1/me/passkeys/options'> = async (ctx) => {
  const { id } = ctx.operator
  const [row] = await ctx.db.select({ email: operator.email }).from(operator).where(eq(operator.id, id))
  const own = await ctx.db.select().from(operator_passkey).where(eq(operator_passkey.operator_id, id))
  const options = await webauthnCreationOptions(relyingParty(ctx), {
    rp_name: 'Kushi',
    user_id: `operator-${id}`,
    user_name: row!.email,
    display_name: ctx.operator.name,
    own: own.map((key) => key.credential_id),
  })
  await keepChallenge(ctx, options.challenge, id)
  return { options }
}

export const registerPasskey: AdminHandler<'POST /admin/v1/me/passkeys'> = async (ctx, { name, answer }) => {
  const { id: operator_id } = ctx.operator
  await ctx.db.transaction(async (tx) => {
    const made = await verifyWebauthnCreation(relyingParty(ctx), answer, (one) =>
      useChallenge(tx, ctx, one, operator_id),
    )
    if (!made) throw new ShopError(422, 'ERROR_PASSKEY', 'パスキーを登録できませんでした。もう一度お試しください。')
    const { aaguid: _, ...key } = made
    await tx.insert(operator_passkey).values({ ...key, operator_id, name, created_at: ctx.clock.now() })
    const subject = { subject: 'operator', subject_id: operator_id, subject_name: ctx.operator.name }
    await recordAudit(tx, ctx, { ...subject, after: { passkey: name } })
  })
  return {}
}

export const deletePasskey: AdminHandler<'DELETE /admin/v1/me/passkeys/{id}'> = async (ctx, { id }) => {
  await ctx.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(operator_passkey)
      .where(and(eq(operator_passkey.id, id), eq(operator_passkey.operator_id, ctx.operator.id)))
      .returning({ name: operator_passkey.name })
    if (!gone) throw notFound()
    const subject = { subject: 'operator', subject_id: ctx.operator.id, subject_name: ctx.operator.name }
    await recordAudit(tx, ctx, { ...subject, before: { passkey: gone.name } })
  })
  return {}
}
