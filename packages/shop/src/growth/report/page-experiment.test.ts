import { randomBytes } from 'node:crypto'
import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { customer } from '@kushi/db/schema/customer'
import { experiment, experiment_order, experiment_visitor } from '@kushi/db/schema/experiment'
import { landing_page, landing_variant } from '@kushi/db/schema/landing-page'
import { order_status_event, orders } from '@kushi/db/schema/order'
import { sku_cost } from '@kushi/db/schema/product'
import { form_part_day } from '@kushi/db/schema/report'
import { testDatabase } from '@kushi/db/testing'
import { emptyBlock } from '@kushi/values/block/kinds'
import { addDays } from '@kushi/values/calendar-date'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { systemActor } from '../../actor.ts'
import type { Context, MemberContext } from '../../context.ts'
import {
  addLandingPage,
  changeLandingPage,
  deleteLandingPage,
  getAdminLandingPage,
} from '../../operation/configuration/admin/landing-pages.ts'
import {
  addLandingVariant,
  changeLandingVariant,
  deleteLandingVariant,
  finishPageExperiment,
  getLandingVariant,
  listLandingVariants,
  previewLandingVariant,
  startPageExperiment,
} from '../../operation/configuration/admin/landing-variants.ts'
import { erasePersonalData } from '../../operation/membership/admin/erase.ts'
import { addPrivacyRequest, changePrivacyRequest } from '../../operation/membership/admin/requests.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { countVisitor } from '../../sales/experiment/count-visitor.ts'
import { showLandingPage } from '../../sales/experiment/show-landing-page.ts'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { runWhileTableLocked } from '../../testing/lock-waits.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../testing/rows.ts'
import { showPageExperiment } from './admin/show-page-experiment.ts'
import { rebuildFacts } from './figures.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
let clock = testClock()
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const desk = {
  ...(await operatorContext(db, 'manager')),
  clock: { now: () => clock.now(), today: () => clock.today() },
}

const manager = { ...(await newOperatorContext(testContext(db), '店長', 'manager')), clock: desk.clock }

const blocks = (title: string) => [
  { ...emptyBlock('story'), title, visible: true },
  { ...emptyBlock('story'), title: '隠した話', visible: false },
  { ...emptyBlock('form'), title: 'お申し込み', visible: true },
]
const page = {
  ...{
    slug: 'oil',
    title: '椿油',
    visible: true,
    opens_at: null,
    closes_at: null,
    successor: '',
    adcd: '',
    thanks: '',
  },
  ...{ cart_type: 0 as const, intervals: [], payment_method_ids: [], promotion_id: null },
  items: [{ product_sku_id: 101, quantity: 1 }],
  blocks: blocks('もとの話'),
}

let id = 0
let variant_id = 0
beforeEach(async () => {
  clock = testClock()
  await db.delete(landing_page)
  await db.delete(form_part_day)
  ;({ id } = await addLandingPage(desk, page))
  ;({ id: variant_id } = await addLandingVariant(desk, { id, variant_name: '別の話' }))
  await write('別の話')
})

/** Rewrites the variant. */
async function write(title: string) {
  const { version, variant_name } = await getLandingVariant(desk, { id, variant_id })
  return changeLandingVariant(desk, { id, variant_id, version, variant_name, blocks: blocks(title) })
}
const halves = () => ({ arms: [arm(null, 50), arm(variant_id, 50)], window_days: 28 as const })
const arm = (one: number | null, visitor_percent: number) => ({ variant_id: one, visitor_percent })

/** A browser, which keeps its sign. */
function browser(more: Partial<Context> = {}) {
  let sign: string | null = null
  const ctx = {
    ...testContext(db, { settings, ...more }),
    clock: { now: () => clock.now(), today: () => clock.today() },
    visitorSign: () => sign,
    makeVisitorSign() {
      sign ??= randomBytes(16).toString('base64url')
      return sign
    },
  } satisfies Context
  const open = () => showLandingPage(ctx, { slug: 'oil' })
  const see = async () => {
    const { variant } = await open()
    if (variant) await countVisitor(ctx, { slug: 'oil', ...variant })
    return variant?.arm ?? null
  }
  return { ctx, open, see }
}
const titleOf = async (open: () => Promise<{ blocks: object[] }>) =>
  (await open()).blocks.map((one) => 'title' in one && one.title)
