import type { CalendarDate } from '@kushi/values/calendar-date'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import {
  type ArrangementTerms,
  changeDeadline,
  type DeliveryPatternInput,
  deliveryPatternMessage,
  earliestChangeableDelivery,
  followingDeliveryDay,
  nextDeliveryDate,
} from '../../catalogue/delivery/index.ts'
import type { Handler, MemberContext } from '../../context.ts'
import { invalidFields } from '../../shop-error.ts'
import { type LoadedSubscription, loadOwnSubscription } from './internal/load-subscription.ts'
import { subscriptionLockedError } from './internal/plan-change.ts'
import {
  type DeliveryDates,
  moveDatesToEarliest,
  selectableNextDates,
  selectableNextNextDates,
} from './rules/delivery-dates.ts'
import { arrangementTermsOfSubscription } from './rules/terms.ts'

/** @throws ShopError 422 for an invalid pattern, or a date far outside any calendar */
function check(pattern: DeliveryPatternInput, date: CalendarDate, path: string): void {
  const problem = deliveryPatternMessage(pattern)
  if (problem) throw invalidFields([{ path: 'param1', message_id: 'invalid', message: problem }])
  if (date > '2000' && date < '9990') return
  const message_id = 'next_delivery_date_invalid'
  throw invalidFields([{ path, message_id, message: userMessage(message_id) }])
}

/** Returns 次々回 for a next date and a pattern, before either is saved. */
export const previewNextNextDate: Handler<'POST /v1/order/subscription/delivery-date/next'> = async (_, input) => {
  const { delivery_date, ...pattern } = input
  check(pattern, delivery_date, 'delivery_date')
  return {
    next_next_delivery_date: nextDeliveryDate(pattern, delivery_date),
    pattern_label: deliveryPatternText(pattern),
  }
}

async function changeable(ctx: MemberContext, id: number) {
  const loaded = await loadOwnSubscription(ctx, id)
  const { row } = loaded
  if (row.summary_status === SUBSCRIPTION_STATUS.cancel) throw subscriptionLockedError('cancelled')
  const terms = arrangementTermsOfSubscription(loaded)
  const earliest = earliestChangeableDelivery(ctx.clock.today(), terms)
  const isRunning = row.summary_status === SUBSCRIPTION_STATUS.normal
  return { row, terms, dates: isRunning ? row : moveDatesToEarliest(row, row, earliest, terms) }
}

/** Returns the days that the calendar offers. */
export const listSelectableSubscriptionDates: Handler<'GET /v1/order/subscription/{id}/delivery-date/list'> = async (
  ctx,
  input,
) => {
  const { row, terms, dates } = await changeable(ctx, input.id)
  const { next_delivery_date = dates.next_delivery_date } = input
  check(row, next_delivery_date, 'next_delivery_date')
  const isMoved = next_delivery_date !== dates.next_delivery_date
  const next_next_delivery_date = isMoved
    ? followingDeliveryDay(next_delivery_date, row, terms)
    : dates.next_next_delivery_date
  return offered(ctx, { ...row, next_delivery_date, next_next_delivery_date }, terms)
}

/** Returns the days that the calendar offers for a subscription as a change would leave it. */
export const selectableDeliveryDays = (ctx: MemberContext, draft: LoadedSubscription) =>
  offered(ctx, draft.row, arrangementTermsOfSubscription(draft))

function offered({ clock }: MemberContext, row: DeliveryPatternInput & DeliveryDates, terms: ArrangementTerms) {
  const { next_delivery_date: next, next_next_delivery_date: nextNext } = row
  return {
    items: selectableNextDates(clock.today(), earliestChangeableDelivery(clock.today(), terms)),
    next_next_items: selectableNextNextDates(next, row, terms),
    third_delivery_date: followingDeliveryDay(nextNext, row, terms),
  }
}

/** 周期の変更: returns the dates of a new pattern. The next delivery keeps its date. */
export const previewDeliveryPattern: Handler<'POST /v1/order/subscription/{id}/delivery-pattern/change'> = async (
  ctx,
  input,
) => {
  const { id, next_delivery_date, ...pattern } = input
  const { dates, terms } = await changeable(ctx, id)
  const next = next_delivery_date ?? dates.next_delivery_date
  check(pattern, next, 'next_delivery_date')
  return {
    next_delivery_date: next,
    next_next_delivery_date: followingDeliveryDay(next, pattern, terms),
    change_deadline: changeDeadline(next, terms),
    pattern_label: deliveryPatternText(pattern),
  }
}
