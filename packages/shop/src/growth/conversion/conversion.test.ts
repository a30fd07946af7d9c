import { randomUUID } from 'node:crypto'
import { orderEndpoints } from '@kushi/contract/order'
import { conversion_delivery, conversion_destination, order_ad_consent } from '@kushi/db/schema/conversion'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { order_item, orders } from '@kushi/db/schema/order'
import { order_offer } from '@kushi/db/schema/order-offer'
import { order_check } from '@kushi/db/schema/person'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { CONVERSION_KINDS, type ConversionKindName } from '@kushi/values/conversion/kinds'
import { sum } from '@kushi/values/sum'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { unreachableEmail } from '../../messaging/message/index.ts'
import type { ConversionAccount, ConversionAnswer, ConversionFact } from '../../ports/conversion-port.ts'
import { type PaymentPort, PaymentRefused } from '../../ports/payment-port.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { receivePaymentNotice } from '../../sales/checkout/receive-payment-notice.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { cancelOrder } from '../../sales/fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { replaceOrder } from '../../sales/order/admin/replace-order.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { testClock, throwingPort } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { fakeKonbiniProvider } from '../../testing/fake-konbini-provider.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import {
  addConversionDestination,
  changeConversionDestination,
  listConversionDestinations,
  removeConversionDestination,
  startConversions,
  stopConversions,
} from './admin/destinations.ts'
import { listConversionEvents } from './admin/events.ts'
import { tryConversionDestination } from './admin/try-destination.ts'
import { withdrawAdConsent } from './admin/withdraw-consent.ts'
import { countConversionTasks } from './internal/count-tasks.ts'
import { recordOrderStatusConversions } from './record-events.ts'
import { sendConversions } from './send-conversions.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(database.close)
beforeAll(async () => {
  await db.update(product_sku).set({ stock: 10_000 })
  await db.update(shop).set({ click_id_flag: true }).where(eq(shop.id, 2))
})

interface Sent {
  account: ConversionAccount
  facts: readonly ConversionFact[]
  is_test: boolean
}
const sent: Sent[] = []
let answers: ((facts: readonly ConversionFact[]) => ConversionAnswer | Promise<ConversionAnswer>)[] = []
const accepts = (): ConversionAnswer => ({ outcome: 'accepted', words: 'OK' })
let clock = testClock()
const port = {
  mayReach: async (url: string) => !url.includes('127.0.0.1'),
  async send(account: ConversionAccount, facts: readonly ConversionFact[], is_test: boolean) {
    sent.push({ account, facts, is_test })
    return (answers.shift() ?? accepts)(facts)
  },
}
let ctx = await operatorContext(db, 'manager', { ports: { conversion: port } })
beforeEach(async () => {
  sent.length = 0
  answers = []
  clock = testClock()
  ctx = { ...ctx, clock }
  await emptyTables(pool, 'conversion_destination, order_ad_consent, order_offer, order_check')
})

const values: Record<ConversionKindName, Record<string, string>> = {
  meta: { pixel_id: '123456', access_token: 'token-of-meta', event_name: 'Purchase' },
  google: { account_id: '1234567890', conversion_action_id: '55555', service_account: '{"private_key":"k"}' },
  lineyahoo: { tag_id: 'tag', access_token: 'token' },
  tiktok: { pixel_code: 'ABCDEFGHIJKL', access_token: 'token', event_name: 'Purchase' },
  postback: {
    method: 'GET',
    url: 'https://asp.example/track',
    parameters: 'cid={ad_user_id}\nargs={order_no}\nprice={amount_without_tax_and_fees}',
    cancel_parameters: 'args={order_no}\nstatus=cancel',
  },
  frame: {
    tag: '<script src="https://px.asp.example/t.js"></script><script>send("{order_no}", {amount}, "{item_codes}")</script>',
    hosts: 'px.asp.example',
    agreed: 'yes',
  },
}
const form = (kind: ConversionKindName, more: object = {}) => ({
  conversion_kind: kind,
  destination_name: kind,
  recipient_name: CONVERSION_KINDS[kind].company === null ? '株式会社ASP(日本)' : '',
  conversion_moment: 'received' as const,
  conversion_cycle: 1,
  conversion_value: 'total' as const,
  email_flag: false,
  phone_flag: false,
  ad_group: '',
  removed_secrets: [] as string[],
  account_values: values[kind],
  ...more,
})
async function destination(kind: ConversionKindName = 'meta', more: object = {}) {
  const { id } = await addConversionDestination(ctx, form(kind, more))
  return startConversions(ctx, { id })
}
const settings = { ...ctx.settings, rate_limit_factor: 0 }
async function member(): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1)
  return withMemberActor({ ...ctx, settings, customer_id: customer_id! }, customer_id!) as MemberContext
}
const ad_visit = { landing_path: '/products/1', click_ids: { fbclid: 'F-1', gclid: 'G-1' } }
const codes = { adcd: 'AD1', ad_user_id: 'cid-9', ad_visit }
async function order(more: object = {}, wanted: Parameters<typeof testOrderDraft>[0] = {}, buyer?: MemberContext) {
  const shopper = buyer ?? (await member())
  const asked = testOrderDraft(wanted)
  const { ad_consent_text } = await validateOrder(shopper, asked)
  const consent = ad_consent_text === null ? {} : { ad_consent_text }
  const { order_no } = await placeOrder(
    shopper,
    await confirmedOrderInput(shopper, asked, { ...codes, ...consent, ...more }),
  )
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return row!
}
const events = () => db.select().from(conversion_delivery).orderBy(asc(conversion_delivery.id))
const states = async () =>
  (await events()).map((one) => [one.event_name, one.conversion_state, one.drop_reason].filter(Boolean).join(' '))
