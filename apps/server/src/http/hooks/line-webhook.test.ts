import { createHmac } from 'node:crypto'
import { lineMessaging } from '@kushi/adapters/line/messaging'
import { line_friend } from '@kushi/db/schema/line'
import { testDatabase } from '@kushi/db/testing'
import { testContext } from '@kushi/shop/testing/context'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { mountLineWebhook } from './line-webhook.ts'

const database = await testDatabase()
afterAll(database.close)
const channel_secret = 'secret-of-the-channel'
const line_messaging = lineMessaging({ base_url: 'http://127.0.0.1:9', channel_access_token: 'none', channel_secret })
const app = new Hono()
mountLineWebhook(app, async () => testContext(database.db, { ports: { line_messaging } }))

const follow = {
  type: 'follow',
  mode: 'active',
  timestamp: 1_900_000_000_000,
  webhookEventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  source: { type: 'user', userId: `U${'a'.repeat(32)}` },
}
const sign = (body: string, secret = channel_secret) => createHmac('sha256', secret).update(body).digest('base64')
const post = async (body: string, signature?: string) => {
  const headers = signature === undefined ? undefined : { 'x-line-signature': signature }
  return (await app.request('/v1/line/webhook', { method: 'POST', body, ...(headers && { headers }) })).status
}
const friends = () => database.db.select().from(line_friend)

test('a request without LINE’s signature is rejected before it is parsed', async () => {
  const body = JSON.stringify({ destination: 'U0', events: [follow] })
  for (const forged of [undefined, '', 'AAAA', sign(body, 'another secret'), sign(`${body} `), sign(body).slice(1)])
    expect(await post(body, forged)).toBe(401)
  expect(await post('{', sign('{}'))).toBe(401)
  expect(await friends()).toEqual([])
})

test('a signed request that is no JSON is refused, and one without a list of events means nothing', async () => {
  for (const body of ['{', '', 'events']) expect(await post(body, sign(body)), body).toBe(400)
  for (const body of ['[]', 'null', '{"events":{}}']) expect(await post(body, sign(body)), body).toBe(200)
  expect(await friends()).toEqual([])
})

test('a signed event counts once, however often it is sent; an empty list is accepted', async () => {
  expect(await post('{"destination":"U0","events":[]}', sign('{"destination":"U0","events":[]}'))).toBe(200)
  // Signed exactly as written, including spaces.
  const body = JSON.stringify({ destination: 'U0', events: [follow] }, null, 2)
  for (let time = 0; time < 3; time++) expect(await post(body, sign(body))).toBe(200)
  expect(await friends()).toMatchObject([{ friend_status_id: 4 }])
})
