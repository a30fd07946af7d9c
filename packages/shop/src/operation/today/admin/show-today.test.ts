import { Today } from '@kushi/contract/admin/today'
import { customer, security_event } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import { inquiry } from '@kushi/db/schema/inquiry'
import { landing_page } from '@kushi/db/schema/landing-page'
import { payment, payment_difference } from '@kushi/db/schema/payment'
import { privacy_request } from '@kushi/db/schema/privacy'
import { product, product_sku } from '@kushi/db/schema/product'
import { landing_day } from '@kushi/db/schema/report'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { billing_attempt } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import type { PaymentState } from '@kushi/values/payment-method'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { guestActor, systemActor } from '../../../actor.ts'
import { listAllOrders } from '../../../sales/order/admin/list-orders.ts'
import { carrierFilesInMemory } from '../../../testing/carrier-files.ts'
import { operatorContext, parseListQuery } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../../testing/rows.ts'
import { addPrivacyIncident, changePrivacyIncident } from '../../membership/admin/incidents.ts'
import { showToday } from './show-today.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const ports = { carrier_file: carrierFilesInMemory() }
const as = (role: Parameters<typeof operatorContext>[1]) => operatorContext(db, role, { ports })
const lookAs = async (role: Parameters<typeof operatorContext>[1]) =>
  Today.parse(await showToday(await as(role), {} as never))

const at = (moment: string) => new Date(`2026-11-${moment}:00+09:00`)

test('with nothing to do all parts are empty, and each is present for operators with permission', async () => {
  const today = await lookAs('manager')
  expect(today).toMatchObject({
    today: '2026-11-21',
    subscriptions: { failures: [] },
    messages: { failed: 0, late: 0 },
    shipping: { ready: 0, stopped: 0, shipped: 0, stopped_orders: [] },
    payments: {
      held: 0,
      held_until: null,
      differences: 0,
      difference_order_id: null,
      to_refund: 0,
      transfers: 0,
      owed_amount: 0,
      declined: 0,
    },
    books: { overdue: 0, overdue_amount: 0, open_lines: 0 },
    inquiries: { waiting: 0, waiting_since: null, urgent: 0, suppliers: 0, privacy: 0, privacy_due: null },
    orders: { awaits_goods: 0 },
    changes: { coming: [], failed: 0 },
    incidents: [],
    attacks: { failed: 0, accounts: 0, refused: 0 },
    // The demo's texts say what its settings say.
    promises: [],
    adverts: [],
  })
  expect(today.money?.days).toHaveLength(21)
})

test('the reports of 個人情報の事故 are called by their terms, until they are made', async () => {
  const manager = await as('manager')
  const typed = {
    what: '不正なログインがありました。',
    population: 'buyers_of_period' as const,
    from_on: '2026-11-01',
    to_on: '2026-11-20',
    leaked: ['full_name' as const],
    is_sensitive: false,
    has_money_risk: false,
    measures: '',
    first_reported_on: null,
    final_reported_on: null,
    notified_on: null,
  }
  const old = await addPrivacyIncident(manager, { ...typed, found_on: '2026-11-10', is_malicious: true })
  const { id } = await addPrivacyIncident(manager, { ...typed, found_on: '2026-11-20', is_malicious: true })
  await addPrivacyIncident(manager, { ...typed, found_on: '2026-11-21', is_malicious: false })
  await addPrivacyIncident(await operatorContext(db, 'manager', { shop_id: 3 }), {
    ...typed,
    found_on: '2026-11-21',
    is_malicious: true,
  })
  expect((await lookAs('manager')).incidents).toEqual([
    { id: old.id, report: 'first', aim_on: '2026-11-12', due_on: '2026-11-14' },
    { id, report: 'first', aim_on: '2026-11-22', due_on: '2026-11-24' },
  ])
  await changePrivacyIncident(manager, {
    ...typed,
    id: old.id,
    found_on: '2026-11-10',
    is_malicious: true,
    first_reported_on: '2026-11-12',
  })
  expect((await lookAs('manager')).incidents).toMatchObject([
    { id },
    { id: old.id, report: 'final', due_on: '2027-01-08' },
  ])
})