const told = () => sent.flatMap(({ facts }) => facts.map(({ event_id }) => event_id))
const later = (minutes: number) => {
  const before = clock.now()
  clock.now = () => new Date(before.getTime() + minutes * 60_000)
}
const ship = (row: { order_no: string }) =>
  shipOrder(ctx, { order_no: row.order_no, carrier: 'yamato', tracking_no: '123456789012' })
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const

test('a received order is told once, with no more than was agreed', async () => {
  await destination('meta', { email_flag: true, conversion_value: 'goods' })
  const row = await order()
  expect(await sendConversions(ctx)).toBe(1)
  expect(await sendConversions(ctx)).toBe(0)
  const [{ account, facts, is_test }] = sent as [Sent]
  expect({ account, is_test }).toEqual({ account: { kind: 'meta', fields: values.meta }, is_test: false })
  const [buyer] = await db.select().from(customer).where(eq(customer.id, row.customer_id))
  expect(facts).toEqual([
    {
      event_id: row.order_no,
      event: 'received',
      occurred_at: clock.now(),
      order_no: row.order_no,
      // 2420 with 10 % tax.
      value: 2200,
      amount: row.payment_total,
      amount_without_tax_and_fees: 2200,
      cycle: 1,
      items: [{ code: expect.any(String), quantity: 1, price: 2420 }],
      click_ids: ad_visit.click_ids,
      adcd: 'AD1',
      abmtcd: null,
      ad_user_id: 'cid-9',
      clicked_at: row.created_at,
      page_url: 'http://localhost:3000/sh/products/1',
      user_agent: 'vitest',
      email: buyer!.email,
      phone_number: null,
    },
  ])
  expect(await events()).toMatchObject([{ conversion_state: 'accepted', answer: 'OK', attempts: 1 }])
})

test('nobody is told without a consent to the very words, nor of what an operator agreed to', async () => {
  await destination()
  const shopper = await member()
  await order({ ad_consent_text: undefined })
  await order({ ad_consent_text: 'その他の文' })
  await order({}, {}, { ...shopper, actor: ctx.actor })
  expect(await db.$count(order_ad_consent)).toBe(0)
  expect(await events()).toEqual([])
})

test('who is added after the order, or was off, is told nothing of it', async () => {
  const first = await destination()
  const off = await destination('tiktok')
  await stopConversions(ctx, { id: off.id })
  const dropped = await destination('google', { conversion_moment: 'shipped' })
  const row = await order()
  await stopConversions(ctx, { id: dropped.id })
  const added = await destination('postback', { conversion_moment: 'shipped' })
  await startConversions(ctx, { id: off.id })
  await ship(row)
  expect((await events()).map(({ destination_id }) => destination_id)).toEqual([first.id])
  expect(added.recipient_name).toBe('株式会社ASP(日本)')
})

test('an order that was told when it was received is not told again when it is shipped, although that counts since', async () => {
  const { id } = await destination()
  const row = await order()
  await sendConversions(ctx)
  await changeConversionDestination(ctx, { id, ...form('meta', { conversion_moment: 'shipped' }) })
  const next = await order()
  for (const one of [row, next]) await ship(one)
  await sendConversions(ctx)
  expect(told()).toEqual([row.order_no, `${next.order_no}-shipped`])
})

