import type { MessageJob, SubscriptionJob } from '@kushi/contract/admin/bulk'
import { ad_letter, ad_optout } from '@kushi/db/schema/abandonment'
import { bulk_job } from '@kushi/db/schema/bulk'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { audit_event, operator } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import type { MessageChannel } from '@kushi/values/message'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { deliverOutbox } from '../../messaging/message/deliver-outbox.ts'
import type { LineMessage } from '../../ports/line-messaging-port.ts'
import type { Mail } from '../../ports/mail-port.ts'
import { unsubscribe } from '../../sales/cart/unsubscribe.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { showToday } from '../today/admin/show-today.ts'
import { listBulkPlaceholders, previewBulkMessage, showBulkMessage, testBulkMessage } from './admin/bulk-messages.ts'
import { retryBulkJob, runBulkJob, scheduleBulkMessageJob, stopBulkJob } from './admin/control-job.ts'
import { listBulkJobRows, listBulkJobs, showBulkJob } from './admin/show-jobs.ts'
import { startBulkMessageJob } from './admin/start-job.ts'
import { processBulkJobs } from './process-bulk-jobs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))

let sent: Mail[] = []
const mail = { send: async (one: Mail) => void sent.push(one) }
let pushed: { to: string; message: LineMessage }[] = []
const unreachable = new Set<string>()
const line_messaging = {
  isReachable: async (to: string) => !unreachable.has(to),
  push: async (to: string, message: LineMessage) => void pushed.push({ to, message }),
  isSigned: () => true,
}
const given = { clock: testClock('2026-11-21'), ports: { mail, line_messaging } }
const ctx = { ...(await operatorContext(db, 'support', given)), afterwards: () => undefined }
const base = { ...testContext(db, given), afterwards: () => undefined }
const work = () => processBulkJobs(base, { workers: 3 })

/** Three members: one with two subscriptions, one who takes no adverts, one who is blocked. */
let members: number[] = []
beforeEach(async () => {
  sent = []
  pushed = []
  unreachable.clear()
  await db.delete(outbox)
  await db.update(bulk_job).set({ state: 'discarded' })
  await db.update(subscription).set({ summary_status: 6 })
  members = []
  for (let n = 0; n < 3; n++) members.push((await insertSubscribedMember(db, base)).member.customer_id)
  const again = await insertSubscribedMember(db, base)
  await db.update(subscription).set({ customer_id: members[0]! }).where(eq(subscription.id, again.id))
  await change(members, { mail_magazine_flag: true })
  await change([members[1]!], { mail_magazine_flag: false })
  await change([members[2]!], { blocked_at: base.clock.now() })
})
const change = (ids: number[], set: Partial<typeof customer.$inferInsert>) =>
  db.update(customer).set(set).where(inArray(customer.id, ids))
const emailOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!.email

const running = parseListQuery('GET /admin/v1/subscriptions', 'summary_status=1') as SubscriptionJob['filter']
const to: MessageJob['to'] = { list: 'subscriptions', filter: running, ids: null }
const notice = {
  to,
  subject: '年末年始のお届け',
  body: '{宛名}\n\nお届けが遅れます。\n\n{マイページ}',
  is_advert: false,
  over_line: false,
}
const advert = { ...notice, subject: '新しい石けん', is_advert: true }
const checked = async (asked: MessageJob) => {
  const { id } = await startBulkMessageJob(ctx, asked)
  await work()
  return id
}
const rowsOf = async (id: number) => (await listBulkJobRows(ctx, { id })).items
const mailsOf = async (id: number) => (await showBulkMessage(ctx, { id })).mails

