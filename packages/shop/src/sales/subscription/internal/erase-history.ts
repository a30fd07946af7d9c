import type { Queryable } from '@kushi/db/connect'
import { subscription_event } from '@kushi/db/schema/subscription'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { PERSONAL_CHANGE_FIELDS } from '../rules/changes-between.ts'
import type { EventDetail } from './record-event.ts'

/** Free text may contain names. */
const FREE = ['detail', 'ended_for'] as const satisfies readonly (keyof EventDetail)[]

const { detail } = subscription_event
const list = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )

/** Rows of the history with a name, an address or free text. */
export const hasPersonalTextCondition = sql`(${detail} ?| array[${list(FREE)}]::text[] or exists (
  select from jsonb_array_elements(${detail} -> 'changes') c where c ->> 'name' in (${list(PERSONAL_CHANGE_FIELDS)})))`

/**
 * Removes that from the history of these subscriptions. What was done, when, and the kind of actor stay. Uses only
 * functions of the row itself, without `case` or a subselect, because Citus does not update a row from other rows.
 */
export async function erasePersonalHistory(tx: Queryable, shop_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const changes = sql`jsonb_path_query_array(${detail}, '$.changes[*] ? (!(@.name == $personal[*]))',
    ${JSON.stringify({ personal: PERSONAL_CHANGE_FIELDS })}::jsonb)`
  await tx
    .update(subscription_event)
    .set({
      detail: sql`jsonb_set(${detail} - array[${list(FREE)}]::text[], '{changes}', ${changes}, false)`,
    })
    .where(
      and(
        eq(subscription_event.shop_id, shop_id),
        inArray(subscription_event.subscription_id, [...ids]),
        hasPersonalTextCondition,
      ),
    )
}