test('one that is switched off is still told of what happened before', async () => {
  const { id } = await destination()
  await order()
  await stopConversions(ctx, { id })
  expect(await sendConversions(ctx)).toBe(1)
  expect((await validateOrder(await member(), testOrderDraft())).ad_consent_text).toBeNull()
})

test('a hash that is asked for later is not sent for an order whose customer agreed to none', async () => {
  const { id } = await destination()
  await order()
  await changeConversionDestination(ctx, { id, ...form('meta', { email_flag: true }) })
  await sendConversions(ctx)
  expect(sent[0]!.facts[0]!.email).toBeNull()
})

test('deliveries and cancellations that the words did not name are not told, although the 送信先 asks for them since', async () => {
  const asp = await destination('postback', { account_values: { ...values.postback, cancel_parameters: '' } })
  const row = await order({}, { is_subscription: true, delivery_pattern: monthly, payment_method_id: null })
  await sendConversions(ctx)
  await changeConversionDestination(ctx, {
    id: asp.id,
    ...form('postback', { conversion_moment: 'shipped', conversion_cycle: 2 }),
  })
  // As its second delivery, whose first order has the consent.
  const { id: _, order_no: __, idempotency_key: ___, ...rest } = row
  const second = { ...rest, cycle: 2, order_no: `${row.order_no}-2`, idempotency_key: randomUUID() }
  const [later] = await db.insert(orders).values(second).returning()
  await db.transaction((tx) =>
    recordOrderStatusConversions(tx, { shop_id: 2, at: clock.now() }, 'shipped', [later!.id]),
  )
  await cancelOrder(ctx, { order_no: row.order_no })
  expect(await states()).toEqual(['received accepted'])
})

test('the words name each thing that is told: later deliveries and cancellations where a 送信先 is told of them', async () => {
  const periodic = { is_subscription: true, delivery_pattern: monthly, payment_method_id: null }
  const asked = async (wanted: Parameters<typeof testOrderDraft>[0] = {}) =>
    (await validateOrder(await member(), testOrderDraft(wanted))).ad_consent_text
  expect(await asked()).toBeNull()
  await destination('postback', { conversion_moment: 'shipped', conversion_cycle: 2 })
  // What is bought once has no second delivery: nobody is told of it, and nothing is asked.
  expect(await asked()).toBeNull()
  expect(await asked(periodic)).toMatch(/その後のお届けの番号.*取消・返品の有無/)
  await destination('meta')
  for (const wanted of [{}, periodic]) expect(await asked(wanted)).toContain('Meta')
  expect(await asked()).not.toMatch(/取消・返品|その後のお届け|ASP/)
})

test('the words of the most and longest 送信先 can be agreed to', async () => {
  for (let n = 10; n < 30; n++)
    await destination('postback', {
      recipient_name: `${n}${'社'.repeat(78)}`,
      email_flag: true,
      phone_flag: true,
      conversion_moment: 'shipped',
      conversion_cycle: 2,
    })
  const periodic = testOrderDraft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: null })
  const { ad_consent_text } = await validateOrder(await member(), periodic)
  const { body } = orderEndpoints['POST /v1/order/public/new']
  expect(body.shape.ad_consent_text.safeParse(ad_consent_text).error?.issues).toBeUndefined()
})

test('who has no e-mail address or no telephone has no hash of one', async () => {
  await destination('lineyahoo', { email_flag: true, phone_flag: true })
  await destination('meta', { email_flag: true, phone_flag: true })
  const row = await order()
  const none = { email: unreachableEmail(row.customer_id), phone_number: '' }
  await db.update(customer).set(none).where(eq(customer.id, row.customer_id))
  await sendConversions(ctx)
  expect(await states()).toEqual(['received dropped no_match', 'received accepted'])
  expect(sent[0]!.facts[0]).toMatchObject({ email: null, phone_number: null })
})

test('an advert’s code that is an e-mail address is told to nobody', async () => {
  await destination('postback', { account_values: { ...values.postback, parameters: 'a={adcd}\nb={order_no}' } })
  await destination('postback', { account_values: { ...values.postback, parameters: 'b={order_no}' } })
  await order({ adcd: 'taro@example.com', ad_user_id: 'taro%40example.com', abmtcd: 'taro\uff20example.com' })
  await sendConversions(ctx)
  expect(await states()).toEqual(['received dropped no_match', 'received accepted'])
  expect(sent[0]!.facts[0]).toMatchObject({ adcd: null, abmtcd: null, ad_user_id: null })
})

