import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { earliestDeliveryTo, nextDeliveryDate, patternProblem } from '../../delivery/index.ts'
import { invalidFields } from '../../shop-error.ts'
import { checkDeliveryDates } from '../rules/check-delivery-dates.ts'
import { type DeliveryDates, earliestChangeable, repairDates } from '../rules/repair-dates.ts'
import type { Loaded, SubscriptionRow } from './load-subscription.ts'
import type { Changed } from './plan-change.ts'
import { putItems } from './put-items.ts'

/** What an update makes of a subscription; what is left out of it stays. @throws ShopError 422 with the fields */
export async function applyUpdate(ctx: MemberContext, loaded: Loaded, update: SubscriptionUpdate): Promise<Changed> {
  const set = { ...address(update), ...(await method(ctx, loaded.row, update)) }
  const items = update.items && (await putItems(ctx, loaded, update.items))
  const { isTouched, ...dates } = await datesOf(ctx, { ...loaded.row, ...set }, update)
  return { set: { ...set, ...dates }, ...(isTouched && { skipped: null }), ...(items && { items }) }
}

function address({ shipping_address, delivery_notes }: SubscriptionUpdate): Partial<SubscriptionRow> {
  const notes = delivery_notes === undefined ? {} : { delivery_notes }
  return { ...shipping_address, ...notes }
}

async function method(
  ctx: MemberContext,
  row: SubscriptionRow,
  update: SubscriptionUpdate,
): Promise<Partial<SubscriptionRow>> {
  if (update.delivery_id === undefined && update.delivery_time_id === undefined) return {}
  const id = update.delivery_id ?? row.delivery_id
  const kept = id === row.delivery_id ? row.delivery_time_id : null
  const delivery_time_id = update.delivery_time_id === undefined ? kept : update.delivery_time_id
  const [found] = await ctx.db
    .select({ time_id: delivery_time.id, visible: delivery.visible })
    .from(delivery)
    .leftJoin(
      delivery_time,
      and(
        eq(delivery_time.shop_id, delivery.shop_id),
        eq(delivery_time.delivery_id, delivery.id),
        eq(delivery_time.id, delivery_time_id ?? 0),
      ),
    )
    .where(and(eq(delivery.id, id), eq(delivery.shop_id, ctx.shop_id)))
  const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])
  if (!found || (!found.visible && id !== row.delivery_id)) throw refuse('delivery_id', '配送方法を選択してください。')
  if (delivery_time_id !== null && found.time_id === null)
    throw refuse('delivery_time_id', 'お届け時間帯を選び直してください。')
  return { delivery_id: id, delivery_time_id }
}

/** The two dates and the pattern; what failed and was overtaken by time is put right on the way. */
async function datesOf(ctx: MemberContext, row: SubscriptionRow, update: SubscriptionUpdate) {
  const pattern = update.delivery_pattern ?? row
  const problem = update.delivery_pattern && patternProblem(update.delivery_pattern)
  if (problem) throw invalidFields([{ path: 'delivery_pattern', message_id: 'invalid', message: problem }])
  const parcel = await earliestDeliveryTo(ctx, row)
  const isRunning = row.summary_status === SUBSCRIPTION_STATUS.normal
  const current: DeliveryDates = isRunning ? row : repairDates(row, row, parcel)
  const { next_delivery_date: next = current.next_delivery_date } = update
  const today = ctx.clock.today()
  const isMoved = next !== current.next_delivery_date
  if (isMoved && next < earliestChangeable(today, parcel))
    throw invalidFields(checkDeliveryDates({ ...current, next_delivery_date: '' }, { today, pattern }))
  const isAsked = isMoved || update.delivery_pattern !== undefined
  // A date far beyond any calendar is refused before it is counted with.
  const isCountable = next < '9990' && next >= today
  const counted = isAsked && isCountable ? nextDeliveryDate(pattern, next) : current.next_next_delivery_date
  const dates = { next_delivery_date: next, next_next_delivery_date: update.next_next_delivery_date ?? counted }
  const isTouched = isAsked || dates.next_next_delivery_date !== current.next_next_delivery_date
  const failures = isTouched ? checkDeliveryDates(dates, { today, pattern, current }) : []
  if (failures.length > 0) throw invalidFields(failures)
  return { ...dates, ...update.delivery_pattern, isTouched }
}
