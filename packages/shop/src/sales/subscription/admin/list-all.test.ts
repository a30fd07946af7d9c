import { customer } from '@kushi/db/schema/customer'
import { billing_attempt } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testContext } from '../../../testing/context.ts'
import { operatorContext, parseListQuery } from '../../../testing/operator.ts'
import { insertSubscribedMember } from '../../../testing/subscription.ts'
import { listAllSubscriptions } from './list-all.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const manager = await operatorContext(db)
const list = (search: string, ctx = manager) =>
  listAllSubscriptions(ctx, parseListQuery('GET /admin/v1/subscriptions', search) as never)

/** Names of the test's own subscriptions found by a search, in its order. */
const names: Record<number, string> = {}
const found = async (search: string, ctx = manager) =>
  (await list(search, ctx)).items.flatMap(({ id }) => names[id] ?? [])

const base = testContext(db)
const add = async (
  name: string,
  more: Parameters<typeof insertSubscribedMember>[2],
  items?: Parameters<typeof insertSubscribedMember>[3],
  member: Partial<typeof customer.$inferInsert> = { company_name: null },
) => {
  const { id, member: ctx } = await insertSubscribedMember(db, base, more, items)
  await db.update(customer).set(member).where(eq(customer.id, ctx.customer_id))
  names[id] = name
  return id
}
const fail = (subscription_id: number, attempt: number, failure: string, retry_on: string | null) =>
  db.insert(billing_attempt).values({
    shop_id: 2,
    subscription_id,
    cycle: 2,
    attempt,
    outcome: 'failed' as const,
    failure,
    retry_on,
    payment_method_id: 1,
    card_seq: 0,
    tried_on: '2026-11-20',
  })

let normal = 0
let refused = 0
beforeAll(async () => {
  const cash = { payment_method_id: null, card_seq: null }
  const at = (n: number) => new Date(`2026-10-0${n}T09:00:00+09:00`)
  normal = await add('normal', { next_delivery_date: '2026-12-12', created_at: at(1) }, [
    { product_sku_id: 101 },
    { product_sku_id: 120, quantity: 2 },
  ])
  refused = await add(
    'refused',
    { summary_status: 2, next_delivery_date: '2026-12-01', created_at: at(2) },
    undefined,
    {
      name01: '鵜飼',
      name02: '瑠璃',
      kana01: 'うかい',
      kana02: 'るり',
      email: 'ukai@example.com',
    },
  )
  const empty = await add('empty', { summary_status: 3, next_delivery_date: '2026-12-02', created_at: at(3), ...cash })
  await add('paused', { summary_status: 5, next_delivery_date: '2026-12-20', created_at: at(4) })
  await add('over', { summary_status: 6, next_delivery_date: '2026-11-01', created_at: at(5), name01: '贈先' })
  await add('unborn', { summary_status: 0, next_delivery_date: '2026-12-12', created_at: at(6) })
  await fail(refused, 1, 'unusable', null)
  await fail(refused, 2, 'limit', '2026-11-25')
  await fail(empty, 1, 'out_of_stock', null)
})

test.each<[string, string[]]>([
  ['', ['over', 'refused', 'empty', 'normal', 'paused']],
  ['sort=-created_at', ['over', 'paused', 'empty', 'refused', 'normal']],
  ['summary_status=2&summary_status=3', ['refused', 'empty']],
  ['summary_status=5', ['paused']],
  ['failure=limit', ['refused']],
  ['failure=unusable', []],
  ['failure=out_of_stock&failure=limit', ['refused', 'empty']],
  ['retry_on_from=2026-11-25&retry_on_to=2026-11-25', ['refused']],
  ['retry_on_from=2026-11-26', []],
  ['payment_method_id=0', ['empty']],
  ['payment_method_id=0&payment_method_id=1&summary_status=3', ['empty']],
  ['next_delivery_date_from=2026-12-12&next_delivery_date_to=2026-12-12', ['normal']],
  ['product_code=TN-CMB', ['normal']],
  ['product_code=tn-cmb', ['normal']],
  ['product_code=%25', []],
  ['created_at_from=2026-10-04&created_at_to=2026-10-04', ['paused']],
  ['customer_id=abc', []],
  ['q=鵜飼', ['refused']],
  ['q=ウカイ るり', ['refused']],
  ['q=ukai@', ['refused']],
  ['q=贈先', ['over']],
  ['q=飼', []],
])('%s shows %j', async (search, expected) => {
  expect(await found(search)).toEqual(expected)
})

test('by number, and by member', async () => {
  // A number may also be the beginning of an e-mail. An operator who may not see names finds only the contract.
  expect(await found(`q=${refused}`)).toContain('refused')
  expect(await found(`q=${refused}`, await operatorContext(db, 'viewer'))).toEqual(['refused'])
  const row = (await list(`q=${normal}`)).items.find(({ id }) => id === normal)
  expect(await found(`customer_id=${row!.customer_id}`)).toEqual(['normal'])
})

test('a row shows the next delivery and the next step', async () => {
  const rows = (await list('')).items
  const of = (id: number) => rows.find((row) => row.id === id)!
  expect(of(normal)).toMatchObject({
    pieces: 3,
    summary_status_name: '継続中',
    pattern_label: '30日ごと',
    failure_name: null,
    next_step: { text: '12月2日(水)まで変更できます', tone: 'quiet' },
  })
  expect(of(normal).items_text).toMatch(/^純椿油.* ほか1点$/)
  expect(of(refused)).toMatchObject({
    customer_name: '鵜飼 瑠璃',
    failure_name: 'カードの限度額・残高',
    retry_on: '2026-11-25',
    next_step: { text: '11月25日(水)に自動でもう一度試します', tone: 'attention' },
  })
})

test('names are masked for operators without permission, who can’t search by name', async () => {
  const viewer = await operatorContext(db, 'viewer')
  const [row] = (await list(`q=${refused}`, viewer)).items
  expect(row!.customer_name).toBe('鵜＊＊')
  expect(await found('q=鵜飼', viewer)).toEqual([])
})

test('page by page every subscription once', async () => {
  const seen: number[] = []
  let after = ''
  do {
    const page = await list(`per_page=2${after && `&after=${after}`}`)
    seen.push(...page.items.map(({ id }) => id))
    after = page.next ?? ''
  } while (after)
  expect(seen).toHaveLength((await list('')).total)
  expect(new Set(seen).size).toBe(seen.length)
})

test('another shop shows none of them', async () => {
  expect(await found('', { ...manager, shop_id: 3 })).toEqual([])
})