test('a notice goes once to each member of the list, addressed by name; a blocked member gets none', async () => {
  const id = await checked(notice)
  expect(await showBulkJob(ctx, { id })).toMatchObject({
    list: 'customers',
    state: 'checked',
    text: 'メールを送る(取引上のお知らせ)',
    counts: { possible: 2, impossible: 1 },
  })
  expect(await db.$count(outbox)).toBe(0)
  await runBulkJob(ctx, { id })
  await work()
  expect(await mailsOf(id)).toMatchObject({ waiting: 2, sent: 0 })
  expect((await showBulkJob(ctx, { id })).state).toBe('running')
  await deliverOutbox(base)
  await work()
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'done', counts: { done: 2, impossible: 1 } })
  expect(sent.map(({ to }) => to).sort()).toEqual((await Promise.all(members.slice(0, 2).map(emailOf))).sort())
  const [one] = sent
  expect(one).toMatchObject({ subject: '年末年始のお届け' })
  expect(one!.unsubscribe_url).toBeUndefined()
  for (const words of [' 様\n\nお届けが遅れます。', 'http://localhost:3000/sh/mypage', '株式会社 椿野'])
    expect(one!.text).toContain(words)
  expect(one!.text).not.toContain('配信の停止')
  const details = Object.fromEntries((await rowsOf(id)).map(({ subject_id, detail }) => [subject_id, detail]))
  expect(details).toEqual({
    [members[0]!]: '送りました。',
    [members[1]!]: '送りました。',
    [members[2]!]: '利用停止中の会員です。',
  })
})

test('a message waits for its time, also beside others; then it goes by itself, to those who may still get it', async () => {
  const clock = testClock('2026-11-21')
  const [later, worker] = [
    { ...ctx, clock },
    { ...base, clock },
  ]
  const { id } = await startBulkMessageJob(later, advert)
  await processBulkJobs(worker)
  const at = '2026-11-25T12:00:00+09:00'
  for (const wrong of ['2026-11-20T10:00:00+09:00', '2027-03-01T10:00:00+09:00'])
    await expect(scheduleBulkMessageJob(later, { id, at: wrong })).rejects.toMatchObject({ status: 422 })
  const planned = await scheduleBulkMessageJob(later, { id, at })
  expect(planned).toMatchObject({
    state: 'checked',
    run_at: '2026-11-25T03:00:00.000Z',
    can: { run: true, plan: true },
  })
  // Another one may be prepared, and is not planned by this.
  const other = await startBulkMessageJob(later, notice)
  await processBulkJobs(worker)
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-12-30') }))
  expect((await showBulkJob(later, { id })).state).toBe('checked')
  clock.move(3)
  await processBulkJobs(worker)
  expect(await db.$count(outbox)).toBe(0)
  await change([members[0]!], { mail_magazine_flag: false })
  clock.move(1)
  await Promise.all([processBulkJobs(worker), processBulkJobs(worker)])
  expect(await showBulkJob(later, { id })).toMatchObject({ counts: { failed: 1, done: 0 }, run_at: null })
  await expect(scheduleBulkMessageJob(later, { id, at: null })).rejects.toMatchObject({ error: 'ERROR_JOB_STATE' })
  // One without a time is out of date after a week.
  await expect(showBulkJob(later, { id: other.id })).rejects.toMatchObject({ status: 404 })
})

test('a time that is taken back sends nothing; a message that is dropped neither', async () => {
  const clock = testClock('2026-11-21')
  const [later, worker] = [
    { ...ctx, clock },
    { ...base, clock },
  ]
  const { id } = await startBulkMessageJob(later, notice)
  await processBulkJobs(worker)
  const at = '2026-11-22T10:00:00+09:00'
  await scheduleBulkMessageJob(later, { id, at })
  expect(await scheduleBulkMessageJob(later, { id, at: null })).toMatchObject({ run_at: null, state: 'checked' })
  clock.move(2)
  await processBulkJobs(worker)
  expect((await showBulkJob(later, { id })).state).toBe('checked')
  await scheduleBulkMessageJob(later, { id, at: '2026-11-24T10:00:00+09:00' })
  await stopBulkJob(later, { id })
  clock.move(2)
  await processBulkJobs(worker)
  expect(await showBulkJob(later, { id })).toMatchObject({ state: 'discarded', run_at: null })
  expect(await db.$count(outbox)).toBe(0)
})

