import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { product_sku, stock_event } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox, seed } from '@kushi/db/schema/system'
import { memberActor, systemActor } from '@kushi/shop/actor'
import type { Context, MemberContext } from '@kushi/shop/context'
import { sendInquiry } from '@kushi/shop/people/inquiry/send-inquiry'
import { placeOrder } from '@kushi/shop/sales/checkout/place-order'
import { validateOrder } from '@kushi/shop/sales/checkout/validate-order'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { markParcelsDelivered } from '@kushi/shop/sales/fulfilment/receive-shipments'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { runDailyDeliveries } from '@kushi/shop/sales/subscription/run-day'
import { addDays } from '@kushi/values/calendar-date'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../deps/deps.ts'
import { type DemoPerson, type DemoPersonKey, demoPeople } from './people.ts'
import { type DemoPurchase, demoInquiries, demoPurchases } from './plan.ts'

const DAYS = 60
const hour = 3_600_000
const methods = { cash: null, np: PAYMENT_METHOD.np, deferred: PAYMENT_METHOD.deferred }

/**
 * Simulates two months of the demo shop day by day with the ordinary handlers, so that stock, records and events agree
 * with the orders. Runs once: its start is recorded, and a shop that has orders is left alone.
 */
export async function simulateDemo(deps: Deps): Promise<void> {
  const { db } = deps.database
  if (!deps.is_demo || (await db.$count(orders)) > 0) return
  const [begun] = await db.insert(seed).values({ name: 'demo-orders' }).onConflictDoNothing().returning()
  if (!begun) return
  const started = performance.now()
  const shop = await moveIn(deps)
  for (let ago = DAYS; ago >= 0; ago--) await liveOneDay(shop, ago)
  await leaveOneUnsent(shop)
  deps.log.info({ ms: Math.round(performance.now() - started) }, 'the demo has its orders')
}

type Shop = Awaited<ReturnType<typeof moveIn>>

async function moveIn(deps: Deps) {
  const shop_id = deps.config.default_shop_id
  const base = await deps.base(shop_id)
  const now = base.clock.now().getTime()
  // The demo's members register shortly before their first order.
  const rows = Object.entries(demoPeople).map(([name, one]) => ({
    ...one,
    shop_id,
    email: `${name}@example.com`,
    mail_magazine_flag: name > 'n',
    email_verified_at: new Date(now - (DAYS + 5) * 24 * hour),
    created_at: new Date(now - (DAYS + 5) * 24 * hour),
  }))
  const added = await base.db.insert(customer).values(rows).returning({ id: customer.id })
  const ids = Object.fromEntries(Object.keys(demoPeople).map((name, n) => [name, added[n]!.id])) as Record<
    DemoPersonKey,
    number
  >
  const at = (ago: number, oclock: number): Context => {
    const moment = momentOf(now, ago, oclock)
    return {
      ...base,
      shop_id,
      client_id: 'demo',
      customer_id: null,
      token_hash: null,
      ip: '',
      user_agent: '',
      actor: systemActor('demo'),
      clock: { now: () => moment, today: () => timestampToJapanDate(moment.getTime()) },
      settings: { ...base.settings, rate_limit_factor: 0 },
      afterwards: () => undefined,
    }
  }
  const as = (ctx: Context, name: DemoPersonKey): MemberContext => ({
    ...ctx,
    customer_id: ids[name],
    actor: memberActor(ids[name]),
  })
  return { db: base.db, ids, at, as }
}

/** An hour of a day in Japan (JST); for today, that many hours ago, so that it has passed. */
function momentOf(now: number, ago: number, oclock: number): Date {
  if (ago === 0) return new Date(now - Math.max(1, 24 - oclock) * (hour / 24))
  return new Date(Date.parse(`${addDays(timestampToJapanDate(now), -ago)}T00:00:00+09:00`) + oclock * hour)
}

async function liveOneDay(shop: Shop, ago: number): Promise<void> {
  const began = new Date()
  const morning = shop.at(ago, 6)
  await mishaps(shop, morning, ago)
  await runDailyDeliveries(morning)
  await arrive(shop.at(ago, 11))
  if (ago > 0) await send(shop.at(ago, 16))
  for (const one of demoPurchases.filter((purchase) => purchase.ago === ago)) await buy(shop, one)
  if (ago === 0) await sendChosen(shop)
  for (const one of demoInquiries.filter((inquiry) => inquiry.ago === ago)) await ask(shop, one)
  await dateBack(shop, began, shop.at(ago, 22))
}

async function buy(shop: Shop, { ago, hour: oclock, who, items, pay, every, note, fate }: DemoPurchase): Promise<void> {
  const ctx = shop.as(shop.at(ago, oclock), who)
  const wanted = {
    is_subscription: every !== undefined,
    items: items.map(([product_sku_id, quantity]) => ({ product_sku_id, quantity, revision: 1 })),
    shipping_address: demoPeople[who] as DemoPerson,
    delivery_notes: note ?? '',
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id: methods[pay],
    delivery_pattern: every
      ? { subscription_division_id: 3 as const, param1: every, param2: null, param3: null }
      : null,
  }
  const seen = await validateOrder(ctx, wanted)
  const { order_no } = await placeOrder(ctx, {
    ...wanted,
    idempotency_key: randomUUID(),
    card: null,
    amazon: null,
    third_party_consent: true,
    adcd: null,
    abmtcd: null,
    ad_user_id: null,
    ad_visit: null,
    shown: {
      payment_total: seen.summary.payment_total,
      following_payment_total: seen.summary.following?.payment_total ?? null,
      first_delivery_date: seen.first_delivery_date,
      next_delivery_date: seen.next_delivery_date,
      next_next_delivery_date: seen.next_next_delivery_date,
      terms_version: seen.terms_version,
      shown_at: ctx.clock.now().toISOString(),
      text: `デモのご注文 お支払い合計 ${formatYen(seen.summary.payment_total)}`,
    },
  })
  if (fate === 'cancelled') await cancelOrder(ctx, { order_no })
  if (fate === 'returned' || fate === 'sent-today') chosen.set(order_no, fate)
}

