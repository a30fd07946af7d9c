import { openDatabase } from '@kushi/db/connect'
import { customer, customer_rank_decision, customer_rank_event } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { quotePurchase } from '../../catalogue/price/index.ts'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { setCustomerRank } from './admin/change-customer.ts'
import { previewRankDecision } from './admin/ranks.ts'
import { decideRanks } from './decide-ranks.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db, pool } = database
const on = (day: string, other = db) => testContext(other, { clock: testClock(day) })
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
let n = 0
/** Goods for this many yen, less `discount`, with a delivery fee of 660 yen. */
const bought = (at: string, yen: number, status = 'delivered', discount = 0, customer_id = hanako!.id) =>
  pool.query(
    `insert into orders (shop_id, customer_id, order_no, status, idempotency_key, name01, name02, kana01, kana02, postal_code01,
       postal_code02, pref_id, addr01, addr02, phone_number, delivery_id, subtotal, discount_amount, delivery_fee, payment_fee,
       adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, created_at)
     values (2, $1, $2, $3, $2, '', '', '', '', '100', '0001', 13, '', '', '', 1, $4, $5, 660, 0, 0, $6, 0, '[]', true, $7)`,
    [customer_id, `RANK-${++n}`, status, yen, discount, yen - discount + 660, at],
  )
const rank = async () => (await db.select().from(customer).where(eq(customer.id, hanako!.id)))[0]!.customer_rank_id

const rankOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!.customer_rank_id
async function registeredWithoutRanks(): Promise<number> {
  const { id: _, ...row } = hanako!
  const [early] = await db
    .insert(customer)
    .values({ ...row, email: 'early@example.com', line_id: null, customer_rank_id: null })
    .returning()
  return early!.id
}

test('decided on the 1st from the twelve months before, once, even if two processes run it', async () => {
  for (const table of ['order_item', 'order_evidence', 'order_document', 'payment'])
    await pool.query(`delete from ${table}`).catch(() => undefined)
  await bought('2025-12-01T00:00:00+09:00', 20_100, 'delivered', 100)
  await bought('2026-11-30T23:59:59+09:00', 29_999)
  // Orders that don't count: too old, too new, cancelled or returned, never paid.
  await bought('2025-11-30T23:59:59+09:00', 90_000)
  await bought('2026-12-01T00:00:00+09:00', 90_000)
  for (const status of ['cancelled', 'returned', 'payment_error', 'payment_pending'])
    await bought('2026-06-01T12:00:00+09:00', 90_000, status)
  // 再送: free of charge.
  await bought('2026-06-01T12:00:00+09:00', 90_000)
  await pool.query(
    `update orders set adjustment_amount = -payment_total, payment_total = 0, replacement_kind = 'resend',
       replaces_order_id = (select id from orders where shop_id = 2 and order_no = 'RANK-1')
     where shop_id = 2 and order_no = $1`,
    [`RANK-${n}`],
  )
  await pool.query(
    `delete from orders where customer_id = $1 and order_no not like 'RANK-%' and id not in (select order_id from order_item)`,
    [hanako!.id],
  )
  await pool.query(`update orders set created_at = '2020-01-01' where order_no not like 'RANK-%'`)
  await db.update(customer).set({ customer_rank_id: 1 }).where(eq(customer.id, hanako!.id))

  await decideRanks(on('2026-11-30'))
  expect(await rank()).toBe(1)
  await Promise.all([decideRanks(on('2026-12-01')), decideRanks(on('2026-12-01', second.db))])
  // The total is 49,999 yen: one yen less than the highest rank needs.
  expect(await rank()).toBe(2)
  const events = await db.select().from(customer_rank_event).where(eq(customer_rank_event.customer_id, hanako!.id))
  expect(events).toMatchObject([{ from_rank_id: 1, to_rank_id: 2, spent_amount: 49_999, reason: null }])
  const decisions = await db.select().from(customer_rank_decision)
  expect(decisions).toMatchObject([{ shop_id: 2, month: '2026-12-01' }])
  expect(decisions[0]!.risen).toBeGreaterThan(0)

  // A change by an operator stays until the next 1st.
  await db.update(customer).set({ customer_rank_id: 3 }).where(eq(customer.id, hanako!.id))
  await decideRanks(on('2026-12-02'))
  expect(await rank()).toBe(3)
  await decideRanks(on('2027-01-02'))
  // December's 90,000 yen count now.
  expect(await rank()).toBe(3)
  await decideRanks(on('2028-03-01'))
  expect(await rank()).toBe(1)
})

test('a member who registered before the shop had ranks takes part, and a rank given by hand counts at once', async () => {
  await db.delete(customer_rank_decision)
  const early = await registeredWithoutRanks()
  expect(await rankOf(early)).toBeNull()
  await bought('2029-05-01T00:00:00+09:00', 97_460, 'delivered', 0, early)
  const ctx = await newOperatorContext(on('2029-05-20'), '店長', 'manager')
  expect((await previewRankDecision(ctx, {})).changes).toContainEqual(
    expect.objectContaining({ customer_id: early, from_rank_id: null, to_rank_id: 3, is_rise: true }),
  )
  const discount = async () => {
    const member = testContext(db, { clock: testClock('2029-05-20'), customer_id: early })
    const items = [{ product_sku_id: 101, quantity: 2 }]
    return (await quotePurchase(member, { items, is_subscription: false })).summary.discount_amount
  }
  expect(await discount()).toBe(0)
  await setCustomerRank(ctx, { id: early, customer_rank_id: 3, reason: 'お得意さま' })
  expect(await discount()).toBe(242)
  await db.update(customer).set({ customer_rank_id: null }).where(eq(customer.id, early))
  await decideRanks(on('2029-06-01'))
  expect(await rankOf(early)).toBe(3)
})

test('a shop whose ranks do not count yet decides nothing', async () => {
  await db.delete(customer_rank_decision)
  await db.update(shop).set({ customer_rank_operation_start_date: '2029-01-01' }).where(eq(shop.id, 2))
  await decideRanks(on('2028-04-01'))
  expect(await db.$count(customer_rank_decision)).toBe(0)
})
