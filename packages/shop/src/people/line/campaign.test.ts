import { randomUUID } from 'node:crypto'
import { ad_campaign, ad_tracking } from '@kushi/db/schema/advertisement'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { testContext } from '../../testing/context.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { receiveLineWebhook } from '../line/receive-webhook.ts'
import { addAdCode, changeAdCode, listAdCodes } from './admin/ad-codes.ts'
import { startCampaignVisit } from './start-campaign.ts'
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
  const asked = new URLSearchParams((await startCampaignVisit(ctx, 'C1')).location.slice('line:?'.length))
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
  return receiveLineWebhook(ctx, { events: [{ ...event, source: { userId: HANAKO } }] })
}

test.each([
  ['before', true],
  ['after', false],
])('a new friend is counted once when LINE reports the follow %s the return', async (_, isBefore) => {
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

test('a user who only unblocked the shop counts as no campaign’s new friend', async () => {
  const { ad_user_id, line_user_id } = await trackAdvertisement(ctx, await visit())
  await follow(true)
  expect(await trackAddFriend(ctx, { ad_user_id, line_user_id })).toEqual({ is_counted: false })
  expect(await db.select().from(ad_tracking)).toMatchObject([{ was_friend: true, friend_added_at: null }])
})

test('who came is forgotten after a month, and that somebody came is not', async () => {
  await trackAdvertisement(ctx, await visit())
  const after = async (days: number) => {
    const now = () => new Date(ctx.clock.now().getTime() + days * 86_400_000)
    await deleteExpiredRows({ ...ctx, clock: { ...ctx.clock, now } })
    return (await db.select().from(ad_tracking)).map(({ line_user_id }) => line_user_id)
  }
  expect(await after(29)).toEqual([HANAKO])
  expect(await after(31)).toEqual([null])
})

test('a code, a state or a visit that is unknown, used or another’s is refused', async () => {
  for (const adcd of ['C2', 'C9']) await expect(startCampaignVisit(ctx, adcd)).rejects.toMatchObject(refused)
  await expect(trackAdvertisement(ctx, { ...(await visit()), code: 'bad' })).rejects.toMatchObject(refused)
  await expect(trackAdvertisement(ctx, { ...(await visit()), state: 'A'.repeat(43) })).rejects.toMatchObject(refused)
  await expect(trackAdvertisement({ ...ctx, shop_id: 3 }, await visit())).rejects.toMatchObject(refused)
  const came = await visit()
  const { ad_user_id } = await trackAdvertisement(ctx, came)
  await expect(trackAdvertisement(ctx, came)).rejects.toMatchObject(refused)
  const stranger = { ad_user_id, line_user_id: `U${'2'.repeat(32)}` }
  await expect(trackAddFriend(ctx, stranger)).rejects.toMatchObject(refused)
})

test('a friend won by a campaign is greeted once, and its code is counted with its orders', async () => {
  const manager = await newOperatorContext(ctx, '店長', 'manager')
  const greeting = 'ようこそ。はじめての方へのご案内です。'
  await changeAdCode(manager, { adcd: 'C1', campaign_name: '折込', is_open: true, greeting })
  await db.delete(outbox)
  const { ad_user_id, line_user_id } = await trackAdvertisement(ctx, await visit())
  await follow(false)
  await trackAddFriend(ctx, { ad_user_id, line_user_id })
  const sent = await db.select().from(outbox)
  expect(sent).toMatchObject([{ kind: 'line', payload: { to: HANAKO, message: { altText: `椿野: ${greeting}` } } }])

  const [member] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
  const created_at = ctx.clock.now()
  await db.update(customer).set({ adcd: 'M1', created_at }).where(eq(customer.id, member!.id))
  const paid = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { adcd: 'C1', created_at })
  await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { adcd: 'C1', created_at, status: 'cancelled' })
  const { items } = await listAdCodes(manager, {})
  const of = (adcd: string) => items.find((one) => one.adcd === adcd)
  expect(of('C1')).toMatchObject({
    campaign_name: '折込',
    visits: 1,
    friends: 1,
    orders: 1,
    amount: paid.payment_total,
  })
  expect(of('M1')).toMatchObject({ campaign_name: null, members: 1, orders: 0 })
  expect(of('C2')).toMatchObject({ visits: 0, is_open: false })
  const added = addAdCode(manager, { adcd: 'C1', campaign_name: 'また', is_open: false, greeting: '' })
  await expect(added).rejects.toMatchObject({ status: 422 })
})

test('codes beyond 500 are registered, found page by page, by group and by a part of their name', async () => {
  const manager = await newOperatorContext(ctx, '店長', 'manager')
  await db.insert(ad_campaign).values(
    Array.from({ length: 620 }, (_, n) => ({
      shop_id: 2,
      adcd: `M-${String(n).padStart(4, '0')}`,
      campaign_name: `動画 ${n}`,
      group_name: n % 2 === 0 ? 'Meta' : '',
    })),
  )
  await addAdCode(manager, {
    adcd: 'ONE-MORE',
    campaign_name: '検索',
    group_name: 'Google',
    is_open: false,
    greeting: '',
  })
  const seen = new Set<string>()
  for (let page = 1; ; page++) {
    const { items, total, per_page } = await listAdCodes(manager, { page })
    expect(total).toBeGreaterThan(620)
    for (const { adcd } of items) seen.add(adcd)
    if (items.length < per_page) break
  }
  expect([seen.size, seen.has('ONE-MORE')]).toEqual([(await listAdCodes(manager, {})).total, true])
  expect(await listAdCodes(manager, { group: 'Meta' })).toMatchObject({ total: 310, groups: ['Google', 'Meta'] })
  expect((await listAdCodes(manager, { q: 'm-0061' })).items.map(({ adcd }) => adcd)).toEqual(['M-0061'])
  expect((await listAdCodes(manager, { q: '検索' })).items).toMatchObject([{ adcd: 'ONE-MORE', group_name: 'Google' }])
  await changeAdCode(manager, { adcd: 'ONE-MORE', campaign_name: '検索連動', is_open: false, greeting: '' })
  expect((await listAdCodes(manager, { group: 'Google' })).items).toMatchObject([{ campaign_name: '検索連動' }])
})
