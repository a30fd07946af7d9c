import { conversion_delivery, order_ad_consent } from '@kushi/db/schema/conversion'
import { customer } from '@kushi/db/schema/customer'
import { order_item, orders } from '@kushi/db/schema/order'
import { order_offer } from '@kushi/db/schema/order-offer'
import { order_check } from '@kushi/db/schema/person'
import { product_sku } from '@kushi/db/schema/product'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { cancelOrder } from '../../sales/fulfilment/cancel-order.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { sealShopValues, secretBox } from '../../secret-box.ts'
import { testClock } from '../../testing/context.ts'
import { withAnotherLetter } from '../../testing/forge.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { adFramePath, consumeAdFrame, listAdFrames } from './ad-frames.ts'
import {
  addConversionDestination,
  changeConversionDestination,
  startConversions,
  stopConversions,
} from './admin/destinations.ts'
import { exportConversionApprovals } from './admin/export-approvals.ts'
import { tryConversionDestination } from './admin/try-destination.ts'
import { listAdRecipients } from './index.ts'
import { sendConversions } from './send-conversions.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(database.close)
beforeAll(async () => {
  await db.update(product_sku).set({ stock: 10_000 })
})

let clock = testClock()
let ctx = await operatorContext(db, 'manager')
beforeEach(async () => {
  clock = testClock()
  ctx = { ...ctx, clock }
  await emptyTables(pool, 'conversion_destination, order_ad_consent, order_offer, order_check')
})

const account_values = {
  tag: '<script src="https://px.asp.example/t.js"></script><script>send("{order_no}", {amount}, "{item_codes}")</script>',
  hosts: 'px.asp.example\nimg.asp.example',
  agreed: 'yes',
}
const form = (more: object = {}) => ({
  conversion_kind: 'frame' as const,
  destination_name: 'ASP',
  recipient_name: '株式会社ASP(日本)',
  conversion_moment: 'received' as const,
  conversion_cycle: 1,
  conversion_value: 'total' as const,
  email_flag: false,
  phone_flag: false,
  ad_group: '',
  removed_secrets: [],
  account_values,
  ...more,
})
async function destination(more: object = {}) {
  const { id } = await addConversionDestination(ctx, form(more))
  return startConversions(ctx, { id })
}
const settings = { ...ctx.settings, rate_limit_factor: 0 }
async function member(): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1)
  return withMemberActor({ ...ctx, settings, customer_id: customer_id! }, customer_id!) as MemberContext
}
async function order(more: object = {}, wanted: Parameters<typeof testOrderDraft>[0] = {}) {
  const buyer = await member()
  const asked = testOrderDraft(wanted)
  const { ad_consent_text } = await validateOrder(buyer, asked)
  const { order_no } = await placeOrder(
    buyer,
    await confirmedOrderInput(buyer, asked, {
      adcd: 'AD1',
      ad_user_id: 'cid-9',
      ad_consent_text: ad_consent_text!,
      ...more,
    }),
  )
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return { buyer, row: row! }
}
const events = () => db.select().from(conversion_delivery).orderBy(asc(conversion_delivery.id))
const states = async () =>
  (await events()).map((one) => [one.event_name, one.conversion_state, one.drop_reason].filter(Boolean).join(' '))
const tokens = async (buyer: MemberContext, order_no: string) =>
  (await listAdFrames(buyer, { order_no })).addresses.map((address) => address.slice(adFramePath.length))
const later = (minutes: number) => {
  const before = clock.now()
  clock.now = () => new Date(before.getTime() + minutes * 60_000)
}

test('the browser of who agreed gets number, amount and goods once, and nothing of who bought', async () => {
  await destination()
  const { buyer, row } = await order()
  const [token, ...more] = await tokens(buyer, row.order_no)
  expect(more).toEqual([])
  const { html, policy } = (await consumeAdFrame(ctx, token!))!
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, row.id))
  const codes = `${item!.product_code}.1.${item!.subtotal}`
  expect(html).toContain(`send("${row.order_no}", ${row.payment_total}, "${codes}")`)
  expect(policy).toContain("script-src 'unsafe-inline' https://px.asp.example https://img.asp.example;")
  const [who] = await db.select().from(customer).where(eq(customer.id, row.customer_id))
  for (const secret of [who!.email, who!.phone_number, who!.name01, who!.addr02, 'cid-9', 'AD1'])
    expect(html).not.toContain(secret)
  expect(await events()).toMatchObject([{ conversion_state: 'shown', attempts: 1, answer: null }])
  // Reloaded, or the address used again.
  expect(await consumeAdFrame(ctx, token!)).toBeNull()
  expect(await tokens(buyer, row.order_no)).toEqual([])
  expect(await sendConversions(ctx)).toBe(0)
})

