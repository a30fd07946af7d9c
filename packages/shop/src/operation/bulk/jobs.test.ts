import type { SubscriptionJob } from '@kushi/contract/admin/bulk'
import { bulk_job } from '@kushi/db/schema/bulk'
import { delivery } from '@kushi/db/schema/delivery'
import { audit_event } from '@kushi/db/schema/operator'
import { product_sku } from '@kushi/db/schema/product'
import {
  subscription,
  subscription_event,
  subscription_order_item,
  subscription_reason,
} from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { recordMissingAgreedTerms } from '../../sales/subscription/agree-terms.ts'
import { getSubscription } from '../../sales/subscription/get-subscription.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../testing/subscription.ts'
import { retryBulkJob, revertBulkJob, runBulkJob, stopBulkJob } from './admin/control-job.ts'
import { listBulkJobRows, listBulkJobs, showBulkJob } from './admin/show-jobs.ts'
import { startBulkSubscriptionJob } from './admin/start-job.ts'
import { processBulkJobs } from './process-bulk-jobs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const given = { clock: testClock('2026-11-21'), ports: fakeCardProvider().ports() }
/** Runs jobs only where the test calls it. */
const ctx = { ...(await operatorContext(db, 'manager', given)), afterwards: () => undefined }
const base = { ...testContext(db, given), afterwards: () => undefined }
const work = () => processBulkJobs(base, { workers: 3 })

let ids: number[] = []
/** The test's own subscriptions, on separate days. */
beforeEach(async () => {
  await db.update(bulk_job).set({ state: 'discarded' })
  await db.update(subscription).set({ summary_status: 6 })
  ids = []
  for (let n = 0; n < 5; n++)
    ids.push((await insertSubscribedMember(db, base, { next_delivery_date: '2026-12-29' })).id)
  await db.update(subscription).set({ summary_status: 5 }).where(eq(subscription.id, ids[4]!))
})
const filter = (search = 'summary_status=1&summary_status=5') =>
  parseListQuery('GET /admin/v1/subscriptions', search) as SubscriptionJob['filter']
const asked = { filter: filter(), ids: null, notify: true }
const later = { kind: 'move_dates' as const, params: { days: 7, date: null } }
const dates = async () => {
  const rows = await db.select().from(subscription).where(inArray(subscription.id, ids)).orderBy(subscription.id)
  return rows.map((row) => row.next_delivery_date)
}
const rowsOf = async (id: number) => (await listBulkJobRows(ctx, { id })).items

test('the dry run covers everything that the list shows, and nothing changes before the run', async () => {
  const { id } = await startBulkSubscriptionJob(ctx, { ...asked, ...later })
  expect((await showBulkJob(ctx, { id })).counts.waiting).toBe(5)
  const mails = await db.$count(outbox)
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'checked', counts: { possible: 4, impossible: 1 } })
  const rows = await rowsOf(id)
  expect(rows[0]!.detail).toBe('2026年12月29日(火) → 2027年1月5日(火)')
  expect(rows[4]).toMatchObject({ state: 'impossible', detail: expect.stringContaining('休止中') })
  expect(await dates()).toEqual(Array(5).fill('2026-12-29'))
  expect(await db.$count(outbox)).toBe(mails)
  await work()
  expect((await showBulkJob(ctx, { id })).state).toBe('checked')

  await runBulkJob(ctx, { id })
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'done', counts: { done: 4, impossible: 1 } })
  expect(await dates()).toEqual([...Array(4).fill('2027-01-05'), '2026-12-29'])
  expect(await db.$count(outbox)).toBe(mails + 4)
  const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, ids[0]!))
  expect(events).toMatchObject([{ event: 'updated', actor_kind: 'operator', actor_name: '店長' }])
  const trail = and(eq(audit_event.subject, 'bulk_job'), eq(audit_event.subject_id, String(id)))
  expect(await db.$count(audit_event, trail)).toBe(2)
})

