import type { Report, ReportQuery } from '@kushi/contract/admin/report'
import { ad_campaign } from '@kushi/db/schema/advertisement'
import { sales_due } from '@kushi/db/schema/ledger'
import { sku_cost } from '@kushi/db/schema/product'
import { landing_day } from '@kushi/db/schema/report'
import { billing_attempt } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import type { PaymentRetryCause } from '@kushi/values/payment-retry-cause'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookAllSoldOrders } from '../../accounting/ledger/book.ts'
import { sumOrdersByDay } from '../../accounting/ledger/ordered-days.ts'
import { rollUpSalesDays } from '../../accounting/ledger/roll-up-sales.ts'
import { sumSales } from '../../accounting/ledger/sum-sales.ts'
import { updateProduct } from '../../catalogue/product/admin/save-product.ts'
import { showProduct } from '../../catalogue/product/admin/show-product.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  insertTwoYearsOfShop,
  type TwoYearContract,
  type TwoYearOrder,
  type TwoYearShop,
} from '../../testing/two-year-shop.ts'
import { saveAdCosts } from './admin/ad-costs.ts'
import { exportReport, showReport, showReportRows } from './admin/show-report.ts'
import { findFigureDifferences, rebuildFacts, updateOrderFacts } from './figures.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const today = '2026-11-21'
const clock = testClock(today)
let lived: TwoYearShop

/** 原価 of product 1; that of product 12 is not known, nor is that of its first month. */
const costs = [
  { cost_from: '2025-12-01', unit_cost: 1_000 },
  { cost_from: '2026-06-01', unit_cost: 1_250 },
]
const costOf = ({ product_id, shipped }: TwoYearOrder) =>
  product_id === 1 ? (costs.findLast(({ cost_from }) => cost_from <= shipped!)?.unit_cost ?? null) : null

beforeAll(async () => {
  await emptyTables(
    db.$client,
    'ledger_entry, sales_day, product_day, sales_due, order_fact, subscription_fact, customer_fact, subscription, orders, outbox',
  )
  lived = await insertTwoYearsOfShop(db, { members: 500, today })
  await db.insert(sku_cost).values(costs.map((one) => ({ shop_id: 2, product_sku_id: 101, ...one })))
  // Of what comes back in these months a half is put back into stock.
  await db.execute(sql`update order_credit_item set restocked = true where order_item_id % 2 = 0`)
  await bookAllSoldOrders(testContext(db, { clock }))
  await rebuildFacts(testContext(db, { clock }))
  await rollUpSalesDays(testContext(db))
})

const viewer = operatorContext(db, 'manager', { clock })
const show = async (report: Report['report'], query: ReportQuery) => showReport(await viewer, { report, ...query })
const from = '2025-11-01'
const to = '2026-10-31'
const within = (day: string | null) => day !== null && day >= from && day <= to
const total = (one: TwoYearOrder) => one.goods - one.discount + one.fee
const add = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0)
const by = <T>(all: readonly T[], key: (one: T) => string) => Map.groupBy(all, key)
const column = (report: Report, key: string) => report.heads.findIndex((head) => head.key === key)
const table = (report: Report, key: string) =>
  Object.fromEntries(report.rows.map((row) => [row.key, row.cells[column(report, key)]!.value]))

test('every fact follows from the events', async () => {
  const found = []
  for await (const each of findFigureDifferences(testContext(db))) found.push(each)
  expect(found).toEqual([])
})

const counted = (one: TwoYearOrder) => !one.is_cancelled && one.returned === null
const keys: Record<string, (one: TwoYearOrder) => string> = {
  month: (one) => `${one.ordered.slice(0, 7)}-01`,
  method: (one) => String(one.method ?? 0),
  channel: (one) => one.adcd ?? '',
  sort: (one) => (one.subscription_id === null ? 'once' : 'subscription'),
  repeat: (one) =>
    !one.is_cancelled &&
    !lived.orders.some(
      (b) => b.customer_id === one.customer_id && b.id < one.id && b.shipped !== null && !b.is_cancelled,
    )
      ? 'first'
      : 'again',
  cycle: ({ cycle }) =>
    cycle === null ? '0' : cycle <= 3 ? String(cycle) : cycle <= 6 ? '4' : cycle <= 12 ? '7' : '13',
}

test.each(Object.keys(keys))('受注 by %s is what was ordered, neither cancelled nor returned', async (one) => {
  const report = await show('sales', { from, to, view: 'ordered', by: one as 'month' })
  const orders = by(
    lived.orders.filter((order) => within(order.ordered) && counted(order)),
    keys[one]!,
  )
  const expected = (of: (all: TwoYearOrder[]) => number) =>
    Object.fromEntries([...orders].map(([key, all]) => [key, of(all)]))
  expect(table(report, 'orders')).toEqual(expected((all) => all.length))
  expect(table(report, 'amount')).toEqual(expected((all) => add(all.map(total))))
  expect(table(report, 'goods')).toEqual(expected((all) => add(all.map(({ goods }) => goods))))
  expect(table(report, 'discount')).toEqual(expected((all) => 0 - add(all.map(({ discount }) => discount))))
})

test.each(['month', 'method', 'channel', 'sort', 'repeat', 'cycle'] as const)(
  '売上 by %s is what left, less what came back on its own day',
  async (one) => {
    const report = await show('sales', { from, to, view: 'sold', by: one })
    const key = (day: (order: TwoYearOrder) => string) => (order: TwoYearOrder) =>
      one === 'month' ? `${day(order).slice(0, 7)}-01` : keys[one]!(order)
    const sold = lived.orders.filter(({ shipped }) => within(shipped))
    const back = lived.orders.filter(({ returned }) => within(returned))
    const sums = new Map<string, number>()
    const put = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0) + amount)
    for (const order of sold) put(key((x) => x.shipped!)(order), total(order))
    for (const order of back) put(key((x) => x.returned!)(order), order.discount - order.goods)
    expect(table(report, 'amount')).toEqual(Object.fromEntries(sums))
    const counts = by(
      sold,
      key((x) => x.shipped!),
    )
    expect(table(report, 'orders')).toEqual(
      Object.fromEntries([...sums.keys()].map((name) => [name, counts.get(name)?.length ?? 0])),
    )
  },
)

