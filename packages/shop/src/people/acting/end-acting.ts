import type { Queryable } from '@kushi/db/connect'
import { acting_session } from '@kushi/db/schema/acting'
import { operator_session } from '@kushi/db/schema/operator'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { systemActor } from '../../actor.ts'
import type { Context, Handler } from '../../context.ts'
import { recordAuditAs, recordAuditBySystem } from '../../foundation/audit/index.ts'
import { actingAuditSubject } from './internal/acting-subject.ts'

const END = 'POST /v1/common/acting/end'

/** 終了: ends the acting session of the operator. Does nothing without one. */
export const endActingSession: Handler<typeof END> = async (ctx) => {
  const { shop_id, customer_id, acting, clock } = ctx
  if (!acting || customer_id === null) return {}
  await ctx.db.transaction(async (tx) => {
    if (await end(tx, { shop_id, id: acting.acting_session_id }, clock.now()))
      await recordAuditAs(
        tx,
        { ...ctx, action: END },
        { ...actingAuditSubject(customer_id), after: { ...acting, ended: true } },
      )
  })
  return {}
}

const end = async (tx: Queryable, row: { shop_id: number; id: number }, ended_at: Date): Promise<boolean> => {
  const open = and(sameRowCondition(acting_session, row), isNull(acting_session.ended_at))
  const ended = await tx.update(acting_session).set({ ended_at }).where(open).returning({ id: acting_session.id })
  return ended.length > 0
}

const AT_ONCE = 100

/** A job: records the end of acting sessions that expired or whose operator's session ended. */
export async function closeExpiredActingSessions(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  const over = await ctx.db
    .select({ row: acting_session, signed_out_at: operator_session.ended_at })
    .from(acting_session)
    .leftJoin(operator_session, eq(operator_session.id, acting_session.operator_session_id))
    .where(
      and(
        isNotNull(acting_session.begun_at),
        isNull(acting_session.ended_at),
        or(lte(acting_session.expires_at, now), isNotNull(operator_session.ended_at)),
      ),
    )
    .orderBy(asc(acting_session.expires_at))
    .limit(AT_ONCE)
  for (const { row, signed_out_at } of over) {
    const { shop_id, id: acting_session_id, customer_id, expires_at } = row
    const ended_at = signed_out_at && signed_out_at < expires_at! ? signed_out_at : expires_at!
    await ctx.db.transaction(async (tx) => {
      if (!(await end(tx, row, ended_at))) return
      const after = { acting_session_id, ended: true, ended_at: ended_at.toISOString() }
      const doer = { shop_id, clock: ctx.clock, actor: systemActor('代理ログインの終了'), action: END }
      await recordAuditBySystem(tx, doer, { ...actingAuditSubject(customer_id), after })
    })
  }
}