test('an order of no advert, and an ASP whose number is missing: not sent', async () => {
  await destination('meta')
  await destination('google', { phone_flag: true })
  await destination('postback')
  await order({ adcd: null, ad_user_id: null, ad_visit: null })
  await sendConversions(ctx)
  expect(await states()).toEqual(['received dropped no_match', 'received accepted', 'received dropped no_match'])
})

test('a third party that does not answer is asked again, until the event is too old', async () => {
  await destination()
  await order()
  const fails = (): ConversionAnswer => ({ outcome: 'repeat', words: 'HTTP 500' })
  for (let attempt = 1; attempt <= 5; attempt++) {
    answers = [fails]
    await sendConversions(ctx)
    expect(await sendConversions(ctx)).toBe(0)
    expect(sent).toHaveLength(attempt)
    later(24 * 60)
  }
  expect(await countConversionTasks(ctx)).toMatchObject([{ refused: 0, stuck: 1 }])
  later(3 * 24 * 60)
  await sendConversions(ctx)
  expect(sent).toHaveLength(5)
  expect(await states()).toEqual(['received dropped too_old'])
  expect(await countConversionTasks(ctx)).toMatchObject([{ refused: 1, stuck: 0 }])
})

test('who asks to be left alone is, for all that waits, longer than our own pause and never longer than twelve hours', async () => {
  await destination('postback')
  const asking = (retry_after_seconds: number) => (): ConversionAnswer => ({
    ...{ outcome: 'repeat', words: 'HTTP 429' },
    retry_after_seconds,
  })
  await order()
  await order()
  answers = [asking(1800)]
  await sendConversions(ctx)
  later(29)
  expect(await sendConversions(ctx)).toBe(0)
  expect(sent).toHaveLength(1)
  later(1)
  expect(await sendConversions(ctx)).toBe(2)
  await order()
  answers = [asking(10 * 86_400)]
  await sendConversions(ctx)
  later(12 * 60)
  expect(await sendConversions(ctx)).toBe(1)
  await order()
  answers = [asking(0)]
  await sendConversions(ctx)
  expect(await sendConversions(ctx)).toBe(0)
  later(1)
  expect(await sendConversions(ctx)).toBe(1)
})

test('one wrong event does not keep the others back', async () => {
  await destination()
  const rows = []
  for (let n = 0; n < 5; n++) rows.push(await order())
  const wrong = rows[3]!.order_no
  const judge = (facts: readonly ConversionFact[]): ConversionAnswer =>
    facts.some(({ order_no }) => order_no === wrong) ? { outcome: 'refused', words: 'Invalid' } : accepts()
  answers = Array.from({ length: 20 }, () => judge)
  expect(await sendConversions(ctx)).toBe(4)
  expect(await states()).toEqual([...Array(3).fill('received accepted'), 'received refused', 'received accepted'])
  sent.length = 0
  later(10_000)
  await sendConversions(ctx)
  expect(sent).toEqual([])
})

test('two processes at once send an event once', async () => {
  await destination()
  for (let n = 0; n < 3; n++) await order()
  await Promise.all([sendConversions(ctx), sendConversions(ctx), sendConversions(ctx)])
  expect(told().sort()).toEqual([...new Set(told())].sort())
  expect(told()).toHaveLength(3)
})

test('a process that died while it sent: the same event again, under the same number', async () => {
  await destination()
  await order()
  answers = [
    () => {
      throw new Error('gone')
    },
  ]
  await expect(sendConversions(ctx)).rejects.toThrow('gone')
  expect(await sendConversions(ctx)).toBe(0)
  later(4)
  expect(await sendConversions(ctx)).toBe(1)
  expect(told()[0]).toBe(told()[1])
})

test('a round ends before its lease, however much time the job has', async () => {
  await destination('postback')
  for (let n = 0; n < 3; n++) await order()
  let passed = 0
  const real = performance.now.bind(performance)
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => real() + passed)
  const slow = (): ConversionAnswer => {
    passed += 30_000
    return accepts()
  }
  answers = [slow, slow, slow]
  try {
    expect(await sendConversions(ctx, 540_000)).toBe(2)
  } finally {
    watch.mockRestore()
  }
  expect(await sendConversions(ctx)).toBe(1)
})

test('an order that waits for a decision (ご注文の確認) is not told before it', async () => {
  await destination()
  const row = await order()
  const held = { shop_id: 2, order_id: row.id, outcome: 'held' as const, matches: [], created_at: clock.now() }
  const [check] = await db.insert(order_check).values(held).returning()
  expect(await sendConversions(ctx)).toBe(0)
  expect(sent).toEqual([])
  await db.update(order_check).set({ decision: 'ship', decided_at: clock.now() }).where(eq(order_check.id, check!.id))
  expect(await sendConversions(ctx)).toBe(1)
})

