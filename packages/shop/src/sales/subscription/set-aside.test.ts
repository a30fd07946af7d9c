import { shop_payment } from '@kushi/db/schema/delivery'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { subscription, subscription_benefit } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import type { PaymentPort } from '../../ports/payment-port.ts'
import { throwingPort } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { endSubscription } from './end-subscription.ts'
import { removeContractPromotions } from './forget-benefits.ts'
import { getSubscription } from './get-subscription.ts'
import { reservePromisedGifts } from './internal/reserve-gifts.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const GIFT = 133
const stockOf = async (id: number) =>
  (await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
const setStock = (id: number, stock: number) => db.update(product_sku).set({ stock }).where(eq(product_sku.id, id))
const keptOf = async (id: number) =>
  (await db.select().from(subscription_benefit).where(eq(subscription_benefit.subscription_id, id))).map(
    ({ set_aside }) => set_aside,
  )
const giftsOf = async (id: number) => {
  const { rows } = await db.execute<{ cycle: number; pieces: number }>(sql`
    select o.cycle, sum(i.quantity)::int as pieces from orders o join order_item i on i.shop_id = o.shop_id and i.order_id = o.id
    where o.subscription_id = ${id} and i.gift_promotion_id is not null and o.status not in ('cancelled', 'payment_error') group by 1 order by 1`)
  return rows.map(({ cycle, pieces }) => `${cycle}回目に${pieces}点`)
}
const noticeOf = async (id: number, cycle: number) => {
  const key = `subscription-notice:${id}:${cycle}:%`
  const [notice] = await db.select().from(outbox).where(like(outbox.dedupe_key, key))
  return (notice!.payload as { text: string }).text
}
beforeEach(async () => {
  await setStock(101, 1000)
  await setStock(GIFT, 5)
  // Within a fifth of what is paid.
  await db.update(product_sku).set({ price: 200 }).where(eq(product_sku.id, GIFT))
})
afterEach(async () => {
  await db.update(promotion).set({ status: 'stopped' })
  await db.update(subscription).set({ summary_status: 6 })
})

const giving = (more: Partial<typeof promotion.$inferInsert> = {}) =>
  insertRunningPromotion(db, {
    promotion_name: '二回目の贈りもの',
    trigger: 'automatic',
    cart_type: 1,
    from_cycle: 2,
    to_cycle: 2,
    effect: { kind: 'gift', product_sku_id: GIFT, pieces: 1 },
    ...more,
  })
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
const wanted = () => testOrderDraft({ is_subscription: true, delivery_pattern: monthly })

async function someone() {
  const { clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21')
  const settings = { ...ctx.settings, rate_limit_factor: 0 }
  const [customer_id] = await insertMembers(db, 1)
  return { clock, ledger, ctx: withMemberActor({ ...ctx, settings, customer_id: customer_id! }, customer_id!) }
}
const ordered = async (ctx: MemberContext) => (await placeOrder(ctx, await confirmedOrderInput(ctx, wanted()))).order_no
const contractOf = async (order_no: string) =>
  (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!.subscription_id!

/** A contract whose first parcel was received. */
async function begun(ctx: MemberContext): Promise<number> {
  const order_no = await ordered(ctx)
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
  return contractOf(order_no)
}

/** A contract as one of before gifts were set aside. */
const unkept = async (id: number) => {
  const [kept] = await keptOf(id)
  await db.update(subscription_benefit).set({ set_aside: 0 }).where(eq(subscription_benefit.subscription_id, id))
  await setStock(GIFT, (await stockOf(GIFT)) + (kept ?? 0))
}

async function untilNotice({ clock, ctx }: Awaited<ReturnType<typeof someone>>, id: number) {
  const { next_delivery_date } = await loadSubscriptionRow(db, id)
  clock.move(Math.max(0, daysBetween(clock.today(), addDays(next_delivery_date, -14))))
  await runDailyDeliveries(ctx)
}

async function untilArranged(one: Awaited<ReturnType<typeof someone>>, id: number, cycle: number) {
  for (
    let days = 0;
    days < 40 && (await loadSubscriptionOrders(db, id)).every((order) => order.cycle !== cycle);
    days++
  ) {
    one.clock.move(1)
    await runDailyDeliveries(one.ctx)
  }
}

test('who gets a gift of a later delivery is decided when it is promised; the next one reads before the press that it is gone', async () => {
  await giving()
  await setStock(GIFT, 2)
  const people = [await someone(), await someone(), await someone()]
  const ids = [await begun(people[0]!.ctx), await begun(people[1]!.ctx)]
  expect([await stockOf(GIFT), await keptOf(ids[0]!), await keptOf(ids[1]!)]).toEqual([0, [1], [1]])
  const { summary } = await validateOrder(people[2]!.ctx, wanted())
  expect(summary.later_gifts).toEqual([])
  expect(summary.promotions).toMatchObject([
    { is_applied: false, message: '「二回目の贈りもの」は、プレゼントの品切れのため終了しました。' },
  ])
  const late = await begun(people[2]!.ctx)
  expect(await keptOf(late)).toEqual([])
  for (const [n, id] of ids.entries()) {
    await untilNotice(people[n]!, id)
    expect(await noticeOf(id, 2)).toContain('プレゼント: ')
    await untilArranged(people[n]!, id, 2)
    expect([await giftsOf(id), await keptOf(id)]).toEqual([['2回目に1点'], [0]])
  }
  expect(await stockOf(GIFT)).toBe(0)
})

test('a gift that went between confirmation and press is no silent change: the order is refused once', async () => {
  await giving()
  const { ctx } = await someone()
  const request = await confirmedOrderInput(ctx, wanted())
  expect(request.shown.gift_promotion_ids).toHaveLength(1)
  await setStock(GIFT, 0)
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ error: 'ERROR_PROMOTION_ENDED' })
})

test('two of the last piece at once: one is promised it', async () => {
  await giving()
  await setStock(GIFT, 1)
  const people = [(await someone()).ctx, (await someone()).ctx]
  const requests = [await confirmedOrderInput(people[0]!, wanted()), await confirmedOrderInput(people[1]!, wanted())]
  const answers = await Promise.allSettled(people.map((ctx, n) => placeOrder(ctx, requests[n]!)))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await stockOf(GIFT)).toBe(0)
})