test('a message whose time passed while nothing ran waits for an operator, who sends it or drops it', async () => {
  const clock = testClock('2026-11-21')
  const [later, worker] = [
    { ...ctx, clock },
    { ...base, clock },
  ]
  const planned = async (subject: string, at: string) => {
    const { id } = await startBulkMessageJob(later, { ...notice, subject })
    await processBulkJobs(worker)
    await scheduleBulkMessageJob(later, { id, at })
    return id
  }
  const now = clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  // A day later, after nothing ran: 5 hours late, exactly 6, and more.
  const ids = [await planned('早い', at(19)), await planned('ちょうど', at(18)), await planned('遅い', at(2))]
  clock.move(1)
  await processBulkJobs(worker)
  const states = async () => Promise.all(ids.map(async (id) => (await showBulkJob(later, { id })).state))
  expect(await states()).toEqual(['running', 'checked', 'checked'])
  expect(await showBulkJob(later, { id: ids[2]! })).toMatchObject({ is_late: true, can: { run: true, stop: true } })
  expect((await showToday(later, {} as never)).messages!.overdue).toEqual([
    { id: ids[2], run_at: at(2), recipients: 2 },
    { id: ids[1], run_at: at(18), recipients: 2 },
  ])
  await runBulkJob(later, { id: ids[2]! })
  await stopBulkJob(later, { id: ids[1]! })
  expect((await showToday(later, {} as never)).messages!.overdue).toEqual([])
  expect((await states()).slice(1)).toEqual(['discarded', 'running'])
})

test('the same message asked again by the same operator is the one that is there', async () => {
  const clock = testClock('2026-11-21')
  const [later, worker] = [
    { ...ctx, clock },
    { ...base, clock },
  ]
  const first = await startBulkMessageJob(later, notice)
  const twice = await Promise.all([startBulkMessageJob(later, notice), startBulkMessageJob(later, notice)])
  expect(twice.map(({ id }) => id)).toEqual([first.id, first.id])
  await processBulkJobs(worker)
  await scheduleBulkMessageJob(later, { id: first.id, at: '2026-11-25T12:00:00+09:00' })
  clock.move(1)
  // Still waiting for its time, a day later.
  expect((await startBulkMessageJob(later, notice)).id).toBe(first.id)
  const other = await startBulkMessageJob(later, { ...notice, subject: '別の件名' })
  expect(other.id).not.toBe(first.id)
  await processBulkJobs(worker)
  await stopBulkJob(later, { id: other.id })
  await stopBulkJob(later, { id: first.id })
  // What was dropped is asked anew.
  expect((await startBulkMessageJob(later, notice)).id).not.toBe(first.id)
})

test('names the subscriptions that the list showed of each member; one alone is what the message is about', async () => {
  const id = await checked({ ...notice, body: '{宛名}\n契約番号: {契約番号}' })
  await runBulkJob(ctx, { id })
  await work()
  const all = await db.select().from(subscription).where(inArray(subscription.customer_id, members))
  const of = (member: number) => all.filter(({ customer_id }) => customer_id === member).map((one) => one.id)
  const written = async (member: number) => (await db.select().from(outbox).where(eq(outbox.customer_id, member)))[0]!
  const [two, one] = [await written(members[0]!), await written(members[1]!)]
  const [newer, older] = of(members[0]!).sort((a, b) => b - a)
  expect(two).toMatchObject({
    subscription_id: null,
    payload: { text: expect.stringContaining(`契約番号: ${newer}、${older}\n`) },
  })
  const [own] = of(members[1]!)
  expect(one).toMatchObject({
    subscription_id: own,
    order_id: null,
    payload: { text: expect.stringContaining(`契約番号: ${own}\n`) },
  })
})