test('売上 by product: each line is its product’s, and the rest is what no product explains', async () => {
  const report = await show('sales', { from, to, view: 'sold', by: 'product' })
  const sold = lived.orders.filter(({ shipped }) => within(shipped))
  const back = lived.orders.filter(({ returned }) => within(returned))
  for (const product_id of [1, 12]) {
    const own = sold.filter((one) => one.product_id === product_id)
    const returned = back.filter((one) => one.product_id === product_id)
    expect(table(report, 'pieces_kept')[product_id]).toBe(
      add(own.map(({ quantity }) => quantity)) - add(returned.map(({ quantity }) => quantity)),
    )
    expect(table(report, 'amount')[product_id]).toBe(
      add(own.map(({ goods, discount }) => goods - discount)) -
        add(returned.map(({ goods, discount }) => goods - discount)),
    )
  }
  expect(table(report, 'amount')['rest']).toBe(add(sold.map(({ fee }) => fee)))
})

test.each(['sold', 'ordered'] as const)(
  '%s: the rows of every way to divide add up to the same whole',
  async (view) => {
    const wholes = new Set<number>()
    for (const way of [
      'day',
      'week',
      'month',
      'product',
      'category',
      'method',
      'channel',
      'sort',
      'cycle',
      'rank',
    ] as const) {
      const report = await show('sales', { from, to, view, by: way })
      const at = column(report, 'amount')
      const whole = report.total![at]!.value!
      expect(add(report.rows.map(({ cells }) => cells[at]!.value!))).toBe(whole)
      wholes.add(whole)
    }
    expect(wholes.size).toBe(1)
    expect([...wholes][0]).toBeGreaterThan(1_000_000)
  },
)

test.each([
  ['month', 'month'],
  ['method', 'method'],
  ['channel', 'channel'],
] as const)('売上 by %s is the accountant’s 売上の集計 by %s, to the yen', async (way, theirs) => {
  const report = await show('sales', { from, to, view: 'sold', by: way })
  const { rows } = await sumSales(testContext(db, { clock }), { basis: 'sold', by: theirs, from, to })
  expect(table(report, 'amount')).toEqual(Object.fromEntries(rows.map((row) => [row.key, row.amount])))
})

const markAll = () => db.execute(sql`insert into sales_due (shop_id, day) select distinct shop_id, day from sales_day`)

test('a day is counted the same from its 日計 and from its facts, whatever is asked', async () => {
  const ways = [
    'day',
    'week',
    'month',
    'product',
    'category',
    'method',
    'channel',
    'ad_group',
    'sort',
    'repeat',
    'cycle',
    'rank',
  ] as const
  const filters: ReportQuery[] = [
    {},
    { adcd: 'AD-A' },
    { payment_method_id: '1', sort: 'subscription' },
    { adcd: '', sort: 'once' },
    { ad_group: '春の初回' },
    { repeat: 'first' },
    { repeat: 'again', product_id: '12' },
    { product_id: '12' },
  ]
  await db.insert(ad_campaign).values({ shop_id: 2, adcd: 'AD-A', campaign_name: 'A', group_name: '春の初回' })
  const ask = async () => {
    const all = []
    for (const by of ways)
      for (const view of ['sold', 'ordered'])
        for (const filter of filters)
          if (Object.keys(filter).length === 0 || ['cycle', 'product'].includes(by)) {
            const { rows, total } = await show('sales', { from: '2026-04-15', to: today, by, view, ...filter })
            all.push({ by, view, ...filter, rows: rows.filter(({ cells }) => cells.some(({ value }) => value)), total })
          }
    for (const by of ['product', 'category', 'month'] as const) {
      all.push(await show('products', { from, to, by }))
      all.push(await show('products', { from, to, by, product_id: '12' }))
    }
    for (const by of ['method', 'sort', 'tax_rate', 'product'] as const)
      all.push(await sumSales(testContext(db), { basis: 'sold', by, from, to }))
    return all
  }
  const rolled = await ask()
  await markAll()
  expect(await ask()).toEqual(rolled)
  await rollUpSalesDays(testContext(db))
  expect(await ask()).toEqual(rolled)
  expect(rolled.length).toBeGreaterThan(40)
  await emptyTables(db.$client, 'ad_campaign')
})

