import type { SubscriptionJob } from '@kushi/contract/admin/bulk'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { message_text } from '@kushi/db/schema/message'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deliverOutbox } from '../../messaging/message/deliver-outbox.ts'
import { loadRecentMessages } from '../../messaging/message/index.ts'
import { expirePriceOffers } from '../../sales/subscription/expire-price-offers.ts'
import { updateSubscription } from '../../sales/subscription/update-subscription.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { revertBulkJob, runBulkJob } from './admin/control-job.ts'
import { listBulkJobRows } from './admin/show-jobs.ts'
import { startBulkSubscriptionJob } from './admin/start-job.ts'
import { processBulkJobs } from './process-bulk-jobs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let mails: { to: string; text: string }[] = []
let pushed: { to: string; said: string }[] = []
const blocked = new Set<string>()
const ports = {
  ...fakeCardProvider().ports(),
  mail: { send: async (mail: { to: string; text: string }) => void mails.push(mail) },
  line_messaging: {
    isReachable: async (id: string) => !blocked.has(id),
    isSigned: () => false,
    push: async (to: string, message: object) => void pushed.push({ to, said: JSON.stringify(message) }),
  },
}
const clock = testClock('2026-11-21')
const given = { clock, ports }
const ctx = { ...(await operatorContext(db, 'manager', given)), afterwards: () => undefined }
const base = { ...testContext(db, given), afterwards: () => undefined }
const work = () => processBulkJobs(base, { workers: 1 })

let all: Awaited<ReturnType<typeof insertSubscribedMember>>[] = []
/** The first two linked their account and are friends, the third blocked the shop's account, the fourth has no LINE. */
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, bulk_job, outbox, line_friend')
  await db.update(customer).set({ line_id: null })
  await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
  mails = []
  pushed = []
  blocked.clear()
  all = []
  for (let n = 0; n < 4; n++) {
    const items = [{ product_sku_id: 101, following_price: 2_000 }]
    const one = await insertSubscribedMember(db, base, { next_delivery_date: '2026-12-29' }, items)
    all.push(one)
    if (n === 3) continue
    const { customer_id: id } = one.member
    await db
      .update(customer)
      .set({ line_id: `U${n}` })
      .where(eq(customer.id, id))
    const friend = { shop_id: 2, line_user_id: `U${n}`, friend_status_id: 4, updated_at: new Date() }
    await db.insert(line_friend).values({ ...friend, is_blocked: n === 2 })
  }
})

const filter = parseListQuery('GET /admin/v1/subscriptions') as SubscriptionJob['filter']
type JobInput = SubscriptionJob extends infer J
  ? J extends SubscriptionJob
    ? Pick<J, 'kind' | 'params'>
    : never
  : never
const later: JobInput = { kind: 'move_dates', params: { days: 7, date: null } }
const price = { sku_id: 101, from: '2027-01-15', without_answer: 'keep' as const }

async function started(wanted: JobInput, notify = true): Promise<number> {
  const before = await db.$count(outbox)
  const { id } = await startBulkSubscriptionJob(ctx, { ...wanted, filter, ids: null, notify } as SubscriptionJob)
  await work()
  expect(await db.$count(outbox)).toBe(before)
  await runBulkJob(ctx, { id })
  return id
}
async function done(wanted: JobInput, notify?: boolean): Promise<number> {
  const id = await started(wanted, notify)
  await work()
  return id
}
/** Each message that is waiting or sent, with its channel and recipient. */
const queued = async () => {
  const rows = await db.select().from(outbox).orderBy(asc(outbox.id))
  const ofOne = (id: number | null) => all.findIndex((one) => one.id === id)
  return rows.map(({ kind, subscription_id }) => `${kind} ${ofOne(subscription_id)}`).sort()
}
const toAll = ['line 0', 'line 1', 'mail 0', 'mail 1', 'mail 2', 'mail 3']

test.each<[string, JobInput, string]>([
  ['moved dates', later, '2027年1月5日(火)'],
  ['休止', { kind: 'pause', params: {} }, '休止'],
  ['解約', { kind: 'cancel', params: { reason: 1, detail: '計画' } }, '解約'],
  ['another product', { kind: 'swap_product', params: { from_sku_id: 101, to_sku_id: 103 } }, '商品'],
  ['a lower price', { kind: 'change_price', params: { ...price, price: 1_500 } }, '¥1,500'],
  ['a higher price', { kind: 'change_price', params: { ...price, price: 2_100 } }, '¥2,100'],
])('%s: told by mail, and over LINE to friends who linked their account, each once', async (_, wanted, word) => {
  await done(wanted)
  expect(await queued()).toEqual(toAll)
  await Promise.all([deliverOutbox(base), deliverOutbox(base)])
  await deliverOutbox(base)
  expect(mails).toHaveLength(4)
  expect(pushed.map(({ to }) => to).sort()).toEqual(['U0', 'U1'])
  for (const { said } of pushed) expect(said).toContain(word)
  const shown = await loadRecentMessages(db, 2, { customer_id: all[0]!.member.customer_id })
  expect(shown.map(({ kind }) => kind).sort()).toEqual(['line', 'mail'])
})

test('a question about a higher price is answered by the mail’s link; LINE links to マイページ, and a member not reached by LINE has the mail', async () => {
  blocked.add('U1')
  await done({ kind: 'change_price', params: { ...price, price: 2_100 } })
  await deliverOutbox(base)
  expect(mails).toHaveLength(4)
  for (const { text } of mails) expect(text).toContain('/sh/price-change?token=')
  expect(pushed.map(({ to }) => to)).toEqual(['U0'])
  const { said } = pushed[0]!
  expect(said).not.toContain('token')
  expect(said).toContain(`/sh/mypage/subscriptions/${all[0]!.id}/edit`)
  expect(said).toContain('これまでの価格のままお届けします')
})