const visitors = () => db.select().from(experiment_visitor)
const latest = async () => (await showPageExperiment(desk, { id })).latest!

/** Browsers until both halves have so many. */
async function browsersOfBoth(count: number) {
  const found: ReturnType<typeof browser>[][] = [[], []]
  while (found.some((half) => half.length < count)) {
    const one = browser()
    found[(await one.see())!]!.push(one)
  }
  return found as [ReturnType<typeof browser>[], ReturnType<typeof browser>[]]
}

async function order(ctx: Context, more: object = {}) {
  const [customer_id] = await insertMembers(db, 1)
  const member = { ...ctx, customer_id: customer_id! } as MemberContext
  const { order_no } = await placeOrder(
    member,
    await confirmedOrderInput(member, testOrderDraft({ landing_slug: 'oil', ...more })),
  )
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return row!
}
const noted = async (order_id: number) =>
  (await db.select().from(experiment_order).where(eq(experiment_order.order_id, order_id)))[0]

test('a browser is assigned once and for good, both halves see their blocks, and each is counted once', async () => {
  const before = browser()
  expect(await before.see()).toBeNull()
  expect(before.ctx.visitorSign()).toBeNull()
  await startPageExperiment(desk, { id, ...halves() })
  const both = await browsersOfBoth(3)
  for (const [n, half] of both.entries())
    for (const { open, see } of half) {
      expect(await titleOf(open)).toEqual([n === 0 ? 'もとの話' : '別の話', 'お申し込み'])
      expect([await see(), await see()]).toEqual([n, n])
    }
  const all = both.flat()
  expect((await visitors()).length).toBe(all.length)
  const { arms } = await latest()
  expect(arms.map(({ visitors, judged }) => [visitors, judged])).toEqual(both.map((half) => [half.length, 0]))
  // Nothing kept leads to a browser's sign.
  const kept = JSON.stringify(await visitors())
  for (const { ctx } of all) expect(kept).not.toContain(ctx.visitorSign())
})

test('not counted: a browser without a cookie, one that says another arm, an operator as a member, too many', async () => {
  const { id: experiment_id } = await startPageExperiment(desk, { id, ...halves() })
  const seen = { slug: 'oil', experiment_id, arm: 0 }
  await countVisitor(browser().ctx, seen)
  const one = browser()
  const { arm } = (await one.open()).variant!
  await countVisitor(one.ctx, { ...seen, arm: 1 - arm })
  await countVisitor({ ...one.ctx, acting: { acting_session_id: 1 } }, { ...seen, arm })
  await countVisitor({ ...one.ctx, shop_id: 1 }, { ...seen, arm })
  await countVisitor(one.ctx, { ...seen, arm, experiment_id: experiment_id + 1 })
  expect(await visitors()).toEqual([])
  await db.update(experiment).set({ visitors: 200_000 }).where(eq(experiment.id, experiment_id))
  await countVisitor(one.ctx, { ...seen, arm })
  expect(await visitors()).toEqual([])
  await db.update(experiment).set({ visitors: 0 }).where(eq(experiment.id, experiment_id))
  await Promise.all(Array.from({ length: 6 }, () => countVisitor(one.ctx, { ...seen, arm })))
  expect((await visitors()).length).toBe(1)
  expect((await db.select().from(experiment).where(eq(experiment.id, experiment_id)))[0]!.visitors).toBe(1)
})

test('an order knows what its browser was shown; an API’s, an operator’s, another page’s and a late one know nothing', async () => {
  const { id: experiment_id } = await startPageExperiment(desk, { id, ...halves() })
  const [[a], [b]] = await browsersOfBoth(2)
  expect(await noted((await order(a!.ctx)).id)).toMatchObject({ experiment_id, arm: 0 })
  expect(await noted((await order(b!.ctx)).id)).toMatchObject({ experiment_id, arm: 1 })
  expect(await noted((await order({ ...b!.ctx, visitorSign: () => null })).id)).toBeUndefined()
  expect(await noted((await order({ ...b!.ctx, acting: { acting_session_id: 1 } })).id)).toBeUndefined()
  expect(await noted((await order(b!.ctx, { landing_slug: undefined })).id)).toBeUndefined()
  const unseen = browser()
  await unseen.open()
  expect(await noted((await order(unseen.ctx)).id)).toBeUndefined()
  // After the end what was seen still counts, for four weeks.
  await finishPageExperiment(desk, { id, variant_id: null })
  expect(await noted((await order(b!.ctx)).id)).toMatchObject({ experiment_id, arm: 1 })
  clock.move(29)
  expect(await noted((await order(b!.ctx)).id)).toBeUndefined()
})