test('gifts of the first three deliveries: two are set aside, and what no delivery needs any more goes back', async () => {
  await giving({ from_cycle: 1, to_cycle: 3 })
  const one = await someone()
  const id = await begun(one.ctx)
  expect([await stockOf(GIFT), await keptOf(id)]).toEqual([2, [2]])
  await untilArranged(one, id, 2)
  expect([await stockOf(GIFT), await keptOf(id)]).toEqual([2, [1]])
  await deliverCurrentCycle(one.ctx, id)
  // The third delivery does not reach the promotion's minimum.
  await db
    .update(subscription_benefit)
    .set({ terms: sql`jsonb_set(${subscription_benefit.terms}, '{min_amount}', '900000')` })
    .where(eq(subscription_benefit.subscription_id, id))
  await untilArranged(one, id, 3)
  expect([await giftsOf(id), await stockOf(GIFT), await keptOf(id)]).toEqual([['1回目に1点', '2回目に1点'], 3, [0]])
})

test('it goes back when the contract ends, when the first order is cancelled, and when the promise is taken back', async () => {
  await giving()
  const { ctx } = await someone()
  const ended = await begun(ctx)
  expect(await stockOf(GIFT)).toBe(4)
  await endSubscription(ctx, { id: ended, reason: 'お店の都合' })
  expect([await stockOf(GIFT), await keptOf(ended)]).toEqual([5, [0]])
  const order_no = await ordered((await someone()).ctx)
  await cancelOrder(ctx, { order_no })
  expect(await stockOf(GIFT)).toBe(5)
  // Of one whose payment is still looked at, so that its contract never began.
  const examined = (await someone()).ctx
  const port: PaymentPort = {
    ...throwingPort<PaymentPort>('payment'),
    authorise: async () => ({ kind: 'held', reasons: [], reference: {} }),
  }
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 4))
  const payment = new Map([...examined.ports.payment, [4, port] as const])
  const byInvoice = { ...examined, ports: { ...examined.ports, payment } }
  const held = await placeOrder(byInvoice, await confirmedOrderInput(byInvoice, { ...wanted(), payment_method_id: 4 }))
  expect([held.status, await stockOf(GIFT)]).toEqual(['payment_pending', 4])
  await cancelOrder(byInvoice, held)
  expect(await stockOf(GIFT)).toBe(5)
  const id = await begun((await someone()).ctx)
  const [order] = await loadSubscriptionOrders(db, id)
  const [benefit] = await db.select().from(subscription_benefit).where(eq(subscription_benefit.subscription_id, id))
  await db.transaction((tx) => removeContractPromotions(tx, order!, [benefit!.promotion_id]))
  expect([await stockOf(GIFT), await keptOf(id)]).toEqual([5, []])
})