test('of two requests at once one gets it', async () => {
  await destination()
  const { buyer, row } = await order()
  const [token] = await tokens(buyer, row.order_no)
  // Both have found the event before either ends it.
  const both = Promise.withResolvers<void>()
  let reached = 0
  const execute = async (query: Parameters<typeof db.execute>[0]) => {
    if (++reached === 2) both.resolve()
    await both.promise
    return db.execute(query)
  }
  const meeting = Object.assign(Object.create(db) as typeof db, { execute })
  const got = await Promise.all([1, 2].map(() => consumeAdFrame({ ...ctx, db: meeting }, token!)))
  expect([got.filter(Boolean).length, reached]).toEqual([1, 2])
})

test('an address names no order, ends after five minutes, and is no other shop’s', async () => {
  await destination()
  const { buyer, row } = await order()
  const [token] = await tokens(buyer, row.order_no)
  expect(token).not.toContain(row.order_no)
  expect(Buffer.from(token!.split('.')[2]!, 'base64url').toString('latin1')).not.toContain(row.order_no)
  expect(await consumeAdFrame({ ...ctx, shop_id: 3 }, token!)).toBeNull()
  for (const foreign of [
    '',
    'x',
    token!.replace('v1.', 'v2.'),
    token!.slice(0, -2),
    withAnotherLetter(token!),
    row.order_no,
    '1',
    sealed({ ad_frame: '1' }),
  ])
    expect(await consumeAdFrame(ctx, foreign), foreign).toBeNull()
  const [event] = await events()
  const until = new Date(clock.now().getTime() + 60_000).toISOString()
  const forged = sealShopValues(secretBox(['1'.repeat(32)]), {
    shop_id: 2,
    values: { ad_frame: String(event!.id), until },
  })
  expect(await consumeAdFrame(ctx, forged)).toBeNull()
  later(5)
  expect(await consumeAdFrame(ctx, token!)).toBeNull()
  // The page itself may still ask again.
  expect(await consumeAdFrame(ctx, (await tokens(buyer, row.order_no))[0]!)).not.toBeNull()
})
const sealed = (values: Record<string, string>) => sealShopValues(ctx.secrets, { shop_id: 2, values })

test('another member’s order is as unknown as none', async () => {
  await destination()
  const { row } = await order()
  for (const order_no of [row.order_no, 'K261122-NONE0000'])
    await expect(listAdFrames(await member(), { order_no })).rejects.toMatchObject({ status: 404 })
})

test('without a consent, and while it is off, there is none; the consent taken back ends it', async () => {
  const { id } = await destination()
  const silent = await order({ ad_consent_text: undefined })
  expect(await tokens(silent.buyer, silent.row.order_no)).toEqual([])
  const { buyer, row } = await order()
  const [token] = await tokens(buyer, row.order_no)
  await stopConversions(ctx, { id })
  expect(await tokens(buyer, row.order_no)).toEqual([])
  expect(await consumeAdFrame(ctx, token!)).toBeNull()
  await startConversions(ctx, { id })
  await db.delete(order_ad_consent)
  expect(await consumeAdFrame(ctx, token!)).toBeNull()
  expect(await states()).toEqual(['received dropped no_consent'])
})

test('ご注文の確認: not while the order is held', async () => {
  await destination()
  const { buyer, row } = await order()
  const [token] = await tokens(buyer, row.order_no)
  const at = clock.now()
  const held = { shop_id: 2, order_id: row.id, outcome: 'held' as const, matches: [], created_at: at, due_at: at }
  await db.insert(order_check).values(held)
  expect(await tokens(buyer, row.order_no)).toEqual([])
  expect(await consumeAdFrame(ctx, token!)).toBeNull()
  await db.update(order_check).set({ decision: 'ship', decided_at: at })
  expect(await consumeAdFrame(ctx, token!)).not.toBeNull()
})

test('取消: an order that was cancelled before its page was shown is not told', async () => {
  await destination()
  const { buyer, row } = await order()
  const [token] = await tokens(buyer, row.order_no)
  await cancelOrder(ctx, { order_no: row.order_no })
  expect(await consumeAdFrame(ctx, token!)).toBeNull()
  expect(await states()).toEqual(['received dropped cancelled'])
})

test('whose page is not opened for a day is dropped, without the third party being asked', async () => {
  await destination()
  const { buyer, row } = await order()
  const [token] = await tokens(buyer, row.order_no)
  later(24 * 60 - 1)
  await sendConversions(ctx)
  expect(await states()).toEqual(['received waiting'])
  later(1)
  expect(await tokens(buyer, row.order_no)).toEqual([])
  await sendConversions(ctx)
  expect(await states()).toEqual(['received dropped not_opened'])
  expect(await consumeAdFrame(ctx, token!)).toBeNull()
})

test('an offer after the order does not keep the page’s tag back', async () => {
  await destination()
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
  const { buyer, row } = await order()
  expect(await tokens(buyer, row.order_no)).toHaveLength(1)
})