test('many failed logins within a day are told, and no longer the day after', async () => {
  const [some] = await insertMembers(db, 1)
  const row = { shop_id: 2, event: 'login_failed' as const, ...guestActor, device: '', network: '' }
  const failed = (hours: number, customer_id: number | null) => ({
    ...row,
    customer_id,
    created_at: new Date(Date.parse('2026-11-21T12:00:00+09:00') - hours * 3_600_000),
  })
  await db.insert(security_event).values(Array.from({ length: 199 }, (_, n) => failed(n % 24, n % 2 ? some! : null)))
  await db.insert(security_event).values([failed(25, some!), { ...failed(1, null), shop_id: 3 }])
  expect((await lookAs('manager')).attacks).toEqual({ failed: 0, accounts: 0, refused: 0 })
  await db.insert(security_event).values(failed(1, some!))
  expect((await lookAs('manager')).attacks).toEqual({ failed: 200, accounts: 1, refused: 0 })
  await db.delete(security_event)
})

test('a text that is not as the settings are stands with both sentences, until one of them changes', async () => {
  const said = '送料は全国一律660円です'
  const row = { shop_id: 2, name: 'company', layout_code: 0 }
  const page = and(eq(shop_content.shop_id, 2), eq(shop_content.name, row.name))
  const [kept] = await db.select().from(shop_content).where(page)
  await db
    .update(shop_content)
    .set({ html: `<p>${said}。{送料}</p>` })
    .where(page)
  expect((await lookAs('manager')).promises).toMatchObject([
    { name: '会社概要', to: '/content/company/0', said, fact: expect.stringContaining('北海道は990円') },
  ])
  await db.update(shop_content).set({ html: kept!.html }).where(page)
  await db.update(product).set({ return_note: '30日以内なら返品いただけます。' }).where(isProduct(7))
  expect((await lookAs('manager')).promises).toMatchObject([
    { to: '/products/7', said: expect.stringContaining('30日以内') },
  ])
  await db.update(shop).set({ return_days: 30 }).where(eq(shop.id, 2))
  expect((await lookAs('manager')).promises).toEqual([])
})

test('adverts that lead to a page without orders are told; those to an open one are not', async () => {
  const page = {
    shop_id: 2,
    title: '椿油',
    visible: true,
    successor: '',
    cart_type: 0 as const,
    items: [],
    intervals: [],
    adcd: '',
    thanks: '',
    blocks: [],
  }
  const pages = [
    { ...page, slug: 'open', closes_at: at('30T00:00') },
    { ...page, slug: 'closed', closes_at: at('20T00:00') },
    { ...page, slug: 'hidden', visible: false },
    { ...page, slug: 'quiet', closes_at: at('20T00:00') },
    { ...page, slug: 'closed', shop_id: 3, closes_at: at('20T00:00') },
  ]
  await db.insert(landing_page).values(pages)
  const visit = { shop_id: 2, day: '2026-11-19', adcd: 'x', visits: 3 }
  await db
    .insert(landing_day)
    .values([
      ...['open', 'closed', 'hidden'].map((slug) => ({ ...visit, landing_path: `/lp/${slug}` })),
      { ...visit, landing_path: '/lp/closed', adcd: 'y', visits: 4 },
      { ...visit, landing_path: '/lp/quiet', day: '2026-11-01' },
    ])
  expect((await lookAs('manager')).adverts).toMatchObject([
    { title: '椿油', is_closed: true, visits: 7 },
    { title: '椿油', is_closed: false, visits: 3 },
  ])
  await db.delete(landing_day)
})

const isProduct = (id: number) => and(eq(product.shop_id, 2), eq(product.id, id))

