import { openDatabase } from '@kushi/db/connect'
import { isDatabaseOutage } from '@kushi/db/outage'
import { order_item, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { setContentsText } from '@kushi/values/product-set'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { getProduct } from '../../catalogue/product/get-product.ts'
import type { MemberContext } from '../../context.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { checkCart } from '../cart/cart-items.ts'
import { invoiceAmounts } from '../document/rules/invoice.ts'
import { changeOrder } from '../fulfilment/admin/change-order.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { listAllOrders } from '../order/admin/list-orders.ts'
import { replaceOrder } from '../order/admin/replace-order.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { buyAgain } from '../order/buy-again.ts'
import { loadProviderBill } from '../order/internal/load-bill.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { listPurchases } from '../order/orders.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
const other = openDatabase(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})

/** The set: an oil at 10 % (¥2,420 by itself) and two teas at 8 % (¥1,080 each), for ¥4,000. */
const [SET, OIL, TEA] = [128, 101, 133]
const change = (id: number, to: object) => db.update(product_sku).set(to).where(eq(product_sku.id, id))
const skuOf = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!
const stockOf = async (id: number) => (await skuOf(id)).stock
const parts = [
  { product_sku_id: OIL, pieces: 1 },
  { product_sku_id: TEA, pieces: 2 },
]
beforeEach(async () => {
  await change(SET, { parts, stock: 0, price: 4000, quantity_prices: [], sale_limit: 99 })
  await change(OIL, { stock: 1000, price: 2420, visible: true })
  await change(TEA, { stock: 9, price: 1080, visible: true, sale_limit: 99 })
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const members = async (count: number, on = db) =>
  (await insertMembers(db, count)).map((customer_id) => testContext(on, { customer_id, settings }) as MemberContext)
const member = async () => (await members(1))[0]!
const asked = async (...wanted: [id: number, quantity: number][]) =>
  Promise.all(
    wanted.map(async ([product_sku_id, quantity]) => ({
      product_sku_id,
      quantity,
      revision: (await skuOf(product_sku_id)).revision,
    })),
  )
const orderOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
async function bought(ctx: MemberContext, ...wanted: [id: number, quantity: number][]) {
  const request = await confirmedOrderInput(ctx, testOrderDraft({ items: await asked(...wanted) }))
  return orderOf((await placeOrder(ctx, request)).order_no)
}

test('terms of return and labels of the parts are told of the set, on its page and before the order', async () => {
  const ctx = await member()
  const { product_id: teas } = await skuOf(TEA)
  const { product_id } = await skuOf(SET)
  const before = await db
    .select()
    .from(product)
    .where(inArray(product.id, [teas, product_id]))
  const note = 'セットの中の「椿の葉茶」について: 返品はお受けしていません。'
  const of = (id: number, to: object) => db.update(product).set(to).where(eq(product.id, id))
  await of(product_id, { return_note: '' })
  await of(teas, {
    product_name: '椿の葉茶',
    visible: false,
    return_note: '返品はお受けしていません。',
    label_kind: 'food',
    ingredients: '椿葉(国産)',
    label_allergens: '小麦',
  })
  try {
    const shown = await getProduct(ctx, { id: product_id })
    expect(shown.return_note).toContain(note)
    expect(shown.return_note).toMatch(/^お客さまのご都合による返品は/)
    const rows = shown.product_label.filter(({ part_name }) => part_name === '椿の葉茶')
    expect(rows.map(({ name, text }) => [name, text])).toEqual(
      expect.arrayContaining([
        ['原材料名', '椿葉(国産)'],
        ['アレルゲン', '小麦'],
      ]),
    )
    const { terms } = await validateOrder(ctx, testOrderDraft({ items: await asked([SET, 1]) }))
    expect(terms.find(({ label }) => label === '返品・交換')!.lines.join()).toContain(note)
    await of(product_id, { return_note: 'お受けできません。' })
    expect((await getProduct(ctx, { id: product_id })).return_note).toBe(`お受けできません。${note}`)
  } finally {
    for (const { id, product_name, visible, return_note, label_kind, ingredients, label_allergens } of before)
      await of(id, { product_name, visible, return_note, label_kind, ingredients, label_allergens })
  }
})

test('priced as one product, sold as its parts: divided over two rates, shown with what is in it', async () => {
  const ctx = await member()
  const { items, summary } = await validateOrder(ctx, testOrderDraft({ items: await asked([SET, 2]) }))
  expect(items).toMatchObject([{ id: SET, price: 4000, subtotal: 8000, tax_rate: 10 }])
  expect(setContentsText(items[0]!.parts)).toMatch(/^純椿油「しずく」.* × 1、.* × 2$/)
  expect(summary.tax_lines).toEqual([
    // With the fee of 代金引換.
    { tax_rate: 10, total: 4228 + 330, tax: 414 },
    { tax_rate: 8, total: 3772, tax: 279 },
  ])
  const order = await bought(ctx, [SET, 2])
  const rows = await loadOrderItems(db, order)
  expect(rows.map((one) => [one.product_sku_id, one.quantity, one.subtotal, one.tax_rate])).toEqual([
    [OIL, 2, 4228, 10],
    [TEA, 4, 3772, 8],
  ])
  expect(new Set(rows.map((one) => [one.set_sku_id, one.set_quantity].join()))).toEqual(new Set([`${SET},2`]))
  expect([await stockOf(SET), await stockOf(OIL), await stockOf(TEA)]).toEqual([0, 998, 5])
  // 納品書 and 領収書: a row for each rate, the provider's bill one.
  const slip = invoiceAmounts(order, rows).rows
  expect(slip.slice(0, 2).map(({ tax_rate, quantity, price, amount }) => [tax_rate, quantity, price, amount])).toEqual([
    [10, 2, 2114, 4228],
    [8, 2, 1886, 3772],
  ])
  expect(slip[1]!.detail).toMatch(/^内訳: .+ × 2$/)
  const bill = await loadProviderBill(ctx, order)
  expect(bill.order.rows[0]).toMatchObject({ name: rows[0]!.set_name, price: 4000, quantity: 2 })
  const [mail] = await db
    .select()
    .from(outbox)
    .where(sql`${outbox.payload} ->> 'text' like ${`%${order.order_no}%`}`)
  const { text } = mail!.payload as { text: string }
  expect(text).toContain('¥4,000 × 2  ¥8,000 (一部※)\n  セットの内容: 純椿油「しずく」')
})

test('a quantity price, the rank and a promotion on the set are its parts’ too; one on a part is not', async () => {
  await change(SET, { quantity_prices: [{ from_pieces: 2, price: 3501, subscription_price: null }] })
  const set = await skuOf(SET)
  const off = await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'percent', percent: 33 },
    product_ids: [set.product_id],
  })
  await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'yen', yen: 100 },
    product_ids: [(await skuOf(OIL)).product_id],
  })
  const order = await bought(await member(), [SET, 2])
  expect([order.subtotal, order.discount_amount]).toEqual([7002, 2310])
  const rows = await loadOrderItems(db, order)
  expect(rows.reduce((sum, one) => sum + one.subtotal, 0)).toBe(7002)
  expect(rows.reduce((sum, one) => sum + one.discount_amount, 0)).toBe(2310)
  expect(rows.flatMap((one) => one.promotions.map(({ promotion_id }) => promotion_id))).toEqual([off.id, off.id])
  invoiceAmounts(order, rows)
})

