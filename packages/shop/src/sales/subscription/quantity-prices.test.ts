import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { quoteSkus } from '../../catalogue/product/quote-skus.ts'
import { testContext } from '../../testing/context.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { contextOnDayWithCards } from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { repriceOrder } from '../order/internal/reprice-order.ts'
import { getSubscription } from './get-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const steps = [
  { from_pieces: 3, price: 2200, subscription_price: 2000 },
  { from_pieces: 6, price: 2000, subscription_price: 1800 },
]
const catalogue = (more: Partial<typeof product_sku.$inferInsert>) =>
  db.update(product_sku).set(more).where(eq(product_sku.id, 101))
beforeEach(() =>
  catalogue({
    stock: 1000,
    price: 2420,
    subscription_price: 2178,
    subscription_first_price: null,
    quantity_prices: steps,
  }),
)

test.each([
  [2, false, 2420, 2420],
  [3, false, 2200, 2200],
  [7, false, 2000, 2000],
  [3, true, 2000, 2000],
])(
  'a cart of %i pieces (subscription: %s) costs that price each',
  async (pieces, is_subscription, price, following) => {
    const asked = { product_sku_ids: [`101:${pieces}`], is_subscription }
    const { items } = await quoteSkus(testContext(db), asked)
    expect(items).toMatchObject([{ price, following_price: following, subtotal: price * pieces }])
  },
)

async function begun(quantity: number) {
  const { ctx: day } = contextOnDayWithCards(db, '2026-11-21')
  const [customer_id] = await insertMembers(db, 1)
  const ctx = withMemberActor({ ...day, customer_id: customer_id! }, customer_id!)
  const wanted = testOrderDraft({
    is_subscription: true,
    delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
    items: [{ product_sku_id: 101, quantity, revision: 1 }],
  })
  await placeOrder(ctx, await confirmedOrderInput(ctx, wanted))
  const [item] = await db
    .select()
    .from(subscription_order_item)
    .orderBy(subscription_order_item.id)
    .then((rows) => rows.slice(-1))
  return { ctx, id: item!.subscription_id }
}
const priceNow = async ({ ctx, id }: Awaited<ReturnType<typeof begun>>) =>
  (await getSubscription(ctx, { id })).subscription_order_item[0]!.price
const change = async ({ ctx, id }: Awaited<ReturnType<typeof begun>>, quantity: number) => {
  const { version } = await getSubscription(ctx, { id })
  const items = [{ product_sku_id: 101, quantity, is_one_time: false }]
  const { after } = await previewUpdate(ctx, { id, items })
  await updateSubscription(ctx, { id, version, items })
  return after.subscription_order_item[0]!.price
}

test('a contract keeps the price of its pieces when the shop takes the step back', async () => {
  const one = await begun(3)
  await catalogue({ quantity_prices: [], subscription_price: 2500 })
  expect(await priceNow(one)).toBe(2000)
})

test('fewer pieces than the price holds for cost the price of so few, as the preview says; a member can’t keep it', async () => {
  const one = await begun(3)
  expect(await change(one, 1)).toBe(2178)
  expect(await priceNow(one)).toBe(2178)
  // What is promised now is the price of one.
  await catalogue({ subscription_price: 2600, quantity_prices: [] })
  expect(await priceNow(one)).toBe(2178)
})

test('more pieces get the lower price, and keep it', async () => {
  const one = await begun(1)
  expect(await change(one, 6)).toBe(1800)
  await catalogue({ quantity_prices: [], subscription_price: 2600 })
  expect(await priceNow(one)).toBe(1800)
  // Fewer, but still as many as asked for: the promise holds no more below.
  expect(await change(one, 4)).toBe(2600)
})

test('an operator’s change of a single order costs what so many pieces cost', async () => {
  const [customer_id] = await insertMembers(db, 1)
  const ctx = withMemberActor({ ...testContext(db), customer_id: customer_id! }, customer_id!)
  const wanted = testOrderDraft({ items: [{ product_sku_id: 101, quantity: 3, revision: 1 }] })
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, wanted))
  const [found] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const order = found!
  const sold = await loadOrderItems(db, order)
  const { items } = await repriceOrder(ctx, order, sold, {
    ...order,
    shipping_address: order,
    items: asChosenItems([{ product_sku_id: 101, quantity: 7 }]),
  })
  expect(items).toMatchObject([{ price: 2000, subtotal: 14_000 }])
})