test.each([
  [
    'shipping',
    [
      'messages',
      'subscriptions',
      'changes',
      'incidents',
      'attacks',
      'promises',
      'adverts',
      'money',
      'books',
      'conversions',
    ],
  ],
  ['support', ['changes', 'money', 'books', 'conversions']],
  ['accounting', ['messages', 'inquiries', 'changes', 'promises', 'adverts', 'conversions']],
  ['viewer', ['books', 'conversions']],
] as const)('%s receives no data without permission', async (role, hidden) => {
  const today = await lookAs(role)
  expect(Object.entries(today).flatMap(([name, part]) => (part === null ? name : []))).toEqual(
    expect.arrayContaining([...hidden]),
  )
  expect(Object.values(today).filter((part) => part === null)).toHaveLength(hidden.length)
})

const of = async (shop_id = 2) => {
  const [id] = await insertMembers(db, 1, { shop_id })
  const [row] = await db.select().from(customer).where(eq(customer.id, id!))
  return row!
}
let number = 0
const pay = async (
  order: { id: number; shop_id: number; payment_total: number },
  state: PaymentState,
  more: object = {},
) => {
  const [row] = await db
    .insert(payment)
    .values({
      shop_id: order.shop_id,
      order_id: order.id,
      payment_method_id: 4,
      state,
      amount: order.payment_total,
      provider_order_id: `P${++number}`,
      ...more,
    })
    .returning({ id: payment.id })
  return row!.id
}

