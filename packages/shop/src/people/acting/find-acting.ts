import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import type { Queryable } from '@kushi/db/connect'
import { acting_session } from '@kushi/db/schema/acting'
import { customer } from '@kushi/db/schema/customer'
import { operator, operator_role, operator_session } from '@kushi/db/schema/operator'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { Role } from '@kushi/values/role'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Clock } from '../../context.ts'
import { activeRoleCondition, activeSessionCondition } from '../operator/index.ts'

/** An operator who acts in place of a member (代理ログイン). */
export interface ActingSession {
  acting_session_id: number
  customer_id: number
  operator: { id: number; name: string }
}

/**
 * The member as whom an operator acts with this token. null when the half hour or the operator's own session is over,
 * the operator lost the permission, or the member has left or was blocked. Called for each request, so that the end
 * takes effect at once on every server.
 */
export async function findActingSession(
  db: Queryable,
  clock: Clock,
  shop_id: number,
  token_hash: Buffer,
): Promise<ActingSession | null> {
  const now = clock.now()
  const [found] = await db
    .select({
      acting_session_id: acting_session.id,
      customer_id: acting_session.customer_id,
      id: operator.id,
      name: operator.name,
      role: sql<Role | null>`coalesce(${operator.installation_role}, ${operator_role.role})`,
    })
    .from(acting_session)
    .innerJoin(customer, refersToCondition(acting_session.customer_id, customer))
    .innerJoin(operator_session, eq(operator_session.id, acting_session.operator_session_id))
    .innerJoin(operator, eq(operator.id, operator_session.operator_id))
    .leftJoin(operator_role, activeRoleCondition(shop_id))
    .where(
      and(
        eq(acting_session.shop_id, shop_id),
        eq(acting_session.token_hash, token_hash),
        isNull(acting_session.ended_at),
        gt(acting_session.expires_at, now),
        activeSessionCondition(now),
        isNull(customer.withdrawn_at),
        isNull(customer.blocked_at),
      ),
    )
  if (!found?.role || !ROLE_PERMISSIONS[found.role].includes('customer.act')) return null
  const { id, name, acting_session_id, customer_id } = found
  return { acting_session_id, customer_id, operator: { id, name } }
}
