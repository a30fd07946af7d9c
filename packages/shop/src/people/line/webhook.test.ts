import { randomUUID } from 'node:crypto'
import { openDatabase } from '@kushi/db/connect'
import { ad_tracking } from '@kushi/db/schema/advertisement'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { line_webhook_event } from '@kushi/db/schema/line-webhook'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import { receiveLineWebhook } from './receive-webhook.ts'
import { parseLineEvents } from './rules/read-events.ts'

const database = await testDatabase()
const { db } = database
const other = openDatabase(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})
const ctx = testContext(db)
const now = ctx.clock.now().getTime()
const HANAKO = `U${'1'.repeat(32)}`

const event = (type: string, more: object = {}) => ({
  type,
  mode: 'active',
  timestamp: now,
  source: { type: 'user', userId: HANAKO },
  webhookEventId: randomUUID(),
  deliveryContext: { isRedelivery: false },
  ...more,
})
const bodyOf = (...events: object[]) => ({ destination: 'U0', events })
const friend = async () => (await db.select().from(line_friend))[0]
beforeEach(async () => {
  for (const table of [line_friend, line_webhook_event, ad_tracking]) await db.delete(table)
})

test('follow and unfollow are written down; what is told again changes nothing', async () => {
  const follow = event('follow', { follow: { isUnblocked: false } })
  await receiveLineWebhook(ctx, bodyOf(follow))
  expect(await friend()).toMatchObject({ line_user_id: HANAKO, friend_status_id: 4, is_blocked: false })
  await receiveLineWebhook(ctx, bodyOf(event('unfollow', { timestamp: now + 1 })))
  expect(await friend()).toMatchObject({ friend_status_id: 1, is_blocked: true })
  await receiveLineWebhook(ctx, bodyOf(follow))
  expect(await friend()).toMatchObject({ friend_status_id: 1, is_blocked: true })
})

test('one that comes late, after a newer one, changes nothing either', async () => {
  await receiveLineWebhook(ctx, bodyOf(event('unfollow', { timestamp: now + 5000 })))
  await receiveLineWebhook(ctx, bodyOf(event('follow', { timestamp: now })))
  expect(await friend()).toMatchObject({ is_blocked: true })
})

test('the same event at two processes at once is one', async () => {
  const follow = event('follow')
  await Promise.all([db, other.db, db, other.db].map((on) => receiveLineWebhook(testContext(on), bodyOf(follow))))
  expect(await db.select().from(line_webhook_event)).toHaveLength(1)
})

test('a new friend is counted for the campaign that brought them; one who only unblocked is not', async () => {
  const came = (ad_user_id: string, line_user_id: string) =>
    db.insert(ad_tracking).values({
      ad_user_id,
      line_user_id,
      shop_id: 2,
      adcd: 'C1',
      add_timing_id: 3,
      redirect_uri: '',
      state_hash: Buffer.from(ad_user_id),
      created_at: new Date(now - 1000),
      tracked_at: new Date(now - 500),
    })
  const TARO = `U${'2'.repeat(32)}`
  await came('new', HANAKO)
  await came('back', TARO)
  const taro = { source: { userId: TARO } }
  await receiveLineWebhook(ctx, bodyOf(event('follow', { follow: { isUnblocked: false } })))
  await receiveLineWebhook(ctx, bodyOf(event('follow', { follow: { isUnblocked: true }, ...taro })))
  const rows = await db.select().from(ad_tracking).orderBy(ad_tracking.ad_user_id)
  expect(rows).toMatchObject([
    { ad_user_id: 'back', was_friend: true, friend_added_at: null },
    { ad_user_id: 'new', was_friend: false, friend_added_at: ctx.clock.now() },
  ])
})

test('an account link with an unknown nonce, or one that LINE reports as failed, links no member', async () => {
  const [id] = await insertMembers(db, 1)
  await receiveLineWebhook(ctx, bodyOf(event('accountLink', { link: { result: 'ok', nonce: 'made-up' } })))
  await receiveLineWebhook(ctx, bodyOf(event('accountLink', { link: { result: 'failed', nonce: 'made-up' } })))
  const [row] = await db.select().from(customer).where(eq(customer.id, id!))
  expect(row!.line_id).toBeNull()
})

test.each([
  ['no body', null],
  ['no events', { destination: 'U0' }],
  ['LINE’s connection check', bodyOf()],
  ['a group', bodyOf(event('follow', { source: { type: 'group', groupId: 'C1' } }))],
  ['another module’s', bodyOf(event('follow', { mode: 'standby' }))],
  ['what the shop doesn’t listen to', bodyOf(event('postback'))],
  ['no id', bodyOf(event('follow', { webhookEventId: undefined }))],
  ['no time', bodyOf(event('follow', { timestamp: 'now' }))],
  ['an invalid user id', bodyOf(event('follow', { source: { userId: "U1'; drop" } }))],
])('nothing to do: %s', (_, body) => {
  expect(parseLineEvents(body)).toEqual([])
})
