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

/** Takes that out of the history of these subscriptions; what was done, when and by which kind of person stays. */
export async function eraseHistory(tx: Queryable, shop_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const changes = sql`(select coalesce(jsonb_agg(c order by n), '[]') from jsonb_array_elements(${detail} -> 'changes')
    with ordinality as t (c, n) where c ->> 'name' not in (${list(PERSONAL)}))`
  await tx
    .update(subscription_event)
    .set({
      detail: sql`(${detail} - array[${list(FREE)}]::text[]) || case when ${detail} ? 'changes'
        then jsonb_build_object('changes', ${changes}) else '{}' end`,
    })
    .where(and(eq(subscription_event.shop_id, shop_id), inArray(subscription_event.subscription_id, [...ids]), saysWho))
}
