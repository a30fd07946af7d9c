import type { FieldFailure } from '@kushi/contract/failure'
import type { Queryable } from '@kushi/db/connect'
import { customer_rank, master_data, shop } from '@kushi/db/schema/shop'
import { fieldRuleMessage } from '@kushi/values/message'
import { and, asc, eq } from 'drizzle-orm'

/** Returns the initial rank of a new member. null: the shop has no ranks. */
export async function loadInitialRank(db: Queryable, shop_id: number): Promise<{ customer_rank_id: number | null }> {
  const [rank] = await db
    .select({ id: customer_rank.id })
    .from(customer_rank)
    .innerJoin(shop, and(eq(shop.id, customer_rank.shop_id), eq(shop.customer_rank_use_flag, true)))
    .where(eq(customer_rank.shop_id, shop_id))
    .orderBy(asc(customer_rank.discount_rate), asc(customer_rank.sort_no))
    .limit(1)
  return { customer_rank_id: rank?.id ?? null }
}

/** Returns the failures of the answer to 当店をお知りになったきっかけ. It must be a current choice of the shop's list. */
export async function acquisitionSourceFailures(
  { db, shop_id }: { db: Queryable; shop_id: number },
  where_did_you_know: number | null,
): Promise<FieldFailure[]> {
  if (where_did_you_know === null) return []
  const list = await db
    .select({ id: master_data.id })
    .from(master_data)
    .where(
      and(
        eq(master_data.shop_id, shop_id),
        eq(master_data.name, 'where_did_you_know'),
        eq(master_data.is_ended, false),
      ),
    )
  if (list.some(({ id }) => id === where_did_you_know)) return []
  const text = fieldRuleMessage('cmn-err-002', '当店をお知りになったきっかけ')
  return [{ path: 'where_did_you_know', message_id: 'cmn-err-002', message: text }]
}
