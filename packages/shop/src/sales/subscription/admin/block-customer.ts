import type { NotPausedSubscription } from '@kushi/contract/admin/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { RUNNING_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { contextInTransaction } from '../../../context.ts'
import type { AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { blockMember } from '../../../people/customer/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { changeSubscriptionsForMembers } from '../internal/change-subscription.ts'
import { pauseChange } from '../pause-subscription.ts'

/**
 * 利用停止 of a member, with `pause_subscriptions` also 休止 of their running subscriptions. One whose delivery is already
 * arranged, or is being charged, keeps running: `not_paused` names it. The member is not told.
 * @throws ShopError 404; 403 for `pause_subscriptions` without permission to change subscriptions
 */
export const blockCustomer: AdminHandler<'PUT /admin/v1/customers/{id}/block'> = (
  ctx,
  { pause_subscriptions, ...asked },
) =>
  ctx.db.transaction(async (tx) => {
    // Before the member, in the lock order of all handlers.
    const { paused, not_paused } = pause_subscriptions
      ? await pauseAll(contextInTransaction(ctx, tx), asked.id)
      : { paused: [], not_paused: [] }
    return { ...(await blockMember(tx, ctx, { ...asked, paused_subscriptions: paused })), not_paused }
  })

async function pauseAll(ctx: OperatorQueryContext, customer_id: number) {
  if (!ctx.operator.permissions.includes('subscription.write'))
    throw new ShopError(403, 'ERROR_FORBIDDEN', '定期便を変える権限がありません。店長にご相談ください。')
  const running = await ctx.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.shop_id, ctx.shop_id),
        eq(subscription.customer_id, customer_id),
        inArray(subscription.summary_status, RUNNING_SUBSCRIPTION_STATUSES),
      ),
    )
    .orderBy(asc(subscription.id))
  const ids = running.map(({ id }) => id)
  const became = await changeSubscriptionsForMembers({ ...ctx, is_quiet: true }, ids, {
    isTried: false,
    change: () => ({ change: pauseChange, result: true }),
  })
  const paused: number[] = []
  const not_paused: NotPausedSubscription[] = []
  for (const id of ids) {
    const one = became.get(id)
    if (one === true) paused.push(id)
    else not_paused.push({ id, reason: one instanceof ShopError ? one.message : BUSY })
  }
  return { paused, not_paused }
}

/** The row is locked by another transaction. */
const BUSY = 'ほかの処理が進んでいるため、休止できませんでした。'