test('where the shop offers more after the order, its amount is told when that time is over', async () => {
  await db.insert(order_offer).values({
    shop_id: 2,
    offer_place: 'after',
    title: '同じ箱で',
    text: '',
    visible: true,
    sort_no: 1,
    cart_type: 0,
    product_sku_id: 105,
    quantity: 1,
    for_sku_ids: [],
    landing_slug: '',
    take_within_minutes: 30,
  })
  await destination()
  const row = await order()
  expect(await sendConversions(ctx)).toBe(0)
  later(29)
  await db
    .update(orders)
    .set({ subtotal: row.subtotal + 1000, payment_total: row.payment_total + 1000 })
    .where(eq(orders.id, row.id))
  expect(await sendConversions(ctx)).toBe(0)
  later(2)
  expect(await sendConversions(ctx)).toBe(1)
  expect(sent[0]!.facts[0]!.amount).toBe(row.payment_total + 1000)
})

test('a cancelled order: what was told is taken back, what was not is not told', async () => {
  await destination('postback')
  const first = await order()
  await sendConversions(ctx)
  const second = await order()
  for (const { order_no } of [first, second]) await cancelOrder(ctx, { order_no })
  await sendConversions(ctx)
  await sendConversions(ctx)
  expect(await states()).toEqual([
    'received accepted',
    'received dropped cancelled',
    'cancelled accepted',
    'cancelled dropped not_told',
  ])
  expect(told()).toEqual([first.order_no, `${first.order_no}-cancelled`])
})

test('whose answer was lost is told again although the order is cancelled meanwhile, and then the cancellation', async () => {
  await destination('postback')
  const row = await order()
  answers = [() => ({ outcome: 'repeat', words: 'lost' })]
  await sendConversions(ctx)
  await cancelOrder(ctx, { order_no: row.order_no })
  later(2)
  await sendConversions(ctx)
  await sendConversions(ctx)
  expect(told()).toEqual([row.order_no, row.order_no, `${row.order_no}-cancelled`])
})

test('a card: told once it is paid, and not at all when it is refused', async () => {
  await destination()
  const ledger = fakeCardProvider()
  const asked = { payment_method_id: 1 as const }
  const card = { token: 'tok', save_card: false }
  const base = await member()
  const buyer = { ...base, ports: { ...base.ports, ...ledger.ports() } }
  const paid = await order({ card }, asked, buyer)
  expect(paid.status).toBe('received')
  const other = await member()
  const authorise = async () => {
    throw new PaymentRefused('limit', 'refused')
  }
  const refusing = { ...throwingPort<PaymentPort>('payment'), authorise, query: async () => null }
  const payment = new Map([...other.ports.payment, [1, refusing as never]])
  const refused = await order({ card }, asked, { ...other, ports: { ...other.ports, payment } })
  expect(refused.status).toBe('payment_error')
  expect((await events()).map(({ order_id, event_name }) => [order_id, event_name])).toEqual([[paid.id, 'received']])
})

test('a medium that takes no cancellation is told of none', async () => {
  await destination('meta')
  const row = await order()
  await sendConversions(ctx)
  await cancelOrder(ctx, { order_no: row.order_no })
  expect(await states()).toEqual(['received accepted'])
})

test('定期便: its first and its third delivery count where they are named, renewals nowhere else', async () => {
  await destination('meta')
  await destination('google', { conversion_moment: 'shipped' })
  await destination('postback', { conversion_moment: 'shipped', conversion_cycle: 3 })
  const first = await order({}, { is_subscription: true, delivery_pattern: monthly, payment_method_id: null })
  const mine = () =>
    db.select().from(orders).where(eq(orders.subscription_id, first.subscription_id!)).orderBy(asc(orders.cycle))
  for (let cycle = 1; cycle <= 3; cycle++) {
    for (let day = 0; (await mine()).length < cycle && day < 60; day++) {
      clock.move(1)
      await runDailyDeliveries(ctx, { budgetMs: 60_000 })
    }
    const delivery = (await mine())[cycle - 1]!
    await ship(delivery)
    await markParcelsDelivered(ctx, { order_no: delivery.order_no })
    await sendConversions(ctx)
  }
  const third = (await mine())[2]!
  // Of one round none is the first: they are told in parallel.
  const told = new Map(sent.map(({ account, facts }) => [account.kind, facts]))
  expect(sent).toHaveLength(told.size)
  const named = [...told].map(([kind, [fact]]) => [kind, fact!.event_id, fact!.cycle]).toSorted()
  expect(named).toEqual([
    ['google', `${first.order_no}-shipped`, 1],
    ['meta', first.order_no, 1],
    ['postback', `${third.order_no}-shipped`, 3],
  ])
  // The advert is that of the first order.
  expect(told.get('postback')![0]).toMatchObject({ ad_user_id: 'cid-9', amount: third.payment_total })
})

