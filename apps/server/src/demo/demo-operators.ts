import { operator, operator_role } from '@kushi/db/schema/operator'
import { systemActor } from '@kushi/shop/actor'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import { DEMO_OPERATOR_EMAIL_DOMAIN } from '@kushi/shop/people/operator/confirm'
import { startOperatorSession } from '@kushi/shop/people/operator/session'
import { ROLE_NAME, ROLES, type Role } from '@kushi/values/role'
import type { Deps } from '../deps/deps.ts'

const names: Record<Role, string> = {
  manager: '椿 花',
  orders: '柘植 朋子',
  shipping: '石川 巧',
  support: '森 つむぎ',
  accounting: '金子 丁',
  viewer: '水野 眺',
}

/** One account per role, for visitors of the demo. */
export const demoOperators = ROLES.map((role) => ({ role, role_name: ROLE_NAME[role], name: names[role] }))

/** Returns a session of the demo operator with this role, creating the operator at first use; null: no such role. */
export async function signInAsDemo(deps: Deps, given: string): Promise<string | null> {
  const role = ROLES.find((one) => one === given)
  if (!role) return null
  let token: string | null = null
  const ctx: AdminContext = {
    ...(await deps.base(deps.config.default_shop_id)),
    shop_id: deps.config.default_shop_id,
    client_id: 'sandbox',
    customer_id: null,
    token_hash: null,
    ip: '127.0.0.1',
    user_agent: 'デモ',
    operator: null,
    trail: { entries: 0 },
    is_demo: true,
    actor: systemActor('sandbox'),
    action: 'デモの担当者でログイン',
    setSession: (next) => {
      token = next
    },
  }
  await ctx.db.transaction(async (tx) => {
    const person = { email: `${role}${DEMO_OPERATOR_EMAIL_DOMAIN}`, name: names[role], created_at: ctx.clock.now() }
    const [who] = await tx
      .insert(operator)
      .values(person)
      .onConflictDoUpdate({ target: operator.email, set: { name: person.name, stopped_at: null } })
      .returning({ id: operator.id, name: operator.name })
    await tx
      .insert(operator_role)
      .values({ shop_id: ctx.shop_id, operator_id: who!.id, role })
      .onConflictDoUpdate({
        target: [operator_role.shop_id, operator_role.operator_id],
        set: { role, stopped_at: null },
      })
    await startOperatorSession(tx, ctx, who!)
  })
  return token
}