test('the scarcest part decides, together with what is bought beside it', async () => {
  const ctx = await member()
  const cart = async (...wanted: [number, number][]) => {
    const items = (await asked(...wanted)).map((one) => ({ ...one, subscription: 0 as const }))
    return (await checkCart(ctx, { items })).problems.map(({ error, quantity, product_sku_id }) => [
      product_sku_id,
      error,
      quantity,
    ])
  }
  expect(await cart([SET, 4], [TEA, 1])).toEqual([])
  expect(await cart([SET, 5])).toEqual([[SET, 'over_stock', 4]])
  expect(await cart([SET, 4], [TEA, 2])).toEqual([[TEA, 'over_stock', 1]])
  expect(await cart([TEA, 8], [SET, 1])).toEqual([[SET, 'over_stock', 0]])
  // Not on sale any more: the set can't be sold either.
  await change(OIL, { visible: false })
  expect(await cart([SET, 1])).toEqual([[SET, 'out_of_stock', 0]])
})

test('the limit of a part holds in sets and beside them: cart, confirmation and changed order', async () => {
  const ctx = await member()
  await change(TEA, { sale_limit: 4 })
  const cart = async (...wanted: [number, number][]) => {
    const items = (await asked(...wanted)).map((one) => ({ ...one, subscription: 0 as const }))
    return (await checkCart(ctx, { items })).problems.map((one) => [one.product_sku_id, one.error, one.quantity])
  }
  expect(await cart([SET, 2])).toEqual([])
  expect(await cart([SET, 1], [TEA, 2])).toEqual([])
  expect(await cart([SET, 3])).toEqual([[SET, 'over_sale_limit', 2]])
  expect(await cart([SET, 2], [TEA, 1])).toEqual([[TEA, 'over_sale_limit', 0]])
  expect(await cart([TEA, 3], [SET, 1])).toEqual([[SET, 'over_sale_limit', 0]])
  const items = (await asked([SET, 3])).map((one) => ({ ...one, subscription: 0 as const }))
  const [problem] = (await checkCart(ctx, { items })).problems
  expect(problem!.message).toMatch(
    /^「.+」は、セットの中も合わせて、一度に4点までです。「.*贈りもの箱.*」は、2点までとなります。$/,
  )
  await expect(bought(ctx, [SET, 3])).rejects.toMatchObject({ status: 409 })
  const order = await bought(ctx, [SET, 1])
  const operator = await operatorContext(db, 'manager')
  const { version, shipping_address, ...seen } = await showOrder(operator, { id: order.id })
  const { delivery_id, delivery_time_id, delivery_notes, delivery_date, adjustment_amount } = seen
  const changed = (...wanted: [number, number][]) =>
    changeOrder(operator, {
      id: order.id,
      version,
      shipping_address: shipping_address!,
      delivery_id,
      delivery_time_id,
      delivery_notes,
      delivery_date,
      adjustment_amount,
      items: asChosenItems(wanted.map(([product_sku_id, quantity]) => ({ product_sku_id, quantity }))),
      decision_reason: 'お電話でのご依頼',
      notify: false,
    })
  const message = expect.stringContaining('セットの中も合わせて、一度に4点までです')
  await expect(changed([SET, 3])).rejects.toMatchObject({ fields: [{ path: 'items.0.quantity', message }] })
  await expect(changed([SET, 1], [TEA, 3])).rejects.toMatchObject({ fields: [{ path: 'items.1.quantity', message }] })
  expect((await changed([SET, 2])).subtotal).toBe(8000)
})