test('names the orders of the list, ten at most; an order that went to another member is not named', async () => {
  const [member] = await db.select().from(customer).where(eq(customer.id, members[0]!))
  const numbers: string[] = []
  for (let n = 0; n < 12; n++) numbers.unshift((await insertOrderRow(db, member!, [{ product_sku_id: 101 }])).order_no)
  const filter = parseListQuery('GET /admin/v1/orders', `customer_id=${member!.id}`) as never
  const id = await checked({ ...notice, body: 'ご注文番号 {ご注文番号}', to: { list: 'orders', filter, ids: null } })
  await db.update(orders).set({ customer_id: members[1]! }).where(eq(orders.order_no, numbers[0]!))
  await runBulkJob(ctx, { id })
  await work()
  const text = `ご注文番号 ${numbers.slice(1, 11).join('、')} ほか1件\n`
  expect(await db.select().from(outbox)).toMatchObject([
    { order_id: null, payload: { text: expect.stringContaining(text) } },
  ])
  const { items } = await listBulkPlaceholders(ctx, { list: 'orders' })
  expect(items.map(({ name }) => name)).toContain('ご注文番号')
  expect(items.map(({ name }) => name)).not.toContain('契約番号')
})

test('an advert goes to members who consented, with sender, reason and a one-click stop link', async () => {
  const id = await checked(advert)
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ possible: 1, impossible: 2 })
  await runBulkJob(ctx, { id })
  await work()
  await deliverOutbox(base)
  expect(sent.map(({ to }) => to)).toEqual([await emailOf(members[0]!)])
  const [{ text, unsubscribe_url }] = sent as [Mail]
  expect(unsubscribe_url).toMatch(/^http:\/\/localhost:3000\/v1\/cart-abandonments\/one-click\?token=[\w-]{43}$/)
  for (const words of ['同意された方へ', '配信の停止はこちら', '東京都', 'shop@example.com'])
    expect(text).toContain(words)
  const token = /unsubscribe\?token=([\w-]{43})/.exec(text)![1]!
  const kept = [await db.select().from(outbox), await db.select().from(ad_letter)]
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(await unsubscribe(base, { token })).toEqual({ channel: 'mail' })
  await work()
  expect((await showBulkJob(ctx, { id })).state).toBe('done')
  await checked({
    ...advert,
    to: { ...to, list: 'customers', filter: parseListQuery('GET /admin/v1/customers') as never },
  })
  const rows = (await rowsOf(id + 1)).filter(({ subject_id }) => members.includes(subject_id))
  expect(rows.map(({ detail }) => detail)).toEqual([
    '広告メールの配信を停止されています。',
    '広告メールの配信に同意されていません。',
    '利用停止中の会員です。',
  ])
})

test.each([
  [
    'a link',
    (email: string) =>
      db.insert(ad_optout).values({ shop_id: 2, channel: 'mail', address: email, created_at: new Date() }),
  ],
  ['会員情報', (_: string, id: number) => change([id], { mail_magazine_flag: false })],
])('a member who opts out by %s before an advert leaves does not get it', async (_, say) => {
  const id = await checked(advert)
  await runBulkJob(ctx, { id })
  await work()
  await say(await emailOf(members[0]!), members[0]!)
  await deliverOutbox(base)
  expect(sent).toEqual([])
  expect(await mailsOf(id)).toEqual({ waiting: 0, sent: 0, failed: 0, stopped: 1 })
  expect((await rowsOf(id)).find(({ state }) => state === 'done')!.detail).toContain('送る前に取りやめました')
})

test.each([
  ['withdraws', { withdrawn_at: new Date() }],
  ['is blocked', { blocked_at: new Date() }],
])('a member who %s before a notice leaves does not get it', async (_, set) => {
  const id = await checked(notice)
  await runBulkJob(ctx, { id })
  await work()
  await change([members[0]!], set)
  await deliverOutbox(base)
  expect(sent.map(({ to }) => to)).toEqual([await emailOf(members[1]!)])
  expect(await mailsOf(id)).toMatchObject({ waiting: 0, sent: 1, stopped: 1 })
})

