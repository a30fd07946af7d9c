import { randomUUID } from 'node:crypto'
import { type AdminContract, adminContract } from '@kushi/contract/admin/contract'
import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import type { EndpointPart, OutputOf } from '@kushi/contract/endpoint'
import type { Db } from '@kushi/db/connect'
import { operator } from '@kushi/db/schema/operator'
import { ROLE_NAME, type Role } from '@kushi/values/role'
import { operatorActor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { OperatorContext } from '../foundation/admin/context.ts'
import { testContext } from './context.ts'

/** A context of the admin side: a new operator with this role in shop 2. */
export async function operatorContext(
  db: Db,
  role: Role = 'manager',
  overrides: Parameters<typeof testContext>[1] = {},
): Promise<OperatorContext> {
  const base: Context = testContext(db, overrides)
  const person = { name: ROLE_NAME[role], created_at: base.clock.now() }
  const [row] = await db
    .insert(operator)
    .values({ ...person, email: `${randomUUID()}@example.com` })
    .returning()
  return {
    ...base,
    actor: operatorActor({ id: row!.id, name: person.name }),
    operator: {
      id: row!.id,
      name: person.name,
      role,
      permissions: ROLE_PERMISSIONS[role],
      is_installation: false,
      session_id: 1,
      confirmed_at: person.created_at,
    },
    action: 'test',
    trail: { entries: 0 },
    is_demo: false,
    setSession: () => undefined,
  }
}

/** The query of a list as the server parses it from an address. */
export function parseListQuery<K extends keyof AdminContract>(key: K, search = '') {
  const { query: schema } = adminContract[key] as unknown as { query: { parse(given: unknown): unknown } }
  const given: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = given[name]
    given[name] = before === undefined ? value : [before, value].flat()
  }
  return schema.parse(given) as OutputOf<EndpointPart<AdminContract[K], 'query'>>
}