test('a consent that is taken back ends what waits, and is in the trail', async () => {
  await destination()
  const row = await order()
  await withdrawAdConsent({ ...ctx, action: 'test' }, { id: row.id })
  await expect(withdrawAdConsent(ctx, { id: row.id })).rejects.toMatchObject({ status: 404 })
  await sendConversions(ctx)
  expect(await states()).toEqual(['received dropped no_consent'])
  const { rows } = await pool.query(`select after from audit_event where subject = 'order' order by id desc limit 1`)
  expect(rows).toMatchObject([{ after: { ad_consented: false } }])
})

test('a cancellation is told although the 送信先 is off by now; without its parameters it is dropped', async () => {
  const off = await destination('postback')
  const bare = await destination('postback')
  const row = await order()
  await sendConversions(ctx)
  await stopConversions(ctx, { id: off.id })
  await cancelOrder(ctx, { order_no: row.order_no })
  const account_values = { ...values.postback, cancel_parameters: '' }
  await changeConversionDestination(ctx, { id: bare.id, ...form('postback', { account_values }) })
  await sendConversions(ctx)
  expect((await states()).sort()).toEqual([
    'cancelled accepted',
    'cancelled dropped not_asked',
    'received accepted',
    'received accepted',
  ])
  expect(sent.at(-1)!.facts[0]).toMatchObject({ event: 'cancelled', order_no: row.order_no })
})

test('a member who leaves, or a consent that is gone, ends what waits', async () => {
  await destination()
  const [left, erased] = [await order(), await order()]
  await db.update(customer).set({ withdrawn_at: clock.now() }).where(eq(customer.id, left.customer_id))
  await db.delete(order_ad_consent).where(eq(order_ad_consent.order_id, erased.id))
  await sendConversions(ctx)
  expect(await states()).toEqual(['received dropped no_consent', 'received dropped no_consent'])
})

test('secrets are stored encrypted, never shown, and kept where the form leaves them empty', async () => {
  const { id } = await destination()
  const [row] = await db.select().from(conversion_destination)
  expect(JSON.stringify(row)).not.toContain('token-of-meta')
  const { pixel_id, event_name } = values.meta as Record<string, string>
  const changed = await changeConversionDestination(ctx, {
    id,
    ...form('meta', { account_values: { pixel_id: '999999', event_name, access_token: '' } }),
  })
  expect(changed).toMatchObject({ secret_names: ['access_token'], account_values: { pixel_id: '999999' } })
  expect(JSON.stringify(await listConversionDestinations(ctx, {}))).not.toContain('token-of-meta')
  const trail = await pool.query('select before, after from audit_event')
  expect(JSON.stringify(trail.rows)).not.toContain('token-of-meta')
  await order()
  await sendConversions(ctx)
  expect(sent[0]!.account.fields).toMatchObject({ access_token: 'token-of-meta', pixel_id: '999999' })
  expect(pixel_id).toBe('123456')
})

test('the trail names the host of an ASP and that its address changed, not the address', async () => {
  const { id } = await destination('postback', {
    account_values: { ...values.postback, url: 'https://asp.example/k-8f3a' },
  })
  const moved = { ...values.postback, url: 'https://asp.example/k-77b1' }
  await changeConversionDestination(ctx, { id, ...form('postback', { account_values: moved }) })
  const { rows } = await pool.query(
    `select before, after from audit_event where subject = 'conversion_destination' and subject_id = $1 order by id`,
    [String(id)],
  )
  expect(JSON.stringify(rows)).not.toMatch(/k-8f3a|k-77b1/)
  expect(rows[0]).toMatchObject({ after: { account_values: { url: 'https://asp.example' } } })
  expect(rows.at(-1)).toMatchObject({ after: { url: '入れ替え' } })
})