test('it stays with the contract when a payment is refused, and when its delivery is cancelled', async () => {
  const { id: promotion_id } = await giving({ status: 'stopped' })
  const one = contextOnDayWithCards(db, '2026-11-21')
  const { id, member } = await insertSubscribedMember(db, one.ctx, { cycle: 2, next_delivery_date: '2026-11-30' })
  const terms = {
    promotion_id,
    promotion_name: '二回目の贈りもの',
    effect: { kind: 'gift' as const, product_sku_id: GIFT, pieces: 1 },
    product_ids: [],
    cart_type: 1 as const,
    min_amount: 0,
    from_cycle: 2,
    to_cycle: 2,
    stack_group: null,
  }
  await db
    .insert(subscription_benefit)
    .values({ shop_id: 2, subscription_id: id, promotion_id, terms, created_at: new Date() })
  await setStock(GIFT, 1)
  await reservePromisedGifts(one.ctx)
  expect([await stockOf(GIFT), await keptOf(id)]).toEqual([0, [1]])
  one.ledger.fate = () => 'limit'
  await runDailyDeliveries(one.ctx)
  expect([(await loadSubscriptionRow(db, id)).summary_status, await stockOf(GIFT), await keptOf(id)]).toEqual([
    2,
    0,
    [1],
  ])
  one.ledger.fate = () => 'ok'
  one.clock.move(1)
  await runDailyDeliveries(one.ctx)
  expect([await giftsOf(id), await keptOf(id)]).toEqual([['2回目に1点'], [0]])
  const [order] = await loadSubscriptionOrders(db, id)
  await cancelOrder(one.ctx, { order_no: order!.order_no })
  expect([await stockOf(GIFT), await keptOf(id), (await getSubscription(member, { id })).gifts.length]).toEqual([
    0,
    [1],
    1,
  ])
})

test('of before there was stock: set aside when it comes, the nearest delivery first; without it the notice says so, with a choice', async () => {
  await giving()
  const [near, far] = [await someone(), await someone()]
  const ids = [await begun(near.ctx), await begun(far.ctx)]
  for (const id of ids) await unkept(id)
  await db
    .update(subscription)
    .set({ next_delivery_date: '2027-02-05', next_next_delivery_date: '2027-03-05' })
    .where(eq(subscription.id, ids[1]!))
  await setStock(GIFT, 1)
  await reservePromisedGifts(near.ctx)
  expect([await stockOf(GIFT), await keptOf(ids[0]!), await keptOf(ids[1]!)]).toEqual([0, [1], [0]])
  await untilNotice(near, ids[0]!)
  await untilNotice(far, ids[1]!)
  const text = await noticeOf(ids[1]!, 2)
  expect(text).toContain('プレゼントが品切れのため、今回はお付けできません。')
  expect(text).toMatch(/このままでよろしければ、お手続きはいりません。お休み・商品の変更・解約は、.*までマイページで/)
  expect(await noticeOf(ids[0]!, 2)).not.toContain('このままでよろしければ')
})

test('what the notice announces is set aside with it: who buys afterwards takes nothing of it', async () => {
  await giving()
  const one = await someone()
  const id = await begun(one.ctx)
  await unkept(id)
  await setStock(GIFT, 1)
  await untilNotice(one, id)
  expect([await stockOf(GIFT), await keptOf(id)]).toEqual([0, [1]])
})

test('the delivery after the one that is on its way: the mail says that the gift is gone, and offers nothing that cannot be done yet', async () => {
  await giving({ from_cycle: 3, to_cycle: 3 })
  const one = await someone()
  const id = await begun(one.ctx)
  await unkept(id)
  await setStock(GIFT, 0)
  await untilArranged(one, id, 2)
  const { next_delivery_date: on } = await loadSubscriptionRow(db, id)
  await db
    .update(subscription)
    .set({ next_next_delivery_date: addDays(on, 10) })
    .where(eq(subscription.id, id))
  for (let days = 0; days < 8; days++) {
    one.clock.move(1)
    await runDailyDeliveries(one.ctx)
  }
  const text = await noticeOf(id, 3)
  expect(text).toContain('プレゼントが品切れのため、今回はお付けできません。')
  expect(text).not.toContain('このままでよろしければ')
})
