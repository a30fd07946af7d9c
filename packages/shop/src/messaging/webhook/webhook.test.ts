import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { webhook_delivery, webhook_endpoint } from '@kushi/db/schema/webhook'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { desc } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { WebhookMessage } from '../../ports/webhook-port.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { listWebhookDeliveries, resendWebhookDelivery } from './admin/deliveries.ts'
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  renewWebhookSecret,
  resumeWebhook,
  stopWebhook,
} from './admin/endpoints.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { publishEvent } from './internal/announce.ts'
import { webhookSignatures } from './internal/endpoint-secret.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(database.close)

const heard: WebhookMessage[] = []
let answers: (number | Error)[] = []
const ctx = await operatorContext(db, 'manager', {
  ports: {
    webhook: {
      mayReach: async (url) => url.startsWith('https://'),
      async post(message) {
        heard.push(message)
        const answer = answers.shift() ?? 200
        if (answer instanceof Error) throw answer
        return answer
      },
    },
  },
})
const form = { url: 'https://partner.example/hook', description: '倉庫', events: ['order.placed' as const] }
const happen = (shop_id = 2) =>
  publishEvent(db, { shop_id, at: ctx.clock.now() }, 'order.placed', {
    order_id: 1,
    order_no: 'K1',
    status: 'received',
  })
const due = () => pool.query(`update webhook_delivery set next_attempt_at = now()`)
const delivery = async () => (await db.select().from(webhook_delivery).orderBy(desc(webhook_delivery.attempts)))[0]!
const endpointRow = async () => (await db.select().from(webhook_endpoint))[0]!

beforeEach(async () => {
  heard.length = 0
  answers = []
  await emptyTables(pool, 'webhook_endpoint, outbox')
  await pool.query('truncate audit_event')
})

test('a signature as in Standard Webhooks', () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect(webhookSignatures([secret], signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('an event is sent signed and once to its subscribers, of this shop only', async () => {
  const { secret } = await addWebhook(ctx, form)
  await addWebhook(ctx, { ...form, events: ['customer.created'] })
  await happen()
  await happen(3)
  expect(await deliverWebhooks(ctx)).toBe(1)
  expect(await deliverWebhooks(ctx)).toBe(0)
  const [{ headers, body }] = heard as [WebhookMessage]
  expect(JSON.parse(body)).toMatchObject({ type: 'order.placed', data: { order_no: 'K1' } })
  const id = headers['webhook-id']!
  const timestamp = Number(headers['webhook-timestamp'])
  expect(headers['webhook-signature']).toBe(webhookSignatures([secret], { id, timestamp, body }))
  // Also where the shop's clock runs ahead, as the sandbox's does: a verifier takes five minutes.
  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(300)
  expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 1, last_status: 200, message_id: id })
  expect((await endpointRow()).sealed_secret).not.toContain(secret)
})

test('a placed order is sent with its numbers, without customer data', async () => {
  await addWebhook(ctx, form)
  const [customer_id] = await insertMembers(db, 1)
  const shopper = testContext(db, { customer_id: customer_id! })
  const terms = testOrderDraft({ payment_method_id: null })
  const { order_no } = await placeOrder(shopper, await confirmedOrderInput(shopper, terms))
  await deliverWebhooks(ctx)
  const sent = JSON.parse(heard[0]!.body)
  expect(sent.data).toEqual({ order_id: expect.any(Number), order_no, status: 'received' })
})

test('a failed message is retried at growing intervals and given up after three days; it can be resent', async () => {
  const { endpoint } = await addWebhook(ctx, form)
  await happen()
  await happen()
  answers = [500]
  expect(await deliverWebhooks(ctx)).toBe(0)
  // If one message fails, the round does not try the next one.
  expect(heard).toHaveLength(1)
  expect(await delivery()).toMatchObject({ state: 'waiting', last_status: 500, last_error: 'HTTP 500' })
  await pool.query('delete from webhook_delivery where attempts = 0')
  for (let attempt = 2; attempt <= 10; attempt++) {
    await due()
    answers = [new Error('connect ECONNREFUSED')]
    await deliverWebhooks(ctx)
  }
  const given = await delivery()
  expect(given).toMatchObject({ state: 'failed', attempts: 10, last_status: null, last_error: 'connect ECONNREFUSED' })
  expect((await endpointRow()).failing_since).not.toBeNull()
  await due()
  expect(await deliverWebhooks(ctx)).toBe(0)
  await resendWebhookDelivery(ctx, { id: endpoint.id, delivery_id: given.id })
  expect(await deliverWebhooks(ctx)).toBe(1)
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).has(given.message_id)).toBe(true)
  expect((await endpointRow()).failing_since).toBeNull()
  expect((await listWebhookDeliveries(ctx, { id: endpoint.id })).items).toMatchObject([{ state: 'delivered' }])
})

