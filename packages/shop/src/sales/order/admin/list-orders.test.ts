import { customer } from '@kushi/db/schema/customer'
import { payment } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import type { PaymentState } from '@kushi/values/payment-method'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorContext, parseListQuery } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertOrderRow, insertShipmentRow, insertSubscriptionRow } from '../../../testing/rows.ts'
import { exportOrderItems } from './export-order-items.ts'
import { listAllOrders, showOrderFilterChoices } from './list-orders.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const manager = await operatorContext(db)
const list = (search: string, ctx = manager) =>
  listAllOrders(ctx, parseListQuery('GET /admin/v1/orders', search) as never)

/** Names of the test's own orders that a search shows, in its order. */
const names: Record<string, string> = {}
const found = async (search: string, ctx = manager) =>
  (await list(search, ctx)).items.flatMap(({ order_no }) => names[order_no] ?? [])

const member = async (more: object = {}) => {
  const [id] = await insertMembers(db, 1, more)
  const [row] = await db.select().from(customer).where(eq(customer.id, id!))
  return row!
}
const day = (n: number) => new Date(`2026-11-${String(n).padStart(2, '0')}T09:00:00+09:00`)
const pay = (order: { id: number; payment_total: number }, state: PaymentState, provider_order_id: string) =>
  db.insert(payment).values({
    shop_id: 2,
    order_id: order.id,
    payment_method_id: 1,
    state,
    provider_order_id,
    amount: order.payment_total,
  })

beforeAll(async () => {
  const hanako = await member({
    name01: '鵜飼',
    name02: '瑠璃',
    kana01: 'うかい',
    kana02: 'るり',
    email: 'ukai@example.com',
  })
  const taro = await member({
    name01: '根津',
    name02: '太郎',
    kana01: 'ねづ',
    kana02: 'たろう',
    phone_number: '0312345678',
  })
  const failed = await insertOrderRow(db, hanako, [{ product_sku_id: 101 }], {
    order_no: 'K261101-AAAAAAAA',
    status: 'payment_error',
    created_at: day(1),
  })
  const first = await insertOrderRow(db, hanako, [{ product_sku_id: 101 }, { product_sku_id: 103, quantity: 2 }], {
    order_no: 'K261102-BBBBBBBB',
    created_at: day(2),
    delivery_notes: '玄関前に',
    adcd: 'spring',
    pref_id: 1,
    name01: '贈先',
    name02: '一郎',
    kana01: 'おくりさき',
    kana02: 'いちろう',
  })
  const subscription_id = await insertSubscriptionRow(db, hanako)
  const second = await insertOrderRow(db, hanako, [{ product_sku_id: 101, quantity: 9 }], {
    order_no: 'K261103-CCCCCCCC',
    created_at: day(3),
    status: 'shipped',
    subscription_id,
    cycle: 1,
    delivery_date: '2026-12-24',
  })
  const other = await insertOrderRow(db, taro, [{ product_sku_id: 120 }], {
    order_no: 'K261104-DDDDDDDD',
    created_at: day(4),
  })
  await insertShipmentRow(db, second.id, { tracking_no: '998877665544' })
  await pay(failed, 'failed', 'P1')
  await pay(first, 'failed', 'P2')
  await pay(first, 'authorised', 'P3')
  await pay(second, 'captured', 'P4')
  await pay(other, 'held', 'P5')
  Object.assign(names, {
    [failed.order_no]: 'failed',
    [first.order_no]: 'first',
    [second.order_no]: 'second',
    [other.order_no]: 'other',
  })
})

test.each<[string, string[]]>([
  ['', ['other', 'second', 'first', 'failed']],
  ['sort=created_at', ['failed', 'first', 'second', 'other']],
  ['status=shipped&status=payment_error', ['second', 'failed']],
  ['payment_state=failed', ['failed']],
  ['payment_state=authorised&payment_state=held', ['other', 'first']],
  ['product_code=TN-CMB', ['other']],
  ['product_code=tn-cmb', ['other']],
  ['product_code=TN-OIL-Y', ['first']],
  ['product_code=%25', []],
  ['pref_id=1', ['first']],
  ['created_at_from=2026-11-02&created_at_to=2026-11-03', ['second', 'first']],
  // A half-typed year.
  ['created_at_from=0001-01-01&created_at_to=2026-11-03', ['second', 'first', 'failed']],
  ['created_at_to=0000-12-31&delivery_date_from=0000-01-01', []],
  ['delivery_date_from=2026-12-24&delivery_date_to=2026-12-24', ['second']],
  ['is_subscription=true', ['second']],
  ['is_subscription=false&has_note=false', ['other', 'failed']],
  ['has_note=true', ['first']],
  ['is_first=true', ['other', 'first', 'failed']],
  ['is_first=false', ['second']],
  ['adcd=spring', ['first']],
  ['adcd=summer', []],
  ['payment_total_from=20000', ['second']],
  ['customer_id=abc', []],
  ['q=K261103', ['second']],
  ['q=k261103-cccc', ['second']],
  ['q=鵜飼', ['second', 'first', 'failed']],
  ['q=うかい るり', ['second', 'first', 'failed']],
  ['q=ウカイ', ['second', 'first', 'failed']],
  ['q=贈先', ['first']],
  ['q=ukai@', ['second', 'first', 'failed']],
  ['q=03-1234-5678', ['other']],
  ['q=9988-7766-5544', ['second']],
  ['q=%25', []],
  ['q=飼', []],
])('%s shows %j', async (search, expected) => {
  expect(await found(search)).toEqual(expected)
})