test('while it runs the contents stay; goods may change; what is begun anew deals anew', async () => {
  await startPageExperiment(desk, { id, ...halves() })
  await expect(startPageExperiment(desk, { id, ...halves() })).rejects.toMatchObject({
    error: 'ERROR_EXPERIMENT_STATE',
  })
  await expect(write('さらに別の話')).rejects.toMatchObject({ error: 'ERROR_EXPERIMENT_STATE' })
  await expect(deleteLandingVariant(desk, { id, variant_id })).rejects.toMatchObject({ status: 409 })
  const change = async (more: object) => {
    const { version } = await getAdminLandingPage(desk, { id })
    return changeLandingPage(desk, { ...page, ...more, id, version })
  }
  await expect(change({ blocks: blocks('あたらしい話') })).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'blocks' }],
  })
  await change({ items: [{ product_sku_id: 101, quantity: 2 }] })
  const one = browser()
  await one.see()
  await finishPageExperiment(desk, { id, variant_id: null })
  expect(await one.see()).toBeNull()
  await write('さらに別の話')
  const { id: second } = await startPageExperiment(desk, {
    id,
    arms: [arm(null, 20), arm(variant_id, 80)],
    window_days: 90,
  })
  await one.see()
  expect(await latest()).toMatchObject({
    id: second,
    window_days: 90,
    arms: [{ visitor_percent: 20 }, { visitor_percent: 80 }],
  })
  expect((await latest()).arms.reduce((all, { visitors: seen }) => all + seen, 0)).toBe(1)
  await expect(deleteLandingPage(desk, { id })).rejects.toMatchObject({ status: 409, error: 'ERROR_EXPERIMENT_STATE' })
  await finishPageExperiment(desk, { id, variant_id: null })
  await deleteLandingPage(desk, { id })
  expect([await visitors(), await db.select().from(landing_variant)]).toEqual([[], []])
})

test('a page that is deleted while its comparison begins stays', async () => {
  const begins = () => startPageExperiment(desk, { id, ...halves() })
  const remove = () => deleteLandingPage(desk, { id })
  expect(await runWhileTableLocked(database, 'experiment', begins, remove)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { status: 409 } },
  ])
})

test('the chosen one becomes the page, whose content stays beside it', async () => {
  await startPageExperiment(desk, { id, ...halves() })
  await expect(finishPageExperiment(desk, { id, variant_id: variant_id + 1 })).rejects.toMatchObject({ status: 409 })
  await finishPageExperiment(desk, { id, variant_id })
  const one = browser()
  expect(await titleOf(one.open)).toEqual(['別の話', 'お申し込み'])
  expect((await listLandingVariants(desk, { id })).items).toEqual([{ id: variant_id, variant_name: 'これまでの内容' }])
  expect((await getLandingVariant(desk, { id, variant_id })).blocks[0]).toMatchObject({ title: 'もとの話' })
  await expect(finishPageExperiment(desk, { id, variant_id: null })).rejects.toMatchObject({ status: 409 })
  expect((await latest()).arms.map(({ name }) => name)).toEqual(['もとの内容', '別の話'])
})

test('what does not show its form is not compared', async () => {
  const unseen = blocks('話だけ').map((block) => (block.kind === 'form' ? { ...block, visible: false } : block))
  const bare = { ...page, slug: 'bare', visible: false, blocks: unseen }
  const hidden = await addLandingPage(desk, bare)
  const { id: copy } = await addLandingVariant(desk, { id: hidden.id, variant_name: '写し' })
  const { version } = await getAdminLandingPage(desk, hidden)
  await changeLandingPage(desk, { ...bare, visible: true, blocks: page.blocks, id: hidden.id, version })
  const both = { arms: [arm(null, 50), arm(copy, 50)], window_days: 28 as const }
  await expect(startPageExperiment(desk, { id: hidden.id, ...both })).rejects.toMatchObject({
    status: 409,
    message: '「写し」では、「お申し込み」が表示されません。表示してから始めてください。',
  })
})

