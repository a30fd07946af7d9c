import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import {
  cancellationChange,
  type LoadedSubscription,
  pauseChange,
  pauseOrSkipDetail,
  reopenChange,
  subscriptionUpdateChange,
} from '../../../../sales/subscription/index.ts'
import { ShopError } from '../../../../shop-error.ts'
import { subscriptionBulkOperation } from './kind.ts'

/** 解約, as the member does it: deliveries paid in advance still come. Can't be taken back. */
export const cancelSubscriptionsOperation = subscriptionBulkOperation({
  text: () => '解約する',
  async changing(ctx, params) {
    const change = await cancellationChange(ctx, params as unknown as { reason: number; detail: string })
    return () => ({ change, result: { detail: '解約済みになります', undo: null } })
  },
})

/** 休止. Taking it back reopens the subscription, which corrects dates that have passed meanwhile. */
export const pauseSubscriptionsOperation = subscriptionBulkOperation({
  text: () => '休止する',
  async changing(ctx, params) {
    const change = {
      ...pauseChange,
      detail: await pauseOrSkipDetail(ctx, 'pause_reason', params as { reason?: number }),
    }
    return ({ row }) => ({ change, result: { detail: '休止中になります', undo: { version: row.version + 1 } } })
  },
  undoing: () => reopenChange(undefined, false),
})

interface Params {
  days: number | null
  date: string | null
}

/**
 * 次回お届け日を動かす, for example around a holiday. The delivery after the next keeps its date, unless the gap would become too
 * short or too long.
 */
export const moveDeliveryDatesOperation = subscriptionBulkOperation({
  text(params) {
    const { days, date } = params as unknown as Params
    if (date !== null) return `次回お届け日を${formatDateWithWeekday(date)}にする`
    return `次回お届け日を${Math.abs(days!)}日${days! > 0 ? '遅く' : '早く'}する`
  },
  changing(_, params) {
    const { days, date } = params as unknown as Params
    return ({ row }) => {
      const { next_delivery_date: before, next_next_delivery_date: following, version } = row
      const next = date ?? addDays(before, days!)
      if (next === before)
        throw new ShopError(409, 'ERROR_UNCHANGED', `次回お届け日は、すでに${formatDateWithWeekday(next)}です。`)
      const gap = daysBetween(next, following)
      const isKept = gap >= SUBSCRIPTION_DATE_LIMIT.min_gap_days && gap <= SUBSCRIPTION_DATE_LIMIT.max_ahead_days
      const dates = { next_delivery_date: next, ...(isKept && { next_next_delivery_date: following }) }
      const undo = { version: version + 1, next_delivery_date: before, next_next_delivery_date: following }
      return {
        change: subscriptionUpdateChange(dates),
        result: { detail: `${formatDateWithWeekday(before)} → ${formatDateWithWeekday(next)}`, undo },
      }
    }
  },
  undoing(undo) {
    const { next_delivery_date, next_next_delivery_date } = undo as unknown as LoadedSubscription['row']
    return subscriptionUpdateChange({ next_delivery_date, next_next_delivery_date })
  },
})
