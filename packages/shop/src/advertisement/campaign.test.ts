import { randomUUID } from 'node:crypto'
import { ad_campaign, ad_tracking } from '@kushi/db/schema/advertisement'
import { line_friend } from '@kushi/db/schema/line'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { receiveWebhook } from '../line/receive-webhook.ts'
import { testContext } from '../testing/context.ts'
import { startCampaign } from './start-campaign.ts'
import { trackAddFriend } from './track-add-friend.ts'
import { trackAdvertisement } from './track-advertisement.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const HANAKO = `U${'1'.repeat(32)}`
const ctx = testContext(db, {
  ports: {
    login_code: {
      authorizeUrl: ({ state, redirect_uri }) => `line:?${new URLSearchParams({ state, redirect_uri })}`,
      exchange: async (code) => (code === 'good' ? 'token' : null),
    },
    line_login: { profile: async () => ({ line_user_id: HANAKO, display_name: '花子', is_friend: true }) },
  },
})
await db.insert(ad_campaign).values([
  { shop_id: 2, adcd: 'C1', campaign_name: '折込' },
  { shop_id: 2, adcd: 'C2', campaign_name: '終了', is_open: false },
])
beforeEach(async () => {
  await db.delete(ad_tracking)
  await db.delete(line_friend)
})

const refused = { status: 422, error: 'ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE' }
async function visit() {
  const asked = new URLSearchParams((await startCampaign(ctx, 'C1')).location.slice('line:?'.length))
  return {
    state: asked.get('state')!,
    redirect_uri: asked.get('redirect_uri')!,
    code: 'good',
    add_timing_id: 3 as const,
  }
}
const follow = (isUnblocked: boolean) => {
  const timestamp = ctx.clock.now().getTime()
  const event = { type: 'follow', mode: 'active', timestamp, webhookEventId: randomUUID(), follow: { isUnblocked } }
  return receiveWebhook(ctx, { events: [{ ...event, source: { userId: HANAKO } }] })
}

test.each([
  ['before', true],
  ['after', false],
])('a new friend is counted once, whether LINE tells %s the way back or not', async (_, isBefore) => {
  const came = await visit()
  if (isBefore) await follow(false)
  const { adcd, ad_user_id, line_user_id } = await trackAdvertisement(ctx, came)
  expect([adcd, line_user_id]).toEqual(['C1', HANAKO])
  if (!isBefore) {
    expect(await trackAddFriend(ctx, { ad_user_id, line_user_id })).toEqual({ is_counted: false })
    await follow(false)
  }
  expect(await trackAddFriend(ctx, { ad_user_id, line_user_id })).toEqual({ is_counted: true })
  const rows = await db.select().from(ad_tracking)
  expect(rows).toMatchObject([{ add_timing_id: 3, was_friend: false, friend_added_at: ctx.clock.now() }])
})

test('who only took back a block is nobody’s new friend', async () => {
  const { ad_user_id, line_user_id } = await trackAdvertisement(ctx, await visit())
  await follow(true)
  expect(await trackAddFriend(ctx, { ad_user_id, line_user_id })).toEqual({ is_counted: false })
  expect(await db.select().from(ad_tracking)).toMatchObject([{ was_friend: true, friend_added_at: null }])
})

test('a code, a state or a visit that is unknown, used or another’s is refused', async () => {
  for (const adcd of ['C2', 'C9']) await expect(startCampaign(ctx, adcd)).rejects.toMatchObject(refused)
  await expect(trackAdvertisement(ctx, { ...(await visit()), code: 'bad' })).rejects.toMatchObject(refused)
  await expect(trackAdvertisement(ctx, { ...(await visit()), state: 'A'.repeat(43) })).rejects.toMatchObject(refused)
  await expect(trackAdvertisement({ ...ctx, shop_id: 3 }, await visit())).rejects.toMatchObject(refused)
  const came = await visit()
  const { ad_user_id } = await trackAdvertisement(ctx, came)
  await expect(trackAdvertisement(ctx, came)).rejects.toMatchObject(refused)
  const stranger = { ad_user_id, line_user_id: `U${'2'.repeat(32)}` }
  await expect(trackAddFriend(ctx, stranger)).rejects.toMatchObject(refused)
})