test('its preview shows it, and only with the page’s key; closed, hidden and successor stay the page’s', async () => {
  const { url } = await previewLandingVariant(desk, { id, variant_id })
  const query = new URL(url).searchParams
  const preview = query.get('preview')!
  const { ctx } = browser()
  const shown = await showLandingPage(ctx, { slug: 'oil', preview, variant: Number(query.get('variant')) })
  expect(shown).toMatchObject({ is_preview: true, variant: null, blocks: [{ title: '別の話' }, {}] })
  expect((await showLandingPage(ctx, { slug: 'oil', variant: variant_id })).blocks[0]).toMatchObject({
    title: 'もとの話',
  })
  await expect(showLandingPage(ctx, { slug: 'oil', preview, variant: variant_id + 1 })).rejects.toMatchObject({
    status: 404,
  })
  await startPageExperiment(desk, { id, ...halves() })
  const { version } = await getAdminLandingPage(desk, { id })
  await changeLandingPage(desk, {
    ...page,
    id,
    version,
    closes_at: '2026-11-01T00:00:00+09:00',
    successor: '/lists/new',
  })
  const closed = browser()
  expect(await closed.open()).toMatchObject({ leads_to: '/lists/new', variant: null, blocks: [] })
  expect(closed.ctx.visitorSign()).toBeNull()
})

test('two variants beside the page at most, and only its own can be compared', async () => {
  await addLandingVariant(desk, { id, variant_name: 'もう一つ' })
  await expect(addLandingVariant(desk, { id, variant_name: '三つめ' })).rejects.toMatchObject({
    error: 'ERROR_TOO_MANY',
  })
  const other = await addLandingPage(desk, { ...page, slug: 'other' })
  await expect(startPageExperiment(desk, { id: other.id, ...halves() })).rejects.toMatchObject({ status: 409 })
  await expect(getLandingVariant(desk, { id: other.id, variant_id })).rejects.toMatchObject({ status: 404 })
  await expect(listLandingVariants({ ...desk, shop_id: 1 }, { id })).rejects.toMatchObject({ status: 404 })
})

test('a merged member’s orders are one buyer’s; an erased member’s still count', async () => {
  await startPageExperiment(desk, { id, ...halves() })
  const [, [b]] = await browsersOfBoth(1)
  const [one, two] = [await order(b!.ctx), await order(b!.ctx)]
  await ship([one.id, two.id], '2026-11-23')
  clock.move(29)
  const counted = async () => (await latest()).arms[1]!.confirmed
  expect(await counted()).toBe(2)
  await mergeWithIdentityChecks({ ...desk, clock } as never, one.customer_id, two.customer_id)
  await rebuildFacts(testContext(db, { clock }))
  expect(await counted()).toBe(1)
  const asked = {
    source: 'phone',
    inquiry_id: null,
    content: '消してほしいとのこと',
    due_on: null,
    kind: 'erasure',
  } as const
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id: one.customer_id })
  const checked = { identity_check: '登録のお電話に折り返した', answer: '' }
  await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2027-02-01', state: 'working' })
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.customer_id, one.customer_id))
  await erasePersonalData(manager, { id: request, with_guest_records: false })
  expect(await noted(one.id)).toMatchObject({ arm: 1 })
  expect(await counted()).toBe(1)
})

async function ship(ids: number[], day: string) {
  const created_at = new Date(`${day}T12:00:00+09:00`)
  await db
    .update(orders)
    .set({ status: 'shipped' })
    .where(sql`id = any(${sql.param(ids)}::bigint[])`)
  await db
    .insert(order_status_event)
    .values(
      ids.map((order_id) => ({
        ...{ shop_id: 2, order_id, status: 'shipped' as const, created_at },
        ...systemActor('配送'),
      })),
    )
    .onConflictDoNothing()
  await rebuildFacts(testContext(db, { clock }))
}

