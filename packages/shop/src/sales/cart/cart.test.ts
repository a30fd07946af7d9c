import { openDatabase } from '@kushi/db/connect'
import { cart_item } from '@kushi/db/schema/cart'
import { product, product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { addCartItem, checkCart, listCartItems, removeCartItem, updateCartItem } from './cart-items.ts'
import { clearCart } from './internal/clear-cart.ts'
import { insertTestSku, memberContextOfEmail } from './testing.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const hanako = await memberContextOfEmail(db, 'hanako@example.com')
const taro = await memberContextOfEmail(db, 'taro@example.com')
const salon = await memberContextOfEmail(db, 'salon@example.com')
const [oil, soap] = [await insertTestSku(db, 9001), await insertTestSku(db, 9002)]
const one = { product_sku_id: oil, quantity: 1, sale_type: 1 } as const
const cartOf = async (ctx = hanako) =>
  (await listCartItems(ctx, {})).items.map((item) => [item.id, item.subscription, item.quantity])

beforeEach(async () => {
  await db.delete(cart_item)
  await db.update(product_sku).set({ stock: 100, sale_limit: 10, revision: 1 }).where(eq(product_sku.id, oil))
})

test('the same SKU of the same type adds to its line, another type is another line', async () => {
  const { cart_item_id } = await addCartItem(hanako, { ...one, quantity: 2 })
  expect(await addCartItem(hanako, { ...one, quantity: 3 })).toEqual({ cart_item_id })
  await addCartItem(hanako, { ...one, sale_type: 2 })
  expect(await cartOf()).toEqual([
    [oil, 0, 5],
    [oil, 1, 1],
  ])
  const { items } = await listCartItems(hanako, { is_subscription: true })
  expect(items).toMatchObject([{ id: oil, subscription: 1, quantity: 1, product_name: '品9001', revision: 1 }])
  expect((await listCartItems(hanako, { is_subscription: false })).items).toMatchObject([
    { cart_item_id, subtotal: 5000 },
  ])
})

test('pieces added at once by two processes all count, up to the limit', async () => {
  const add = (n: number) => addCartItem({ ...hanako, db: n % 2 ? db : second.db }, one)
  const results = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => add(n)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await cartOf()).toEqual([[oil, 0, 10]])
})

const hidden = await insertTestSku(db, 9003, { visible: false })
const gone = await insertTestSku(db, 9004, { product_visible: false })
const once = await insertTestSku(db, 9005, { sale_type: 1 })
const regular = await insertTestSku(db, 9006, { sale_type: 2 })
const soldOut = await insertTestSku(db, 9007, { stock: 0 })
const few = await insertTestSku(db, 9008, { stock: 2 })
const theirs = await insertTestSku(db, 9009, { shop_id: 3 })
test.each([
  ['hidden', { product_sku_id: hidden }, 'ERROR_NOT_SOLD', '現在ご購入いただけません'],
  ['of a hidden product', { product_sku_id: gone }, 'ERROR_NOT_SOLD', '現在ご購入いただけません'],
  ['not sold as a subscription', { product_sku_id: once, sale_type: 2 as const }, 'ERROR_NOT_SOLD', '品9005'],
  ['not sold once', { product_sku_id: regular }, 'ERROR_NOT_SOLD', '品9006'],
  ['of another shop', { product_sku_id: theirs }, 'ERROR_NOT_SOLD', '販売を終了'],
  ['unknown', { product_sku_id: 2_147_483_647 }, 'ERROR_NOT_SOLD', '販売を終了'],
  ['sold out', { product_sku_id: soldOut }, 'ERROR_OUT_OF_STOCK', '在庫切れ'],
  ['more than there is', { product_sku_id: few, quantity: 3 }, 'ERROR_OUT_OF_STOCK', '残り2点'],
  ['over the limit', { quantity: 11 }, 'ERROR_SALE_LIMIT', '一度にご購入いただける数量は10点までです'],
])('does not take what is %s', async (_, piece, error, message) => {
  const refused = { status: 409, error, message: expect.stringContaining(message) }
  await expect(addCartItem(hanako, { ...one, ...piece })).rejects.toMatchObject(refused)
  expect(await cartOf()).toEqual([])
})

