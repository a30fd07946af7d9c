import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, between, eq } from 'drizzle-orm'
import type { AdminVerb, OperatorContext } from '../../admin/index.ts'
import { within } from '../../context.ts'
import { blockMember } from '../../customer/index.ts'
import { ShopError } from '../../shop-error.ts'
import { changeTogether } from '../internal/change-subscription.ts'
import { pausing } from '../pause-subscription.ts'

/**
 * 利用停止 of a member, with `pause_subscriptions` also 休止 of their running subscriptions. One whose delivery is already
 * arranged, or is being charged, keeps running: the detail shows it. The member is not told.
 * @throws ShopError 404; 403 for `pause_subscriptions` without permission to change subscriptions
 */
export const blockCustomer: AdminVerb<'PUT /admin/v1/customers/{id}/block'> = (
  ctx,
  { pause_subscriptions, ...asked },
) =>
  ctx.db.transaction(async (tx) => {
    // Before the member, in the lock order of all verbs.
    const paused_subscriptions = pause_subscriptions ? await pauseAll(within(ctx, tx), asked.id) : []
    return blockMember(tx, ctx, { ...asked, paused_subscriptions })
  })

async function pauseAll(ctx: OperatorContext, customer_id: number): Promise<number[]> {
  if (!ctx.operator.permissions.includes('subscription.write'))
    throw new ShopError(403, 'ERROR_FORBIDDEN', '定期便を変える権限がありません。店長にご相談ください。')
  const { normal, other_error } = SUBSCRIPTION_STATUS
  const running = await ctx.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        ...[eq(subscription.shop_id, ctx.shop_id), eq(subscription.customer_id, customer_id)],
        between(subscription.summary_status, normal, other_error),
      ),
    )
    .orderBy(asc(subscription.id))
  const ids = running.map(({ id }) => id)
  const became = await changeTogether({ ...ctx, is_quiet: true }, ids, {
    isTried: false,
    change: () => ({ change: pausing, told: true }),
  })
  return ids.filter((id) => became.get(id) === true)
}
