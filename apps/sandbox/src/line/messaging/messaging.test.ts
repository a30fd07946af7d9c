import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../sandbox.ts'

const HANAKO = `U${'1'.repeat(32)}`
const TARO = `U${'2'.repeat(32)}`
const JIRO = `U${'3'.repeat(32)}`
const flex = (more: object = {}) => ({
  type: 'flex',
  altText: '椿野: 商品を発送しました',
  contents: {
    type: 'bubble',
    body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: '発送 <b>' }] },
  },
  ...more,
})

interface WebhookRequest {
  signature: string
  body: string
}

/** Starts the sandbox with a shop that only receives. */
async function open() {
  const heard: WebhookRequest[] = []
  const shop = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push({ signature: String(request.headers['x-line-signature']), body })
    response.end()
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const sandbox = await startSandbox({ publicUrl })
  onTestFinished(async () => {
    await sandbox.stop()
    shop.close()
  })
  const call = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer sandbox-line-channel-access-token',
        ...headers,
      },
    })
    return { status: answer.status, json: (await answer.json().catch(() => null)) as Record<string, unknown> }
  }
  const push = (to: string, message: object, headers?: Record<string, string>) =>
    call('/v2/bot/message/push', { to, messages: [message] }, headers)
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${sandbox.url}/sandbox/line${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const chat = async (user: string) => (await fetch(`${sandbox.url}/sandbox/line/chat?user=${user}`)).text()
  return { call, push, post, chat, heard }
}

it('delivers a push to a friend, once per retry key, and to no other user', async () => {
  const { push, chat, call } = await open()
  const key = { 'x-line-retry-key': '123e4567-e89b-12d3-a456-426614174000' }
  const first = await push(HANAKO, flex(), key)
  expect(first).toMatchObject({ status: 200, json: { sentMessages: [{ id: expect.any(String) }] } })
  expect(await push(HANAKO, flex(), key)).toMatchObject({ status: 409, json: first.json })
  expect((await chat(HANAKO)).match(/発送 &lt;b&gt;/g)).toHaveLength(1)
  for (const other of [TARO, JIRO]) {
    expect((await push(other, flex())).status).toBe(200)
    expect(await chat(other)).toContain('まだメッセージはありません')
    expect((await call(`/v2/bot/profile/${other}`)).status).toBe(404)
  }
  expect((await call(`/v2/bot/profile/${HANAKO}`)).json).toMatchObject({ userId: HANAKO })
})

it('rejects what LINE rejects', async () => {
  const { push, call, post } = await open()
  expect((await push(HANAKO, flex(), { authorization: 'Bearer other' })).status).toBe(401)
  expect((await push(HANAKO, flex(), { 'x-line-retry-key': 'none' })).status).toBe(400)
  expect((await push(`U${'9'.repeat(32)}`, flex())).status).toBe(400)
  expect((await call('/v2/bot/message/push', { to: HANAKO, messages: [] })).status).toBe(400)
  const wrong = await push(
    HANAKO,
    flex({ altText: 'あ'.repeat(401), contents: { type: 'bubble', footer: { type: 'text' } } }),
  )
  expect(wrong).toMatchObject({ status: 400, json: { details: [{ property: 'messages[0].altText' }, {}] } })
  await post('/script', { api: 'push', kind: 'error:429', times: '1' })
  expect((await push(HANAKO, flex())).status).toBe(429)
  expect((await push(HANAKO, flex())).status).toBe(200)
})

it('sends the shop signed events of follow, block and unblock, and redelivers them on request', async () => {
  const { post, heard } = await open()
  for (const [user, friendship] of [
    [TARO, 'friend'],
    [TARO, 'blocked'],
    [JIRO, 'friend'],
  ] as const)
    await post('/friendship', { user, friendship })
  await expect.poll(() => heard.length).toBe(3)
  const events = heard.map(({ body }) => JSON.parse(body).events[0])
  expect(events.map(({ type, follow }) => [type, follow?.isUnblocked]).sort()).toEqual(
    [
      ['follow', false],
      ['follow', true],
      ['unfollow', undefined],
    ].sort(),
  )
  for (const { body, signature } of heard)
    expect(signature).toBe(createHmac('sha256', 'sandbox-line-channel-secret-0000').update(body).digest('base64'))
  await post('/webhooks/again', { id: events[0].webhookEventId })
  expect(JSON.parse(heard[3]!.body).events[0]).toMatchObject({
    webhookEventId: events[0].webhookEventId,
    deliveryContext: { isRedelivery: true },
  })
})

it('links an account by a token that is valid once', async () => {
  const { call, post, heard } = await open()
  const { json } = await call(`/v2/bot/user/${HANAKO}/linkToken`, {})
  const given = { linkToken: String(json.linkToken), nonce: 'a-nonce-of-the-shop-0000' }
  expect((await post('/access/dialog/bot/accountLink', given)).status).toBe(200)
  expect(JSON.parse(heard[0]!.body).events[0]).toMatchObject({
    type: 'accountLink',
    source: { userId: HANAKO },
    link: { result: 'ok', nonce: given.nonce },
  })
  expect((await post('/access/dialog/bot/accountLink', given)).status).toBe(400)
})
