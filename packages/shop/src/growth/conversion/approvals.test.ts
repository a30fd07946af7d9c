import { conversion_destination, order_ad_consent } from '@kushi/db/schema/conversion'
import { customer } from '@kushi/db/schema/customer'
import { order_credit, orders } from '@kushi/db/schema/order'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { cancelOrder } from '../../sales/fulfilment/cancel-order.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { testClock } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { addConversionDestination, changeConversionDestination, startConversions } from './admin/destinations.ts'
import { exportConversionApprovals } from './admin/export-approvals.ts'
import { withdrawAdConsent } from './admin/withdraw-consent.ts'
import { sendConversions } from './send-conversions.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(database.close)

let clock = testClock()
const port = { mayReach: async () => true, send: async () => ({ outcome: 'accepted' as const, words: 'OK' }) }
let ctx = await operatorContext(db, 'manager', { ports: { conversion: port } })
beforeEach(async () => {
  clock = testClock()
  ctx = { ...ctx, clock }
  await emptyTables(pool, 'conversion_destination, order_ad_consent')
})

const account_values = {
  method: 'GET',
  url: 'https://asp.example/track',
  parameters: 'cid={ad_user_id}\nargs={order_no}',
}
const form = (more: object = { approval_days: '14' }) => ({
  ...{ conversion_kind: 'postback' as const, destination_name: 'ASP', recipient_name: '株式会社ASP(日本)' },
  ...{ conversion_moment: 'received' as const, conversion_cycle: 1, conversion_value: 'goods' as const },
  ...{ email_flag: false, phone_flag: false, ad_group: '', removed_secrets: [] },
  account_values: { ...account_values, ...more },
})
async function asp(more?: object) {
  const { id } = await addConversionDestination(ctx, form(more))
  await startConversions(ctx, { id })
  return id
}
const settings = { ...ctx.settings, rate_limit_factor: 0 }
async function order() {
  const [customer_id] = await insertMembers(db, 1)
  const shopper = withMemberActor({ ...ctx, settings, customer_id: customer_id! }, customer_id!) as MemberContext
  const asked = testOrderDraft()
  const { ad_consent_text } = await validateOrder(shopper, asked)
  const input = await confirmedOrderInput(shopper, asked, {
    adcd: 'AD1',
    ad_user_id: 'cid-9',
    ad_consent_text: ad_consent_text!,
  })
  const { order_no } = await placeOrder(shopper, input)
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return row!
}
const ship = ({ order_no }: { order_no: string }) =>
  shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
const first = testClock().today()
async function list(id: number, more: Partial<Parameters<typeof exportConversionApprovals>[1]> = {}) {
  const asked = { id, from: first, to: addDays(first, 30), encoding: 'utf-8' as const, ...more }
  const { content } = await exportConversionApprovals(ctx, asked)
  const parts = []
  for await (const part of content) parts.push(part)
  const [, ...rows] = Buffer.concat(parts).toString('utf8').trim().split(/\r?\n/)
  return rows.map((row) => row.split(','))
}

test('what the ASP took, as it is now: approved, denied or open, with why', async () => {
  const id = await asp()
  const [kept, early, gone, waiting, part] = [await order(), await order(), await order(), await order(), await order()]
  await sendConversions(ctx)
  for (const one of [kept, part]) await ship(one)
  await cancelOrder(ctx, { order_no: gone.order_no })
  await db.insert(order_credit).values({
    ...{
      shop_id: 2,
      order_id: part.id,
      kind: 'return',
      amount: 1_000,
      tax_lines: [],
      actor_kind: 'operator',
      actor_name: '店長',
    },
    created_at: clock.now(),
  })
  clock.move(10)
  await ship(early)
  clock.move(4)
  const rows = await list(id)
  // 2,420 yen with 10 % tax, less nothing.
  const of = (row: { order_no: string }, ...rest: string[]) => [
    ...[row.order_no, 'ご注文を受け付けたとき', expect.stringMatching(/^2026-/), 'AD1', 'cid-9', '2200'],
    ...rest,
  ]
  expect(rows).toEqual([
    of(kept, '0', '承認', ''),
    of(early, '0', '保留', `${addDays(clock.today(), 10)}に承認の予定`),
    of(gone, '0', '否認', 'ご注文の取消'),
    of(waiting, '0', '保留', '発送前'),
    of(part, '1000', '承認', ''),
  ])
  expect(await list(id, { from: addDays(first, 1) })).toEqual([])
  const { rows: trail } = await pool.query(`select subject_name, after from audit_event order by id desc limit 1`)
  expect(JSON.stringify(trail)).toContain('承認・否認の一覧(ASP)')
})

test('only of what was agreed: no cancellation is told that the words did not name, nor of who took it back or left', async () => {
  const id = await asp({})
  const unnamed = await order()
  await sendConversions(ctx)
  await expect(list(id)).rejects.toMatchObject({ status: 422, fields: [{ path: 'from' }] })
  await changeConversionDestination(ctx, { id, ...form() })
  const [named, taken, left] = [await order(), await order(), await order()]
  await sendConversions(ctx)
  await withdrawAdConsent({ ...ctx, action: 'test' }, { id: taken.id })
  await db.update(customer).set({ withdrawn_at: clock.now() }).where(eq(customer.id, left.customer_id))
  const rows = await list(id)
  expect(rows.map(([order_no]) => order_no)).toEqual([named.order_no])
  expect(rows.flat()).not.toContain(unnamed.order_no)
  const [consent] = await db.select().from(order_ad_consent).where(eq(order_ad_consent.order_id, named.id))
  expect(consent!.wording).toContain('取消・返品の有無')
})

test('another shop’s, a period that ends before it begins, and other kinds', async () => {
  const id = await asp()
  await expect(list(id, { from: '2026-12-02', to: '2026-12-01' })).rejects.toMatchObject({ fields: [{ path: 'to' }] })
  await expect(
    exportConversionApprovals({ ...ctx, shop_id: 1 }, { id, from: first, to: first, encoding: 'utf-8' }),
  ).rejects.toMatchObject({ status: 404 })
  await db.update(conversion_destination).set({ conversion_kind: 'meta', account_values: {} })
  await expect(list(id)).rejects.toMatchObject({ status: 422 })
})
