import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import {
  deliveryPatternMessage,
  earliestChangeableDelivery,
  followingDeliveryDay,
} from '../../../catalogue/delivery/index.ts'
import type { DeliveryMisfit } from '../../../catalogue/price/index.ts'
import type { MemberQueryContext } from '../../../context.ts'
import { invalidFields, refusedField } from '../../../shop-error.ts'
import { deliveryDateProblems } from '../rules/check-delivery-dates.ts'
import { type DeliveryDates, reachableDeliveryDates } from '../rules/delivery-dates.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import type { LoadedSubscription, SubscriptionRow } from './load-subscription.ts'
import { mergeSubscriptionItems } from './merge-items.ts'
import { loadDeliveryMethodOffers } from './offer-deliveries.ts'
import type { SubscriptionChangeOutcome } from './plan-change.ts'

type Way = Partial<Pick<SubscriptionRow, 'delivery_id' | 'delivery_time_id' | 'delivery_notes'>>

/**
 * 配送方法の変更, with what depends on it: time of day and 置き配. Items, address and price of `draft` are those of the same
 * change.
 * - `subscription.delivery_id` is a wish. The method of the next delivery follows from it and the items
 *   (`rules/effective-delivery.ts`). An order keeps its own method.
 * - Another method must be visible in the shop and able to carry the items (all light and within its weight); otherwise
 *   422 at `delivery_id`.
 * - Its fee is the one that `loadDeliveryOffers` showed: both use the rules that charge. If the total changed meanwhile:
 *   409 `ERROR_AMOUNT_CHANGED`.
 * - Another method clears the time of day. A time that the method does not have is 422 at `delivery_time_id`.
 * - If the wish is not available, a chosen time applies to the method that is priced, and both are saved together. If
 *   neither is chosen, both stay.
 * - メール便 has no 置き配: choosing it clears a saved one; one in the same change is 422 at `delivery_notes`.
 * - A day that the method, or the address, can't reach is 422 at `next_delivery_date` (`applySubscriptionUpdate`); cash on delivery into a letterbox
 *   is 422 at `delivery_id` (`checkSubscriptionPayment`).
 * - Items that become too heavy are no error: the delivery goes by parcel, at a fee shown before saving, and by the
 *   wish again once they fit.
 * - An arranged, ended, paused or meanwhile changed subscription is rejected before this, under the lock of the row
 *   (`planChange`).
 */
async function chooseWay(ctx: MemberQueryContext, draft: LoadedSubscription, update: SubscriptionUpdate): Promise<Way> {
  const { row } = draft
  const { delivery_id, delivery_time_id, delivery_notes = '' } = update
  if (delivery_id === undefined && delivery_time_id === undefined && delivery_notes === '') return {}
  const { methods, delivery_id: standing } = await loadDeliveryMethodOffers(ctx, draft)
  const isOther = delivery_id !== undefined && delivery_id !== row.delivery_id
  const method = methods.find(({ id }) => id === (isOther ? delivery_id : standing))
  if (!method) throw refusedField('delivery_id', '配送方法を選択してください。')
  if (isOther && method.misfit) throw refusedField('delivery_id', misfitWords(method.delivery_name, method.misfit))
  if (method.mail_delivery_flag && delivery_notes !== '')
    throw refusedField('delivery_notes', `${method.delivery_name}では、置き配を指定できません。`)
  if (!isOther && delivery_time_id === undefined) return {}
  const time = delivery_time_id ?? null
  if (time !== null && method.mail_delivery_flag)
    throw refusedField('delivery_time_id', `${method.delivery_name}では、お届け時間帯を指定できません。`)
  if (time !== null && !method.times.some(({ id }) => id === time))
    throw refusedField('delivery_time_id', 'お届け時間帯を選び直してください。')
  const way = { delivery_id: isOther || time !== null ? method.id : row.delivery_id, delivery_time_id: time }
  return isOther && method.mail_delivery_flag ? { ...way, delivery_notes: '' } : way
}

const misfitWords = (name: string, misfit: DeliveryMisfit) =>
  misfit === 'not_light'
    ? `${name}でお届けできない商品が入っているため、${name}はお選びいただけません。`
    : `${name}でお届けできる重さを超えるため、${name}はお選びいただけません。数量を減らすか、ほかの配送方法をお選びください。`

/** Returns a subscription as an update would leave it; fields left out stay. @throws ShopError 422 with the fields */
export async function applySubscriptionUpdate(
  ctx: MemberQueryContext,
  loaded: LoadedSubscription,
  update: SubscriptionUpdate,
): Promise<SubscriptionChangeOutcome> {
  const items = update.items && (await mergeSubscriptionItems(ctx, loaded, update.items))
  const to = address(update)
  const draft = { ...loaded, row: { ...loaded.row, ...to }, ...(items && { items }) }
  const set = { ...to, ...(await chooseWay(ctx, draft, update)) }
  const { isTouched, ...dates } = datesOf(ctx, { ...loaded, row: { ...loaded.row, ...set } }, update)
  return { set: { ...set, ...dates, ...(isTouched && { skipped_dates: [] }) }, ...(items && { items }) }
}

function address({ shipping_address, delivery_notes }: SubscriptionUpdate): Partial<SubscriptionRow> {
  const notes = delivery_notes === undefined ? {} : { delivery_notes }
  return { ...shipping_address, ...notes }
}

/**
 * Returns the two dates and the pattern. Corrects dates of a failed delivery that have passed. `draft`: with its new
 * method and address, which may need more days.
 */
function datesOf(ctx: MemberQueryContext, draft: LoadedSubscription, update: SubscriptionUpdate) {
  const { row } = draft
  const pattern = update.delivery_pattern ?? row
  const problem = update.delivery_pattern && deliveryPatternMessage(update.delivery_pattern)
  if (problem) throw invalidFields([{ path: 'delivery_pattern', message_id: 'invalid', message: problem }])
  const terms = arrangementTermsOfSubscription(draft)
  const isRunning = row.summary_status === SUBSCRIPTION_STATUS.normal
  const current: DeliveryDates = isRunning ? row : reachableDeliveryDates(draft, ctx.clock.today())
  const { next_delivery_date: next = current.next_delivery_date } = update
  const today = ctx.clock.today()
  const isMoved = next !== current.next_delivery_date
  if ((isMoved || isRunning) && next < earliestChangeableDelivery(today, terms))
    throw invalidFields(deliveryDateProblems({ ...current, next_delivery_date: '' }, { today, pattern, terms }))
  const isAsked = isMoved || update.delivery_pattern !== undefined
  // Rejects a date far outside any calendar before calculating with it.
  const isCountable = next < '9990' && next >= today
  const counted = isAsked && isCountable ? followingDeliveryDay(next, pattern, terms) : current.next_next_delivery_date
  const dates = { next_delivery_date: next, next_next_delivery_date: update.next_next_delivery_date ?? counted }
  const isTouched = isAsked || dates.next_next_delivery_date !== current.next_next_delivery_date
  const failures = isTouched ? deliveryDateProblems(dates, { today, pattern, terms, current }) : []
  if (failures.length > 0) throw invalidFields(failures)
  return { ...dates, ...update.delivery_pattern, isTouched }
}
