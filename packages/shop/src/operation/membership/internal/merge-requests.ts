import type { Queryable, Tx } from '@kushi/db/connect'
import { merge_request } from '@kushi/db/schema/merge-request'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { invalidateLinkTokens } from '../../../people/session/index.ts'
import { mergeRequestState } from '../rules/merge-request.ts'

export type MergeRequestRow = typeof merge_request.$inferSelect
type MergeRequestContext = Pick<Context, 'clock' | 'shop_id'>

/** The pair of a merge: which member ends, and which is kept. */
export interface MergePair {
  customer_id: number
  kept_id: number
}

/**
 * Returns the newest merge request about these two members, with its state. null: none in this direction. A refusal
 * counts for both directions.
 */
export async function findMergeConsent(db: Queryable, ctx: MergeRequestContext, { customer_id, kept_id }: MergePair) {
  const both = [customer_id, kept_id]
  const [row] = await db
    .select()
    .from(merge_request)
    .where(
      and(
        eq(merge_request.shop_id, ctx.shop_id),
        inArray(merge_request.customer_id, both),
        inArray(merge_request.kept_id, both),
      ),
    )
    .orderBy(desc(merge_request.id))
    .limit(1)
  if (!row) return null
  const state = mergeRequestState(row, ctx.clock.now())
  return row.customer_id === customer_id || state === 'refused' ? { row, state } : null
}

/**
 * Inserts a merge request. Ends the earlier requests of both members, and their links. The caller has locked both
 * members.
 */
export async function startMergeRequest(
  tx: Tx,
  ctx: MergeRequestContext & Pick<Context, 'actor'>,
  request: MergePair & Pick<MergeRequestRow, 'expires_at'> & Partial<MergeRequestRow>,
): Promise<MergeRequestRow> {
  const created_at = ctx.clock.now()
  const both = [request.customer_id, request.kept_id]
  await tx
    .update(merge_request)
    .set({ expires_at: created_at })
    .where(
      and(
        eq(merge_request.shop_id, ctx.shop_id),
        or(inArray(merge_request.customer_id, both), inArray(merge_request.kept_id, both)),
        isNull(merge_request.refused_at),
        gt(merge_request.expires_at, created_at),
      ),
    )
  for (const id of both) await invalidateLinkTokens(tx, ctx, id, 'agree_merge')
  const [row] = await tx
    .insert(merge_request)
    .values({ ...request, shop_id: ctx.shop_id, ...ctx.actor, created_at })
    .returning()
  return row!
}

/**
 * Loads the newest merge request of a member, whether their account ends or is kept. The link that they received
 * belongs to it.
 */
export async function loadNewestMergeRequest(
  db: Queryable,
  ctx: MergeRequestContext,
  member_id: number,
  lock?: 'update',
): Promise<MergeRequestRow> {
  const newest = db
    .select()
    .from(merge_request)
    .where(
      and(
        eq(merge_request.shop_id, ctx.shop_id),
        or(eq(merge_request.customer_id, member_id), eq(merge_request.kept_id, member_id)),
      ),
    )
    .orderBy(desc(merge_request.id))
    .limit(1)
  const [row] = await (lock ? newest.for(lock) : newest)
  return row!
}

/** Updates a merge request and returns the changed row. */
export async function updateMergeRequest(
  tx: Tx,
  row: MergeRequestRow,
  change: Partial<MergeRequestRow>,
): Promise<MergeRequestRow> {
  const [after] = await tx.update(merge_request).set(change).where(sameRowCondition(merge_request, row)).returning()
  return after!
}