/** Makes both members who may receive messages LINE friends; the second agreed to no adverts at all. */
async function befriended() {
  const ids = members.slice(0, 2)
  for (const id of ids) {
    await change([id], { line_id: `U${id}`, line_magazine_flag: id === ids[0] })
    const friend = {
      shop_id: 2,
      line_user_id: `U${id}`,
      friend_status_id: 4,
      is_blocked: false,
      updated_at: new Date(),
    }
    await db.insert(line_friend).values(friend).onConflictDoNothing()
  }
  return ids.map((id) => `U${id}`)
}

test('friends get it over LINE with pages as buttons, the others by mail; a friend whom LINE does not reach gets the mail', async () => {
  const [first, second] = await befriended()
  await change([members[2]!], { blocked_at: null })
  const id = await checked({ ...notice, over_line: true })
  const { ways, line } = await showBulkMessage(ctx, { id })
  expect(ways).toEqual({ line: 2, mail: 1, none: [] })
  expect(line!.text).toContain('[ マイページを開く ]')
  unreachable.add(second!)
  await runBulkJob(ctx, { id })
  await work()
  await deliverOutbox(base)
  expect(pushed.map(({ to }) => to)).toEqual([first])
  const card = JSON.stringify(pushed[0]!.message)
  for (const words of ['お届けが遅れます。', 'http://localhost:3000/sh/mypage', '株式会社 椿野'])
    expect(card).toContain(words)
  expect(card).not.toContain('配信を停止する')
  await work()
  await deliverOutbox(base)
  await work()
  expect(sent.map(({ to }) => to).sort()).toEqual((await Promise.all(members.slice(1).map(emailOf))).sort())
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'done', counts: { done: 3 } })
  expect((await showBulkMessage(ctx, { id })).mails).toMatchObject({ sent: 3, waiting: 0 })
  expect((await rowsOf(id)).map(({ detail }) => detail)).toEqual(['LINE: 送りました。', '送りました。', '送りました。'])
})

test('a member who is no friend, or has blocked the shop, gets a mail', async () => {
  const [first, second] = await befriended()
  const change = (line_user_id: string, set: object) =>
    db.update(line_friend).set(set).where(eq(line_friend.line_user_id, line_user_id))
  await change(first!, { is_blocked: true })
  await change(second!, { friend_status_id: 2 })
  const id = await checked({ ...notice, over_line: true })
  expect((await showBulkMessage(ctx, { id })).ways).toMatchObject({ line: 0, mail: 2 })
})

test('an advert over LINE goes to members who consented to LINE, names the sender, and is stopped by one click', async () => {
  const [first] = await befriended()
  const id = await checked({ ...advert, over_line: true })
  expect((await showBulkMessage(ctx, { id })).ways).toMatchObject({
    line: 1,
    mail: 0,
    none: expect.arrayContaining([{ why: '広告メールの配信に同意されていません。', n: 1 }]),
  })
  await runBulkJob(ctx, { id })
  await work()
  await deliverOutbox(base)
  expect(pushed.map(({ to }) => to)).toEqual([first])
  const card = JSON.stringify(pushed[0]!.message)
  for (const words of ['同意された方へ', '配信を停止する', '東京都']) expect(card).toContain(words)
  const token = /unsubscribe\?token=([\w-]{43})/.exec(card)![1]!
  expect(JSON.stringify(await db.select().from(outbox))).not.toContain(token)
  expect(await unsubscribe(base, { token })).toEqual({ channel: 'line' })
  await work()
  await checked({ ...advert, subject: '次の石けん', over_line: true })
  expect((await showBulkMessage(ctx, { id: id + 1 })).ways).toMatchObject({ line: 0, mail: 1 })
})

test('stopped, what waits for LINE is taken back as a mail is', async () => {
  await befriended()
  const id = await checked({ ...notice, over_line: true })
  await runBulkJob(ctx, { id })
  await work()
  await stopBulkJob(ctx, { id })
  await deliverOutbox(base)
  expect(pushed).toEqual([])
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ possible: 2 })
})

