import { access_token } from '@kushi/db/schema/customer'
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { recordSecurityEvent } from './record-security-event.ts'

const living = (ctx: MemberContext) =>
  and(
    eq(access_token.customer_id, ctx.customer_id),
    eq(access_token.shop_id, ctx.shop_id),
    isNull(access_token.revoked_at),
    gt(access_token.expires_at, ctx.clock.now()),
  )

/** ログイン中の端末: the current session first, then by last use. */
export const listMemberSessions: Handler<'GET /v1/customer/sessions'> = async (ctx) => {
  const rows = await ctx.db
    .select()
    .from(access_token)
    .where(living(ctx))
    .orderBy(desc(access_token.seen_at))
    .limit(100)
  const items = rows.map(({ token_hash, created_at, seen_at, id, provider, device, network }) => ({
    id,
    provider: provider as 'customer',
    device,
    network,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    is_current: ctx.token_hash?.equals(token_hash) ?? false,
  }))
  return { items: items.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) }
}

/** Ends one session of the member: that device must log in again. */
export const endMemberSession: Handler<'DELETE /v1/customer/sessions/{id}'> = async (ctx, { id }) => {
  const [ended] = await ctx.db
    .update(access_token)
    .set({ revoked_at: ctx.clock.now() })
    .where(and(living(ctx), eq(access_token.id, id)))
    .returning({ id: access_token.id })
  if (!ended) throw notFound()
  await recordSecurityEvent(ctx, 'session_ended', ctx.customer_id)
  return listMemberSessions(ctx, {})
}

/** Ends every session but the current one. */
export const endOtherSessions: Handler<'DELETE /v1/customer/sessions'> = async (ctx) => {
  const ended = await ctx.db
    .update(access_token)
    .set({ revoked_at: ctx.clock.now() })
    .where(and(living(ctx), ctx.token_hash ? ne(access_token.token_hash, ctx.token_hash) : undefined))
    .returning({ id: access_token.id })
  if (ended.length > 0) await recordSecurityEvent(ctx, 'session_ended', ctx.customer_id)
  return listMemberSessions(ctx, {})
}
