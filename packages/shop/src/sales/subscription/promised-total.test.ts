import { delivery } from '@kushi/db/schema/delivery'
import { product_sku } from '@kushi/db/schema/product'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { getSubscription } from './get-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { runDailyDeliveries } from './run-day.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let { clock, ctx } = contextOnDayWithCards(db, '2026-11-26')
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
  ;({ clock, ctx } = contextOnDayWithCards(db, '2026-11-26'))
})
const raise = (yen: number) =>
  db
    .update(delivery)
    .set({ flat_rate_delivery_fee: sql`${delivery.flat_rate_delivery_fee} + ${yen}` })
    .where(eq(delivery.id, 1))
const raisePrice = (yen: number) =>
  db
    .update(product_sku)
    .set({ subscription_price: sql`${product_sku.subscription_price} + ${yen}` })
    .where(eq(product_sku.id, 101))
const twoBottles = [{ product_sku_id: 101, quantity: 2, is_one_time: false }]

test('an item keeps its promised price, before and after the notice; an added item costs today’s price', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const { payment_total } = await getSubscription(member, { id })
  await raisePrice(330)
  expect(await getSubscription(member, { id })).toMatchObject({ payment_total, adjustment_amount: 0 })
  const { after } = await previewUpdate(member, { id, items: twoBottles })
  expect(after.subtotal).toBe(2 * 2178)
  const other = await insertSubscribedMember(db, ctx, {}, [{ product_sku_id: 103 }])
  const items = [
    { product_sku_id: 103, quantity: 1, is_one_time: false },
    { ...twoBottles[0]!, quantity: 1 },
  ]
  const added = await previewUpdate(other.member, { id: other.id, items })
  expect(added.after.subscription_order_item.find((item) => item.product_sku_id === 101)?.price).toBe(2178 + 330)
  await raisePrice(-330)
})

test('a fee that rises after the notice is not charged, and the screen shows the same', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const { payment_total } = await getSubscription(member, { id })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ noticed: 1 })
  const [notice] = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `subscription-notice:${id}:%`))
  expect(notice!.payload).toMatchObject({ text: expect.stringMatching(/純椿油「しずく」\(無香料 \/ 30mL\) × \d/) })
  await raise(330)
  expect(await getSubscription(member, { id })).toMatchObject({ payment_total, adjustment_amount: -330 })
  clock.move(5)
  await runDailyDeliveries(ctx)
  expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({
    payment_total,
    adjustment_amount: -330,
    status: 'arranged',
  })
  await deliverCurrentCycle(ctx, id)
  // The delivery after that has no notice yet, so its current price counts.
  expect(await getSubscription(member, { id })).toMatchObject({ adjustment_amount: 0 })
  await raise(-330)
})

test('a price that falls after the notice applies', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const { payment_total } = await getSubscription(member, { id })
  await runDailyDeliveries(ctx)
  await raisePrice(-100)
  clock.move(5)
  await runDailyDeliveries(ctx)
  expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({
    payment_total: payment_total - 100,
    adjustment_amount: 0,
  })
  await raisePrice(100)
})

test('a change of the items shows the new price, which is charged', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  await runDailyDeliveries(ctx)
  await raise(330)
  const { before, after } = await previewUpdate(member, { id, items: twoBottles })
  expect(before.adjustment_amount).toBe(-330)
  expect(after.adjustment_amount).toBe(0)
  const version = before.version
  await updateSubscription(member, { id, version, items: twoBottles, shown_payment_total: after.payment_total })
  await raise(1000)
  expect(await getSubscription(member, { id })).toMatchObject({ payment_total: after.payment_total })
  await raise(-1330)
})

test('a change without effect on the price keeps the promise; another date gets its own notice', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  await runDailyDeliveries(ctx)
  const { promised_total } = await loadSubscriptionRow(db, id)
  await raise(330)
  await updateSubscription(member, {
    id,
    version: (await loadSubscriptionRow(db, id)).version,
    delivery_notes: '玄関前',
  })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ promised_total })
  const moved = { next_delivery_date: '2026-12-12' }
  await updateSubscription(member, { id, version: (await loadSubscriptionRow(db, id)).version, ...moved })
  expect((await loadSubscriptionRow(db, id)).promised_total).toBeNull()
  clock.move(2)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ noticed: 1 })
  expect((await loadSubscriptionRow(db, id)).promised_total).toBe(promised_total! + 330)
  await raise(-330)
})