test('other contents since the confirmation refuse the order, also between check and stock', async () => {
  const ctx = await member()
  const items = await asked([SET, 1])
  const request = await confirmedOrderInput(ctx, testOrderDraft({ items }))
  await change(SET, { parts: [{ product_sku_id: OIL, pieces: 2 }] })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 409 })
  expect(await stockOf(OIL)).toBe(1000)
})

test('cancelled, its parts are back in stock; bought again, it is the set', async () => {
  const ctx = await member()
  const { order_no } = await bought(ctx, [SET, 2], [TEA, 1])
  expect(await stockOf(TEA)).toBe(4)
  const again = await buyAgain(ctx, { order_no, idempotency_key: `again-${order_no}` })
  expect(again.items.map((one) => [one.product_sku_id, one.quantity, one.result])).toEqual([
    [SET, 2, 'added'],
    [TEA, 1, 'added'],
  ])
  await cancelOrder(ctx, { order_no, keep_subscription: false, notify: false })
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([1000, 9])
})

test('found by its own product and code; 購入履歴 names it once, beside its part bought alone', async () => {
  const ctx = await member()
  const operator = await operatorContext(db, 'manager')
  const { id } = await bought(ctx, [SET, 3], [OIL, 1])
  await bought(ctx, [SET, 1])
  const set = await skuOf(SET)
  const found = async (filter: object) =>
    (await listAllOrders(operator, { sort: '-created_at', per_page: 100, ...filter } as never)).items.map(
      (one) => one.id,
    )
  expect(await found({ product_id: [String(set.product_id)] })).toContain(id)
  expect(await found({ product_code: set.product_code })).toContain(id)
  expect(await found({ product_code: 'NO-SUCH' })).toEqual([])
  const { items, total } = await listPurchases(ctx, { page: 1, per_page: 20 })
  expect(total).toBe(2)
  expect(items.find(({ product_sku_id }) => product_sku_id === SET)).toMatchObject({
    product_id: set.product_id,
    product_code: set.product_code,
    product_name: expect.stringContaining('贈りもの箱'),
    times: 2,
    quantity: 4,
    is_out_stock: true,
  })
  expect(items.find(({ product_sku_id }) => product_sku_id === OIL)).toMatchObject({ times: 1, quantity: 1 })
})

