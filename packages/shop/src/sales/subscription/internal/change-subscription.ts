import { isDeepStrictEqual } from 'node:util'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq, gt } from 'drizzle-orm'
import { contextInTransaction, type MemberQueryContext, type QueryContext } from '../../../context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import {
  type LoadedSubscription,
  loadSubscriptionsWithDetails,
  ownSubscriptionsCondition,
} from './load-subscription.ts'
import { planSubscriptionChange, type SubscriptionChangePlan, type SubscriptionChangeRequest } from './plan-change.ts'
import { loadPriceBookFor } from './price-effect.ts'
import { saveSubscriptionChanges } from './save-changes.ts'
import { type NotifiedChange, notifyChanges } from './subscription-line.ts'

/** A change of one subscription. */
export interface SingleSubscriptionChange extends SubscriptionChangeRequest {
  id: number
  /** Throws at once if another change holds the lock, instead of waiting. */
  noWait?: boolean
}

/**
 * Makes one change by the member: locks the row, compares the member's version with the current one, writes all or
 * nothing, and records the event; what changes nothing is no change. Returns the result.
 * @throws ShopError 404; 409 for a cancelled, arranged or meanwhile changed subscription
 */
export function changeSubscription(
  ctx: MemberQueryContext,
  { id, noWait, ...change }: SingleSubscriptionChange,
): Promise<NotifiedChange> {
  return ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const [row] = await tx
      .select()
      .from(subscription)
      .where(and(eq(subscription.id, id), ownSubscriptionsCondition(inside)))
      .for('update', noWait ? { noWait } : {})
    if (!row) throw notFound()
    const [loaded] = await loadSubscriptionsWithDetails(inside, [row])
    const plan = await planSubscriptionChange(inside, loaded!, change)
    if (isNothing(plan)) return { row, event: plan.event, changes: [] }
    const [saved] = await saveSubscriptionChanges(tx, inside, [plan])
    return saved!
  })
}

/** The subscription already is as requested: no version, no event, no mail. */
const isNothing = ({ loaded, changed, changes, taken, detail }: SubscriptionChangePlan) =>
  changes.length === 0 &&
  !taken &&
  changed.action === undefined &&
  Object.keys(detail).length === 0 &&
  changed.retry_on === undefined &&
  Object.entries(changed.set).every(([name, value]) =>
    isDeepStrictEqual(value, loaded.row[name as keyof typeof loaded.row]),
  ) &&
  (changed.items === undefined || isDeepStrictEqual(changed.items, loaded.items))

interface Together<T> {
  /** Returns the change for one subscription; `result` is returned when it was made. @throws ShopError to refuse it */
  change(loaded: LoadedSubscription): { change: SubscriptionChangeRequest; result: T }
  /** Locks and writes nothing. */
  isTried: boolean
}

/**
 * Changes each of these subscriptions of the shop on behalf of their members: loads them, applies the same rules,
 * writes in sets in one transaction, and notifies by mail and LINE. A refused change leaves only its reason. Rows that
 * another process has locked, or that do not exist, are left out; a single one is waited for. A member's own change stays
 * a function of its own: it is priced by queries in its transaction, and refused with an error instead of a reason.
 */
export function changeSubscriptionsForMembers<T>(
  ctx: QueryContext,
  ids: readonly number[],
  { change: changeOf, isTried }: Together<T>,
): Promise<Map<number, T | ShopError>> {
  return ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const found = tx
      .select()
      .from(subscription)
      .where(
        and(
          eq(subscription.shop_id, ctx.shop_id),
          isAnyOfCondition(subscription.id, ids),
          gt(subscription.summary_status, 0),
        ),
      )
      .orderBy(asc(subscription.id))
    const all = await loadSubscriptionsWithDetails(
      inside,
      await (isTried ? found : found.for('update', ids.length > 1 ? { skipLocked: true } : {})),
    )
    const book = await loadPriceBookFor(inside, all)
    const became = new Map<number, T | ShopError>()
    const planned: SubscriptionChangePlan[] = []
    for (const loaded of all) {
      const { id, customer_id } = loaded.row
      const member = { ...inside, customer_id, token_hash: null }
      try {
        const { change, result } = changeOf(loaded)
        const plan = await planSubscriptionChange(member, loaded, change, book)
        if (!isNothing(plan)) planned.push(plan)
        became.set(id, result)
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        became.set(id, error)
      }
    }
    if (isTried) return became
    const saved = await saveSubscriptionChanges(tx, inside, planned)
    if (!inside.is_quiet) await notifyChanges(tx, inside, saved)
    return became
  })
}