test('the audit log contains neither search words nor message text; the job does', async () => {
  const q = String(ids[0])
  const { id } = await startBulkSubscriptionJob(ctx, {
    filter: filter(`q=${q}`),
    ids: null,
    notify: false,
    kind: 'cancel',
    params: { reason: 1, detail: '鵜飼様のお電話' },
  })
  const trail = and(eq(audit_event.subject, 'bulk_job'), eq(audit_event.subject_id, String(id)))
  const [entry] = await db.select().from(audit_event).where(trail)
  const masked = { filter: { q: `＊＊(${q.length}文字)` }, params: { reason: 1, detail: '＊＊(7文字)' } }
  expect(entry!.after).toMatchObject(masked)
  const [job] = await db.select().from(bulk_job).where(eq(bulk_job.id, id))
  expect(job).toMatchObject({ filter: { q }, params: { detail: '鵜飼様のお電話' } })
})

test('a job is taken back, except rows that were changed since', async () => {
  const { id } = await startBulkSubscriptionJob(ctx, { ...asked, ...later, notify: false })
  await work()
  await runBulkJob(ctx, { id })
  await work()
  await db.update(subscription).set({ version: 9 }).where(eq(subscription.id, ids[1]!))
  await revertBulkJob(ctx, { id })
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'taken_back', counts: { taken_back: 3, kept: 1 } })
  expect(await dates()).toEqual(['2026-12-29', '2027-01-05', '2026-12-29', '2026-12-29', '2026-12-29'])
  await expect(runBulkJob(ctx, { id })).rejects.toMatchObject({ error: 'ERROR_JOB_STATE' })
})

test('a stopped job does nothing more and can continue; failed rows are retried, and nothing is done twice', async () => {
  const { id } = await startBulkSubscriptionJob(ctx, { ...asked, kind: 'pause', params: {} })
  await work()
  await runBulkJob(ctx, { id })
  await stopBulkJob(ctx, { id })
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'stopped', counts: { possible: 4 } })
  await runBulkJob(ctx, { id })
  // The member cancels before the job runs.
  await db.update(subscription).set({ summary_status: 5 }).where(eq(subscription.id, ids[2]!))
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'done', counts: { done: 3, failed: 1, impossible: 1 } })
  await db.update(subscription).set({ summary_status: 1 }).where(eq(subscription.id, ids[2]!))
  await retryBulkJob(ctx, { id })
  await work()
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ done: 4, failed: 1 })
  for (const one of ids.slice(0, 4)) {
    const paused = and(eq(subscription_event.subscription_id, one), eq(subscription_event.event, 'paused'))
    expect(await db.$count(subscription_event, paused)).toBe(1)
  }
})

test('休止 keeps the reason that was chosen, and none that the shop does not offer', async () => {
  const pause = async (reason: number) => {
    const { id } = await startBulkSubscriptionJob(ctx, { ...asked, kind: 'pause', params: { reason } })
    await work()
    return id
  }
  const unknown = await pause(99)
  expect((await showBulkJob(ctx, { id: unknown })).counts).toMatchObject({ impossible: 5 })
  const id = await pause(1)
  await runBulkJob(ctx, { id })
  await work()
  const row = await loadSubscriptionRow(db, ids[0]!)
  expect(row).toMatchObject({ summary_status: 5, pause_reason_id: 1 })
  const [noted] = await db.select().from(subscription_reason).where(eq(subscription_reason.subscription_id, ids[0]!))
  expect(noted).toMatchObject({ event: 'paused', reason_id: 1 })
})

test.each([0, 1, 2, 3])(
  'a block that is cut off after %i looks at the clock leaves each row done or not begun',
  async (n) => {
    const { id } = await startBulkSubscriptionJob(ctx, { ...asked, ...later })
    await work()
    await runBulkJob(ctx, { id })
    let left = n
    const dying = {
      ...base,
      clock: {
        ...base.clock,
        now() {
          if (left-- <= 0) throw new Error('killed')
          return base.clock.now()
        },
      },
    }
    await expect(processBulkJobs(dying, { workers: 1 })).rejects.toThrow('killed')
    const moved = (await dates()).filter((day) => day === '2027-01-05').length
    expect(moved).toBe(n < 3 ? 0 : 4)
    expect((await rowsOf(id)).filter(({ state }) => state === 'done')).toHaveLength(moved)
    await work()
    expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'done', counts: { done: 4 } })
    const mine = and(inArray(subscription_event.subscription_id, ids), eq(subscription_event.event, 'updated'))
    expect(await db.$count(subscription_event, mine)).toBe(4)
  },
)