test('its parts can be sent again, the set itself can’t, nor can it be a gift', async () => {
  const operator = await operatorContext(db, 'manager')
  const { id } = await bought(await member(), [SET, 1])
  await db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, id))
  const [, tea] = await loadOrderItems(db, { shop_id: 2, id })
  const replacing = (product_sku_id: number, kind: 'resend' | 'exchange') =>
    replaceOrder(operator, {
      id,
      kind,
      items: [{ order_item_id: tea!.id, product_sku_id, quantity: 1 }],
      decision_reason: '割れていました',
      notify: false,
      idempotency_key: `replace-${id}-${product_sku_id}-${kind}`,
    })
  await expect(replacing(SET, 'exchange')).rejects.toMatchObject({
    fields: [{ path: 'items.0.product_sku_id', message: 'セットのままでは送れません。中の商品をお選びください。' }],
  })
  const { items } = await replacing(TEA, 'resend')
  expect(items).toMatchObject([{ product_sku_id: TEA, quantity: 1, set_sku_id: null }])
  await insertRunningPromotion(db, { trigger: 'automatic', effect: { kind: 'gift', product_sku_id: SET, pieces: 1 } })
  const { summary } = await validateOrder(await member(), testOrderDraft())
  expect(summary.gifts).toEqual([])
})

