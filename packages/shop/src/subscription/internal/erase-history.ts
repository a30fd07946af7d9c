import type { Queryable } from '@kushi/db/connect'
import { subscription_event } from '@kushi/db/schema/subscription'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { PERSONAL } from '../rules/changes-between.ts'
import type { EventDetail } from './record-event.ts'

/** What was written freely may name anybody. */
const FREE = ['detail', 'ended_for'] as const satisfies readonly (keyof EventDetail)[]

const { detail } = subscription_event
const list = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )

/** Rows of the history that say who, where, or something in somebody's own words. */
export const saysWho = sql`(${detail} ?| array[${list(FREE)}]::text[] or exists (
  select from jsonb_array_elements(${detail} -> 'changes') c where c ->> 'name' in (${list(PERSONAL)})))`

/**
 * Takes that out of the history of these subscriptions; what was done, when and by which kind of person stays. Functions of the row alone,
 * without `case` or a select within: a distributed database writes no row by others.
 */
export async function eraseHistory(tx: Queryable, shop_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const changes = sql`jsonb_path_query_array(${detail}, '$.changes[*] ? (!(@.name == $personal[*]))',
    ${JSON.stringify({ personal: PERSONAL })}::jsonb)`
  await tx
    .update(subscription_event)
    .set({
      detail: sql`jsonb_set(${detail} - array[${list(FREE)}]::text[], '{changes}', ${changes}, false)`,
    })
    .where(and(eq(subscription_event.shop_id, shop_id), inArray(subscription_event.subscription_id, [...ids]), saysWho))
}