/** Orders with a predetermined result. */
const chosen = new Map<string, 'returned' | 'sent-today'>()
const tracking = (order_no: string) => order_no.replace(/\D/g, '').padEnd(12, '7').slice(0, 12)

async function sent(ctx: Context, order_no: string): Promise<void> {
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: tracking(order_no) })
}

/** Hands over what was ordered before today, and the subscription parcels due tomorrow. */
async function send(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const rows = await openOrders(ctx, ['received', 'arranged'])
  for (const { order_no, subscription_id, cycle, expected_date, created_at } of rows) {
    if (chosen.get(order_no) === 'sent-today') continue
    const isLater = subscription_id !== null && (cycle ?? 1) > 1
    const isDue = isLater
      ? expected_date !== null && expected_date <= addDays(today, 1)
      : timestampToJapanDate(created_at.getTime()) < today
    if (isDue) await sent(ctx, order_no)
  }
}

async function sendChosen(shop: Shop): Promise<void> {
  for (const [order_no, fate] of chosen) if (fate === 'sent-today') await sent(shop.at(0, 12), order_no)
}

/** Delivers the parcels sent two days ago; one of them is returned. */
async function arrive(ctx: Context): Promise<void> {
  for (const { order_no, updated_at } of await openOrders(ctx, ['shipped'])) {
    if (timestampToJapanDate(updated_at.getTime()) > addDays(ctx.clock.today(), -2)) continue
    await markParcelsDelivered(ctx, { order_no })
    if (chosen.get(order_no) === 'returned') await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
  }
}

const openOrders = ({ db, shop_id }: Context, status: ('received' | 'arranged' | 'shipped')[]) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), inArray(orders.status, status)))
    .orderBy(asc(orders.id))

/**
 * Two subscriptions that cannot be arranged: one is refused by the examination, and for one the tea is out of stock.
 */
async function mishaps({ db, ids }: Shop, ctx: Context, ago: number): Promise<void> {
  const { shop_id, actor, clock } = ctx
  if (ago === 25) {
    // NP refuses this phone number.
    const phone = { phone_number: '09000000020' }
    await db
      .update(customer)
      .set(phone)
      .where(and(eq(customer.shop_id, shop_id), eq(customer.id, ids.haruka)))
    const theirs = and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, ids.haruka))
    await db.update(subscription).set(phone).where(theirs)
  }
  if (ago === 20) {
    const tea = and(eq(product_sku.shop_id, shop_id), eq(product_sku.product_code, 'TN-TEA-040'))
    const [row] = await db.select().from(product_sku).where(tea)
    await db.update(product_sku).set({ stock: 0 }).where(tea)
    await db.insert(stock_event).values({
      shop_id,
      product_sku_id: row!.id,
      kind: 'correction',
      quantity: -row!.stock,
      stock: 0,
      ...actor,
      reason: '容器のふたに不具合があり、回収しました',
      idempotency_key: randomUUID(),
      created_at: clock.now(),
    })
  }
}

async function ask(shop: Shop, { ago, who, category, content }: (typeof demoInquiries)[number]): Promise<void> {
  const { name01, name02, kana01, kana02, phone_number } = demoPeople[who]
  const email = `${who}@example.com`
  await sendInquiry(shop.as(shop.at(ago, 10), who), {
    name01,
    name02,
    kana01,
    kana02,
    phone_number,
    email,
    email_confirm: email,
    content,
    inquiry_category_id: category,
    terms_agreed: true,
    privacy_agreed: true,
    idempotency_key: randomUUID(),
  })
}

/** Moves timestamps set by the database to this day, and marks its mails as sent on it. */
async function dateBack({ db }: Shop, began: Date, ctx: Context): Promise<void> {
  const at = ctx.clock.now()
  await db.execute(sql`update payment_event set created_at = ${at} where created_at >= ${began}`)
  await db
    .update(outbox)
    .set({ created_at: at, next_attempt_at: at, sent_at: at, attempts: 1 })
    .where(sql`${outbox.created_at} >= ${began}`)
}

/** Leaves one of yesterday's mails undeliverable. */
async function leaveOneUnsent({ db, ids, at }: Shop): Promise<void> {
  const { shop_id } = at(0, 0)
  const [last] = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.shop_id, shop_id), eq(outbox.customer_id, ids.mayumi), eq(outbox.kind, 'mail')))
    .orderBy(sql`${outbox.id} desc`)
    .limit(1)
  const error = '550 5.1.1 Recipient address rejected: mailbox full'
  const failed = { sent_at: null, failed_at: sql`${outbox.created_at} + interval '5 hours'`, attempts: 7, error }
  await db
    .update(outbox)
    .set(failed)
    .where(and(eq(outbox.shop_id, shop_id), eq(outbox.id, last!.id)))
}