test('a secret that its kind can do without is removed, and the trail says so', async () => {
  const account_values = { ...values.postback, secret: 'key=s3cret-of-asp' }
  const { id } = await destination('postback', { account_values })
  const plain = values.postback
  expect(await changeConversionDestination(ctx, { id, ...form('postback') })).toMatchObject({
    secret_names: ['secret'],
  })
  const removed_secrets = ['secret']
  expect(
    await changeConversionDestination(ctx, { id, ...form('postback', { removed_secrets }), account_values: plain }),
  ).toMatchObject({ secret_names: [] })
  const [row] = await db.select().from(conversion_destination)
  expect(row!.sealed).toBeNull()
  const trail = await pool.query(`select after from audit_event where subject_id = $1 order by id desc limit 1`, [
    String(id),
  ])
  expect(trail.rows).toMatchObject([{ after: { secret: '消去' } }])
  const meta = await destination('meta')
  const kept = { ...values.meta, access_token: '' }
  await expect(
    changeConversionDestination(ctx, {
      id: meta.id,
      ...form('meta', { account_values: kept, removed_secrets: ['access_token'] }),
    }),
  ).rejects.toMatchObject({ fields: [{ path: 'account_values.access_token' }] })
})

test('spaces around a pasted value are no part of it, and alone are no new secret', async () => {
  const { id } = await destination('meta', { account_values: { ...values.meta, pixel_id: ' 123456\n' } })
  const blank = { ...values.meta, access_token: ' ' }
  expect(await changeConversionDestination(ctx, { id, ...form('meta', { account_values: blank }) })).toMatchObject({
    account_values: { pixel_id: '123456' },
    secret_names: ['access_token'],
  })
  await order()
  await sendConversions(ctx)
  expect(sent[0]!.account.fields.access_token).toBe('token-of-meta')
})

test.each<[string, object, string]>([
  [
    'a name that every object has',
    { account_values: { ...values.meta, constructor: 'x' } },
    'account_values.constructor',
  ],
  ['a missing value', { account_values: { ...values.meta, pixel_id: '' } }, 'account_values.pixel_id'],
  ['a value of another shape', { account_values: { ...values.meta, pixel_id: 'abc' } }, 'account_values.pixel_id'],
  ['an unknown one', { account_values: { ...values.meta, url: 'https://x.example' } }, 'account_values.url'],
  ['no hash where one is needed', form('lineyahoo'), 'email_flag'],
  ['nobody named', { ...form('postback'), recipient_name: '' }, 'recipient_name'],
  [
    'an internal address',
    form('postback', { account_values: { ...values.postback, url: 'https://127.0.0.1/' } }),
    'account_values.url',
  ],
  [
    'an unknown placeholder',
    form('postback', { account_values: { ...values.postback, parameters: 'u={email}' } }),
    'account_values.parameters',
  ],
  [
    'a hash that was not asked for',
    form('postback', { account_values: { ...values.postback, parameters: 'u={email_sha256}' } }),
    'account_values.parameters',
  ],
])('%s is refused beside its field', async (_, more, path) => {
  await expect(addConversionDestination(ctx, { ...form('meta'), ...more })).rejects.toMatchObject({
    status: 422,
    fields: [{ path }],
  })
})

test('a test is sent under the flag of the third party, and its answer is shown', async () => {
  const { id } = await destination('lineyahoo', { email_flag: true })
  answers = [() => ({ outcome: 'repeat', words: 'HTTP 401' })]
  expect(await tryConversionDestination(ctx, { id })).toEqual({
    outcome: 'repeat',
    answer: 'HTTP 401',
    document: null,
  })
  expect(sent).toMatchObject([{ is_test: true, facts: [{ email: 'test@example.com' }] }])
  const meta = await destination('meta')
  await expect(tryConversionDestination(ctx, { id: meta.id })).rejects.toMatchObject({
    fields: [{ path: 'account_values.test_event_code' }],
  })
  const asp = await destination('postback')
  await expect(tryConversionDestination(ctx, { id: asp.id })).rejects.toMatchObject({ status: 422 })
  expect(await events()).toEqual([])
})

test('one that was told something stays; another shop sees none', async () => {
  const unused = await addConversionDestination(ctx, form('meta'))
  const used = await destination()
  const row = await order()
  await removeConversionDestination(ctx, { id: unused.id })
  await expect(removeConversionDestination(ctx, { id: used.id })).rejects.toMatchObject({
    error: 'ERROR_CONVERSIONS_TOLD',
  })
  expect(await listConversionEvents(ctx, { id: used.id })).toMatchObject({
    items: [{ order_no: row.order_no }],
    next: null,
  })
  const other = { ...ctx, shop_id: 3 }
  await expect(listConversionEvents(other, { id: used.id })).rejects.toMatchObject({ status: 404 })
  expect(await sendConversions(other)).toBe(0)
  expect((await listConversionDestinations(other, {})).items).toEqual([])
})