test('waiting tasks are counted, of this shop only', async () => {
  const member = await of()
  const other = await of(3)
  const placed = (created_at: Date, status: 'received' | 'payment_pending' | 'payment_error' | 'returned', more = {}) =>
    insertOrderRow(db, member, [{ product_sku_id: 101 }], { created_at, status, ...more })

  await pay(await placed(at('19T10:00'), 'payment_pending'), 'held')
  await pay(await placed(at('18T23:30'), 'payment_pending'), 'held')
  await pay(await placed(at('19T11:00'), 'payment_pending'), 'awaiting')
  const [theirs] = await db.select().from(delivery).where(eq(delivery.shop_id, 3))
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.shop_id, 3))
  const elsewhere = { status: 'payment_pending' as const, delivery_id: theirs!.id }
  await pay(await insertOrderRow(db, other, [{ product_sku_id: sku!.id }], elsewhere), 'held')
  await placed(at('21T00:00'), 'payment_error')
  await placed(at('20T23:59'), 'payment_error')
  const returned = await placed(at('02T09:00'), 'returned')
  await pay(returned, 'captured', {
    captured_amount: 3300,
    credited_amount: 3300,
    refunded_amount: 1000,
    amount: 3300,
  })
  const settled = await placed(at('02T09:00'), 'returned')
  await pay(settled, 'refunded', { captured_amount: 3300, refunded_amount: 3300, amount: 3300 })
  const received = await placed(at('21T09:10'), 'received', { delivery_date: '2027-02-01' })
  const returning = {
    replacement_kind: 'exchange' as const,
    replaces_order_id: returned.id,
    status: 'shipped' as const,
  }
  const exchange = (more: object = {}) =>
    insertOrderRow(db, member, [{ product_sku_id: 101, price: 0 }], {
      ...returning,
      created_at: at('02T09:00'),
      ...more,
    })
  const awaited = [await exchange(), await exchange({ status: 'delivered' })]
  await exchange({ status: 'received' })
  await exchange({ status: 'cancelled' })
  await exchange({ goods_back_at: at('20T09:00') })
  await exchange({ replacement_kind: 'resend' })
  const payment_id = await pay(received, 'authorised')
  const reserved = async (state: PaymentState, until: string, more = {}) => {
    const order = await placed(at('02T09:00'), 'payment_error')
    await pay(order, state, { payment_method_id: 8, capture_until: at(until), ...more })
    return order.id
  }
  const lapsing = [await reserved('authorised', '20T12:00'), await reserved('authorised', '28T23:59')]
  await reserved('authorised', '29T00:00')
  await reserved('captured', '22T12:00', { amount: 3300, captured_amount: 3300 })
  const books = { state: 'authorised', amount: 1, refunded_amount: 0 }
  await db
    .insert(payment_difference)
    .values({ shop_id: 2, payment_id, ours: books, theirs: null, found_at: at('20T09:00') })

  for (const [failure, retry_on] of [
    ['limit', '2026-11-24'],
    ['limit', '2026-11-23'],
    ['no_card', null],
  ] as const) {
    const id = await insertSubscriptionRow(db, member, { summary_status: 2 })
    const attempt = { shop_id: 2, subscription_id: id, cycle: 2, outcome: 'failed' as const, tried_on: '2026-11-20' }
    await db.insert(billing_attempt).values([
      { ...attempt, attempt: 1, failure: 'reenter' },
      { ...attempt, attempt: 2, failure, retry_on },
    ])
  }
  // One failure of an earlier cycle, and one that was corrected since.
  const mended = await insertSubscriptionRow(db, member, { summary_status: 1 })
  await db.insert(billing_attempt).values({
    shop_id: 2,
    subscription_id: mended,
    cycle: 1,
    attempt: 1,
    outcome: 'failed',
    failure: 'limit',
    tried_on: '2026-10-20',
  })

  const mail = { shop_id: 2, kind: 'mail' as const, payload: {}, failed_at: sql`now()` }
  await db.insert(outbox).values([
    { ...mail, dedupe_key: 'a' },
    { ...mail, dedupe_key: 'b', sent_at: sql`now()` },
    { ...mail, dedupe_key: 'c', shop_id: 3 },
    { ...mail, dedupe_key: 'd', failed_at: null, created_at: sql`now() - interval '2 hours'` },
    { ...mail, dedupe_key: 'e', failed_at: null },
  ])

  const asked = {
    shop_id: 2,
    inquiry_status_id: 1,
    inquiry_type_id: 1,
    name: '山口 花子',
    name_kana: '',
    email: 'a@example.com',
    content: 'いつ届きますか',
    terms_version: '1',
    request_digest: '',
  }
  await db.insert(inquiry).values([
    { ...asked, kind: 'contact', inquiry_no: 'A1', idempotency_key: 'a1', waiting_since: at('20T09:00') },
    {
      ...asked,
      kind: 'contact',
      inquiry_no: 'A2',
      idempotency_key: 'a2',
      waiting_since: at('19T09:00'),
      inquiry_status_id: 5,
    },
    { ...asked, kind: 'contact', inquiry_no: 'A3', idempotency_key: 'a3' },
    { ...asked, kind: 'supplier', inquiry_no: 'A4', idempotency_key: 'a4' },
    { ...asked, kind: 'supplier', inquiry_no: 'A5', idempotency_key: 'a5', decision: 'refused' },
  ])

  const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
  const wish = {
    shop_id: 2,
    customer_id: hanako!.id,
    kind: 'erasure' as const,
    source: 'phone' as const,
    content: '…',
    ...systemActor('test'),
    created_at: at('20T09:00'),
  }
  await db.insert(privacy_request).values([
    { ...wish, due_on: '2026-12-05' },
    { ...wish, due_on: '2026-12-01', state: 'done', closed_at: at('20T10:00') },
  ])

  await db.update(product_sku).set({ stock: 100 })
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
  await db
    .update(product_sku)
    .set({ stock: 3, low_stock: 3 })
    .where(and(eq(product_sku.shop_id, 2), eq(product_sku.id, 103)))

  const change = {
    shop_id: 2,
    kind: 'closing' as const,
    subject_id: '',
    subject_name: '',
    before: {},
    after: { note: '' },
    ends_at: at('30T00:00'),
    operator_name: '椿 花',
    created_at: at('01T09:00'),
    updated_at: at('01T09:00'),
  }
  await db.insert(scheduled_change).values([
    { ...change, state: 'planned', starts_at: at('29T00:00') },
    { ...change, state: 'planned', starts_at: at('28T00:00') },
    { ...change, state: 'done', starts_at: at('01T00:00') },
    { ...change, state: 'failed', starts_at: at('20T00:00') },
    { ...change, state: 'failed', starts_at: at('02T00:00') },
  ])

  const today = await lookAs('manager')
  expect(today.payments).toEqual({
    held: 2,
    held_until: '2026-11-25',
    awaiting: 1,
    short: 0,
    voids: 0,
    differences: 1,
    difference_order_id: received.id,
    to_refund: 1,
    transfers: 0,
    lapsing: 2,
    lapse_on: '2026-11-20',
    owed_amount: 2300,
    declined: 1,
  })
  expect(today.orders).toEqual({ awaits_goods: 2, checks: 0, late_checks: 0, short: 0 })
  // What the page leads to.
  const listed = async (search: string) =>
    (await listAllOrders(await as('manager'), parseListQuery('GET /admin/v1/orders', search) as never)).items.map(
      ({ id }) => id,
    )
  expect((await listed('is_lapsing=true')).toSorted()).toEqual(lapsing.toSorted())
  const others = await listed('is_lapsing=false&per_page=100')
  expect(others.filter((id) => lapsing.includes(id))).toEqual([])
  expect(others).toContain(received.id)
  expect((await listed('awaits_goods=true')).toSorted()).toEqual(awaited.map(({ id }) => id).toSorted())
  expect(
    (await listed('awaits_goods=false&per_page=100')).filter((id) => awaited.some((one) => one.id === id)),
  ).toEqual([])
  expect(today.subscriptions).toEqual({
    failures: [
      { failure: 'no_card', subscriptions: 1, resting: 1, retry_on: null },
      { failure: 'limit', subscriptions: 2, resting: 0, retry_on: '2026-11-23' },
    ],
  })
  expect(today.messages).toEqual({ failed: 1, late: 1, overdue: [] })
  expect(today.inquiries).toEqual({
    privacy: 1,
    privacy_due: '2026-12-05',
    waiting: 2,
    waiting_since: at('19T09:00').toISOString(),
    urgent: 1,
    suppliers: 1,
  })
  expect(today.stock).toMatchObject({ out: 1, low: 1 })
  expect(today.stock!.items.map(({ id, stock }) => [id, stock])).toEqual([
    [101, 0],
    [103, 3],
  ])
  expect(today.changes!.failed).toBe(1)
  expect(today.changes!.coming.map(({ starts_at }) => starts_at)).toEqual([
    at('28T00:00').toISOString(),
    at('29T00:00').toISOString(),
  ])
  expect(today.shipping).toMatchObject({ ready: 1, later: { orders: 1 } })
})