test('figures of both, as counted over every visitor by a plain program', async () => {
  await db.insert(sku_cost).values({ shop_id: 2, product_sku_id: 101, cost_from: '2026-01-01', unit_cost: 700 })
  const { id: experiment_id } = await startPageExperiment(desk, {
    id,
    arms: [arm(null, 50), arm(variant_id, 50)],
    window_days: 90,
  })
  const seen_at = clock.now()
  const seenOn = clock.today()
  const rows = Array.from({ length: 1_600 }, (_, n) => ({
    ...{ shop_id: 2, experiment_id, visitor_hash: `v${n}`, arm: n % 2, seen_at },
  }))
  await db.insert(experiment_visitor).values(rows)
  await db.update(experiment).set({ visitors: 1_600 }).where(eq(experiment.id, experiment_id))
  // Of the page 45 of 800 buy, of the variant 105; some bring it back, some never get it, some get a second delivery.
  const ids = await insertMembers(db, 150)
  const members = await db
    .select()
    .from(customer)
    .where(sql`id = any(${sql.param(ids)}::bigint[])`)
  for (const [n, member] of members.entries()) {
    const isVariant = n >= 45
    const isContract = n % 3 === 0
    const subscription_id = isContract ? await insertSubscriptionRow(db, member) : null
    const first = { status: 'shipped' as const, landing_slug: 'oil', subscription_id, cycle: isContract ? 1 : null }
    const late = n % 11 === 0 ? 100 : 4
    const made = await insertOrderRow(db, member, [{ product_sku_id: 101, quantity: 1 + (n % 2) }], {
      ...first,
      ...(n % 7 === 0 ? { status: 'returned' as const } : {}),
      updated_at: new Date(`${addDays(seenOn, late)}T12:00:00+09:00`),
    })
    if (n % 7 === 0)
      await db.insert(order_status_event).values({
        ...{ shop_id: 2, order_id: made.id, status: 'shipped' },
        ...systemActor('配送'),
        created_at: new Date(`${addDays(seenOn, late - 1)}T12:00:00+09:00`),
      })
    await db
      .insert(experiment_order)
      .values({ shop_id: 2, experiment_id, order_id: made.id, arm: Number(isVariant), seen_at })
    if (isContract && n % 2 === 0)
      await insertOrderRow(db, member, [{ product_sku_id: 101 }], {
        ...{ status: 'shipped', subscription_id, cycle: 2 },
        updated_at: new Date(`${addDays(seenOn, n % 4 === 0 ? 60 : 95)}T12:00:00+09:00`),
      })
  }
  await rebuildFacts(testContext(db, { clock }))
  expect((await latest()).arms.map(({ visitors, judged }) => [visitors, judged])).toEqual([
    [800, 0],
    [800, 0],
  ])
  clock.move(91)
  const found = await latest()
  const plain = await countPlainly(experiment_id, seenOn)
  expect(found).toMatchObject({ is_lopsided: false, is_forgotten: false, uncosted: 0 })
  for (const [n, one] of found.arms.entries()) {
    expect(one.judged).toBe(800)
    expect(one.confirmed).toBe(plain.filter((row) => row.arm === n && row.confirmed).length)
    expect(one.second).toBe(plain.filter((row) => row.arm === n && row.second).length)
  }
  const { confirmed: rate, yen, profit, second } = found.arms[1]!.compared!
  expect(found.arms[0]!.compared).toBeNull()
  expect(rate!.low).toBeGreaterThan(0)
  // Fewer than twenty second deliveries in the smaller half: nothing is said of them.
  expect([found.arms[0]!.second < 20, second]).toEqual([true, null])
  for (const [one, of] of [
    [rate, 'confirmed'],
    [yen, 'yen'],
    [profit, 'profit'],
  ] as const) {
    const by = bounds(
      plain.filter(({ arm }) => arm === 0).map((row) => Number(row[of])),
      plain.filter(({ arm }) => arm === 1).map((row) => Number(row[of])),
      800,
      found.expected,
    )
    expect(one!.difference).toBeCloseTo(by.difference, 6)
    expect(one!.low).toBeCloseTo(by.low, 6)
    expect(one!.high).toBeCloseTo(by.high, 6)
  }

  // As with 原価: 粗利 is for those who see figures.
  const support = { ...desk, operator: { ...desk.operator, permissions: ROLE_PERMISSIONS.support } }
  const { profit: hidden, yen: seen } = (await showPageExperiment(support, { id })).latest!.arms[1]!.compared!
  expect([hidden, seen === null]).toEqual([null, false])

  // Some visitors forgotten, or a half that has too many: nothing is said.
  await db.delete(experiment_visitor).where(eq(experiment_visitor.visitor_hash, 'v0'))
  expect(await latest()).toMatchObject({ is_forgotten: true, arms: [{}, { compared: { confirmed: null } }] })
  await db.update(experiment_visitor).set({ arm: 1 }).where(sql`visitor_hash ~ '^v[1-4]..$'`)
  await db.update(experiment).set({ visitors: 1_599 }).where(eq(experiment.id, experiment_id))
  expect(await latest()).toMatchObject({
    is_lopsided: true,
    is_forgotten: false,
    arms: [{}, { compared: { yen: null } }],
  })
})

