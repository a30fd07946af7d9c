import { customer_fact, order_fact } from '@kushi/db/schema/report'
import { subscription } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { showReport } from '../../growth/report/admin/show-report.ts'
import { findFigureDifferences } from '../../growth/report/figures.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { cancelSubscription } from '../../sales/subscription/cancel-subscription.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { testContext } from '../../testing/context.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { endMembership } from './internal/end-membership.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(() =>
  emptyTables(
    db.$client,
    'ledger_entry, sales_day, product_day, sales_due, order_fact, subscription_fact, customer_fact, subscription, orders, outbox',
  ),
)

async function differences() {
  const found = []
  for await (const each of findFigureDifferences(testContext(db))) found.push(each)
  return found
}
let parcels = 0
async function bought(customer_id: number): Promise<void> {
  const ctx = testContext(db, { customer_id })
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: null })),
  )
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: `12345678${String(9000 + ++parcels)}` })
  await markParcelsDelivered(ctx, { order_no })
}

test('統合: what two members ordered is one person’s, with one first order', async () => {
  const [id, other_id] = (await insertMembers(db, 2)) as [number, number]
  await bought(id)
  await bought(other_id)
  expect((await db.select().from(order_fact)).map(({ is_first }) => is_first)).toEqual([true, true])
  const support = await operatorContext(db, 'support')
  await mergeWithIdentityChecks(support, id, other_id)
  const facts = await db.select().from(order_fact).orderBy(order_fact.order_id)
  expect(facts.map(({ customer_id, is_first }) => [customer_id, is_first])).toEqual([
    [id, true],
    [id, false],
  ])
  expect(await db.select().from(customer_fact)).toMatchObject([{ customer_id: id, kept_orders: 2 }])
  expect(await differences()).toEqual([])
})

test('退会: the facts stay, with a number that names nobody', async () => {
  const [customer_id] = (await insertMembers(db, 1)) as [number]
  await bought(customer_id)
  const before = [await db.select().from(order_fact), await db.select().from(customer_fact)]
  await db.transaction((tx) => endMembership(tx, testContext(db), { shop_id: 2, customer_id }))
  expect([await db.select().from(order_fact), await db.select().from(customer_fact)]).toEqual(before)
  expect(await differences()).toEqual([])
})

test.each([
  [30, 'a 乗換', 1],
  [31, 'another 定期便', 0],
])('a contract that is ordered %i days after its member ended one is %s', async (days, _, switched) => {
  const { ctx, clock } = contextOnDayWithCards(db, '2026-08-01')
  const created_at = clock.now()
  const first = await insertSubscribedMember(db, ctx, { cycle: 1, next_delivery_date: '2026-08-08', created_at })
  await runDailyDeliveries(ctx)
  await deliverCurrentCycle(ctx, first.id)
  const { version, customer_id } = await loadSubscriptionRow(db, first.id)
  const reason = { reason: 2, detail: '余っている', version } as const
  await cancelSubscription(first.member, { id: first.id, ...reason })
  clock.move(days)
  const again = { cycle: 1, next_delivery_date: '2026-09-08', created_at: clock.now() }
  const { id } = await insertSubscribedMember(db, ctx, again)
  await runDailyDeliveries(ctx)
  await deliverCurrentCycle(ctx, id)
  await db.update(subscription).set({ customer_id }).where(eq(subscription.id, id))
  const manager = await operatorContext(db, 'manager', { clock })
  const begun = async (choice: 'without' | 'only' | 'with') => {
    const { total } = await showReport(manager, {
      report: 'cohorts',
      from: '2026-08-01',
      to: '2026-10-31',
      switched: choice,
    })
    return total![0]!.value
  }
  expect([await begun('without'), await begun('only'), await begun('with')]).toEqual([2 - switched, switched, 2])
})