test('sums are of valid orders, by hours and days in Japan', async () => {
  const member = await of()
  const before = (await lookAs('manager')).money!
  const placed = (created_at: Date, more = {}) =>
    insertOrderRow(db, member, [{ product_sku_id: 105 }], { created_at, delivery_date: '2027-02-01', ...more })
  const subscription_id = await insertSubscriptionRow(db, member)
  const { payment_total: one } = await placed(at('21T07:59'))
  await placed(at('21T00:00'), { subscription_id, cycle: 1 })
  await placed(at('21T07:30'), { status: 'cancelled' })
  await placed(at('14T07:30'))
  await placed(new Date('2026-10-21T12:00:00+09:00'))
  const { hours, days } = (await lookAs('manager')).money!
  const more = (of: typeof hours, hour: number) => of[hour]!.amount - before.hours[hour]!.amount
  expect([more(hours, 7), more(hours, 0), more(hours, 6)]).toEqual([one, one, 0])
  expect(hours[7]!.amount_before).toBe(one)
  const [last, was] = [days.at(-1)!, before.days.at(-1)!]
  expect([last.amount - was.amount, last.subscription_amount, last.orders - was.orders]).toEqual([2 * one, one, 2])
  expect(last).toMatchObject({ date: '2026-11-21', amount_before: one })
})