test('in the shop’s own words', async () => {
  const own = { shop_id: 2, subject: '{店舗名}より', body: '契約番号 {契約番号}: {内容}', updated_at: new Date() }
  const kinds = ['line_subscription_changed', 'line_price_lowered']
  await db
    .insert(message_text)
    .values(kinds.map((kind) => ({ ...own, kind, body: kind === kinds[0] ? own.body : '値下げ' })))
  await done(later)
  await done({ kind: 'change_price', params: { ...price, price: 1_500 } })
  await db.delete(message_text)
  const saying = (await db.select().from(outbox).where(eq(outbox.kind, 'line')).orderBy(asc(outbox.id))).map(
    ({ payload }) => JSON.stringify(payload),
  )
  expect(saying[0]).toContain(`契約番号 ${all[0]!.id}: `)
  expect(saying[0]).toContain('椿野より')
  expect(saying[2]).toContain('値下げ')
})

test.each(['', 'あ'])(
  '%s🌸: a notification that is cut between two signs, whichever, is told like any other',
  async (first) => {
    const own = { shop_id: 2, kind: 'line_subscription_changed', body: '', updated_at: new Date() }
    await db.insert(message_text).values({ ...own, subject: first + '🌸'.repeat(250) })
    await done(later)
    await db.delete(message_text)
    expect(await queued()).toEqual(toAll)
  },
)

test('a member who gave no answer reads in the mail why the subscription is paused, in the shop’s own words', async () => {
  const lapse = async () => {
    await done({ kind: 'change_price', params: { ...price, price: 2_100, without_answer: 'pause' } })
    await db.delete(outbox)
    await db.update(subscription).set({ next_delivery_date: '2027-02-10', next_next_delivery_date: '2027-03-10' })
    clock.move(41)
    await expirePriceOffers(base)
    clock.move(-41)
    await deliverOutbox(base)
  }
  await lapse()
  expect(mails).toHaveLength(4)
  for (const { text } of mails) {
    expect(text).toContain('価格や送料・手数料の変更へのご同意を期限までにいただいていないため、お伺いのとおり、定期便')
    expect(text).toContain('マイページから再開いただけます。')
  }
  mails = []
  await db.update(subscription).set({ summary_status: 1, next_delivery_date: '2026-12-29' })
  const own = { shop_id: 2, kind: 'price_lapsed', subject: '{内容}', body: 'お返事のない契約 {契約番号}' }
  await db.insert(message_text).values({ ...own, updated_at: new Date() })
  await lapse()
  await db.delete(message_text)
  expect(mails.map(({ text }) => text)).toContain(`お返事のない契約 ${all[3]!.id}`)
})

test('a 休止 that one of the shop’s people makes has its own words', async () => {
  await done({ kind: 'pause', params: {} })
  await deliverOutbox(base)
  for (const { text } of mails) expect(text).not.toContain('ご同意')
})

test('a member who gave no answer also reads over LINE that the subscription is paused, once, in the shop’s own words', async () => {
  await done({ kind: 'change_price', params: { ...price, price: 2_100, without_answer: 'pause' } })
  await db.delete(outbox)
  const own = { shop_id: 2, subject: '{内容}', body: 'お返事のない契約 {契約番号}', updated_at: new Date() }
  await db.insert(message_text).values({ ...own, kind: 'line_price_lapsed' })
  await db.update(subscription).set({ next_delivery_date: '2027-02-10', next_next_delivery_date: '2027-03-10' })
  clock.move(41)
  expect(await expirePriceOffers(base)).toBe(4)
  expect(await expirePriceOffers(base)).toBe(0)
  clock.move(-41)
  await db.delete(message_text)
  expect(await queued()).toEqual(toAll)
  await deliverOutbox(base)
  expect(pushed.map(({ to }) => to).sort()).toEqual(['U0', 'U1'])
  for (const { to, said } of pushed) expect(said).toContain(`お返事のない契約 ${all[Number(to[1])]!.id}`)
})

test('a quiet job notifies no member, and a shop without LINE notifies none over LINE', async () => {
  await done(later, false)
  expect(await queued()).toEqual([])
  await db.update(shop).set({ line_channel_flag: false }).where(eq(shop.id, 2))
  await done(later)
  expect(await queued()).toEqual(['mail 0', 'mail 1', 'mail 2', 'mail 3'])
})

test('when it is taken back, each member is notified of that too, once per channel', async () => {
  const id = await done(later)
  await revertBulkJob(ctx, { id })
  await work()
  expect(await queued()).toEqual(toAll.flatMap((one) => [one, one]))
})

test('changes between dry run and run are checked again, and a refused member is not notified', async () => {
  const id = await started({ kind: 'move_dates', params: { days: null, date: '2027-01-05' } })
  const { id: theirs, member } = all[0]!
  await updateSubscription(member, { id: theirs, version: 1, next_delivery_date: '2027-01-05' })
  expect(await queued()).toEqual(['mail 0'])
  await db.delete(outbox)
  await work()
  expect((await listBulkJobRows(ctx, { id })).items.map(({ state }) => state)).toEqual([
    'failed',
    'done',
    'done',
    'done',
  ])
  expect(await queued()).toEqual(['line 1', 'mail 1', 'mail 2', 'mail 3'])
})

test('when a connection is killed while a block is written, no message remains of it, and each member is still notified once', async () => {
  await started(later)
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('lock table line_friend in access exclusive mode')
  const working = work()
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%line_friend%'`
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  expect(await queued()).toEqual([])
  await database.pool.query(`select pg_terminate_backend(pid) from (${waiting}) w`)
  await holding.query('commit')
  holding.release()
  await working
  expect(await queued()).toEqual(toAll)
})
