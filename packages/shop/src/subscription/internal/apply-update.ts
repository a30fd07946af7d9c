import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { MemberContext } from '../../context.ts'
import { earliestDeliveryTo, nextDeliveryDate, patternProblem } from '../../delivery/index.ts'
import { invalidFields } from '../../shop-error.ts'
import { checkDeliveryDates } from '../rules/check-delivery-dates.ts'
import { type DeliveryDates, earliestChangeable, repairDates } from '../rules/repair-dates.ts'
import { chooseWay } from './choose-way.ts'
import type { Loaded, SubscriptionRow } from './load-subscription.ts'
import type { Changed } from './plan-change.ts'
import { putItems } from './put-items.ts'

/** Returns a subscription as an update would leave it; fields left out stay. @throws ShopError 422 with the fields */
export async function applyUpdate(ctx: MemberContext, loaded: Loaded, update: SubscriptionUpdate): Promise<Changed> {
  const items = update.items && (await putItems(ctx, loaded, update.items))
  const to = address(update)
  const draft = { ...loaded, row: { ...loaded.row, ...to }, ...(items && { items }) }
  const set = { ...to, ...(await chooseWay(ctx, draft, update)) }
  const isOtherWay = set.delivery_id !== undefined && set.delivery_id !== loaded.row.delivery_id
  const { isTouched, ...dates } = await datesOf(ctx, { row: { ...loaded.row, ...set }, isOtherWay }, update)
  return { set: { ...set, ...dates }, ...(isTouched && { skipped: null }), ...(items && { items }) }
}

function address({ shipping_address, delivery_notes }: SubscriptionUpdate): Partial<SubscriptionRow> {
  const notes = delivery_notes === undefined ? {} : { delivery_notes }
  return { ...shipping_address, ...notes }
}

interface Going {
  row: SubscriptionRow
  /** By another delivery method, which may need more days. */
  isOtherWay: boolean
}

/** Returns the two dates and the pattern. Corrects dates of a failed delivery that have passed. */
async function datesOf(ctx: MemberContext, { row, isOtherWay }: Going, update: SubscriptionUpdate) {
  const pattern = update.delivery_pattern ?? row
  const problem = update.delivery_pattern && patternProblem(update.delivery_pattern)
  if (problem) throw invalidFields([{ path: 'delivery_pattern', message_id: 'invalid', message: problem }])
  const parcel = await earliestDeliveryTo(ctx, row)
  const isRunning = row.summary_status === SUBSCRIPTION_STATUS.normal
  const current: DeliveryDates = isRunning ? row : repairDates(row, row, parcel)
  const { next_delivery_date: next = current.next_delivery_date } = update
  const today = ctx.clock.today()
  const isMoved = next !== current.next_delivery_date
  const isTooSoon = isMoved ? next < earliestChangeable(today, parcel) : isOtherWay && next < parcel
  if (isTooSoon) throw invalidFields(checkDeliveryDates({ ...current, next_delivery_date: '' }, { today, pattern }))
  const isAsked = isMoved || update.delivery_pattern !== undefined
  // Rejects a date far outside any calendar before calculating with it.
  const isCountable = next < '9990' && next >= today
  const counted = isAsked && isCountable ? nextDeliveryDate(pattern, next) : current.next_next_delivery_date
  const dates = { next_delivery_date: next, next_next_delivery_date: update.next_next_delivery_date ?? counted }
  const isTouched = isAsked || dates.next_next_delivery_date !== current.next_next_delivery_date
  const failures = isTouched ? checkDeliveryDates(dates, { today, pattern, current }) : []
  if (failures.length > 0) throw invalidFields(failures)
  return { ...dates, ...update.delivery_pattern, isTouched }
}
