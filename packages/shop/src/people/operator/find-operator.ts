import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import type { Queryable } from '@kushi/db/connect'
import { operator, operator_role, operator_session } from '@kushi/db/schema/operator'
import type { Role } from '@kushi/values/role'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Clock } from '../../context.ts'
import type { ActingOperator } from '../../foundation/admin/index.ts'
import { hashToken } from '../session/index.ts'

const IDLE_HOURS = 12
const SEEN_AGAIN_MS = 60_000

/** SQL condition: joins the operator's role in a shop, unless they were stopped there. */
export const activeRoleCondition = (shop_id: number) =>
  and(eq(operator_role.operator_id, operator.id), eq(operator_role.shop_id, shop_id), isNull(operator_role.stopped_at))

/** SQL condition: a valid session of an operator who was not stopped. */
export const activeSessionCondition = (now: Date) =>
  and(
    isNull(operator_session.ended_at),
    isNull(operator.stopped_at),
    gt(operator_session.expires_at, now),
    gt(operator_session.seen_at, new Date(now.getTime() - IDLE_HOURS * 3_600_000)),
  )

/**
 * The operator of a session secret, with their role in a shop; null when the session has ended, the operator was
 * stopped, or they have no role there. Called for each request, so that an operator who leaves loses access at once on
 * every server.
 */
export async function findOperator(
  db: Queryable,
  clock: Clock,
  shop_id: number,
  token: string,
): Promise<ActingOperator | null> {
  const now = clock.now()
  const [found] = await db
    .select({
      id: operator.id,
      name: operator.name,
      role: sql<Role | null>`coalesce(${operator.installation_role}, ${operator_role.role})`,
      is_installation: sql<boolean>`${operator.installation_role} is not null`,
      session_id: operator_session.id,
      confirmed_at: operator_session.confirmed_at,
      seen_at: operator_session.seen_at,
      written_lsn: operator_session.written_lsn,
    })
    .from(operator_session)
    .innerJoin(operator, eq(operator.id, operator_session.operator_id))
    .leftJoin(operator_role, activeRoleCondition(shop_id))
    .where(and(eq(operator_session.token_hash, hashToken(token)), activeSessionCondition(now)))
  if (!found?.role) return null
  // Written at most once a minute, which is enough to distinguish used sessions from unused ones.
  if (now.getTime() - found.seen_at.getTime() > SEEN_AGAIN_MS)
    await db.update(operator_session).set({ seen_at: now }).where(eq(operator_session.id, found.session_id))
  const { seen_at: _, role, ...rest } = found
  return { ...rest, role, permissions: ROLE_PERMISSIONS[role] }
}