test('a locked row does not hold up the others, and is done once it is free', async () => {
  const { id } = await startBulkSubscriptionJob(ctx, { ...asked, ...later })
  await work()
  await runBulkJob(ctx, { id })
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('select from subscription where shop_id = 2 and id = $1 for update', [ids[1]])
  const working = processBulkJobs(base, { workers: 1 })
  const moved = ['2027-01-05', '2026-12-29', '2027-01-05', '2027-01-05', '2026-12-29']
  await expect.poll(dates).toEqual(moved)
  await holding.query('commit')
  holding.release()
  await working
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'done', counts: { done: 4 } })
})

test('a row that breaks spoils none of its block', async () => {
  const { id } = await startBulkSubscriptionJob(ctx, { ...asked, ...later })
  await work()
  await runBulkJob(ctx, { id })
  await db.execute(
    sql`alter table subscription add constraint broken check (id <> ${sql.raw(String(ids[1]))}) not valid`,
  )
  await work()
  await db.execute(sql`alter table subscription drop constraint broken`)
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'done', counts: { done: 3, failed: 1 } })
  expect((await rowsOf(id))[1]).toMatchObject({ detail: expect.stringContaining('システムの都合') })
  expect(await dates()).toEqual(['2027-01-05', '2026-12-29', '2027-01-05', '2027-01-05', '2026-12-29'])
  const mine = and(inArray(subscription_event.subscription_id, ids), eq(subscription_event.event, 'updated'))
  expect(await db.$count(subscription_event, mine)).toBe(3)
  await retryBulkJob(ctx, { id })
  await work()
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ done: 4 })
})

test('a product is swapped at the price that was promised, or less, and swapped back', async () => {
  const [to] = await db.select().from(product_sku).where(eq(product_sku.id, 103))
  const promised = async () => {
    const of = inArray(subscription_order_item.subscription_id, ids.slice(0, 4))
    const rows = await db
      .select()
      .from(subscription_order_item)
      .where(of)
      .orderBy(subscription_order_item.subscription_id)
    return rows.map(({ product_sku_id, following_price }) => ({ product_sku_id, following_price }))
  }
  const before = await promised()
  const swap = { kind: 'swap_product' as const, params: { from_sku_id: 101, to_sku_id: 103 } }
  const { id, text } = await startBulkSubscriptionJob(ctx, { ...asked, ...swap })
  expect(text).toContain('入れ替える')
  await work()
  await runBulkJob(ctx, { id })
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ counts: { done: 4 } })
  const price = to!.subscription_price ?? to!.price
  expect(await promised()).toEqual(
    before.map((one) => ({ product_sku_id: 103, following_price: Math.min(one.following_price, price) })),
  )
  await revertBulkJob(ctx, { id })
  await work()
  expect(await promised()).toEqual(before)
})

test('what replaces a product that is left out of the next delivery is left out of it too, and so is what is swapped back', async () => {
  const next_delivery_date = '2026-12-29'
  const { id: contract, member } = await insertSubscribedMember(db, base, { next_delivery_date, cycle: 2 }, [
    { product_sku_id: 101, except_cycle: 2 },
    { product_sku_id: 118 },
  ])
  const seen = async () => {
    const { payment_total, subscription_order_item: items } = await getSubscription(member, { id: contract })
    return [payment_total, items.flatMap((one) => (one.is_left_out ? one.product_sku_id : []))]
  }
  const [total] = await seen()
  const swap = { kind: 'swap_product' as const, params: { from_sku_id: 101, to_sku_id: 103 } }
  const { id } = await startBulkSubscriptionJob(ctx, { ...asked, ids: [contract], ...swap })
  await work()
  await runBulkJob(ctx, { id })
  await work()
  expect(await seen()).toEqual([total, [103]])
  await revertBulkJob(ctx, { id })
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ counts: { taken_back: 1 } })
  expect(await seen()).toEqual([total, [101]])
})