test('over the limit together: what was there stays', async () => {
  await addCartItem(hanako, { ...one, quantity: 8 })
  await expect(addCartItem(hanako, { ...one, quantity: 3 })).rejects.toMatchObject({ error: 'ERROR_SALE_LIMIT' })
  expect(await cartOf()).toEqual([[oil, 0, 8]])
})

test('a hundred lines and no more, also when many are added at once', async () => {
  await db.execute(sql`insert into product_sku (shop_id, id, product_id, product_code, price, tax_rate, stock, sale_limit, sort_no)
    overriding system value select shop_id, 20000 + n, product_id, 'F' || n, 100, 10, 9, 9, n
    from product_sku, generate_series(1, 120) n where id = ${oil}`)
  const add = (n: number) =>
    addCartItem({ ...hanako, db: n % 2 ? db : second.db }, { ...one, product_sku_id: 20000 + n })
  for (let n = 1; n <= 78; n++) await add(n)
  const results = await Promise.allSettled(Array.from({ length: 42 }, (_, n) => add(79 + n)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(22)
  await expect(addCartItem(hanako, one)).rejects.toMatchObject({ status: 409, error: 'ERROR_CART_FULL' })
  await add(1)
  expect(await cartOf()).toHaveLength(100)
})

test('an update sets the quantity, by the rules of adding; fewer is always possible', async () => {
  const { cart_item_id: id } = await addCartItem(hanako, { ...one, quantity: 5 })
  const update = (quantity: number) => updateCartItem(hanako, { id, product_sku_id: oil, quantity })
  expect(await update(10)).toEqual({ cart_item_id: id, quantity: 10 })
  await expect(update(11)).rejects.toMatchObject({ status: 409, error: 'ERROR_SALE_LIMIT' })
  await db.update(product_sku).set({ stock: 3 }).where(eq(product_sku.id, oil))
  expect(await update(7)).toMatchObject({ quantity: 7 })
  await expect(update(8)).rejects.toMatchObject({
    error: 'ERROR_OUT_OF_STOCK',
    message: expect.stringContaining('残り3点'),
  })
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, oil))
  await expect(update(8)).rejects.toMatchObject({ error: 'ERROR_OUT_OF_STOCK' })
  expect(await cartOf()).toEqual([[oil, 0, 7]])
})

test("another member's line, another SKU's, another shop's: not found, and untouched", async () => {
  const { cart_item_id: id } = await addCartItem(hanako, one)
  const input = { id, product_sku_id: oil, quantity: 2 }
  const notFound = { status: 404 }
  await expect(updateCartItem(taro, input)).rejects.toMatchObject(notFound)
  await expect(updateCartItem(salon, input)).rejects.toMatchObject(notFound)
  await expect(updateCartItem({ ...hanako, shop_id: 3 }, input)).rejects.toMatchObject(notFound)
  await expect(updateCartItem(hanako, { ...input, product_sku_id: soap })).rejects.toMatchObject(notFound)
  expect(await removeCartItem(taro, { id })).toEqual({})
  await removeCartItem({ ...hanako, shop_id: 3 }, { id })
  expect(await cartOf(taro)).toEqual([])
  expect(await cartOf({ ...hanako, shop_id: 3 })).toEqual([])
  expect(await cartOf()).toEqual([[oil, 0, 1]])
})

test('removing is done once and fine twice', async () => {
  const { cart_item_id: id } = await addCartItem(hanako, one)
  expect(await removeCartItem(hanako, { id })).toEqual({})
  expect(await removeCartItem(hanako, { id })).toEqual({})
  expect(await cartOf()).toEqual([])
})