test('the record is kept for three years', async () => {
  await destination()
  await order()
  await sendConversions(ctx)
  clock.move(1099)
  await deleteExpiredRows(ctx)
  expect(await events()).toHaveLength(1)
  clock.move(2)
  await deleteExpiredRows(ctx)
  expect(await events()).toEqual([])
})

test('セットと特典: a set is one item under its own code, its parts’ taxes apart; a gift is none', async () => {
  const parts = [
    { product_sku_id: 101, pieces: 1 },
    { product_sku_id: 133, pieces: 2 },
  ]
  const set = { parts, stock: 0, price: 4000, quantity_prices: [], sale_limit: 99 }
  await db.update(product_sku).set(set).where(eq(product_sku.id, 128))
  await db.update(product_sku).set({ visible: true }).where(eq(product_sku.id, 133))
  await destination()
  const [{ revision, product_code }] = (await db.select().from(product_sku).where(eq(product_sku.id, 128))) as [
    typeof product_sku.$inferSelect,
  ]
  const wanted = [
    { product_sku_id: 128, quantity: 2, revision: revision ?? 1 },
    { product_sku_id: 105, quantity: 1, revision: 1 },
  ]
  const row = await order({}, { items: wanted })
  // As a promotion gives it.
  const gift = { gift_promotion_id: 1, subtotal: 0, price: 0 }
  await db
    .update(order_item)
    .set(gift)
    .where(and(eq(order_item.order_id, row.id), eq(order_item.product_sku_id, 105)))
  await sendConversions(ctx)
  const [fact] = sent[0]!.facts
  expect(fact!.items).toEqual([{ code: product_code, quantity: 2, price: 4000 }])
  const bought = await db.select().from(order_item).where(eq(order_item.order_id, row.id))
  const goods = (rate: number) =>
    sum(bought.filter(({ tax_rate }) => tax_rate === rate).map((one) => one.subtotal - one.discount_amount))
  expect([goods(8) + goods(10), goods(8) > 0]).toEqual([8000, true])
  const untaxed = (rate: number) => goods(rate) - Math.floor((goods(rate) * rate) / (100 + rate))
  expect(fact!.amount_without_tax_and_fees).toBe(untaxed(8) + untaxed(10))
})

test('再送: the goods that are sent again are no conversion, received, shipped or cancelled', async () => {
  await destination('google', { conversion_moment: 'shipped' })
  const row = await order()
  await ship(row)
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, row.id))
  const again = await replaceOrder(ctx, {
    id: row.id,
    kind: 'resend',
    decision_reason: '破損',
    notify: false,
    items: [{ order_item_id: item!.id, product_sku_id: 101, quantity: 1 }],
    idempotency_key: randomUUID(),
  } as never)
  await ship(again)
  expect((await events()).map(({ order_id }) => order_id)).toEqual([row.id])
})

test('統合: the order is told as before, with the e-mail of the account that stays', async () => {
  await destination('meta', { email_flag: true })
  const [kept] = await insertMembers(db, 1)
  const row = await order()
  await mergeWithIdentityChecks(ctx, kept!, row.customer_id)
  await sendConversions(ctx)
  const [stays] = await db.select().from(customer).where(eq(customer.id, kept!))
  expect(sent[0]!.facts[0]).toMatchObject({ order_no: row.order_no, email: stays!.email })
})

test('コンビニ払い: told once it is paid, by whatever comes first, and never when its deadline passed', async () => {
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 6))
  await destination()
  const store = fakeKonbiniProvider()
  const buyer = async () => {
    const base = await member()
    return { ...base, ports: { ...base.ports, payment: new Map([...base.ports.payment, [6, store.port]]) } }
  }
  const shopper = await buyer()
  const asked = { payment_method_id: 6 } as const
  const paid = await order({ konbini_store: 'lawson' }, asked, shopper)
  const late = await order({ konbini_store: 'lawson' }, asked, await buyer())
  await sendConversions(ctx)
  expect([await events(), sent]).toEqual([[], []])
  store.seen.state = 'captured'
  const notice = { provider_order_id: paid.order_no, text: 'paid' }
  for (const text of ['paid', 'again']) await receivePaymentNotice(shopper, { ...notice, text })
  await cancelOrder({ ...ctx, ports: shopper.ports }, { order_no: late.order_no })
  await sendConversions(ctx)
  expect((await events()).map(({ order_id, event_name }) => [order_id, event_name])).toEqual([[paid.id, 'received']])
  expect(told()).toEqual([paid.order_no])
  await db.update(shop_payment).set({ visible: false }).where(eq(shop_payment.payment_method_id, 6))
})