test('受注 of each day for 今日 are the same from the 日計, from the orders, and from both', async () => {
  const spent = { from: '2026-04-15', to: today }
  const expected = [
    ...by(
      lived.orders.filter((one) => one.ordered >= spent.from && counted(one)),
      ({ ordered }) => ordered,
    ),
  ]
    .map(([at, all]) => ({
      at,
      orders: all.length,
      amount: add(all.map(total)),
      subscription_amount: add(all.filter(({ subscription_id }) => subscription_id !== null).map(total)),
    }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  const askDays = () => sumOrdersByDay(testContext(db), spent)
  expect([await db.$count(sales_due), await askDays()]).toEqual([0, expected])
  await db.execute(sql`
    insert into sales_due (shop_id, day) select distinct shop_id, day from sales_day where extract(day from day)::int % 3 = 0`)
  expect(await askDays()).toEqual(expected)
  await markAll()
  expect(await askDays()).toEqual(expected)
  // Nothing changed: the sums are right, but those of April are missing.
  await emptyTables(db.$client, 'sales_due')
  const april = sql`day between '2026-04-15' and '2026-04-30'`
  await db.execute(sql`delete from sales_day where ${april}`)
  expect(await askDays()).toEqual(expected)
  await db.execute(
    sql`insert into sales_due (shop_id, day) select distinct shop_id, day from product_day where ${april}`,
  )
  await rollUpSalesDays(testContext(db))
  expect(await askDays()).toEqual(expected)
})

test('what changes while a day is summed up stays marked, and no transaction waits for another', async () => {
  const open = await db.$client.connect()
  const day = lived.orders.find(({ shipped }) => within(shipped))!.shipped!
  try {
    await open.query('begin')
    await open.query(`insert into sales_due (shop_id, day) values (2, $1)`, [day])
    // A second one on the same day, and the job, while the first is still open.
    await db.execute(sql`set lock_timeout = '2s'`)
    await db.execute(sql`insert into sales_due (shop_id, day) values (2, ${day})`)
    expect(await rollUpSalesDays(testContext(db))).toBe(1)
    await open.query('commit')
  } finally {
    open.release()
  }
  expect(await rollUpSalesDays(testContext(db))).toBe(1)
  expect(await rollUpSalesDays(testContext(db))).toBe(0)
})

test('the check names a 日計 that does not follow', async () => {
  const day = lived.orders.find(({ shipped }) => within(shipped))!.shipped!
  await db.execute(sql`update sales_day set goods = goods + 1 where day = ${day} and basis = 'sold'`)
  const found = []
  for await (const each of findFigureDifferences(testContext(db))) found.push(each)
  expect(new Set(found.map(({ what }) => what))).toEqual(new Set(['day']))
  await db.execute(sql`insert into sales_due (shop_id, day) values (2, ${day})`)
  await rollUpSalesDays(testContext(db))
  const after = []
  for await (const each of findFigureDifferences(testContext(db))) after.push(each)
  expect(after).toEqual([])
})

/** The kept deliveries of a contract. */
const keptOf = (contract: TwoYearContract) =>
  lived.orders.filter((one) => one.subscription_id === contract.id && one.shipped !== null && one.returned === null)
const begun = () =>
  lived.contracts.flatMap((contract) => {
    const kept = keptOf(contract).sort((a, b) => a.cycle! - b.cycle!)
    const first = kept[0]
    if (!first) return []
    // What was cancelled before its first parcel left ends when it begins.
    const ended = contract.ended && (contract.ended < first.shipped! ? first.shipped! : contract.ended)
    return [
      {
        contract: { ...contract, ended },
        kept,
        first_kept: first.shipped!,
        last: kept.at(-1)!.cycle!,
        first_cycle: first.cycle!,
      },
    ]
  })

test('定期便: what began, ended and stands in each month', async () => {
  const report = await show('subscriptions', { from, to, by: 'month' })
  for (const { key, cells } of report.rows) {
    const until = `${addDays(key, 31).slice(0, 7)}-01`
    const of = (name: string) => cells[column(report, name)]!
    const all = begun()
    const stands = (day: string) =>
      all.filter(({ contract: { ended }, first_kept }) => first_kept < day && (ended === null || ended >= day))
    const inMonth = (day: string | null) => day !== null && day >= key && day < until
    expect(of('running_before').value).toBe(stands(key).length)
    expect(of('new').value! + of('taken').value!).toBe(all.filter(({ first_kept }) => inMonth(first_kept)).length)
    const cancelled = all.filter(({ contract }) => inMonth(contract.ended) && contract.reason !== null)
    expect(of('cancelled').value).toBe(cancelled.length)
    expect(of('running').value).toBe(stands(until).length)
    const paused = stands(until).filter(({ contract }) =>
      contract.pauses.some((pause) => pause.from < until && (pause.until === null || pause.until >= until)),
    )
    expect(of('paused').value).toBe(paused.length)
    expect(of('churn')).toMatchObject({ value: stands(key).length ? cancelled.length : null, of: stands(key).length })
  }
})

test.each(['product', 'channel', 'promotion', 'method'] as const)('定期便 by %s adds up to the months', async (way) => {
  const [months, groups] = [
    await show('subscriptions', { from, to }),
    await show('subscriptions', { from, to, by: way }),
  ]
  expect(groups.total!.slice(0, 8)).toEqual(months.total!.slice(0, 8))
})

test('定期便: deliveries that a refused payment did not stop, by what saved them', async () => {
  const [one, other] = begun().filter(({ contract, first_kept }) => contract.ended === null && first_kept < to)
  const resumed = (id: number, attempt: number, resumed_by: PaymentRetryCause, more: object = {}) => ({
    ...{ shop_id: 2, subscription_id: id, cycle: 90, attempt, tried_on: to, outcome: 'arranged' as const, resumed_by },
    ...more,
  })
  const tries = [
    resumed(one!.contract.id, 2, 'second_way'),
    resumed(one!.contract.id, 3, 'retry'),
    resumed(one!.contract.id, 4, 'retry', { outcome: 'failed', failure: 'limit' }),
    resumed(one!.contract.id, 5, 'link'),
    resumed(other!.contract.id, 2, 'retry'),
    resumed(other!.contract.id, 3, 'act', { tried_on: addDays(to, 1) }),
  ]
  await db.insert(billing_attempt).values(tries)
  for (const by of ['month', 'method'] as const) {
    const { total, heads } = await show('subscriptions', { from, to, by })
    const of = (key: string) => total![heads.findIndex((head) => head.key === key)]!.value
    expect([of('saved_retry'), of('saved_second_way'), of('saved_link'), of('saved_act')]).toEqual([2, 1, 1, 0])
  }
  await db.delete(billing_attempt).where(eq(billing_attempt.cycle, 90))
})

/** Each contract judged by itself, from its own days: kept, missed or not yet. */
function judge({ contract, kept, last }: ReturnType<typeof begun>[number], n: number): 'kept' | 'missed' | 'open' {
  const cutOff = addDays(today, -14)
  const own =
    kept.find(({ cycle }) => cycle === n) ??
    lived.orders.find((one) => one.subscription_id === contract.id && one.cycle === n)
  if (n <= last) return own!.due <= cutOff ? 'kept' : 'open'
  if (contract.pauses.at(-1)?.until === null && !contract.ended) return 'open'
  const due = addDays(contract.next_due, 30 * (n - contract.next_cycle))
  return due <= cutOff ? 'missed' : 'open'
}

test.each(['remaining', 'continuing'] as const)(
  '%s of each cohort, with those that can’t be judged yet',
  async (view) => {
    const report = await show('cohorts', { from, to, view, switched: 'with' })
    const all = begun().filter(({ first_kept, first_cycle }) => within(first_kept) && first_cycle === 1)
    expect(all.length).toBeGreaterThan(80)
    for (const { key, cells } of [...report.rows, { key: null, cells: report.total! }]) {
      const own = all.filter(({ first_kept }) => key === null || first_kept.startsWith(key.slice(0, 7)))
      expect(cells[0]!.value).toBe(own.length)
      for (let n = 1; n <= 13; n++) {
        const among = view === 'remaining' ? own : own.filter(({ last }) => last >= n - 1)
        const judged = by(among, (one) => judge(one, n))
        const [kept, missed] = [judged.get('kept')?.length ?? 0, judged.get('missed')?.length ?? 0]
        const expected = {
          value: kept + missed === 0 ? null : kept,
          of: kept + missed,
          undecided: among.length - kept - missed,
        }
        expect({ key, n, ...cells[n] }).toEqual({ key, n, ...expected })
      }
    }
  },
)

test('継続率 by 特典: the promotion that took the most off the first delivery', async () => {
  const [one] = begun().filter(({ first_kept, first_cycle }) => within(first_kept) && first_cycle === 1)
  const order = one!.kept[0]!
  const off = (promotion_id: number, discount_amount: number) => ({ promotion_id, promotion_name: '', discount_amount })
  await db.execute(
    sql`update order_item set promotions = ${JSON.stringify([off(7, 10), off(8, 20)])}::jsonb where order_id = ${order.id}`,
  )
  await db.transaction((tx) => updateOrderFacts(tx, { shop_id: 2 }, [order.id]))
  const report = await show('cohorts', { from, to, by: 'promotion', switched: 'with' })
  expect(report.rows.map(({ key, label, cells }) => [key, label, cells[0]!.value])).toEqual([
    ['0', '特典なし', report.total![0]!.value! - 1],
    ['8', '前の特典 8', 1],
  ])
})

test.each(['reason', 'month', 'last_cycle', 'tenure'] as const)('解約の理由 by %s', async (way) => {
  const report = await show('reasons', { from, to, by: way })
  const band = (of: number, bands: number[]) => bands.find((most) => of <= most) ?? bands.at(-1)! + 1
  const own = begun().filter(({ contract }) => within(contract.ended) && contract.reason !== null)
  const key = ({ contract, last, first_kept }: (typeof own)[number]) => {
    if (way === 'reason') return String(contract.reason)
    if (way === 'month') return `${contract.ended!.slice(0, 7)}-01`
    if (way === 'tenure') return String(band(daysBetween(first_kept, contract.ended!), [30, 90, 180, 365]))
    return last <= 3 ? String(last) : last <= 6 ? '4' : last <= 12 ? '7' : '13'
  }
  const expected = Object.fromEntries([...by(own, key)].map(([name, all]) => [name, all.length]))
  const seen = Object.entries(table(report, 'cancelled')).filter(([, count]) => count !== 0)
  expect(Object.fromEntries(seen)).toEqual(expected)
  expect(report.total![0]!.value).toBe(own.length)
  expect(own.length).toBeGreaterThan(40)
})

/** Every word of a contract that began: why, on which day, what was offered and taken. */
const spoken = () =>
  begun().flatMap(({ contract, first_kept, kept }) => {
    const { ended, reason, offered, skips, pauses, product_id } = contract
    const own = { contract, first_kept, kept, product: String(product_id) }
    const word = (event: string, day: string, more: object) => ({
      ...own,
      event,
      day,
      reason: null as number | null,
      cancel_reason: null as number | null,
      offered: [] as string[],
      taken: null as string | null,
      ...more,
    })
    return [
      ...(ended !== null && reason !== null ? [word('cancelled', ended, { cancel_reason: reason, offered })] : []),
      ...pauses.map((one) => word('paused', one.from, { reason: one.reason })),
      ...skips.map(({ day, reason, instead_of }) =>
        word('skipped', day, {
          reason,
          ...(instead_of && { cancel_reason: instead_of.reason, offered: instead_of.offered, taken: instead_of.taken }),
        }),
      ),
    ].filter(({ day }) => within(day))
  })

test.each(['reason', 'month', 'last_cycle', 'tenure', 'offer', 'product'] as const)(
  'what was offered instead of 解約 and taken, by %s',
  async (way) => {
    const report = await show('reasons', { from, to, by: way })
    const own = spoken().filter(({ offered }) => offered.length > 0)
    const keysOf = (one: (typeof own)[number]): string[] => {
      if (way === 'offer') return one.offered
      if (way === 'reason') return [String(one.cancel_reason)]
      if (way === 'product') return [one.product]
      if (way === 'month') return [`${one.day.slice(0, 7)}-01`]
      if (way === 'tenure') {
        const days = daysBetween(one.first_kept, one.day)
        return [String([30, 90, 180, 365].find((most) => days <= most) ?? 366)]
      }
      const last = Math.max(...one.kept.filter(({ shipped }) => shipped! <= one.day).map(({ cycle }) => cycle!))
      return [last <= 3 ? String(last) : last <= 6 ? '4' : last <= 12 ? '7' : '13']
    }
    const rows = own.flatMap((one) => keysOf(one).map((key) => ({ key, one })))
    const count = (of: (row: (typeof rows)[number]) => boolean) =>
      Object.fromEntries(
        [...by(rows, ({ key }) => key)].flatMap(([key, all]) => {
          const found = all.filter(of).length
          return found > 0 ? [[key, found]] : []
        }),
      )
    const seen = (name: string) => Object.fromEntries(Object.entries(table(report, name)).filter(([, n]) => n !== 0))
    const isTaken = ({ key, one }: (typeof rows)[number]) => (way === 'offer' ? one.taken === key : one.taken !== null)
    expect(seen('offered')).toEqual(count(() => true))
    expect(seen('taken')).toEqual(count(isTaken))
    const of = (name: string) => report.total![column(report, name)]!
    expect([of('offered').value, of('taken').value]).toEqual([own.length, own.filter(({ taken }) => taken).length])
    expect(of('kept')).toEqual({ value: of('taken').value, of: own.length, undecided: null })
    expect(own.filter(({ taken }) => taken).length).toBeGreaterThan(20)
  },
)

test('by offer a contract that had two counts in both rows, and once in the total', async () => {
  const report = await show('reasons', { from, to, by: 'offer' })
  const ended = spoken().filter(({ event }) => event === 'cancelled')
  expect(report.total![0]!.value).toBe(ended.length)
  const of = (offer: string) => ended.filter(({ offered }) => offered.includes(offer)).length
  expect(table(report, 'cancelled')).toMatchObject({
    '': ended.filter(({ offered }) => offered.length === 0).length,
    skip: of('skip'),
    longer: of('longer'),
    pause: of('pause'),
  })
})

test.each(['paused', 'skipped'] as const)('the reasons of what was %s', async (view) => {
  const report = await show('reasons', { from, to, view, by: 'reason' })
  const own = spoken().filter(({ event }) => event === view)
  const expected = Object.fromEntries(
    [...by(own, ({ reason }) => String(reason ?? 0))].map(([key, all]) => [key, all.length]),
  )
  expect(table(report, view)).toEqual(expected)
  expect(report.total![0]!.value).toBe(own.length)
  expect(report.rows.find(({ key }) => key === '1')!.label).toBe(
    { paused: '使い切れずに余っている', skipped: 'まだ残っている' }[view],
  )
  const one = await show('reasons', { from, to, view, by: 'month', reason_id: '1' })
  expect(one.total![0]!.value).toBe(expected['1'])
})

/** Each member's orders that left, the oldest first by their number. */
const lives = () =>
  [
    ...by(
      lived.orders.filter(({ shipped }) => shipped !== null),
      (one) => String(one.customer_id),
    ),
  ].map(([, all]) => all.sort((a, b) => a.id - b.id))

test.each(['month', 'channel', 'sort', 'method', 'product'] as const)(
  '会員 by %s: 2回目, 引上率 and LTV of those old enough',
  async (way) => {
    const report = await show('members', { from, to, by: way, view: 'd90' })
    const own = lives().filter(([first]) => within(first!.ordered))
    const key = ([first]: TwoYearOrder[]) => (way === 'product' ? String(first!.product_id) : keys[way]!(first!))
    const groups = by(own, key)
    expect(
      report.rows
        .filter(({ cells }) => cells[0]!.value)
        .map((row) => row.key)
        .sort(),
    ).toEqual([...groups.keys()].sort())
    for (const { key: name, cells } of report.rows) {
      const all = groups.get(name) ?? []
      const old = (days: number) => all.filter(([first]) => addDays(first!.ordered, days) <= today)
      const early = (one: TwoYearOrder[], days: number) =>
        one.filter(({ ordered }) => ordered < addDays(one[0]!.ordered, days))
      expect(cells[column(report, 'new')]!.value).toBe(all.length)
      const again = old(90).filter((one) => early(one, 90).length > 1)
      expect(cells[column(report, 'again')]).toMatchObject({
        value: old(90).length ? again.length : null,
        of: old(90).length,
      })
      const once = old(90).filter(([first]) => first!.subscription_id === null)
      expect(cells[column(report, 'led')]!.of).toBe(once.length)
      for (const days of [30, 60, 90, 180, 365]) {
        const money = add(
          old(days).flatMap((one) =>
            early(one, days).map((order) => total(order) - (order.returned ? order.goods - order.discount : 0)),
          ),
        )
        expect({ days, ...cells[column(report, `ltv${days}`)] }).toMatchObject({
          days,
          value: old(days).length ? money : null,
          of: old(days).length,
        })
      }
    }
  },
)

test('広告: cost per new and per confirmed member of each code, entered as lines', async () => {
  await emptyTables(db.$client, 'ad_cost')
  const ctx = await viewer
  await expect(saveAdCosts(ctx, { pasted: '2026-06-31,AD-A,1' })).rejects.toMatchObject({
    fields: [{ path: 'pasted', message: '1行目: 日付「2026-06-31」が読めません。' }],
  })
  await saveAdCosts(ctx, {
    pasted: '日付,コード,費用\n2026-06-01,AD-A,10000\n2026-06-02,AD-A,"20,000"\n2026-06-02,AD-B,5000',
  })
  await saveAdCosts(ctx, { pasted: '2026-06-02\tAD-A\t15000' })
  const report = await show('ads', { from, to })
  const own = lives().filter(([first]) => within(first!.ordered) && first!.returned === null)
  const codes = by(own, ([first]) => first!.adcd ?? '')
  const cell = (code: string, key: string) => report.rows.find((row) => row.key === code)!.cells[column(report, key)]!
  for (const [code, all] of codes) {
    // Members whose first order is still open are new too, and not confirmed yet.
    expect(cell(code, 'confirmed').value).toBe(all.length)
    expect(cell(code, 'orders').value).toBeGreaterThanOrEqual(all.length)
  }
  expect(cell('AD-A', 'cpo')).toMatchObject({ value: 25_000, of: codes.get('AD-A')!.length })
  expect(cell('AD-B', 'cost').value).toBe(5_000)
  expect(cell('', 'cpa').value).toBeNull()
  expect(report.total![column(report, 'cost')]!.value).toBe(30_000)
  // No file of a medium said what it counted; of one of the codes one does.
  expect(report.total![column(report, 'reported')]!.value).toBeNull()
  await db.execute(sql`update ad_cost set reported = 2.5 where adcd = 'AD-A'`)
  const told = await show('ads', { from, to })
  expect(table(told, 'reported')).toMatchObject({ 'AD-A': 5, 'AD-B': null })
  expect(told.total![column(told, 'reported')]!.value).toBe(5)
  const months = await show('ads', { from, to, by: 'month' })
  expect(table(months, 'cost')['2026-06-01']).toBe(30_000)
  for (const key of ['orders', 'confirmed']) {
    const at = column(report, key)
    expect(add(months.rows.map(({ cells }) => cells[at]!.value!))).toBe(report.total![at]!.value)
  }
})

test('広告: by グループ, and the day on which the 粗利 of a member is what winning one cost', async () => {
  await db
    .insert(ad_campaign)
    .values(['AD-A', 'AD-B'].map((adcd) => ({ shop_id: 2, adcd, campaign_name: adcd, group_name: '春の初回' })))
  const ctx = await viewer
  await emptyTables(db.$client, 'ad_cost')
  await saveAdCosts(ctx, { pasted: '2026-06-01,AD-A,100000\n2026-06-02,AD-B,60000' })
  const members = lives().filter(([first]) => within(first!.ordered))
  const profitOf = (one: TwoYearOrder) => {
    const cost = costOf(one)
    if (cost === null) return 0
    const paid = one.goods - one.discount
    const untaxed = paid - Math.floor((paid * 10) / 110)
    if (one.returned !== null) return one.id % 2 === 0 ? 0 : -one.quantity * cost
    return untaxed - one.quantity * cost
  }
  const expected = (own: TwoYearOrder[][], yen: number) => {
    const cpa = yen / own.filter(([first]) => first!.returned === null).length
    for (let day = 1; day <= 365; day++) {
      const old = own.filter(([first]) => addDays(first!.ordered, day) <= today)
      if (old.length < 10) return null
      const profit = old.map((all) =>
        add(all.filter(({ ordered }) => ordered < addDays(all[0]!.ordered, day)).map(profitOf)),
      )
      if (add(profit) >= cpa * old.length) return day
    }
    return null
  }
  const of = (...codes: string[]) => members.filter(([first]) => codes.includes(first!.adcd ?? ''))
  const codes = table(await show('ads', { from, to, view: 'lived' }), 'payback')
  expect(codes).toEqual({ '': null, 'AD-A': expected(of('AD-A'), 100_000), 'AD-B': expected(of('AD-B'), 60_000) })
  expect(codes['AD-A']).toBeGreaterThan(1)
  const groups = await show('ads', { from, to, view: 'lived', by: 'ad_group' })
  expect(groups.rows.map(({ label }) => label).sort()).toEqual(['グループなし', '春の初回'])
  expect(table(groups, 'payback')['春の初回']).toBe(expected(of('AD-A', 'AD-B'), 160_000))
  expect(table(groups, 'cost')['春の初回']).toBe(160_000)
  const narrowed = await show('ads', { from, to, by: 'channel', ad_group: '春の初回' })
  expect(narrowed.rows.map(({ key }) => key).sort()).toEqual(['AD-A', 'AD-B'])
  expect(narrowed.choices.adcd.map(({ value }) => value)).toEqual(['', 'AD-A', 'AD-B'])
  for (const report of ['subscriptions', 'cohorts', 'reasons', 'members'] as const) {
    const [all, channels] = [
      await show(report, { from, to, by: 'ad_group' }),
      await show(report, { from, to, by: 'channel' }),
    ]
    expect(all.total).toEqual(channels.total)
    expect((await show(report, { from, to, ad_group: '春の初回' })).total![0]!.value).toBe(
      all.rows.find(({ key }) => key === '春の初回')!.cells[0]!.value,
    )
  }
  for (const view of ['sold', 'ordered']) {
    const channels = table(await show('sales', { from, to, by: 'channel', view }), 'amount')
    const amounts = { 春の初回: channels['AD-A']! + channels['AD-B']!, '': channels['']! }
    expect(table(await show('sales', { from, to, by: 'ad_group', view }), 'amount')).toEqual(amounts)
    const one = await show('sales', { from, to, by: 'month', view, ad_group: '春の初回' })
    expect(one.total![column(one, 'amount')]!.value).toBe(amounts.春の初回)
    const { total: orders } = await showReportRows(ctx, {
      report: 'sales',
      from,
      to,
      by: 'ad_group',
      view,
      row: '春の初回',
      column: 'orders',
      part: 'counted',
    })
    const groups = await show('sales', { from, to, by: 'ad_group', view })
    expect(orders).toBe(table(groups, 'orders')['春の初回'])
  }
  const won = await show('ads', { from, to, by: 'ad_group' })
  for (const key of ['orders', 'confirmed', 'cost', 'cpo']) expect(table(won, key)).toEqual(table(groups, key))
  const months = await show('ads', { from, to, view: 'lived', by: 'month' })
  const ofMembers = await show('members', { from, to, by: 'month' })
  for (const key of ['ltv90', 'ltv365']) {
    expect(table(months, key)).toEqual(table(ofMembers, key))
    expect(months.total![column(months, key)]).toEqual(ofMembers.total![column(ofMembers, key)])
  }
  expect(months.heads.map(({ key }) => key)).not.toContain('payback')
  await emptyTables(db.$client, 'ad_cost, ad_campaign')
})

test('広告: by the page that the advert opened, with its visits, first orders and what they brought', async () => {
  const own = lives().filter(([first]) => within(first!.ordered) && first!.returned === null)
  const path = (id: number) => (id % 3 === 0 ? null : id % 3 === 1 ? '/products/1' : '/lists/new')
  await db.execute(sql`insert into order_visit (shop_id, order_id, landing_path, created_at)
    select 2, id, case when id % 3 = 1 then '/products/1' else '/lists/new' end, created_at from orders where shop_id = 2 and id % 3 > 0`)
  const visit = { day: '2026-06-01', adcd: 'AD-A' }
  await db.insert(landing_day).values([
    { shop_id: 2, ...visit, landing_path: '/products/1', visits: 40 },
    { shop_id: 2, ...visit, adcd: '', landing_path: '/products/1', visits: 2 },
    { shop_id: 2, ...visit, landing_path: '/guide', visits: 5 },
    { shop_id: 2, ...visit, day: '2025-10-31', landing_path: '/guide', visits: 100 },
  ])
  const report = await show('ads', { from, to, by: 'landing' })
  expect(table(report, 'visits')).toMatchObject({ '/products/1': 42, '/guide': 5 })
  for (const landing of [null, '/products/1', '/lists/new']) {
    const mine = own.map(([first]) => first!).filter(({ id }) => path(id) === landing)
    expect(table(report, 'confirmed')[landing ?? '']).toBe(mine.length)
    expect(table(report, 'amount')[landing ?? '']).toBe(add(mine.map(total)))
    const { total: orders } = await showReportRows(await viewer, {
      report: 'ads',
      from,
      to,
      by: 'landing',
      row: landing ?? '',
      column: 'confirmed',
      part: 'counted',
    })
    expect(orders).toBe(mine.length)
  }
  const codes = await show('ads', { from, to })
  for (const key of ['orders', 'confirmed'])
    expect(report.total![column(report, key)]).toEqual(codes.total![column(codes, key)])
  const narrowed = await show('ads', { from, to, by: 'landing', adcd: 'AD-A' })
  expect(table(narrowed, 'visits')).toMatchObject({ '/products/1': 40, '/guide': 5 })
  await emptyTables(db.$client, 'order_visit, landing_day')
})

test('商品: pieces that were sold, came back and were missing, and their money', async () => {
  const report = await show('products', { from, to, by: 'product' })
  for (const product_id of [1, 12]) {
    const own = lived.orders.filter((one) => one.product_id === product_id)
    const [sold, back] = [own.filter(({ shipped }) => within(shipped)), own.filter(({ returned }) => within(returned))]
    const pieces = (all: TwoYearOrder[]) => add(all.map(({ quantity }) => quantity))
    const net = (all: TwoYearOrder[]) => add(all.map(({ goods, discount }) => goods - discount))
    const profit = (sold: TwoYearOrder[], back: TwoYearOrder[]) => {
      const known = (all: TwoYearOrder[]) => all.filter((one) => costOf(one) !== null)
      const untaxed = (all: TwoYearOrder[]) =>
        add(all.map(({ goods, discount }) => goods - discount - Math.floor(((goods - discount) * 10) / 110)))
      const cost = (all: TwoYearOrder[]) => add(all.map((one) => one.quantity * costOf(one)!))
      if (known(sold).length === 0) return [null, null, null, pieces(sold)]
      const spent = cost(known(sold)) - cost(known(back).filter(({ id }) => id % 2 === 0))
      const gained = untaxed(known(sold)) - untaxed(known(back)) - spent
      return [spent, gained, gained, pieces(sold) - pieces(known(sold))]
    }
    const { cells } = report.rows.find(({ key }) => key === String(product_id))!
    expect(cells.map(({ value }) => value)).toEqual([
      pieces(sold),
      pieces(back),
      pieces(back),
      0,
      net(sold),
      -net(back),
      ...profit(sold, back),
    ])
  }
  const { rows, total: whole } = await show('products', { from, to, by: 'month' })
  for (const name of ['cost', 'profit', 'uncosted'])
    expect(add(rows.map(({ cells }) => cells[column(report, name)]!.value ?? 0))).toBe(
      whole![column(report, name)]!.value,
    )
  const months = await show('products', { from, to, by: 'month' })
  expect(months.total).toEqual(report.total)
  const list = await showReportRows(await viewer, {
    report: 'products',
    from,
    to,
    by: 'product',
    row: '1',
    column: 'pieces_back',
    part: 'counted',
  })
  expect(list.total).toBe(
    lived.orders.filter(({ product_id, returned }) => product_id === 1 && within(returned)).length,
  )
})

test('a cost that is entered late counts in every day since, without an order being touched', async () => {
  const before = await show('products', { from, to, by: 'month' })
  const ctx = await viewer
  const { skus, ...edit } = await showProduct(ctx, { id: 12 })
  const late = { ...edit, skus: skus.map((sku) => ({ ...sku, costs: [{ cost_from: '2026-09-01', unit_cost: 700 }] })) }
  await updateProduct(ctx, late)
  const own = lived.orders.filter(({ product_id, shipped }) => product_id === 12 && within(shipped))
  const since = own.filter(({ shipped }) => shipped! >= '2026-09-01')
  const pieces = add(since.map(({ quantity }) => quantity))
  const after = async () => {
    const { rows } = await show('products', { from, to, by: 'product' })
    const { cells } = rows.find(({ key }) => key === '12')!
    return cells[column(before, 'uncosted')]!.value
  }
  expect(await after()).toBe(add(own.map(({ quantity }) => quantity)) - pieces)
  await rollUpSalesDays(testContext(db))
  expect(await after()).toBe(add(own.map(({ quantity }) => quantity)) - pieces)
  const found = []
  for await (const each of findFigureDifferences(testContext(db))) found.push(each)
  expect(found).toEqual([])
  await updateProduct(ctx, { ...late, version: edit.version + 1, skus: skus.map((sku) => ({ ...sku, costs: [] })) })
  await rollUpSalesDays(testContext(db))
  expect(await show('products', { from, to, by: 'month' })).toEqual(before)
})

test('RFM: each member once, by their last order of these days and all of their orders', async () => {
  const report = await show('rfm', { from, to })
  const days = (all: TwoYearOrder[]) => all.map(({ ordered }) => ordered).sort()
  const own = [
    ...by(
      lived.orders.filter((one) => one.shipped !== null && one.returned === null),
      (one) => String(one.customer_id),
    ),
  ].filter(([, all]) => within(days(all).at(-1)!))
  const since = (all: TwoYearOrder[]) => daysBetween(days(all).at(-1)!, today)
  const recent = own.filter(([, all]) => since(all) <= 30)
  expect(report.total!.at(-2)!.value).toBe(own.length)
  expect(report.rows[0]!.cells[column(report, 'members')]!.value).toBe(recent.length)
  expect(report.rows[0]!.cells[0]!.value).toBe(recent.filter(([, all]) => all.length === 1).length)
  expect(report.total!.at(-1)!.value).toBe(add(own.flatMap(([, all]) => all.map(total))))
})

test('each number opens what it counts, and no list of few persons to those who may not see them', async () => {
  const ctx = await viewer
  const questions: [Report['report'], ReportQuery][] = [
    ...(['sales', 'subscriptions', 'cohorts', 'reasons', 'members', 'ads'] as const).map(
      (report): [Report['report'], ReportQuery] => [report, { by: 'month' }],
    ),
    ['rfm', {}],
    ['reasons', { by: 'offer' }],
    ['reasons', { by: 'last_cycle' }],
    ['reasons', { view: 'skipped' }],
  ]
  for (const [report, more] of questions) {
    const query: ReportQuery = { from: '2026-06-01', to, ...more }
    if (report === 'cohorts') query.switched = 'with'
    const seen = await show(report, query)
    for (const row of seen.rows)
      for (const [n, head] of seen.heads.entries()) {
        const cell = row.cells[n]!
        if (!head.has_rows || head.unit === 'yen' || head.unit === 'mean') continue
        const list = await showReportRows(ctx, { report, ...query, row: row.key, column: head.key, part: 'counted' })
        expect({ row: row.key, column: head.key, total: list.total }).toEqual({
          row: row.key,
          column: head.key,
          total: cell.value ?? 0,
        })
        if (list.parts)
          expect([list.parts.counted + list.parts.missed, list.parts.undecided]).toEqual([cell.of, cell.undecided])
      }
  }
  const money = await showReportRows(ctx, {
    report: 'sales',
    from,
    to,
    by: 'sort',
    row: 'once',
    column: 'amount',
    part: 'counted',
  })
  expect(money.items.length).toBe(200)
  const stranger = await operatorContext(db, 'shipping', { clock })
  const asked = { report: 'sales', from: today, to: today, by: 'day', column: 'amount', part: 'counted' } as const
  const few = { ...stranger, operator: { ...stranger.operator, permissions: ['report.read', 'order.read'] as const } }
  const days = lived.orders.filter(({ shipped }) => shipped !== null).map(({ shipped }) => shipped!)
  const lonely = days.find((day) => days.filter((one) => one === day).length === 1)!
  await expect(showReportRows(few, { ...asked, from: lonely, to: lonely, view: 'sold' })).rejects.toMatchObject({
    status: 403,
  })
  expect((await showReportRows(few, { ...asked, from, to, by: 'sort', view: 'sold' })).total).toBeGreaterThan(100)
})

test.each(['zzz', '2026-11', '2026-99-99'])('the row %s, which begins no period, is refused beside it', async (row) => {
  for (const report of ['sales', 'subscriptions', 'cohorts', 'members'] as const) {
    const head = (await show(report, {})).heads.find(({ has_rows }) => has_rows)!
    const asked = { report, column: head.key, row, part: 'counted', by: 'month' } as const
    await expect(showReportRows(await viewer, asked)).rejects.toMatchObject({ status: 422, fields: [{ path: 'row' }] })
  }
})

test('a question that a report does not take is refused beside its field; the file says what was asked', async () => {
  await expect(show('cohorts', { by: 'rank' })).rejects.toMatchObject({ status: 422 })
  await expect(show('sales', { switched: 'only' })).rejects.toMatchObject({ status: 422 })
  await expect(show('subscriptions', { sort: 'once' })).rejects.toMatchObject({ status: 422 })
  await expect(show('sales', { from: to, to: from })).rejects.toMatchObject({ status: 422 })
  const file = await exportReport(await viewer, {
    report: 'cohorts',
    filter: { from, to, adcd: '' },
    encoding: 'utf-8',
  })
  const parts: Uint8Array[] = []
  for await (const part of file.content) parts.push(part)
  const [head, ...lines] = Buffer.concat(parts).toString().split('\r\n')
  expect(head).toContain(
    '継続率 / 期間: 2025-11-01〜2026-10-31 / 分け方: 月 / 基準: 残存率 / 乗換を除く / 広告コード: 広告コードなし',
  )
  expect(head).toContain('2回目(%),2回目 分子,2回目 分母')
  expect(lines.filter((line) => line !== '')).toHaveLength(13)
  expect(daysBetween(from, to)).toBe(364)
})