test('the cart keeps the revision that was added; the check reports when it changed', async () => {
  await addCartItem(hanako, one)
  await db.update(product_sku).set({ revision: 2 }).where(eq(product_sku.id, oil))
  const { items } = await listCartItems(hanako, {})
  const asked = items.map(({ id, subscription, quantity, revision }) => {
    return { product_sku_id: id, subscription: subscription as 0 | 1, quantity, revision }
  })
  expect((await checkCart(hanako, { items: asked })).problems).toMatchObject([
    { error: 'contents_changed', quantity: 0 },
  ])
  await addCartItem(hanako, one)
  expect((await listCartItems(hanako, {})).items).toMatchObject([{ revision: 2, quantity: 2 }])
})

test('what is sold under an id is raised to a new revision by the database; prices and stock are not', async () => {
  const revision = async () => (await db.select().from(product_sku).where(eq(product_sku.id, oil)))[0]!.revision
  const change = (set: Partial<typeof product_sku.$inferInsert>) =>
    db.update(product_sku).set(set).where(eq(product_sku.id, oil))
  await change({ price: 1200, stock: 3, sale_limit: 5 })
  expect(await revision()).toBe(1)
  await change({ set_item_name1: '500mL' })
  expect(await revision()).toBe(2)
  const items = [{ product_sku_id: oil, quantity: 1, subscription: 0 as const, revision: 1 }]
  expect((await checkCart(taro, { items })).problems).toMatchObject([{ error: 'contents_changed' }])
  await change({ price: 1000, set_item_name1: null })
})

test('the check serves guests, and takes the two types for two purchases', async () => {
  const guest = testContext(db)
  const item = (product_sku_id: number, quantity: number, subscription: 0 | 1) => ({
    product_sku_id,
    quantity,
    subscription,
  })
  const items = [
    item(oil, 6, 0),
    item(oil, 6, 1),
    item(few, 3, 0),
    item(soldOut, 1, 1),
    item(once, 1, 1),
    item(theirs, 1, 0),
  ]
  const { problems } = await checkCart(guest, { items })
  expect(problems.map((each) => [each.product_sku_id, each.subscription, each.error, each.quantity])).toEqual([
    [few, 0, 'over_stock', 2],
    [theirs, 0, 'not_sold', 0],
    [soldOut, 1, 'out_of_stock', 0],
    [once, 1, 'not_sold', 0],
  ])
  await db.update(product).set({ lump_sum_payment_flag: true, lump_sum_payment_num: 3 }).where(eq(product.id, regular))
  const mixed = await checkCart(guest, { items: [item(oil, 1, 1), item(regular, 1, 1)] })
  expect(mixed.problems.map((each) => each.error)).toContain('mixed_lump_sum')
  expect((await checkCart(guest, { items: [item(oil, 1, 0), item(regular, 1, 1)] })).problems).toEqual([])
})

test('an order takes out what was ordered, of its type and member, and leaves what came after', async () => {
  await addCartItem(hanako, { ...one, quantity: 5 })
  await addCartItem(hanako, { ...one, product_sku_id: soap, quantity: 2 })
  await addCartItem(hanako, { ...one, sale_type: 2 })
  await addCartItem(taro, { ...one, quantity: 3 })
  const ordered = [
    { product_sku_id: oil, quantity: 3 },
    { product_sku_id: soap, quantity: 2 },
    { product_sku_id: few, quantity: 1 },
  ]
  await db.transaction((tx) => clearCart(tx, hanako, 0, ordered))
  expect(await cartOf()).toEqual([
    [oil, 0, 2],
    [oil, 1, 1],
  ])
  expect(await cartOf(taro)).toEqual([[oil, 0, 3]])
  await db.transaction((tx) => clearCart(tx, hanako, 0, []))
  expect(await cartOf()).toHaveLength(2)
})

test('pieces added while an order is being written stay', async () => {
  await addCartItem(hanako, { ...one, quantity: 1 })
  const order = db.transaction(async (tx) => {
    // Another transaction has locked the item and adds two more; the order gets the lock only afterwards.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await clearCart(tx, hanako, 0, [{ product_sku_id: oil, quantity: 1 }])
  })
  await second.db.transaction(async (tx) => {
    await tx.update(cart_item).set({ quantity: sql`quantity + 2` })
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
  await order
  expect(await cartOf()).toEqual([[oil, 0, 2]])
})
