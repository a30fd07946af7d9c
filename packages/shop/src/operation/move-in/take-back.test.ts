import { randomUUID } from 'node:crypto'
import { openDatabase } from '@kushi/db/connect'
import { access_token, consent_event, customer, customer_address, customer_note } from '@kushi/db/schema/customer'
import { moved_row } from '@kushi/db/schema/move-in'
import { audit_event } from '@kushi/db/schema/operator'
import { order_note, orders } from '@kushi/db/schema/order'
import { point_account } from '@kushi/db/schema/point'
import { subscription, subscription_cycle } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { memberActor, withMemberActor } from '../../actor.ts'
import { findFigureDifferences } from '../../growth/report/figures.ts'
import { setCustomerRank } from '../../people/customer/admin/change-customer.ts'
import { placeOrder, placeOrderWithOptions } from '../../sales/checkout/place-order.ts'
import { placePhoneOrder, previewPhoneOrder } from '../../sales/subscription/admin/order-for-member.ts'
import { endSubscription } from '../../sales/subscription/end-subscription.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { secretBox } from '../../secret-box.ts'
import { commandLineContext } from '../../testing/admin-context.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { findCounterDifferences } from '../../testing/counters.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { givePoints } from '../../testing/give-points.ts'
import { findJournalDifferences } from '../../testing/journal-differences.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { runMoveIn } from './move-in.ts'
import { rehearseMoveInRevert, revertMoveIn } from './revert-move-in.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database

let clock = testClock('2026-11-30')
let ledger = fakeCardProvider()
/** Each test has a former system and members of its own. */
let round = 0
const make = (on = db) => ({
  ...commandLineContext(testContext(on, { clock, ports: ledger.ports() })),
  secrets: secretBox(['0'.repeat(32)]),
})
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, moved_row, ledger_entry', { restart: true })
  clock = testClock('2026-11-30')
  ledger = fakeCardProvider()
  round++
})

const csv = (name: string, heads: string, ...rows: string[]) => ({
  name,
  async *open() {
    yield Buffer.from([heads, ...rows].join('\n'))
  },
})
const home = '248-0006,神奈川県,鎌倉市小町,1-2-3,09000000001'
const memberFile = (...numbers: number[]) =>
  csv(
    'members.csv',
    '会員番号,メールアドレス,姓,名,郵便番号,都道府県,市区町村,番地,電話番号,GMO会員ID,メルマガ,ポイント,登録日時',
    ...numbers.map(
      (n) => `${n},b${n}@back${round}.example,椿,花子${n},${home},gmo-b${round}-${n},1,${n}00,2020-04-01 10:00`,
    ),
  )
const addressFile = csv(
  'addresses.csv',
  'お届け先番号,会員番号,姓,名,郵便番号,都道府県,市区町村,番地,電話番号',
  'A1,1,椿,太郎,1000001,東京,千代田区,1-1,0312345678',
)
const contract = (n: number, { next = '2026-12-15', status = '有効', quantity = 2 } = {}) =>
  `T${n},${n},${status},4,${next},日付,1,15,TN-OIL-N030,${quantity},1500,クレジットカード,0,660`
const contractFile = (...rows: string[]) =>
  csv(
    'subscriptions.csv',
    '定期番号,会員番号,ステータス,回数,次回お届け予定日,周期,間隔,日,商品コード,数量,単価,お支払方法,GMOカード連番,送料',
    ...rows,
  )
const orderFile = (...numbers: number[]) =>
  csv(
    'orders.csv',
    '注文番号,会員番号,注文日時,状態,定期番号,回数,商品コード,数量,単価,送料,合計,お支払方法,お届け日',
    ...numbers.map(
      (n) =>
        `B${round}-${n},${n},2026-10-05 10:00,発送済み,T${n},3,TN-OIL-N030,2,1500,660,3660,クレジットカード,2026-10-15`,
    ),
  )
const system = () => `旧店${round}`
const move = (files: ReturnType<typeof csv>[], former_system = system()) =>
  runMoveIn(make(), { files, former_system, magic: null, refused: 0 })