test('定期便: a later delivery and a shipping tell the browser nothing', async () => {
  await destination()
  const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
  const { buyer, row } = await order({}, { is_subscription: true, delivery_pattern: monthly, payment_method_id: null })
  await consumeAdFrame(ctx, (await tokens(buyer, row.order_no))[0]!)
  await shipOrder(ctx, { order_no: row.order_no, carrier: 'yamato', tracking_no: '123456789012' })
  clock.move(40)
  await runDailyDeliveries(ctx)
  expect(await states()).toEqual(['received shown'])
})

test('統合: the account that stays has the order’s page', async () => {
  await destination()
  const { buyer, row } = await order()
  const kept = await member()
  await mergeWithIdentityChecks(ctx, kept.customer_id, row.customer_id)
  expect(await tokens(kept, row.order_no)).toHaveLength(1)
  await expect(tokens(buyer, row.order_no)).rejects.toMatchObject({ status: 404 })
})

test('承認・否認の一覧 has what was shown', async () => {
  const { id } = await destination({ account_values: { ...account_values, approval_days: '14' } })
  const { buyer, row } = await order()
  await order()
  await consumeAdFrame(ctx, (await tokens(buyer, row.order_no))[0]!)
  const days = { from: clock.today(), to: clock.today() }
  const { content } = await exportConversionApprovals(ctx, { id, ...days, encoding: 'utf-8' })
  const text = Buffer.concat(await Array.fromAsync(content)).toString()
  expect(text.trim().split('\n').slice(1)).toEqual([expect.stringContaining(row.order_no)])
})

test('the words and the privacy policy say that the browser itself tells it, and whom', async () => {
  await destination()
  const { ad_consent_text } = await validateOrder(await member(), testOrderDraft())
  expect(ad_consent_text).toContain('株式会社ASP(日本)(ご注文の完了画面で、お使いのブラウザからも伝わります)')
  expect(await listAdRecipients(ctx)).toEqual([
    { name: '株式会社ASP(日本)', hashes: [], hosts: ['px.asp.example', 'img.asp.example'] },
  ])
})

test('中身を見る: the document with invented values, and nobody is told', async () => {
  const { id } = await destination()
  const { outcome, document } = await tryConversionDestination(ctx, { id })
  expect(outcome).toBe('shown')
  expect(document!.html).toMatch(/send\("TEST-[0-9a-f]{8}", 1000, "TEST\.1\.1000"\)/)
  expect(await events()).toEqual([])
})

test.each<[string, object, string]>([
  ['a shipping', { conversion_moment: 'shipped' }, 'conversion_moment'],
  ['a hash', { email_flag: true }, 'email_flag'],
  ['no tick', { account_values: { ...account_values, agreed: '' } }, 'account_values.agreed'],
  ['no host', { account_values: { ...account_values, hosts: '' } }, 'account_values.hosts'],
  ['an address', { account_values: { ...account_values, hosts: '192.168.0.1' } }, 'account_values.hosts'],
  ['a machine', { account_values: { ...account_values, hosts: 'localhost' } }, 'account_values.hosts'],
  ['a network', { account_values: { ...account_values, hosts: 'nas.local' } }, 'account_values.hosts'],
  ['all hosts', { account_values: { ...account_values, hosts: '*.asp.example' } }, 'account_values.hosts'],
  [
    'a directive',
    { account_values: { ...account_values, hosts: "a.example; script-src 'self'" } },
    'account_values.hosts',
  ],
  [
    'six hosts',
    { account_values: { ...account_values, hosts: Array(6).fill('a.example').join('\n') } },
    'account_values.hosts',
  ],
  ['a host that is not named', { account_values: { ...account_values, hosts: 'a.example' } }, 'account_values.tag'],
  ['an unknown 広告グループ', { ad_group: 'ない' }, 'ad_group'],
])('%s is refused beside its field', async (_, more, path) => {
  await expect(addConversionDestination(ctx, form(more))).rejects.toMatchObject({ status: 422, fields: [{ path }] })
})

test('the shop’s own host is none of an ASP', async () => {
  const own = { ...ctx, settings: { ...ctx.settings, public_url: 'https://shop.example' } }
  const hosts = 'shop.example\npx.asp.example'
  await expect(
    addConversionDestination(own, form({ account_values: { ...account_values, hosts } })),
  ).rejects.toMatchObject({ fields: [{ path: 'account_values.hosts' }] })
})

test('each change of the tag is asked about again, and the trail has the tag', async () => {
  const { id } = await destination()
  const tag = '<img src="https://px.asp.example/?o={order_no}">'
  const next = { ...account_values, tag, agreed: '' }
  await expect(changeConversionDestination(ctx, { id, ...form({ account_values: next }) })).rejects.toMatchObject({
    fields: [{ path: 'account_values.agreed' }],
  })
  await changeConversionDestination(ctx, { id, ...form({ account_values: { ...next, agreed: 'yes' } }) })
  const { rows } = await pool.query(`select after from audit_event where subject_id = $1 order by id desc limit 1`, [
    String(id),
  ])
  expect(JSON.stringify(rows)).toContain(JSON.stringify(tag).slice(1, -1))
})
