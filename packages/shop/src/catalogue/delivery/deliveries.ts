import {
  delivery,
  delivery_cool_fee,
  delivery_lead,
  delivery_prefecture_fee,
  delivery_time,
} from '@kushi/db/schema/delivery'
import { addDays, type CalendarDate, dateParts } from '@kushi/values/calendar-date'
import { DELIVERY_PATTERN } from '@kushi/values/delivery-pattern'
import { PREPAYMENT_DAYS_RANGE } from '@kushi/values/limits'
import { fieldRuleMessage } from '@kushi/values/message'
import { and, asc, eq } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { invalidFields, notFound } from '../../shop-error.ts'
import { loadDeliveryMethod, loadShopClosings, selectDeliveryMethods } from './internal/load-delivery.ts'
import { loadLeadTimes } from './internal/load-leads.ts'
import { nextDeliveryDate } from './rules/next-delivery-date.ts'
import { isValidDeliveryPattern } from './rules/pattern.ts'
import { isRemoteIsland } from './rules/remote-island.ts'
import { earliestDeliveryDay, selectableDeliveryDates } from './rules/selectable-dates.ts'

/** 離島か: whether a postcode is on a remote island. */
export const checkRemoteIsland = async (_: Context, input: { postal_code: string }) => ({
  is_remote_island: isRemoteIsland(input.postal_code),
})

/**
 * Previews the first three deliveries of a subscription ordered today, while the address is unknown. Assumes the
 * nearest prefecture and no island. A monthly pattern keeps the day of the first delivery, since the day is chosen at
 * checkout.
 * @throws ShopError 422 for an invalid pattern
 */
export const previewPatternDates: Handler<'GET /v1/delivery/pattern-dates'> = async (ctx, asked) => {
  const today = ctx.clock.today()
  const closings = await loadShopClosings(ctx.db, ctx.shop_id, today)
  const first = earliestDeliveryDay(today, { extra_days: 0, is_remote_island: false, closings })
  const subscription_division_id = Number(asked.subscription_division_id)
  const isMonthly = subscription_division_id === DELIVERY_PATTERN.monthly_date
  const param2 = isMonthly ? dateParts(first).day : null
  const pattern = { subscription_division_id, param1: asked.param1, param2, param3: null }
  if (!isValidDeliveryPattern(pattern))
    throw invalidFields([
      { path: 'param1', message_id: 'cmn-err-002', message: fieldRuleMessage('cmn-err-002', 'お届け間隔') },
    ])
  const second = nextDeliveryDate(pattern, first)
  return { items: [first, second, nextDeliveryDate(pattern, second)] }
}

/**
 * お届け日 to choose from, days in Japan. メール便 has no days to choose, only the earliest. The prefecture is not verified, as
 * it is part of the address that the customer confirms.
 * @throws ShopError 404 for a method that the shop does not have
 */
export const listDeliveryDates: Handler<'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}'> = async (
  ctx,
  { id, postal_code, pref_id, pay_until },
) => {
  const { mail_delivery_flag } = await loadDeliveryMethod(ctx, id)
  const is_remote_island = isRemoteIsland(postal_code)
  const extra_days = await extraDays(ctx, id, pref_id)
  const today = ctx.clock.today()
  const closings = await loadShopClosings(ctx.db, ctx.shop_id, today)
  const earliest = earliestDeliveryDay(paidBy(today, pay_until), { extra_days, is_remote_island, closings })
  return { items: mail_delivery_flag ? [] : selectableDeliveryDates(earliest), earliest, is_remote_island }
}

/** No shop waits longer for a payment than this. */
function paidBy(today: CalendarDate, pay_until: CalendarDate = today): CalendarDate {
  const last = addDays(today, PREPAYMENT_DAYS_RANGE.to)
  return pay_until < today ? today : pay_until > last ? last : pay_until
}

async function extraDays(ctx: Context, deliveryId: number, prefId: number): Promise<number> {
  const [row] = await ctx.db
    .select({ extra_days: delivery_lead.extra_days })
    .from(delivery_lead)
    .where(
      and(
        eq(delivery_lead.shop_id, ctx.shop_id),
        eq(delivery_lead.delivery_id, deliveryId),
        eq(delivery_lead.pref_id, prefId),
      ),
    )
  return row?.extra_days ?? 0
}

/** お届け時間帯 of a method; none for メール便. @throws ShopError 404 */
export const listDeliveryTimes: Handler<'GET /v1/delivery/{id}/time'> = async (ctx, { id }) => {
  await loadDeliveryMethod(ctx, id)
  const items = await ctx.db
    .select({ id: delivery_time.id, delivery_time: delivery_time.delivery_time })
    .from(delivery_time)
    .where(
      and(eq(delivery_time.shop_id, ctx.shop_id), eq(delivery_time.delivery_id, id), eq(delivery_time.is_ended, false)),
    )
    .orderBy(asc(delivery_time.sort_no), asc(delivery_time.id))
  return { items }
}

/**
 * 配送方法 that reach a postcode. Today's carriers reach all of Japan, including remote islands.
 * @throws ShopError 404 for a code below Japan Post's first one, 001-0000
 */
export const listDeliveryMethods: Handler<'GET /v1/delivery/{postal_code}/delivery-method'> = async (
  ctx,
  { postal_code },
) => {
  if (postal_code.startsWith('000')) throw notFound()
  return { items: await selectDeliveryMethods(ctx, eq(delivery.visible, true)) }
}

/** Returns one 配送方法, also a hidden one. @throws ShopError 404 */
export const getDeliveryMethod: Handler<'GET /v1/delivery/detail/{id}'> = (ctx, { id }) => loadDeliveryMethod(ctx, id)

/** 配送方法一覧. `visible` selects the methods that are, or are not, offered; absent: all. */
export const listAllDeliveryMethods: Handler<'GET /v1/delivery'> = async (ctx, { visible }) => {
  const load = (table: typeof delivery_prefecture_fee | typeof delivery_cool_fee) =>
    ctx.db.select().from(table).where(eq(table.shop_id, ctx.shop_id)).orderBy(asc(table.fee), asc(table.pref_id))
  const [methods, fees, coolFees, { leads }] = await Promise.all([
    selectDeliveryMethods(ctx, visible === undefined ? undefined : eq(delivery.visible, visible)),
    load(delivery_prefecture_fee),
    load(delivery_cool_fee),
    loadLeadTimes(ctx),
  ])
  const extraOf = (id: number) =>
    leads.filter(({ delivery_id }) => delivery_id === id).map(({ extra_days }) => extra_days)
  const items = methods.map((method) => ({
    ...method,
    most_extra_days: Math.max(0, ...extraOf(method.id)),
    fees_by_prefecture: differingFees(fees, method.id, method.flat_rate_delivery_fee),
    cool_fees_by_prefecture: differingFees(coolFees, method.id, method.cool_fee),
  }))
  return { items }
}

/** The fees of a method that differ from its usual one, each with its prefectures. */
function differingFees(
  rows: readonly { delivery_id: number; pref_id: number; fee: number }[],
  id: number,
  usual: number,
) {
  const own = rows.filter(({ delivery_id, fee }) => delivery_id === id && fee !== usual)
  const by = Map.groupBy(own, ({ fee }) => fee)
  return [...by].map(([fee, same]) => ({ fee, pref_ids: same.map(({ pref_id }) => pref_id) }))
}
