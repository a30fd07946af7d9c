import { dateParts } from '@kushi/values/calendar-date'
import { DELIVERY_PATTERN } from '@kushi/values/delivery-pattern'
import type { Verb } from '../context.ts'
import { invalidFields } from '../shop-error.ts'
import { loadClosings } from './internal/load-closings.ts'
import { nextDeliveryDate } from './rules/next-delivery-date.ts'
import { isValidPattern } from './rules/pattern.ts'
import { earliestDelivery } from './rules/selectable-dates.ts'

/**
 * The first three deliveries of a subscription ordered today, while the address is unknown: assumes the nearest
 * prefecture and no island. A monthly pattern keeps the day of the first delivery, since the day is chosen at checkout.
 * @throws ShopError 422 for an invalid pattern
 */
export const listPatternDates: Verb<'GET /v1/delivery/pattern-dates'> = async (ctx, asked) => {
  const today = ctx.clock.today()
  const closings = await loadClosings(ctx.db, ctx.shop_id, today)
  const first = earliestDelivery(today, { extra_days: 0, is_remote_island: false, closings })
  const subscription_division_id = Number(asked.subscription_division_id)
  const isMonthly = subscription_division_id === DELIVERY_PATTERN.monthly_date
  const param2 = isMonthly ? dateParts(first).day : null
  const pattern = { subscription_division_id, param1: asked.param1, param2, param3: null }
  if (!isValidPattern(pattern))
    throw invalidFields([{ path: 'param1', message_id: 'cmn-err-003', message: 'お届け間隔を選択してください。' }])
  const second = nextDeliveryDate(pattern, first)
  return { items: [first, second, nextDeliveryDate(pattern, second)] }
}