test('by product and by its code, and sorted by the amount', async () => {
  const { products } = await showOrderFilterChoices(manager, {} as never)
  const oil = products.find(({ product_name }) => product_name.includes('しずく'))!
  expect(await found(`product_id=${oil.id}`)).toEqual(['second', 'first', 'failed'])
  const { items } = await list('q=K261104')
  expect(items[0]!.items_text).not.toContain('しずく')
  const amounts = (await list('sort=-payment_total')).items.map(({ payment_total }) => payment_total)
  expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
})

test('a row says what is sold, how it is paid and what is next', async () => {
  const [first] = (await list('q=K261102')).items
  expect(first).toMatchObject({
    customer_name: '鵜飼 瑠璃',
    pref: '北海道',
    pieces: 3,
    is_first: true,
    has_note: true,
    payment_state: 'authorised',
    next_step: { text: '止まっています。お客様の備考を確かめてください', tone: 'stuck' },
  })
  expect(first!.items_text).toMatch(/^純椿油.* ほか1点$/)
})

test('a list that is empty says whether filters hide something', async () => {
  const bare = async (search: string, shop_id = 2) => (await list(search, { ...manager, shop_id })).is_bare
  expect([await bare(''), await bare('q=nobody'), await bare('status=returned&q=K261102')]).toEqual([
    false,
    false,
    false,
  ])
  expect([await bare('', 3), await bare('q=nobody', 3), await bare('status=returned', 3)]).toEqual([true, true, true])
})

test('page by page every order once, whatever the direction', async () => {
  const seen: number[] = []
  let after = ''
  let back: string | null = null
  do {
    const page = await list(`per_page=3&sort=-created_at${after && `&after=${after}`}`)
    seen.push(...page.items.map(({ id }) => id))
    back = page.previous
    after = page.next ?? ''
  } while (after)
  expect(seen).toHaveLength((await list('')).total)
  expect(new Set(seen).size).toBe(seen.length)
  const before = await list(`per_page=3&before=${back}`)
  expect(before.items.map(({ id }) => id)).toEqual(
    seen.slice(-before.items.length - (seen.length % 3 || 3)).slice(0, 3),
  )
})

test('names are masked for a role without personal data, which finds orders only by complete values', async () => {
  const viewer = await operatorContext(db, 'viewer')
  const [row] = (await list('q=K261102', viewer)).items
  expect(row!.customer_name).toBe('鵜＊＊')
  for (const words of ['鵜飼', 'ukai@', '031234567']) expect(await found(`q=${words}`, viewer)).toEqual([])
  expect(await found('q=0312345678', viewer)).toEqual(['other'])
  expect(await found('q=9988', viewer)).toEqual(['second'])
})

test('another shop shows none of them', async () => {
  expect(await found('', { ...manager, shop_id: 3 })).toEqual([])
  expect(await found('q=9988', { ...manager, shop_id: 3 })).toEqual([])
})

test('the accountant’s filters find by way to pay, days, parcels, money and number', async () => {
  const buyer = await member()
  const sent = await insertOrderRow(db, buyer, [{ product_sku_id: 101, quantity: 2 }], {
    order_no: 'K261120-SENTSENT',
    status: 'shipped',
    created_at: day(20),
  })
  names['K261120-SENTSENT'] = 'sent'
  await insertShipmentRow(db, sent.id, {
    status: 'shipped',
    carrier: 'sagawa',
    tracking_no: '300000000018',
    shipped_at: day(21),
  })
  await pay(sent, 'authorised', 'SENT-1')
  const only = async (search: string) => (await found(search)).includes('sent')
  expect(await only('is_sent_unpaid=true&shipped_on_from=2026-11-21&shipped_on_to=2026-11-21')).toBe(true)
  expect(await only('shipped_on_from=2026-11-22')).toBe(false)
  expect(await only('carrier=sagawa')).toBe(true)
  expect(await only('carrier=yamato')).toBe(false)
  expect(await only('payment_method_id=1')).toBe(sent.payment_method_id === 1)
  expect(await only('payment_method_id=4')).toBe(false)
  expect(await only('provider_order_id=SENT-1')).toBe(true)
  expect(await only('provider_order_id=SENT')).toBe(false)
  expect(await only('is_refunded=true')).toBe(false)
  expect(await only('is_held=true')).toBe(false)
  await db
    .update(payment)
    .set({ state: 'captured', captured_amount: sent.payment_total, captured_at: day(22) })
    .where(eq(payment.provider_order_id, 'SENT-1'))
  expect(await only('is_sent_unpaid=true')).toBe(false)
  expect(await only('captured_on_from=2026-11-22&captured_on_to=2026-11-22')).toBe(true)
  expect(await only('captured_on_from=2026-11-23')).toBe(false)
})

test('the CSV by item has unit price, share of discount and what came back', async () => {
  const filter = parseListQuery('GET /admin/v1/orders', 'q=K261120-SENTSENT')
  const { content } = await exportOrderItems(manager, { filter, encoding: 'utf-8' })
  let text = ''
  for await (const part of content) text += new TextDecoder().decode(part)
  const [heads, first] = text
    .trim()
    .split('\r\n')
    .map((line) => line.replace('\ufeff', '').split(','))
  const cell = (head: string) => first![heads!.indexOf(head)]
  expect(cell('数量')).toBe('2')
  expect(Number(cell('単価(税込)')) * 2).toBe(Number(cell('小計')))
  expect(Number(cell('お支払い額'))).toBe(Number(cell('小計')) - Number(cell('割引の按分')))
  expect(cell('発送日')).toBe('2026-11-21')
})
