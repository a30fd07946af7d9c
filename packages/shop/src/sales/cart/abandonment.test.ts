import { openDatabase } from '@kushi/db/connect'
import { ad_optout, cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { cart_item } from '@kushi/db/schema/cart'
import { consent_event, customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { deliverOutbox } from '../../messaging/message/deliver-outbox.ts'
import { countCartReminderResults } from '../../operation/configuration/admin/reminder.ts'
import { recordConsent } from '../../people/customer/internal/record-consent.ts'
import type { Mail } from '../../ports/mail-port.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { remindCarts } from './remind-carts.ts'
import { setAbandonmentSetting } from './set-abandonment-setting.ts'
import { trackReminderClick } from './track-url-click.ts'
import { unsubscribe } from './unsubscribe.ts'

const database = await testDatabase()
const { db } = database
const other = openDatabase(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})

const start = Date.parse('2026-11-21T12:00:00+09:00')
let hours = 0
let sent: Mail[] = []
const at = () => new Date(start + hours * 3_600_000)
const clock = { now: at, today: () => at().toISOString().slice(0, 10) }
const contextOn = (on: Context['db'], more: object = {}): Context =>
  testContext(on, { clock, ports: { mail: { send: async (mail) => void sent.push(mail) } }, ...more })
const ctx = contextOn(db)

beforeEach(async () => {
  hours = 0
  sent = []
  for (const table of [cart_reminder, cart_tracking, ad_optout, outbox, cart_item, rate_limit]) await db.delete(table)
})

let n = 0
async function member(more: object = {}) {
  const [someone] = await db.select().from(customer).where(eq(customer.shop_id, 2)).limit(1)
  const { id: _, line_id: __, idempotency_key: ___, ...row } = someone!
  const email = `reminded${++n}@example.com`
  const [added] = await db
    .insert(customer)
    .values({ ...row, email, mail_magazine_flag: true, ...more })
    .returning()
  return added!
}
const inCart = (customer_id: number, ...skus: number[]) =>
  db.insert(cart_item).values(
    skus.map((product_sku_id, index) => ({
      shop_id: 2,
      customer_id,
      product_sku_id,
      subscription: 0,
      quantity: 1,
      revision: 1,
      created_at: at(),
      updated_at: new Date(at().getTime() + index),
    })),
  )
async function run(...moments: number[]): Promise<void> {
  for (const moment of moments) {
    hours = moment
    await remindCarts(ctx)
    await deliverOutbox(ctx)
  }
}
const guest = (more: object = {}) => ({
  tracking_id: 'guest-0000000000001',
  cart_type_id: 0 as const,
  email: 'Guest@Example.com',
  is_consented: true,
  items: [{ product_sku_id: 101, quantity: 2, subscription: 0 as const }],
  adcd: null,
  abmtcd: null,
  ad_user_id: null,
  ...more,
})
const tokenOf = (mail: Mail | undefined, name: 'restore' | 'token') =>
  new RegExp(`[?]${name}=([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? ''
const ends = async () => (await db.select().from(cart_tracking)).map(({ end_reason }) => end_reason)

test('a member is reminded at 1, 24 and 72 hours, with sender, address, price and a way to stop it', async () => {
  const { id, email } = await member()
  await inCart(id, 101, 105)
  await run(0.9, 1.1, 1.2, 23, 24.1, 24.2, 72.1, 100, 200)
  expect(sent.map(({ to }) => to)).toEqual([email, email, email])
  expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(3)
  const [first, , last] = sent
  expect(first!.subject).toBe('【椿野】カートに商品が残っています')
  for (const words of ['¥2,420(税込)× 1', '株式会社 椿野', '東京都', '配信の停止はこちら', 'shop@example.com'])
    expect(first!.text).toContain(words)
  expect(first!.text).not.toContain('今回が最後です')
  expect(last!.text).toContain('今回が最後です')
  expect(first!.html).toContain('http://localhost:3000/sh/letter-pictures/large/camellia-oil-6.jpg')
  expect(first!.unsubscribe_url).toMatch(/^http:\/\/localhost:3000\/v1\/cart-abandonments\/one-click\?token=[\w-]{43}$/)
  expect(await ends()).toEqual(['done'])
  // The outbox does not keep the link's token.
  expect(JSON.stringify(await db.select().from(outbox))).not.toContain(tokenOf(first, 'restore'))
})

test('carts of guests that are over are forgotten after 90 days, those of members are not', async () => {
  await inCart((await member()).id, 101)
  await setAbandonmentSetting(ctx, guest())
  await run(0, 1, 24, 72)
  expect(await ends()).toEqual(['done', 'done'])
  hours = 72 + 89 * 24
  await deleteExpiredRows(ctx)
  expect(await ends()).toHaveLength(2)
  hours = 72 + 91 * 24
  await deleteExpiredRows(ctx)
  expect(await ends()).toHaveLength(1)
  expect(await db.select().from(cart_reminder)).toHaveLength(3)
})

test('while the shop is closed a cart waits, and is reminded of once when it opens', async () => {
  await inCart((await member()).id, 101)
  await run(0)
  await db.update(shop).set({ opened_at: null, closed_at: at() }).where(eq(shop.id, 2))
  await run(2, 30)
  expect(sent).toEqual([])
  await db.update(shop).set({ opened_at: at(), closed_at: null }).where(eq(shop.id, 2))
  await run(31)
  expect(sent).toHaveLength(1)
})

test('sends no reminder without consent, of an empty cart, or of items that are sold out', async () => {
  const silent = await member({ mail_magazine_flag: false })
  const soldOut = await member()
  const emptied = await member()
  await inCart(silent.id, 101)
  await inCart(soldOut.id, 120)
  await inCart(emptied.id, 101)
  await db.execute(`update product_sku set stock = 0 where id = 120`)
  hours = 1.1
  await db.delete(cart_item).where(eq(cart_item.customer_id, emptied.id))
  await run(1.1, 24.1)
  expect(sent).toEqual([])
  expect(await ends()).toEqual(['emptied'])
})

test('a change of the cart begins the hours anew; after the last reminder there is peace for a week', async () => {
  const { id } = await member()
  await inCart(id, 101)
  hours = 0.5
  await db.update(cart_item).set({ updated_at: at() }).where(eq(cart_item.customer_id, id))
  await run(1.1)
  expect(sent).toHaveLength(0)
  await run(1.6, 25, 73)
  expect(sent).toHaveLength(3)
  await inCart(id, 105)
  await run(80, 120)
  expect(sent).toHaveLength(3)
})

test('a purchase ends the reminders, including a queued message; a declined payment does not', async () => {
  const buyer = await member()
  const refused = await member()
  for (const one of [buyer, refused]) await inCart(one.id, 101)
  hours = 0.2
  await insertOrderRow(db, refused, [{ product_sku_id: 101 }], { created_at: at(), status: 'payment_error' })
  hours = 1.1
  const down = contextOn(db, { ports: { mail: { send: () => Promise.reject(new Error('down')) } } })
  await remindCarts(down)
  await deliverOutbox(down)
  expect(await db.select().from(cart_reminder)).toHaveLength(2)
  await insertOrderRow(db, buyer, [{ product_sku_id: 101 }], { created_at: at() })
  await db.update(outbox).set({ next_attempt_at: new Date(0) })
  await deliverOutbox(ctx)
  expect(sent.map(({ to }) => to)).toEqual([refused.email])
  await run(24.1)
  expect(sent.map(({ to }) => to)).toEqual([refused.email, refused.email])
  expect(new Set(await ends())).toEqual(new Set(['ordered', null]))
})

test('a guest is reminded only after consent, and forgotten when they take it back', async () => {
  await setAbandonmentSetting(ctx, guest({ is_consented: false }))
  await setAbandonmentSetting(ctx, guest({ email: null }))
  expect(await db.select().from(cart_tracking)).toEqual([])
  expect(await setAbandonmentSetting(ctx, guest())).toEqual({ is_tracked: true })
  // The same person in another browser has one cart.
  await setAbandonmentSetting(ctx, guest({ tracking_id: 'guest-0000000000002' }))
  await run(1.1)
  expect(sent).toMatchObject([{ to: 'guest@example.com', text: expect.stringMatching(/^お客様\n/) }])
  hours = 2
  await setAbandonmentSetting(ctx, guest({ tracking_id: 'guest-0000000000002', is_consented: false }))
  await run(30)
  expect(sent).toHaveLength(1)
  expect(await db.select().from(cart_tracking)).toMatchObject([{ email: null, end_reason: 'not_wanted', items: [] }])
})

test('a guest cart ends when a member buys with the same e-mail', async () => {
  await setAbandonmentSetting(ctx, guest({ email: 'same@example.com' }))
  const someone = await member({ email: 'same@example.com' })
  hours = 0.5
  await insertOrderRow(db, someone, [{ product_sku_id: 101 }], { created_at: at() })
  await run(1.1)
  expect(sent).toEqual([])
  expect(await ends()).toEqual(['ordered'])
})

test('consents of guests from one network address are limited per hour', async () => {
  const ask = (tracking_id: string, email: string) => setAbandonmentSetting(ctx, guest({ tracking_id, email }))
  for (let one = 0; one < 20; one++) await ask(`guest-many-0000000${one}`, `many${one}@example.com`)
  await expect(ask('guest-many-000000099', 'many99@example.com')).rejects.toMatchObject({ status: 429 })
})

test('the link gives the cart back, counts one click and ends after two weeks', async () => {
  const { id } = await member()
  await inCart(id, 101, 105)
  await run(1.1)
  const tracking_id = tokenOf(sent[0], 'restore')
  const { items } = await trackReminderClick(ctx, { tracking_id })
  expect(items.map((one) => one.id).sort()).toEqual([101, 105])
  await trackReminderClick(ctx, { tracking_id })
  expect(await db.select().from(cart_tracking)).toMatchObject([{ url_clicked: true }])
  expect(await countCartReminderResults({ ...(await operatorContext(db)), clock: ctx.clock }, {})).toEqual({
    reminded: 1,
    opened: 1,
    ordered: 0,
  })
  const expired = { status: 410, error: 'ERROR_REMINDER_EXPIRED' }
  await expect(trackReminderClick(ctx, { tracking_id: tokenOf(sent[0], 'token') })).rejects.toMatchObject(expired)
  await expect(trackReminderClick({ ...ctx, shop_id: 3 }, { tracking_id })).rejects.toMatchObject(expired)
  hours = 1.1 + 14 * 24
  await expect(trackReminderClick(ctx, { tracking_id })).rejects.toMatchObject(expired)
})

test('one press stops it for good, without login; a new consent begins anew', async () => {
  const { id, email } = await member()
  await inCart(id, 101)
  await run(1.1)
  const token = tokenOf(sent[0], 'token')
  expect(await unsubscribe(ctx, { token })).toEqual({ channel: 'mail' })
  expect(await unsubscribe(ctx, { token })).toEqual({ channel: 'mail' })
  await expect(unsubscribe(ctx, { token: tokenOf(sent[0], 'restore') })).rejects.toMatchObject({ status: 404 })
  await run(24.1, 72.1)
  expect(sent).toHaveLength(1)
  const [row] = await db.select().from(customer).where(eq(customer.id, id))
  expect(row).toMatchObject({ mail_magazine_flag: false, mail_magazine_consented_at: null })
  const mine = and(eq(consent_event.customer_id, id), eq(consent_event.is_given, false))
  expect(await db.select().from(consent_event).where(mine)).toHaveLength(1)
  expect(await db.select().from(ad_optout)).toMatchObject([{ channel: 'mail', address: email }])
  const no = { mail_magazine_flag: false, line_magazine_flag: false }
  await db.transaction((tx) =>
    recordConsent(tx, ctx, { shop_id: 2, id }, no, { ...no, mail_magazine_flag: true }, 'profile'),
  )
  expect(await db.select().from(ad_optout)).toEqual([])
})

test('a shop that shows prices only to approved accounts states them to no one else', async () => {
  const keep = (corporate_flag: boolean, price_visibility: 'everybody' | 'approved') =>
    db.update(shop).set({ corporate_flag, price_visibility }).where(eq(shop.id, 2))
  const approved = await member({ approved_at: at() })
  const waiting = await member({ approved_at: null })
  for (const one of [approved, waiting]) await inCart(one.id, 101)
  // Saved before the shop hid its prices.
  await setAbandonmentSetting(ctx, guest({ email: 'before@example.com' }))
  await keep(true, 'approved')
  try {
    expect(await setAbandonmentSetting(ctx, guest({ tracking_id: 'guest-0000000000009' }))).toEqual({
      is_tracked: false,
    })
    await run(1.1)
    expect(sent.map(({ to }) => to)).toEqual([approved.email])
    expect(new Set(await ends())).toEqual(new Set([null, 'not_approved']))
    const tracking_id = tokenOf(sent[0], 'restore')
    const hidden = { status: 403, error: 'ERROR_SUPPLIER_NOT_APPROVED' }
    for (const customer_id of [null, waiting.id])
      await expect(trackReminderClick({ ...ctx, customer_id }, { tracking_id })).rejects.toMatchObject(hidden)
    const { items } = await trackReminderClick({ ...ctx, customer_id: approved.id }, { tracking_id })
    expect(items.map(({ id }) => id)).toEqual([101])
    // The guest can still withdraw what was saved.
    await setAbandonmentSetting(ctx, guest({ email: 'before@example.com', is_consented: false }))
  } finally {
    await keep(false, 'everybody')
  }
})

test('120 carts, two processes at once, the run cut off and repeated: one reminder a cart and step', async () => {
  const someone = await member()
  const { id: _, ...row } = someone
  const many = await db
    .insert(customer)
    .values(Array.from({ length: 120 }, (_, index) => ({ ...row, email: `many-${index}@example.com` })))
    .returning({ id: customer.id })
  for (const { id } of many) await inCart(id, 101)
  const second = contextOn(other.db)
  for (const moment of [1.1, 1.2, 24.1, 24.2, 72.1, 72.2]) {
    hours = moment
    await Promise.all([remindCarts(ctx), remindCarts(second)])
  }
  await deliverOutbox(ctx)
  expect(sent).toHaveLength(360)
  expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(360)
})
