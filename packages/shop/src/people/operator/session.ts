import type { Queryable } from '@kushi/db/connect'
import { operator, operator_session } from '@kushi/db/schema/operator'
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { operatorActor } from '../../actor.ts'
import type { AdminContext, AdminHandler, AdminQueryContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { notFound } from '../../shop-error.ts'
import { hashToken, newToken } from '../session/index.ts'

/** A session ends after a week, even when it is in use. */
const LIFETIME_MS = 7 * 86_400_000

/** Starts a session for an operator who has proved both factors; records the login in the audit log. */
export async function startOperatorSession(
  tx: Queryable,
  ctx: AdminQueryContext,
  who: { id: number; name: string },
): Promise<void> {
  const now = ctx.clock.now()
  const token = newToken()
  await tx.insert(operator_session).values({
    token_hash: hashToken(token),
    operator_id: who.id,
    user_agent: ctx.user_agent,
    ip: ctx.ip,
    created_at: now,
    seen_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
    confirmed_at: now,
  })
  await tx.update(operator).set({ signed_in_at: now }).where(eq(operator.id, who.id))
  await recordAudit(
    tx,
    { ...ctx, actor: operatorActor(who) },
    { subject: 'operator', subject_id: who.id, subject_name: who.name },
  )
  ctx.setSession(token)
}

/** Ends all sessions of an operator, except one. */
export async function endOperatorSessions(
  tx: Queryable,
  ctx: AdminQueryContext,
  operator_id: number,
  but = 0,
): Promise<void> {
  await tx
    .update(operator_session)
    .set({ ended_at: ctx.clock.now() })
    .where(
      and(
        eq(operator_session.operator_id, operator_id),
        isNull(operator_session.ended_at),
        ne(operator_session.id, but),
      ),
    )
}

const me = (ctx: AdminContext) => ({
  subject: 'operator',
  subject_id: ctx.operator!.id,
  subject_name: ctx.operator!.name,
})

export const signOut: AdminHandler<'POST /admin/v1/sign-out'> = async (ctx) => {
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(operator_session)
      .set({ ended_at: ctx.clock.now() })
      .where(eq(operator_session.id, ctx.operator.session_id))
    await recordAudit(tx, ctx, me(ctx))
  })
  ctx.setSession(null)
  return {}
}

export const listOperatorSessions: AdminHandler<'GET /admin/v1/me/sessions'> = async (ctx) => {
  const rows = await ctx.db
    .select()
    .from(operator_session)
    .where(
      and(
        eq(operator_session.operator_id, ctx.operator.id),
        isNull(operator_session.ended_at),
        gt(operator_session.expires_at, ctx.clock.now()),
      ),
    )
    .orderBy(desc(operator_session.seen_at))
    .limit(100)
  const items = rows.map(({ id, user_agent, ip, created_at, seen_at }) => ({
    id,
    user_agent,
    ip,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    is_this: id === ctx.operator.session_id,
  }))
  return { items }
}

export const endOwnOperatorSession: AdminHandler<'DELETE /admin/v1/me/sessions/{id}'> = async (ctx, { id }) => {
  await ctx.db.transaction(async (tx) => {
    const ended = await tx
      .update(operator_session)
      .set({ ended_at: ctx.clock.now() })
      .where(and(eq(operator_session.id, id), eq(operator_session.operator_id, ctx.operator.id)))
      .returning({ id: operator_session.id })
    if (ended.length === 0) throw notFound()
    await recordAudit(tx, ctx, { ...me(ctx), after: { session: id } })
  })
  return {}
}

export const endOtherOperatorSessions: AdminHandler<'DELETE /admin/v1/me/sessions'> = async (ctx) => {
  await ctx.db.transaction(async (tx) => {
    await endOperatorSessions(tx, ctx, ctx.operator.id, ctx.operator.session_id)
    await recordAudit(tx, ctx, me(ctx))
  })
  return {}
}
