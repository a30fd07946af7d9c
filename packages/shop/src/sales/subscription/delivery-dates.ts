import type { CalendarDate } from '@kushi/values/calendar-date'
import { patternLabel } from '@kushi/values/delivery-pattern'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import {
  changeDeadline,
  earliestDeliveryTo,
  nextDeliveryDate,
  type Pattern,
  patternProblem,
} from '../../catalogue/delivery/index.ts'
import type { MemberContext, Verb } from '../../context.ts'
import { invalidFields } from '../../shop-error.ts'
import { loadOwn, type SubscriptionRow } from './internal/load-subscription.ts'
import { locked } from './internal/plan-change.ts'
import {
  type DeliveryDates,
  earliestChangeable,
  nextDates,
  nextNextDates,
  repairDates,
} from './rules/delivery-dates.ts'

/** @throws ShopError 422 for an invalid pattern, or a date far outside any calendar */
function check(pattern: Pattern, date: CalendarDate, path: string): void {
  const problem = patternProblem(pattern)
  if (problem) throw invalidFields([{ path: 'param1', message_id: 'invalid', message: problem }])
  if (date > '2000' && date < '9990') return
  const message_id = 'next_delivery_date_invalid'
  throw invalidFields([{ path, message_id, message: userMessage(message_id) }])
}

/** Returns 次々回 for a next date and a pattern, before either is saved. */
export const findNextDelivery: Verb<'POST /v1/order/subscription/delivery-date/next'> = async (_, input) => {
  const { delivery_date, ...pattern } = input
  check(pattern, delivery_date, 'delivery_date')
  return { next_next_delivery_date: nextDeliveryDate(pattern, delivery_date), pattern_label: patternLabel(pattern) }
}

async function changeable(ctx: MemberContext, id: number) {
  const { row } = await loadOwn(ctx, id)
  if (row.summary_status === SUBSCRIPTION_STATUS.cancel) throw locked('cancelled')
  const earliest = earliestChangeable(ctx.clock.today(), await earliestDeliveryTo(ctx, row))
  const isRunning = row.summary_status === SUBSCRIPTION_STATUS.normal
  return { row, earliest, dates: isRunning ? row : repairDates(row, row, earliest) }
}

/** Returns the days that the calendar offers. */
export const listSubscriptionDates: Verb<'GET /v1/order/subscription/{id}/delivery-date/list'> = async (ctx, input) => {
  const { row, earliest, dates } = await changeable(ctx, input.id)
  const { next_delivery_date = dates.next_delivery_date } = input
  check(row, next_delivery_date, 'next_delivery_date')
  const isMoved = next_delivery_date !== dates.next_delivery_date
  const next_next_delivery_date = isMoved ? nextDeliveryDate(row, next_delivery_date) : dates.next_next_delivery_date
  return offered(ctx, { ...row, next_delivery_date, next_next_delivery_date }, earliest)
}

/** The same for a subscription as a change would leave it. */
export async function daysOf(ctx: MemberContext, row: SubscriptionRow) {
  return offered(ctx, row, earliestChangeable(ctx.clock.today(), await earliestDeliveryTo(ctx, row)))
}

function offered({ clock }: MemberContext, row: Pattern & DeliveryDates, earliest: CalendarDate) {
  const { next_delivery_date: next, next_next_delivery_date: nextNext } = row
  return {
    items: nextDates(clock.today(), earliest),
    next_next_items: nextNextDates(next, row),
    third_delivery_date: nextDeliveryDate(row, nextNext),
  }
}

/** 周期の変更: returns the dates of a new pattern. The next delivery keeps its date. */
export const previewPattern: Verb<'POST /v1/order/subscription/{id}/delivery-pattern/change'> = async (ctx, input) => {
  const { id, next_delivery_date, ...pattern } = input
  const { dates } = await changeable(ctx, id)
  const next = next_delivery_date ?? dates.next_delivery_date
  check(pattern, next, 'next_delivery_date')
  return {
    next_delivery_date: next,
    next_next_delivery_date: nextDeliveryDate(pattern, next),
    change_deadline: changeDeadline(next),
    pattern_label: patternLabel(pattern),
  }
}
