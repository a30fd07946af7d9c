import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { testDatabase } from '@kushi/db/testing'
import { fitsExistingParcels, type Temperature } from '@kushi/values/shipment'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { getProduct } from '../../catalogue/product/get-product.ts'
import { listProducts } from '../../catalogue/product/list-products.ts'
import type { MemberContext } from '../../context.ts'
import { testContext } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { setUpShippingDesk } from '../../testing/shipping-desk.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { showShippingDesk } from '../fulfilment/admin/show-desk.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const { desk, member: buyer, begin } = await setUpShippingDesk(database)

/** An oil, a set of it and two teas, and the tea, all with the tick メール便. 2 is メール便. */
const [SET, OIL, TEA, MAIL] = [128, 101, 133, 2]
const change = (id: number, to: object) => db.update(product_sku).set(to).where(eq(product_sku.id, id))
const cool = (id: number, temperature: Temperature) => change(id, { temperature })
beforeEach(async () => {
  await begin()
  const parts = [
    { product_sku_id: OIL, pieces: 1 },
    { product_sku_id: TEA, pieces: 2 },
  ]
  const light = { light_flag: true, weight_g: 10, temperature: 'normal', visible: true, stock: 1000 }
  await change(SET, { ...light, parts, stock: 0, price: 4000, quantity_prices: [], sale_limit: 99 })
  for (const id of [OIL, TEA]) await change(id, light)
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const member = async (): Promise<MemberContext> =>
  testContext(db, { customer_id: (await insertMembers(db, 1))[0]!, settings }) as MemberContext
const asked = async (id: number) => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, id))
  return [{ product_sku_id: id, quantity: 1, revision: sku!.revision }]
}
const byMail = async (id: number) => testOrderDraft({ items: await asked(id), delivery_id: MAIL, payment_method_id: 4 })
const shown = async (id: number) => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, id))
  const { skus } = await getProduct(buyer, { id: sku!.product_id })
  return skus.find((one) => one.id === id)!.light_flag
}

test('chilled or frozen goods are no letter: product, cart and order, alone and in a set', async () => {
  for (const id of [OIL, SET]) {
    expect(await shown(id)).toBe(true)
    const { summary } = await validateOrder(buyer, await byMail(id))
    expect(summary.delivery_fee).toBeGreaterThan(0)
  }
  for (const temperature of ['chilled', 'frozen'] as const) {
    await cool(OIL, temperature)
    for (const id of [OIL, SET]) {
      expect(await shown(id)).toBe(false)
      await expect(validateOrder(buyer, await byMail(id))).rejects.toMatchObject({ status: 422 })
    }
    expect(await shown(TEA)).toBe(true)
  }
  const { items } = await listProducts(buyer, { page: 1, per_page: 100, sort: 'recommended' })
  const [oil] = await db.select().from(product_sku).where(eq(product_sku.id, OIL))
  expect(items.find(({ id }) => id === oil!.product_id)?.light_flag).toBe(false)
})

test('goods that became chilled after the order stop at the desk', async () => {
  await placeOrder(buyer, await confirmedOrderInput(buyer, await byMail(OIL)))
  expect((await showShippingDesk(desk, {})).stopped_orders.flatMap(({ reasons }) => reasons).join()).not.toContain(
    'メール便で',
  )
  await cool(OIL, 'chilled')
  expect((await showShippingDesk(desk, {})).stopped_orders.flatMap(({ reasons }) => reasons).join()).toContain(
    '冷蔵の商品は、メール便で送れません',
  )
})

test.each<[Temperature, Temperature, boolean]>([
  ['normal', 'normal', true],
  ['normal', 'frozen', false],
  ['normal', 'chilled', false],
  ['chilled', 'normal', true],
  ['chilled', 'chilled', true],
  ['chilled', 'frozen', false],
  ['frozen', 'frozen', true],
  ['frozen', 'normal', false],
])('goods %s, a gift %s: given only where the parcels stay as they are', async (goods, gift, isGiven) => {
  await insertRunningPromotion(db, { trigger: 'automatic', effect: { kind: 'gift', product_sku_id: TEA, pieces: 1 } })
  await cool(OIL, goods)
  await cool(TEA, gift)
  await db.update(product_sku).set({ price: 200 }).where(eq(product_sku.id, TEA))
  const ctx = await member()
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ items: await asked(OIL) })),
  )
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const rows = await db.select().from(order_item).where(eq(order_item.order_id, order!.id))
  expect(rows.some((row) => row.gift_promotion_id !== null)).toBe(isGiven)
  expect(fitsExistingParcels([goods], gift)).toBe(isGiven)
})