interface PlainBuyer {
  arm: number
  confirmed: boolean
  second: boolean
  yen: number
  profit: number
}

/** Order by order from what was written, with neither the facts nor the queries of the reports. */
async function countPlainly(experiment_id: number, seenOn: string): Promise<PlainBuyer[]> {
  const read = async (text: string) => (await db.$client.query(text)).rows
  const notes = await read(`select arm, order_id::int from experiment_order where experiment_id = ${experiment_id}`)
  const all = await read(
    `select id::int, customer_id::int, subscription_id::int, cycle, status, payment_total from orders`,
  )
  const left = await read(
    `select order_id::int, min(created_at + interval '9 hours')::date::text as day from order_status_event where status = 'shipped' group by 1`,
  )
  const items = await read(
    `select order_id::int, sum(subtotal - discount_amount)::int as paid, sum(quantity)::int as pieces, min(tax_rate)::int as tax from order_item group by 1`,
  )
  const last = addDays(seenOn, 90)
  const buyers: PlainBuyer[] = []
  for (const { arm, order_id } of notes) {
    const order = all.find(({ id }) => id === order_id)
    const its = all.filter(
      ({ id, subscription_id }) =>
        id === order_id || (order.subscription_id && subscription_id === order.subscription_id),
    )
    const buyer: PlainBuyer = { arm, confirmed: false, second: false, yen: 0, profit: 0 }
    let isAny = false
    for (const one of its) {
      const day = left.find((row) => row.order_id === one.id)?.day
      if (!day || day > last) continue
      isAny = true
      const { paid, pieces, tax } = items.find((row) => row.order_id === one.id)
      if (one.id === order_id && one.status === 'shipped') buyer.confirmed = true
      if (one.cycle === 2 && one.status === 'shipped') buyer.second = true
      buyer.yen += one.payment_total
      buyer.profit += paid - Math.floor((paid * tax) / (100 + tax)) - pieces * 700
    }
    if (isAny) buyers.push(buyer)
  }
  return buyers
}

/** The textbook's two means, with the mixture bound of arXiv 2103.06476 (9) at 5 %. */
function bounds(base: number[], arm: number[], visitors: number, expected: number) {
  const sorted = [...base, ...arm].filter((one) => one !== 0).sort((a, b) => a - b)
  const top = sorted[Math.ceil(sorted.length * 0.99) - 1]!
  const [b, a] = [base, arm].map((some) => {
    const each = [...some, ...Array<number>(visitors - some.length).fill(0)].map((one) => (one > top ? top : one))
    const m = each.reduce((x, y) => x + y) / visitors
    return { m, v: each.reduce((x, y) => x + (y - m) ** 2, 0) / (visitors - 1) / visitors }
  }) as [{ m: number; v: number }, { m: number; v: number }]
  const N = 2 * visitors
  const r2 = (-2 * Math.log(0.05) + Math.log(1 - 2 * Math.log(0.05))) / expected
  const half =
    Math.sqrt(b.v + a.v) * Math.sqrt(((2 * (N * r2 + 1)) / (N * r2)) * Math.log(Math.sqrt(N * r2 + 1) / 0.05))
  return { difference: a.m - b.m, low: a.m - b.m - half, high: a.m - b.m + half }
}

test('before the start: what so many visits can show, or that they can show nothing', async () => {
  const row = (day: string, reached: number) => ({
    ...{
      shop_id: 2,
      day,
      landing_slug: 'oil',
      form_part: '',
      reached,
      entered: 0,
      refused: 0,
      left_here: 0,
      seconds: 0,
    },
  })
  const outlook = async () => (await showPageExperiment(desk, { id })).outlook
  expect(await outlook()).toMatchObject({
    visitors: 0,
    smallest: [{ arms: 2, difference: null }, { difference: null }],
  })
  await db.insert(form_part_day).values([row('2026-11-20', 20_000), row('2026-08-01', 90_000)])
  await db.update(orders).set({ landing_slug: null })
  const some = await db.select({ id: orders.id }).from(orders).limit(1)
  expect(some.length).toBe(1)
  expect(await outlook()).toMatchObject({ visitors: 20_000, orders: 0, smallest: [{ difference: null }, {}] })
  await startPageExperiment(desk, { id, ...halves() })
  expect((await latest()).expected).toBe(20_000)
})