test('goods that the shop chose cost no other 送料, even where they need a parcel', async () => {
  const mail = and(eq(delivery.shop_id, 2), eq(delivery.mail_delivery_flag, true))
  const [letterbox] = await db.select().from(delivery).where(mail)
  const mine = inArray(subscription.id, ids)
  await db.update(subscription).set({ delivery_id: letterbox!.id, agreed_terms: null }).where(mine)
  await db.update(product_sku).set({ light_flag: true }).where(eq(product_sku.id, 101))
  await db.update(product_sku).set({ light_flag: false }).where(eq(product_sku.id, 103))
  await recordMissingAgreedTerms(ctx)
  const swap = { kind: 'swap_product' as const, params: { from_sku_id: 101, to_sku_id: 103 } }
  const { id } = await startBulkSubscriptionJob(ctx, { ...asked, ...swap })
  await work()
  await runBulkJob(ctx, { id })
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ counts: { done: 4 } })
  const fees = (await db.select().from(subscription).where(mine)).map((row) => row.agreed_terms?.delivery_fee)
  expect(fees).toEqual(Array(5).fill(letterbox!.flat_rate_delivery_fee))
})

test('only the selected rows, only this shop, only with the permission; no selection is no job', async () => {
  const some = await startBulkSubscriptionJob(ctx, { ...asked, ...later, ids: [ids[0]!, ids[1]!] })
  expect(some.counts.waiting).toBe(2)
  const other = { ...ctx, shop_id: 3 }
  await expect(startBulkSubscriptionJob(other, { ...asked, ...later })).rejects.toMatchObject({
    error: 'ERROR_NOTHING_CHOSEN',
  })
  await expect(showBulkJob(other, { id: some.id })).rejects.toMatchObject({ status: 404 })
  await expect(stopBulkJob(other, { id: some.id })).rejects.toMatchObject({ status: 404 })
  expect((await listBulkJobs(other, {} as never)).items).toEqual([])
  const viewer = { ...(await operatorContext(db, 'viewer', given)), afterwards: () => undefined }
  await expect(stopBulkJob(viewer, { id: some.id })).rejects.toMatchObject({ status: 403 })
  expect((await stopBulkJob(ctx, { id: some.id })).state).toBe('discarded')
  expect((await loadSubscriptionRow(db, ids[0]!)).next_delivery_date).toBe('2026-12-29')
})

test('a role without subscriptions sees no job of them; a job’s name contains no text that an operator typed', async () => {
  const params = { reason: 1, detail: '山田様の奥様のご希望' }
  const { id, text } = await startBulkSubscriptionJob(ctx, { ...asked, kind: 'cancel', params })
  expect(text).toBe('解約する')
  const packer = await operatorContext(db, 'shipping', given)
  expect((await listBulkJobs(packer, {} as never)).items).toEqual([])
  await expect(showBulkJob(packer, { id })).rejects.toMatchObject({ status: 404 })
  await expect(listBulkJobRows(packer, { id })).rejects.toMatchObject({ status: 404 })
  const viewer = await operatorContext(db, 'viewer', given)
  expect((await listBulkJobs(viewer, {} as never)).items[0]).toMatchObject({ id })
  expect(await showBulkJob(viewer, { id })).toMatchObject({ id })
})

test('five jobs at a time; one that was not run within a week makes room', async () => {
  const start = () => startBulkSubscriptionJob(ctx, { ...asked, ...later })
  const begun = await Promise.allSettled(Array.from({ length: 6 }, start))
  const refused = begun.filter((one) => one.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { status: 409, error: 'ERROR_TOO_MANY_JOBS' } }])
  await work()
  await expect(start()).rejects.toMatchObject({ error: 'ERROR_TOO_MANY_JOBS' })
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-11-27') }))
  await expect(start()).rejects.toMatchObject({ error: 'ERROR_TOO_MANY_JOBS' })
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-11-29') }))
  expect((await start()).state).toBe('checking')
})

test('after half a year a job that is over is forgotten, one at work is not', async () => {
  const over = await startBulkSubscriptionJob(ctx, { ...asked, ...later })
  await stopBulkJob(ctx, { id: over.id })
  const open = await startBulkSubscriptionJob(ctx, { ...asked, ...later })
  await deleteExpiredRows(testContext(db, { clock: testClock('2027-06-21') }))
  await expect(showBulkJob(ctx, { id: over.id })).rejects.toMatchObject({ status: 404 })
  expect((await showBulkJob(ctx, { id: open.id })).state).toBe('checking')
})