const whole = () => [memberFile(1, 2, 3), addressFile, contractFile(contract(1), contract(2)), orderFile(1, 2)]
const takeBack = (on = db) => revertMoveIn(make(on), { former_system: system() })
const rehearse = () => rehearseMoveInRevert(make(), { former_system: system() })
const idOf = async (kind: 'member' | 'subscription' | 'order' | 'address', no: string) => {
  const named = and(eq(moved_row.former_system, system()), eq(moved_row.kind, kind), eq(moved_row.foreign_no, no))
  const [row] = await db.select({ id: moved_row.row_id }).from(moved_row).where(named)
  return row!.id
}
const membersLeft = async () => {
  const mine = and(eq(moved_row.former_system, system()), eq(moved_row.kind, 'member'))
  const rows = await db
    .select({ no: moved_row.foreign_no })
    .from(moved_row)
    .where(mine)
    .orderBy(asc(moved_row.foreign_no))
  return rows.map(({ no }) => no)
}

/** Every row of the shop without its generated ids, by table: equal before a move and after it was taken back. */
async function everything(): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (['audit_event', 'rate_limit', 'sales_due'].includes(name)) continue
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`,
    )
    const plain = rows.map(({ row }) =>
      JSON.stringify(Object.entries(row).filter(([key]) => !GENERATED.test(key))).replace(/withdrawn:\d+/, 'withdrawn'),
    )
    if (plain.length > 0) all[name] = plain.sort()
  }
  return all
}
const GENERATED = /^(id|row_id|customer_id|order_id|subscription_id|first_order_id|event_id|billing_key|list_no)$/

test('moved in, taken back, moved in: nothing is left of the first, and the second is the same', async () => {
  const before = await everything()
  await move(whole())
  const after = await everything()
  expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length)
  const going = { members: 3, addresses: 1, subscriptions: 2, orders: 2, stay_count: 0, staying: [] }
  expect(await rehearse()).toMatchObject(going)
  expect(await everything()).toEqual(after)
  expect(await takeBack()).toMatchObject(going)
  expect(await everything()).toEqual(before)
  await move(whole())
  expect(await everything()).toEqual(after)
  expect(await loadQueuedMails(db)).toEqual([])
  const trail = await db.select().from(audit_event).where(eq(audit_event.subject_name, '移行の取り消し'))
  expect(trail).toMatchObject([
    { subject: 'move_in', subject_id: system(), after: { count: 3, first: '1', last: '3' } },
  ])
})

test('whoever has only orders there comes, goes and comes with them', async () => {
  const before = await everything()
  const files = () => [
    memberFile(1),
    csv(
      'orders.csv',
      '注文番号,会員番号,会員メールアドレス,注文日時,状態,商品コード,数量,単価,合計,姓,名,郵便番号,都道府県,市区町村,番地,電話番号',
      ...['G1,,', `G2,,n@back${round}.example`, 'G3,77,'].map(
        (who) =>
          `${who},2026-10-05 10:00,発送済み,TN-OIL-N030,1,1500,1500,椿,太郎,248-0006,神奈川県,鎌倉市小町,9-9,09000000009`,
      ),
    ),
  ]
  const run = () =>
    runMoveIn(make(), {
      files: files(),
      former_system: system(),
      magic: null,
      refused: 0,
      with_guests: true,
      with_departed: true,
    })
  await run()
  const after = await everything()
  expect(after.person_sign).toHaveLength(1)
  expect(await takeBack()).toMatchObject({ members: 1, non_members: 3, orders: 3, stay_count: 0 })
  expect(await everything()).toEqual(before)
  await run()
  expect(await everything()).toEqual(after)
})

test('books, counters and figures agree after a move was taken back in a shop that sells', async () => {
  await move([memberFile(9), contractFile(contract(9))], 'よその店')
  clock.move(6)
  expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 1 })
  const next = '2027-01-15'
  await move([memberFile(1, 2, 3), contractFile(contract(1, { next }), contract(2, { next })), orderFile(1, 2)])
  expect(await takeBack()).toMatchObject({ members: 3, subscriptions: 2, orders: 2 })
  expect(await Array.fromAsync(findFigureDifferences(make()))).toEqual([])
  expect(await findCounterDifferences(db)).toEqual([])
  expect((await findJournalDifferences(await operatorContext(db, 'manager', {}))).wrong).toEqual([])
  // What came from elsewhere is nobody's business here.
  expect(await db.$count(moved_row, eq(moved_row.former_system, 'よその店'))).toBe(2)
})

/** What somebody may have done with member 1 since, and how it is said. */
const lives: [
  what: string,
  reason: string,
  (ids: { member: number; contract: number; order: number }) => Promise<unknown>,
][] = [
  [
    'logged in',
    'ログイン中の端末',
    ({ member }) =>
      db.insert(access_token).values({
        shop_id: 2,
        token_hash: Buffer.from(`token-${round}`),
        customer_id: member,
        provider: 'customer',
        expires_at: new Date('2027-01-01'),
      }),
  ],
  [
    'proved the e-mail',
    'メールアドレスの確認',
    ({ member }) => set(customer, member, { email_verified_at: clock.now() }),
  ],
  ['is leaving', '退会', ({ member }) => set(customer, member, { leaving_at: clock.now() })],
  ['linked LINE', 'LINEの連携', ({ member }) => set(customer, member, { line_id: `U${round}` })],
  [
    'took in another member',
    '統合した会員',
    async ({ member }) => {
      const [other] = (await insertMembers(db, 1)) as [number]
      return set(customer, other, { merged_into_id: member, withdrawn_at: clock.now() })
    },
  ],
  ['was blocked', '利用停止', ({ member }) => set(customer, member, { blocked_at: clock.now() })],
  [
    'has a note',
    'メモ',
    async ({ member }) => {
      const { operator } = await operatorContext(db, 'manager', {})
      const note = { shop_id: 2, customer_id: member, body: '電話', operator_id: operator.id, created_at: clock.now() }
      return db.insert(customer_note).values(note)
    },
  ],
  [
    'was given a rank',
    '管理画面での変更',
    async ({ member }) =>
      setCustomerRank(await operatorContext(db, 'manager', {}), {
        id: member,
        customer_rank_id: 1,
        reason: '常連',
      } as never),
  ],
  [
    'has another address',
    'お届け先の追加',
    async ({ member }) => {
      const [{ id: _, is_default: __, ...own }] = (await db
        .select()
        .from(customer_address)
        .where(and(eq(customer_address.customer_id, member), eq(customer_address.is_default, true)))) as never as [
        typeof customer_address.$inferSelect,
      ]
      return db.insert(customer_address).values({ ...own, is_default: false })
    },
  ],
  [
    'wants no more news',
    'お知らせへの同意の変更',
    ({ member }) =>
      db.insert(consent_event).values({
        ...{ shop_id: 2, customer_id: member, channel: 'mail', is_given: false, screen: 'unsubscribe' as never },
        ...memberActor(member),
        created_at: clock.now(),
      } as never),
  ],
  ['was given points', 'ポイントの増減', ({ member }) => givePoints(db, member, 50)],
  [
    'was sent a mail',
    'お送りしたメール・LINE',
    ({ member }) =>
      db
        .insert(outbox)
        .values({ shop_id: 2, kind: 'mail', dedupe_key: `back-${round}`, payload: {}, customer_id: member }),
  ],
  [
    'was told of the next delivery',
    '定期便のお届けのお知らせ',
    ({ contract: subscription_id }) => db.insert(subscription_cycle).values({ shop_id: 2, subscription_id, cycle: 4 }),
  ],
  ['changed the contract', '定期便の変更', ({ contract: id }) => endSubscription(make(), { id, reason: '電話' })],
  [
    'an order was changed',
    '注文の変更',
    ({ order }) => set(orders, order, { status: 'returned', updated_at: clock.now() }),
  ],
  [
    'an order has a note',
    '注文の社内メモ',
    async ({ order }) => {
      const { operator } = await operatorContext(db, 'manager', {})
      const note = { shop_id: 2, order_id: order, body: '電話', operator_id: operator.id, created_at: clock.now() }
      return db.insert(order_note).values(note)
    },
  ],
  ['ordered', '移行のあとの注文', async ({ member }) => buy(member)],
  [
    'a delivery was arranged and charged',
    '移行のあとの注文',
    async () => {
      clock.move(6)
      expect(await runDailyDeliveries(make())).toMatchObject({ arranged: 1 })
    },
  ],
]
const set = (table: typeof customer | typeof orders, id: number, values: object) =>
  db
    .update(table)
    .set(values as never)
    .where(and(eq(table.shop_id, 2), eq(table.id, id)))
const buyer = (id: number, on = db) =>
  withMemberActor(testContext(on, { customer_id: id, clock, ports: ledger.ports() }), id)
const buy = async (id: number) => {
  const ctx = buyer(id)
  return placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
}

test.each(lives)('who %s stays whole, and it is said why: %s; the others go', async (_, reason, live) => {
  await move([memberFile(1, 2), addressFile, contractFile(contract(1)), orderFile(1)])
  const ids = {
    member: await idOf('member', '1'),
    contract: await idOf('subscription', 'T1'),
    order: await idOf('order', `B${round}-1`),
  }
  await live(ids)
  const stays = { stay_count: 1, staying: [{ member_no: '1', customer_id: ids.member }], members: 1, subscriptions: 0 }
  const rehearsed = await rehearse()
  expect(rehearsed).toMatchObject(stays)
  expect(rehearsed.staying[0]!.reasons.join()).toContain(reason)
  const before = await db.select().from(moved_row).where(eq(moved_row.former_system, system()))
  expect(await takeBack()).toMatchObject(stays)
  expect(await membersLeft()).toEqual(['1'])
  const left = await db.select().from(moved_row).where(eq(moved_row.former_system, system()))
  expect(left).toEqual(before.filter(({ kind, foreign_no }) => kind !== 'member' || foreign_no === '1'))
  expect(await db.$count(orders, eq(orders.id, ids.order))).toBe(1)
  expect(await db.$count(point_account, eq(point_account.customer_id, ids.member))).toBe(1)
  // The same files bring the one who went, and only that one.
  expect((await move([memberFile(1, 2)])).files).toMatchObject([{ taken: 1, already: 1 }])
})

test('what a newer export changed or ended goes with the rest; what was changed here before it ended, stays', async () => {
  await move([memberFile(1, 2, 3), contractFile(contract(1), contract(2), contract(3))])
  const changed = await idOf('subscription', 'T3')
  await db.update(subscription).set({ version: 2 }).where(eq(subscription.id, changed))
  const newer = contractFile(
    contract(1, { quantity: 3 }),
    contract(2, { status: '解約' }),
    contract(3, { status: '解約' }),
  )
  expect((await move([memberFile(1, 2, 3), newer])).files.at(-1)).toMatchObject({ changed: 3 })
  expect(await takeBack()).toMatchObject({ members: 2, subscriptions: 2, staying: [{ member_no: '3' }] })
})

test('a system that nothing came from is refused', async () => {
  await expect(rehearse()).rejects.toMatchObject({ fields: [{ path: 'former_system' }] })
})

test('killed in the middle, nobody is there by half; the next run ends it', async () => {
  const numbers = Array.from({ length: 1200 }, (_, n) => n + 1)
  await move([memberFile(...numbers), addressFile])
  const cut = (done: number) => {
    if (done === 1000) throw new Error('cut')
  }
  await expect(revertMoveIn(make(), { former_system: system(), progress: cut })).rejects.toThrow('cut')
  const left = await membersLeft()
  expect(left).toHaveLength(200)
  expect(await db.$count(customer, sql`email like ${`%@back${round}.example`}`)).toBe(200)
  expect(await takeBack()).toMatchObject({ members: 200, stay_count: 0 })
  expect(await db.$count(customer, sql`email like ${`%@back${round}.example`}`)).toBe(0)
  expect(await db.$count(moved_row, eq(moved_row.former_system, system()))).toBe(0)
})

test('an order that is being written wins: its member stays', async () => {
  await move([memberFile(1, 2)])
  const id = await idOf('member', '1')
  const ctx = buyer(id, second.db)
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const also = async () => {
    written.resolve()
    await go.promise
  }
  const placing = placeOrderWithOptions(ctx, request, { also })
  await Promise.race([written.promise, placing])
  const report = await takeBack()
  go.resolve()
  await placing
  expect(report).toMatchObject({
    members: 1,
    staying: [{ member_no: '1', reasons: [expect.stringContaining('使われて')] }],
  })
  expect(await db.$count(orders, eq(orders.customer_id, id))).toBe(1)
  expect(await takeBack()).toMatchObject({ members: 0, stay_count: 1 })
})

test('a member who is being taken back orders nothing', async () => {
  await move([memberFile(1)])
  const id = await idOf('member', '1')
  const ctx = buyer(id, second.db)
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  let placing: Promise<PromiseSettledResult<unknown>[]> | undefined
  const removed = async () => {
    placing = Promise.allSettled([placeOrder(ctx, request)])
    // It waits for the member's row.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  expect(await revertMoveIn(make(), { former_system: system(), removed })).toMatchObject({ members: 1 })
  expect((await placing!)[0]).toMatchObject({ status: 'rejected' })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 401 })
  expect(await db.$count(orders, eq(orders.customer_id, id))).toBe(0)
})

test('an operator who orders for a member in that moment reads why there is no order', async () => {
  await move([memberFile(1)])
  const id = await idOf('member', '1')
  const desk = await operatorContext(second.db, 'manager', { clock, ports: ledger.ports() })
  const request = { ...testOrderDraft(), id, payment_method_id: null } as never as Parameters<
    typeof previewPhoneOrder
  >[1]
  const seen = await previewPhoneOrder(desk, request)
  const asked = {
    ...request,
    idempotency_key: randomUUID(),
    third_party_consent: false,
    shown_payment_total: seen.summary.payment_total,
    shown_delivery_date: seen.first_delivery_date,
    shown_following_total: null,
  } as never as Parameters<typeof placePhoneOrder>[1]
  let placing: Promise<PromiseSettledResult<unknown>[]> | undefined
  const removed = async () => {
    placing = Promise.allSettled([placePhoneOrder(desk, asked)])
    // It waits for the member's row.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  expect(await revertMoveIn(make(), { former_system: system(), removed })).toMatchObject({ members: 1 })
  expect((await placing!)[0]).toMatchObject({
    status: 'rejected',
    reason: { status: 404, message: expect.stringContaining('移行の取り消し') },
  })
})

test('the day of arrangement and the take-back at the same moment: each contract is charged or gone, never both', async () => {
  const numbers = Array.from({ length: 30 }, (_, n) => n + 1)
  await move([memberFile(...numbers), contractFile(...numbers.map((n) => contract(n)))])
  clock.move(6)
  const [report, day] = await Promise.all([takeBack(second.db), runDailyDeliveries(make())])
  expect(day).toMatchObject({ broken: 0 })
  const left = await membersLeft()
  expect(report.members + left.length).toBe(30)
  const theirs = db
    .select({ id: customer.id })
    .from(customer)
    .where(sql`email like ${`%@back${round}.example`}`)
  expect(await db.$count(customer, inArray(customer.id, theirs))).toBe(left.length)
  const charged = ledger.charged().length
  expect(await db.$count(orders, and(inArray(orders.customer_id, theirs), isNull(orders.idempotency_key)))).toBe(
    charged,
  )
  expect(await rehearse().catch(() => ({ stay_count: 0 }))).toMatchObject({ stay_count: charged })
})
