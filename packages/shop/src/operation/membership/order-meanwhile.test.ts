import { openDatabase } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { order_point, point_entry } from '@kushi/db/schema/point'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_use } from '@kushi/db/schema/promotion'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { placeOrder, placeOrderWithOptions } from '../../sales/checkout/place-order.ts'
import { cancelOrder } from '../../sales/fulfilment/cancel-order.ts'
import { markOrdersDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { refundOneOrder } from '../../sales/refund/admin/refund-order.ts'
import { testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { givePoints } from '../../testing/give-points.ts'
import { waitForLockWaiters } from '../../testing/lock-waits.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertPaidOrder } from '../../testing/paid-order.ts'
import { insertShipmentRow } from '../../testing/rows.ts'
import { endMembership } from './internal/end-membership.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const ctx = testContext(second.db)
const support = await operatorContext(second.db, 'support')

const ends = {
  退会: (from: number) => second.db.transaction((tx) => endMembership(tx, ctx, { shop_id: 2, customer_id: from })),
  統合: (from: number, id: number) => mergeWithIdentityChecks(support, id, from),
}

/** Waits until this number of connections is waiting for a lock. */
const waiting = (count: number) => waitForLockWaiters(database, count)

const monthly = { subscription_division_id: 1, param1: 2, param2: 10, param3: null }
const once = testOrderDraft()
const regular = testOrderDraft({ is_subscription: true, delivery_pattern: monthly } as never)

async function buyer(wanted: typeof once) {
  const [to, from] = (await insertMembers(db, 2)) as [number, number]
  const member = withMemberActor(testContext(db, { customer_id: from }), from)
  return { to, from, member, request: await confirmedOrderInput(member, wanted) }
}
const ownersOf = async (table: typeof orders | typeof subscription, ids: number[]) =>
  (await db.select({ owner: table.customer_id }).from(table)).map(({ owner }) => owner).filter((id) => ids.includes(id))
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock

test.each([
  ['退会', 'once', once],
  ['統合', 'once', once],
  ['退会', 'a subscription', regular],
  ['統合', 'a subscription', regular],
] as const)('an order is being written when a %s begins, of %s: that waits, and sees it', async (end, _, wanted) => {
  const { to, from, member, request } = await buyer(wanted)
  const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const also = async () => {
    written.resolve()
    await go.promise
  }
  const placing = placeOrderWithOptions(member, request, { also })
  await Promise.race([written.promise, placing])
  const ending = Promise.allSettled([ends[end](from, to)])
  await waiting(1)
  go.resolve()
  await placing
  const [ended] = await ending
  if (end === '退会') expect(ended).toMatchObject({ reason: { error: 'ERROR_WITHDRAWAL_REFUSED' } })
  else expect(ended.status).toBe('fulfilled')
  const owner = end === '退会' ? from : to
  expect(await ownersOf(orders, [from, to])).toEqual([owner])
  expect(await ownersOf(subscription, [from, to])).toEqual(wanted === regular ? [owner] : [])
})

test.each([
  ['退会', 'once', once],
  ['統合', 'once', once],
  ['退会', 'a subscription', regular],
  ['統合', 'a subscription', regular],
] as const)('a %s is being written when an order begins, of %s: the order is not written', async (end, _, wanted) => {
  const { to, from, member, request } = await buyer(wanted)
  const before = await stock()
  const holding = await database.pool.connect()
  // Both transactions write to this table near their end.
  await holding.query('begin; lock table security_event in share row exclusive mode')
  const ending = ends[end](from, to)
  await waiting(1)
  const placing = Promise.allSettled([placeOrder(member, request)])
  await waiting(2)
  await holding.query('commit')
  holding.release()
  await ending
  expect((await placing)[0]).toMatchObject({ reason: { status: 401 } })
  expect(await ownersOf(orders, [from, to])).toEqual([])
  expect(await ownersOf(subscription, [from, to])).toEqual([])
  expect(await stock()).toBe(before)
})

const ledger = fakeCardProvider()
const desk = await operatorContext(db, 'manager', { ports: ledger.ports() })
const back = { by_hand: false, seen: { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 } }
const changes = {
  キャンセル: async (order_no: string) => (await cancelOrder(desk, { order_no, notify: true })).status,
  返金: async (_: string, id: number) =>
    (
      await refundOneOrder(desk, {
        id,
        ...back,
        refund: { kind: 'reduction', amount: 500 },
        notify: true,
        decision_reason: 'お詫び',
      })
    ).status,
  お届け済み: async (_: string, id: number) => {
    await markOrdersDelivered(desk, { ids: [id], isTried: false })
    return 'delivered'
  },
}

test.each([
  ['キャンセル', 'received', 'authorised', 'cancelled'],
  ['返金', 'shipped', 'captured', 'shipped'],
  ['お届け済み', 'shipped', 'captured', 'delivered'],
] as const)('a %s and a merge of its member at the same moment: each is done', async (change, status, paid, after) => {
  const order = await insertPaidOrder(db, ledger, status, paid)
  if (status === 'shipped') await insertShipmentRow(db, order.id)
  const [to] = (await insertMembers(db, 1)) as [number]
  const holding = await database.pool.connect()
  // The merge has locked both members by then, and not yet the order.
  await holding.query('begin; lock table cart_item in share row exclusive mode')
  const ending = ends.統合(order.customer_id, to)
  await waiting(1)
  const changing = changes[change](order.order_no, order.id)
  await waiting(2)
  await holding.query('commit')
  holding.release()
  expect(await Promise.allSettled([ending, changing])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled', value: after },
  ])
  const [now] = await db.select().from(orders).where(eq(orders.id, order.id))
  expect(now).toMatchObject({ status: after, customer_id: to })
})

test('a 返品 of a friend’s order and a merge of the introducer at the same moment: each is done', async () => {
  const [introducer, other] = (await insertMembers(db, 2)) as [number, number]
  const order = await insertPaidOrder(db, ledger, 'shipped', 'captured')
  await insertShipmentRow(db, order.id)
  const [chosen] = await db
    .insert(promotion)
    .values({
      shop_id: 2,
      promotion_name: 'お友だち紹介',
      status: 'active',
      trigger: 'link',
      audience: 'new',
      starts_at: order.created_at,
      effect: { kind: 'yen', yen: 500 },
      created_at: order.created_at,
      updated_at: order.created_at,
    })
    .returning()
  const of = { shop_id: 2, order_id: order.id }
  await db.insert(promotion_use).values({
    ...of,
    promotion_id: chosen!.id,
    customer_id: order.customer_id,
    yen: 500,
    is_counted: true,
    terms: {} as never,
    introducer_id: introducer,
    introducer_points: 300,
    created_at: order.created_at,
  })
  // The points of both are granted.
  await db.insert(order_point).values({ ...of, used: 0, rate: 1, days: 14, points: 50, settled_at: order.created_at })
  for (const customer_id of [introducer, order.customer_id]) await givePoints(db, customer_id, 300)
  const holding = await database.pool.connect()
  await holding.query('begin; lock table cart_item in share row exclusive mode')
  const ending = ends.統合(introducer, other)
  await waiting(1)
  const returning = refundOneOrder(desk, {
    id: order.id,
    ...back,
    refund: { kind: 'return', restock: true, keep_subscription: false },
    notify: false,
    decision_reason: '返品',
  })
  await waiting(2)
  await holding.query('commit')
  holding.release()
  expect(await Promise.allSettled([ending, returning])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled', value: { status: 'returned' } },
  ])
  const taken = await db.select().from(point_entry).where(eq(point_entry.point_kind, 'unrefer'))
  expect(taken).toMatchObject([{ customer_id: other, points: -300 }])
})
