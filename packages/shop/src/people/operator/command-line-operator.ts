import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import type { Queryable } from '@kushi/db/connect'
import { operator, operator_role } from '@kushi/db/schema/operator'
import type { Role } from '@kushi/values/role'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ActingOperator } from '../../foundation/admin/index.ts'
import { activeRoleCondition } from './find-operator.ts'

/**
 * The operator named on the command line of the installation, with their role in a shop; null when they have none
 * there. The identity is not verified.
 */
export async function commandLineOperator(db: Queryable, shop_id: number, id: number): Promise<ActingOperator | null> {
  const [found] = await db
    .select({
      id: operator.id,
      name: operator.name,
      role: sql<Role | null>`coalesce(${operator.installation_role}, ${operator_role.role})`,
      is_installation: sql<boolean>`${operator.installation_role} is not null`,
    })
    .from(operator)
    .leftJoin(operator_role, activeRoleCondition(shop_id))
    .where(and(eq(operator.id, id), isNull(operator.stopped_at)))
  if (!found?.role) return null
  const { role, ...rest } = found
  // No session, and no second factor.
  return { ...rest, role, permissions: ROLE_PERMISSIONS[role], session_id: null, confirmed_at: new Date(0) }
}
