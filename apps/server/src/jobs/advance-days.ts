import { orders } from '@kushi/db/schema/order'
import { systemActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import { remindCarts } from '@kushi/shop/sales/cart/remind-carts'
import { markParcelsDelivered } from '@kushi/shop/sales/fulfilment/receive-shipments'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { addDays } from '@kushi/values/calendar-date'
import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { SandboxClock } from '../deps/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { listShopIds } from '../deps/shop-bases.ts'
import { shopJobs } from './start-jobs.ts'

/** A larger jump only moves the clock. */
const most = 400

const dailyJobs = Object.entries(shopJobs).filter(([, job]) => job.each_day)

/**
 * Advances the sandbox's clock day by day and simulates each day: the jobs of a day, and a carrier that takes subscription
 * parcels the day before and delivers them on their day. So a year passes in a minute. Never in production, where only people
 * ship.
 */
export async function advanceSandboxDays(deps: Deps, clock: SandboxClock, days: number): Promise<void> {
  const from = clock.offsetDays
  if (days - from > most || days < from) return clock.move(days)
  const shops = await Promise.all((await listShopIds(deps.database.db)).map((shop_id) => contextOf(deps, shop_id)))
  for (let day = from + 1; day <= days; day++) {
    await clock.move(day)
    await deps.scheduledChanges.catchUp()
    for (const ctx of shops) {
      for (const [name, { run }] of dailyJobs)
        await run(ctx, 20_000).catch((err: unknown) => ctx.log.error({ err, job: name }, 'job failed'))
      await carry(ctx)
    }
  }
  // Within the same day only hourly work is due.
  if (days === from) for (const ctx of shops) await remindCarts(ctx)
}

const contextOf = async (deps: Deps, shop_id: number): Promise<Context> => ({
  ...(await deps.base(shop_id)),
  shop_id,
  client_id: 'sandbox',
  customer_id: null,
  token_hash: null,
  ip: '',
  user_agent: '',
  actor: systemActor('sandbox'),
})

async function carry(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const under = await ctx.db
    .select({
      shop_id: orders.shop_id,
      order_no: orders.order_no,
      status: orders.status,
      day: orders.expected_date,
    })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, ctx.shop_id),
        isNotNull(orders.subscription_id),
        inArray(orders.status, ['received', 'arranged', 'shipped']),
        // Without a chosen delivery day, it arrives on the promised one.
        lte(orders.expected_date, addDays(today, 1)),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(500)
  for (const { shop_id, order_no, status, day } of under)
    try {
      const own = { ...ctx, shop_id }
      const tracking_no = order_no.replace(/\D/g, '').padEnd(12, '0').slice(0, 12)
      // An order of several parcels is left to an operator; the sandbox carrier takes single-parcel orders.
      if (status !== 'shipped') await shipOrder(own, { order_no, carrier: 'yamato', tracking_no })
      if (day === null || day <= today) await markParcelsDelivered(own, { order_no })
    } catch (error) {
      ctx.log.warn({ err: error, order_no }, 'the sandbox carrier left a parcel')
    }
}