test('stopped, what has not left is taken back and can go later, each once', async () => {
  const id = await checked(notice)
  await runBulkJob(ctx, { id })
  await work()
  // One of the messages is claimed.
  const [first] = await db.select().from(outbox).limit(1)
  await db.update(outbox).set({ attempts: 1 }).where(eq(outbox.id, first!.id))
  expect((await stopBulkJob(ctx, { id })).state).toBe('stopped')
  expect(await mailsOf(id)).toMatchObject({ waiting: 0, stopped: 1 })
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ possible: 2, done: 0 })
  await deliverOutbox(base)
  expect(sent).toEqual([])
  await runBulkJob(ctx, { id })
  await change([members[2]!], { blocked_at: null })
  await work()
  await deliverOutbox(base)
  await work()
  await retryBulkJob(ctx, { id })
  await work()
  await deliverOutbox(base)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ to }) => to)).size).toBe(3)
})

test.each([
  ['that left all the same', { sent_at: new Date() }],
  ['that an operator has sent again', { copied: true }],
  ['that was claimed for LINE, now that mail is the way', { kind: 'line' }],
])('stopped and run again, a message %s is not written a second time', async (_, became) => {
  const { copied = false, ...set } = became as { copied?: boolean; sent_at?: Date; kind?: MessageChannel }
  const id = await checked(notice)
  await runBulkJob(ctx, { id })
  await work()
  const [first] = await db.select().from(outbox).orderBy(asc(outbox.id)).limit(1)
  const mine = eq(outbox.id, first!.id)
  const dedupe_key = set.kind ? `line:${first!.dedupe_key}` : first!.dedupe_key
  await db.update(outbox).set({ attempts: 1, dedupe_key }).where(mine)
  await stopBulkJob(ctx, { id })
  await db
    .update(outbox)
    .set({ attempts: 1, ...set })
    .where(mine)
  if (copied)
    await db.insert(outbox).values({ shop_id: 2, kind: 'mail', payload: {}, dedupe_key: `again:${first!.id}:x` })
  await runBulkJob(ctx, { id })
  await work()
  const of = and(eq(outbox.bulk_job_id, id), eq(outbox.customer_id, first!.customer_id!))
  expect(await db.select({ id: outbox.id, state: outbox.state }).from(outbox).where(of)).toEqual([
    { id: first!.id, state: set.sent_at ? 'sent' : copied ? 'stopped' : 'waiting' },
  ])
  expect(await db.$count(outbox, eq(outbox.bulk_job_id, id))).toBe(2)
})

test('stopped while rows are at work, nothing of them leaves, and they can go later', async () => {
  const id = await checked(notice)
  await runBulkJob(ctx, { id })
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('select from customer where shop_id = 2 and id = any($1) for update', [members])
  const working = processBulkJobs(base, { workers: 1 })
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await database.pool.query(waits)).rowCount).toBeGreaterThan(0)
  await stopBulkJob(ctx, { id })
  await holding.query('commit')
  holding.release()
  await working
  await deliverOutbox(base)
  expect(sent).toEqual([])
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'stopped', counts: { possible: 2, done: 0 } })
  await runBulkJob(ctx, { id })
  await work()
  await deliverOutbox(base)
  expect(sent).toHaveLength(2)
})

test('after two members were merged each row has its own mail still, and a stop takes back the right one', async () => {
  await change(members, { blocked_at: null })
  const id = await checked(notice)
  await runBulkJob(ctx, { id })
  await work()
  const [kept, other, third] = members as [number, number, number]
  const of = (subject_id: number) => eq(outbox.dedupe_key, `bulk:${id}:${subject_id}`)
  await db.update(outbox).set({ customer_id: kept }).where(of(other))
  await db.update(outbox).set({ sent_at: base.clock.now() }).where(of(kept))
  expect((await rowsOf(id)).map(({ subject_id, detail }) => [subject_id, detail])).toEqual([
    [kept, '送りました。'],
    [other, '送信待ちです。'],
    [third, '送信待ちです。'],
  ])
  await stopBulkJob(ctx, { id })
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['done', 'possible', 'possible'])
})

