import type { Input, MemberQueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { pauseOrSkipDetail } from './internal/reasons.ts'
import { restoreLeftOutItems } from './rules/left-out.ts'
import { restorableSkips, restoreSkippedDelivery, skipNextDelivery } from './rules/skip.ts'
import { arrangementTermsOfSubscription } from './rules/terms.ts'
import { refusePausedSubscription } from './update-subscription.ts'

/** お休み: the next delivery is skipped. It is not delivered, so it does not count as a cycle. */
export async function skipDelivery(
  ctx: MemberQueryContext,
  { id, version, ...why }: Input<'PATCH /v1/order/subscription/{id}/skip'>,
) {
  const detail = await pauseOrSkipDetail(ctx, 'skip_reason', why)
  return changeSubscription(ctx, {
    id,
    version,
    event: 'skipped',
    detail,
    apply(_, loaded) {
      const { row, items } = loaded
      refusePausedSubscription(row)
      const dates = skipNextDelivery(row, row, arrangementTermsOfSubscription(loaded), ctx.clock.today())
      if (!dates)
        throw new ShopError(
          409,
          'ERROR_SUBSCRIPTION_SKIP_LIMIT',
          'これより先のお届けは、お休みにできません。しばらくお届けが不要な場合は、休止をご利用ください。',
        )
      const ahead = row.skipped_dates.filter((day) => day > ctx.clock.today())
      const set = { ...dates, skipped_dates: [...ahead, row.next_delivery_date] }
      return { set, ...restoreLeftOutItems(items, row) }
    },
  })
}

/** お休みの取り消し, until the deadline of the skipped delivery; without a date, of the last one that can be restored. */
export function undoSkip(
  ctx: MemberQueryContext,
  { id, version, delivery_date }: Input<'PATCH /v1/order/subscription/{id}/skip/undo'>,
) {
  return changeSubscription(ctx, {
    id,
    version,
    event: 'skip_undone',
    apply(_, loaded) {
      const days = restorableSkips(loaded.row, arrangementTermsOfSubscription(loaded), ctx.clock.today())
      const day = delivery_date ?? days.at(-1)
      if (day === undefined || !days.includes(day))
        throw new ShopError(
          409,
          'ERROR_SUBSCRIPTION_UNDO_IMPOSSIBLE',
          '変更締切日を過ぎたため、お休みを取り消せません。お届け日の変更をご利用ください。',
        )
      const { row, items } = loaded
      return { set: restoreSkippedDelivery(row, day), ...restoreLeftOutItems(items, row) }
    },
  })
}