test.each([
  ['after five days', 500, `now() - interval '5 days 1 minute'`, 'failing'],
  ['at once where it says that it is gone', 410, 'null', 'gone'],
])('it is stopped %s, and the shop is notified by mail', async (_, status, since, reason) => {
  const { endpoint } = await addWebhook(ctx, form)
  await happen()
  await pool.query(`update webhook_endpoint set failing_since = ${since}`)
  answers = [status]
  await deliverWebhooks(ctx)
  expect(await endpointRow()).toMatchObject({ stopped_reason: reason })
  const { rows } = await pool.query(`select subject, payload ->> 'text' as text from outbox`)
  expect(rows).toHaveLength(1)
  expect(rows[0].text).toContain(`/admin/setting/webhooks/${endpoint.id}`)
  await happen()
  expect(await db.$count(webhook_delivery)).toBe(1)
  await resumeWebhook(ctx, { id: endpoint.id })
  await due()
  expect(await deliverWebhooks(ctx)).toBe(1)
})

test('after a new secret messages are signed with both for a day', async () => {
  const { endpoint, secret: former } = await addWebhook(ctx, form)
  const { secret } = await renewWebhookSecret(ctx, { id: endpoint.id })
  await happen()
  await deliverWebhooks(ctx)
  const { headers, body } = heard[0]!
  const signed = { id: headers['webhook-id']!, timestamp: Number(headers['webhook-timestamp']), body }
  expect(headers['webhook-signature']).toBe(webhookSignatures([secret, former], signed))
  await pool.query(`update webhook_endpoint set former_until = '2020-01-01'`)
  await happen()
  await deliverWebhooks(ctx)
  expect(heard[1]!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
})

test('an internal address is rejected at its field; each change has an audit entry, without the secret', async () => {
  await expect(addWebhook(ctx, { ...form, url: 'http://10.0.0.1/' })).rejects.toMatchObject({ status: 422 })
  const { endpoint, secret } = await addWebhook(ctx, form)
  const { id } = endpoint
  await expect(changeWebhook(ctx, { ...form, id, url: 'http://x/' })).rejects.toMatchObject({ status: 422 })
  await changeWebhook(ctx, { ...form, id, description: '新しい倉庫' })
  await renewWebhookSecret(ctx, { id })
  expect(await stopWebhook(ctx, { id })).toMatchObject({ stopped_reason: 'operator' })
  await happen()
  expect(await db.$count(webhook_delivery)).toBe(0)
  await removeWebhook(ctx, { id })
  const { rows } = await pool.query('select before, after from audit_event order by id')
  expect(rows).toHaveLength(5)
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  await expect(stopWebhook(ctx, { id })).rejects.toMatchObject({ status: 404 })
})

test('ten endpoints and no more', async () => {
  for (let n = 0; n < 10; n++) await addWebhook(ctx, form)
  await expect(addWebhook(ctx, form)).rejects.toMatchObject({ error: 'ERROR_TOO_MANY_WEBHOOKS' })
})

test('the example in the documentation verifies our signature', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8')
  const [, code] = /```js\n([\s\S]*?)```/.exec(text)!
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code!)}`)
  const { secret } = await addWebhook(ctx, form)
  await happen()
  await deliverWebhooks(ctx)
  const { headers, body } = heard[0]!
  const now = Date.now()
  expect(isGenuine(secret, headers, body, now)).toBe(true)
  expect(isGenuine(secret, headers, `${body} `, now)).toBe(false)
  expect(isGenuine(secret, headers, body, now + 3_600_000)).toBe(false)
})