test('a member all of whose listed subscriptions moved to another member meanwhile gets none', async () => {
  const id = await checked({ ...notice, body: '{宛名}\n契約番号: {契約番号}' })
  const [kept, other] = members as [number, number, number]
  await db.update(subscription).set({ customer_id: kept }).where(eq(subscription.customer_id, other))
  await runBulkJob(ctx, { id })
  await work()
  await deliverOutbox(base)
  expect(sent.map(({ to }) => to)).toEqual([await emailOf(kept)])
  const rows = (await rowsOf(id)).map(({ subject_id, state, detail }) => [subject_id, state, detail])
  expect(rows).toContainEqual([other, 'failed', '対象の定期便が、ほかの会員に移りました。'])
})

test('a message that one person is waiting for is sent before a bulk message', async () => {
  const id = await checked(notice)
  await runBulkJob(ctx, { id })
  await work()
  const single = { to: 'buyer@example.com', subject: 'ご注文', text: '' }
  await db.insert(outbox).values({ shop_id: 2, kind: 'mail', dedupe_key: 'order', payload: single })
  await deliverOutbox(base)
  expect(sent.map(({ to }) => to)[0]).toBe('buyer@example.com')
  expect(sent).toHaveLength(3)
})

test('one at a time; unknown placeholders, an empty list of recipients and other shops are refused', async () => {
  await checked(notice)
  await expect(startBulkMessageJob(ctx, advert)).rejects.toMatchObject({ status: 409, error: 'ERROR_TOO_MANY_JOBS' })
  await db.update(bulk_job).set({ state: 'discarded' })
  const unknown = { status: 422, fields: [{ path: 'body' }] }
  await expect(startBulkMessageJob(ctx, { ...notice, body: '{ご注文番号}' })).rejects.toMatchObject(unknown)
  const { to: _, ...words } = { ...notice, body: '{契約番号}' }
  await expect(testBulkMessage(ctx, { ...words, list: 'orders' })).rejects.toMatchObject(unknown)
  await expect(startBulkMessageJob({ ...ctx, shop_id: 3 }, notice)).rejects.toMatchObject({
    error: 'ERROR_NOTHING_CHOSEN',
  })
})

test('the audit log contains no text of it, and a role without messages sees no job of them', async () => {
  const id = await checked(advert)
  const trail = and(eq(audit_event.subject, 'bulk_job'), eq(audit_event.subject_id, String(id)))
  const [entry] = await db.select().from(audit_event).where(trail)
  expect(JSON.stringify(entry)).not.toMatch(/石けん|遅れます/)
  const packer = await operatorContext(db, 'shipping', given)
  expect((await listBulkJobs(packer, {} as never)).items).toEqual([])
  await expect(showBulkMessage(packer, { id })).rejects.toMatchObject({ status: 404 })
  const clerk = await operatorContext(db, 'accounting', given)
  await expect(runBulkJob(clerk, { id })).rejects.toMatchObject({ status: 403 })
})

test('the operator can preview it, and send a test to themselves', async () => {
  const { to: _, ...advertWords } = advert
  const words = { ...advertWords, list: 'customers' as const }
  const { subject, text, line } = await previewBulkMessage(ctx, words)
  expect(line).toBeNull()
  expect(subject).toBe('新しい石けん')
  for (const part of ['山田 花子 様', '配信の停止はこちら', '株式会社 椿野']) expect(text).toContain(part)
  const { email } = await testBulkMessage(ctx, words)
  await deliverOutbox(base)
  expect(sent).toMatchObject([{ to: email, subject: '[テスト送信] 新しい石けん' }])
  const [me] = await db.select().from(operator).where(eq(operator.id, ctx.operator.id))
  expect(email).toBe(me!.email)
})

test('a member who has not bought is found by the list of members', async () => {
  const [id] = await insertMembers(db, 1)
  const one = await startBulkMessageJob(ctx, {
    ...notice,
    to: { list: 'customers', filter: parseListQuery('GET /admin/v1/customers') as never, ids: [id!] },
  })
  await work()
  expect(await rowsOf(one.id)).toMatchObject([{ subject_id: id, subject_name: `会員 ${id}`, state: 'possible' }])
})
