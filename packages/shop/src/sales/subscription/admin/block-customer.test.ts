import { customer } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { unblockCustomer } from '../../../people/customer/admin/change-customer.ts'
import { testClock, testContext } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertSubscriptionRow } from '../../../testing/rows.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../../testing/subscription.ts'
import { blockCustomer } from './block-customer.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const clock = testClock('2026-11-21')
const ctx = { ...(await operatorContext(db, 'manager', { clock })), afterwards: () => undefined }
const base = testContext(db, { clock })
const { normal, settlement_error, pause } = SUBSCRIPTION_STATUS

/** A member with two running subscriptions, one that failed, one that is paused and one whose delivery is arranged. */
async function standing() {
  const { id: first, member } = await insertSubscribedMember(db, base, { next_delivery_date: '2026-12-29' })
  const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  const add = (more: object) =>
    insertSubscriptionRow(db, row!, { payment_method_id: 1, next_delivery_date: '2026-12-29', ...more })
  const others = [
    await add({}),
    await add({ summary_status: settlement_error }),
    await add({ summary_status: pause }),
    await add({ next_delivery_date: '2026-11-24' }),
  ]
  return { id: row!.id, subscriptions: [first, ...others] }
}
const statusesOf = (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await loadSubscriptionRow(db, id)).summary_status))
const trailOf = async (id: number) =>
  (
    await db
      .select()
      .from(audit_event)
      .where(and(eq(audit_event.subject, 'customer'), eq(audit_event.subject_id, String(id))))
  ).map(({ after }) => after)

test('a member is blocked, and with them what can be paused; what is arranged goes on, and is named', async () => {
  const { id, subscriptions } = await standing()
  const detail = await blockCustomer(ctx, { id, reason: '転売', pause_subscriptions: true })
  expect(detail.blocked_at).not.toBeNull()
  expect(await statusesOf(subscriptions)).toEqual([pause, pause, pause, pause, normal])
  expect(detail.not_paused).toEqual([
    { id: subscriptions[4], reason: expect.stringContaining('発送の手配が済んでいる') },
  ])
  expect(await trailOf(id)).toMatchObject([{ is_blocked: true, paused_subscriptions: subscriptions.slice(0, 3) }])
  expect(await db.$count(outbox, eq(outbox.customer_id, id))).toBe(0)
  // Unblocking starts nothing again.
  await unblockCustomer(ctx, { id })
  expect(await statusesOf(subscriptions)).toEqual([pause, pause, pause, pause, normal])
})

test('one that another change holds goes on, and is named', async () => {
  const { id, subscriptions } = await standing()
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('select from subscription where shop_id = 2 and id = $1 for update', [subscriptions[1]])
  const { not_paused } = await blockCustomer(ctx, { id, reason: '転売', pause_subscriptions: true })
  await holding.query('rollback')
  holding.release()
  expect(not_paused).toEqual([
    { id: subscriptions[1], reason: 'ほかの処理が進んでいるため、休止できませんでした。' },
    expect.objectContaining({ id: subscriptions[4] }),
  ])
  expect(await statusesOf(subscriptions)).toEqual([pause, normal, pause, pause, normal])
})

test('unless it is asked for, subscriptions go on', async () => {
  const { id, subscriptions } = await standing()
  const before = await statusesOf(subscriptions)
  await blockCustomer(ctx, { id, reason: '転売', pause_subscriptions: false })
  expect(await statusesOf(subscriptions)).toEqual(before)
  expect((await trailOf(id))[0]).not.toHaveProperty('paused_subscriptions')
})

test('who may not change subscriptions pauses none, and a member who left or is of another shop is none', async () => {
  const { id, subscriptions } = await standing()
  const asked = { id, reason: '転売', pause_subscriptions: true }
  const permissions = ctx.operator.permissions.filter((one) => one !== 'subscription.write')
  const without = { ...ctx, operator: { ...ctx.operator, permissions } }
  await expect(blockCustomer(without, asked)).rejects.toMatchObject({ status: 403 })
  await expect(blockCustomer({ ...ctx, shop_id: 3 }, asked)).rejects.toMatchObject({ status: 404 })
  await db.update(customer).set({ withdrawn_at: new Date() }).where(eq(customer.id, id))
  await expect(blockCustomer(ctx, asked)).rejects.toMatchObject({ status: 404 })
  expect((await statusesOf(subscriptions))[0]).toBe(normal)
})