test('an operator changes it as a whole: more of it divided alike, and no more once its contents are others', async () => {
  const buyer = await member()
  const operator = await operatorContext(db, 'manager')
  const { id } = await bought(buyer, [SET, 1], [TEA, 1])
  const changed = async (...items: [number, number][]) => {
    const { version, shipping_address, ...seen } = await showOrder(operator, { id })
    const { delivery_id, delivery_time_id, delivery_notes, adjustment_amount } = seen
    return changeOrder(operator, {
      id,
      version,
      shipping_address: shipping_address!,
      delivery_id,
      delivery_time_id,
      delivery_notes,
      delivery_date: seen.delivery_date,
      adjustment_amount,
      items: asChosenItems(items.map(([product_sku_id, quantity]) => ({ product_sku_id, quantity }))),
      decision_reason: 'お電話でのご依頼',
      notify: false,
    })
  }
  const rowsNow = async () =>
    (await loadOrderItems(db, { shop_id: 2, id })).map((one) => [
      one.product_sku_id,
      one.quantity,
      one.subtotal,
      one.set_quantity,
    ])
  // A client that sends back the rows that it reads would dissolve it, and pay more.
  await expect(changed([OIL, 1], [TEA, 2], [TEA, 1])).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'items.0.product_sku_id', message: expect.stringContaining(`product_sku_id: ${SET}`) }],
  })
  expect((await rowsNow()).map(([, , , sets]) => sets)).toEqual([1, 1, null])
  // Its list prices changed meanwhile, which the order does not follow.
  await change(OIL, { price: 9999 })
  await changed([SET, 2], [TEA, 1])
  expect(await rowsNow()).toEqual([
    [OIL, 2, 4228, 2],
    [TEA, 4, 3772, 2],
    [TEA, 1, 1080, null],
  ])
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([998, 4])
  await change(SET, { parts: [{ product_sku_id: OIL, pieces: 2 }] })
  await expect(changed([SET, 3], [TEA, 1])).rejects.toMatchObject({
    fields: [{ path: 'items.0.quantity', message: expect.stringContaining('中身が変わったため') }],
  })
  const { items, subtotal } = await changed([SET, 1])
  expect(items.map((one) => [one.product_sku_id, one.quantity, one.subtotal])).toEqual([
    [OIL, 1, 2114],
    [TEA, 2, 1886],
  ])
  expect(subtotal).toBe(4000)
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([999, 7])
  await changed([TEA, 1])
  expect(await rowsNow()).toEqual([[TEA, 1, 1080, null]])
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([1000, 8])
})

/** Presses like a browser: when the database is too busy (503), once more with the same key. */
async function pressed(...[ctx, request]: Parameters<typeof placeOrder>): ReturnType<typeof placeOrder> {
  for (let tries = 1; ; tries++)
    try {
      return await placeOrder(ctx, request)
    } catch (error) {
      if (!isDatabaseOutage(error) || tries === 20) throw error
    }
}

test('80 buyers of the set, its part, and both, on two processes: no stock below 0, none sold twice', async () => {
  await change(OIL, { stock: 20 })
  await change(TEA, { stock: 31 })
  const buyers = [...(await members(40)), ...(await members(40, other.db))]
  const kinds: [number, number][][] = [
    [[SET, 1]],
    [[TEA, 1]],
    [
      [OIL, 1],
      [SET, 1],
    ],
    [[SET, 2]],
  ]
  const requests = await Promise.all(
    kinds.map(async (wanted) => confirmedOrderInput(buyers[0]!, testOrderDraft({ items: await asked(...wanted) }))),
  )
  const results = await Promise.allSettled(
    buyers.map((ctx, n) => pressed(ctx, { ...requests[n % kinds.length]!, idempotency_key: `sets-parallel-${n}` })),
  )
  for (const one of results)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({
        status: 409,
        error: expect.stringMatching(/^ERROR_(ORDER_REFUSED|OUT_OF_STOCK)$/),
      })
  const sold = async (id: number) =>
    (
      await db
        .select({ pieces: sql<number>`coalesce(sum(${order_item.quantity}), 0)::int` })
        .from(order_item)
        .innerJoin(orders, eq(orders.id, order_item.order_id))
        .where(
          sql`${order_item.product_sku_id} = ${id} and ${inArray(
            orders.customer_id,
            buyers.map((ctx) => ctx.customer_id),
          )}`,
        )
    )[0]!.pieces
  expect((await stockOf(OIL)) + (await sold(OIL))).toBe(20)
  expect((await stockOf(TEA)) + (await sold(TEA))).toBe(31)
  expect(Math.min(await stockOf(OIL), await stockOf(TEA))).toBeGreaterThanOrEqual(0)
  // So much was wanted that no set is left.
  expect(Math.min(await stockOf(OIL), Math.floor((await stockOf(TEA)) / 2))).toBe(0)
})
