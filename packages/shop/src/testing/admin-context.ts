import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { operator } from '@kushi/db/schema/operator'
import { operatorActor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { AdminContext, OperatorContext } from '../foundation/admin/context.ts'
import { throwingPort } from './context.ts'

/** The same context as on the command line: no operator is signed in. */
export const commandLineContext = (ctx: Context): AdminContext => ({
  ...ctx,
  actor: operatorActor({ id: null, name: 'コマンド' }),
  operator: null,
  action: 'shop test',
  trail: { entries: 0 },
  is_demo: true,
  secrets: throwingPort('secrets'),
  setSession() {},
})

/** The same context for a new operator with every permission of a role. */
export async function newOperatorContext(
  ctx: Context,
  name: string,
  role: 'manager' | 'shipping' | 'viewer' = 'shipping',
): Promise<OperatorContext> {
  const now = ctx.clock.now()
  const email = `${name}-${Math.random()}@example.com`
  const [row] = await ctx.db.insert(operator).values({ email, name, created_at: now }).returning()
  return {
    ...commandLineContext(ctx),
    actor: operatorActor(row!),
    operator: {
      id: row!.id,
      name,
      role,
      permissions: ROLE_PERMISSIONS[role],
      is_installation: false,
      session_id: 1,
      confirmed_at: now,
    },
  }
}
