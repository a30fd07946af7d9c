import { createHmac } from 'node:crypto'
import { startSandbox } from '@kushi/sandbox/sandbox'
import { lineCardMessage } from '@kushi/shop/people/line/internal/flex'
import { LineBotClient, validateSignature } from '@line/bot-sdk'
import { afterAll, expect, test } from 'vitest'
import { lineMessaging } from './messaging.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const HANAKO = `U${'1'.repeat(32)}`
const channel_secret = 'sandbox-line-channel-secret-0000'
const channel_access_token = 'sandbox-line-channel-access-token'
const port = lineMessaging({ base_url: sandbox.url, channel_access_token, channel_secret })
const key = (n: number) => `123e4567-e89b-42d3-a456-42661417400${n}`
const message = lineCardMessage({
  shop_name: '椿野',
  title: '商品を発送しました',
  rows: [['ご注文番号', 'K1']],
  button: { label: 'お荷物を確認する', url: 'https://shop.example/' },
})
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${sandbox.url}/sandbox/line${path}`, { method: 'POST', body: new URLSearchParams(fields) })
async function chat(): Promise<object[]> {
  const answer = await fetch(`${sandbox.url}/sandbox/line/chat.json?user=${HANAKO}`)
  return ((await answer.json()) as { messages: object[] }).messages
}

test('a message sent twice under one key is delivered once', async () => {
  expect(await port.isReachable(HANAKO)).toBe(true)
  await port.push(HANAKO, message, key(1))
  await port.push(HANAKO, message, key(1))
  expect(await chat()).toMatchObject([{ to: HANAKO, message }])
})

test('LINE’s own bot SDK: who somebody is, a push once per key, and a token that is wrong', async () => {
  const theirs = (channelAccessToken: string) =>
    LineBotClient.fromChannelAccessToken({ channelAccessToken, apiBaseURL: sandbox.url })
  const bot = theirs(channel_access_token)
  expect(await bot.getProfile(HANAKO)).toMatchObject({ userId: HANAKO })
  const before = (await chat()).length
  await bot.pushMessage({ to: HANAKO, messages: [{ type: 'text', text: '椿野より' }] }, key(8))
  const again = bot.pushMessage({ to: HANAKO, messages: [{ type: 'text', text: '椿野より' }] }, key(8))
  await expect(again).rejects.toMatchObject({ status: 409 })
  expect(await chat()).toHaveLength(before + 1)
  await expect(theirs('other').getProfile(HANAKO)).rejects.toMatchObject({ status: 401 })
})

test('a lost response does not cause a second message', async () => {
  const before = (await chat()).length
  await post('/script', { api: 'push', kind: 'drop-after', times: '1' })
  await expect(port.push(HANAKO, message, key(2))).rejects.toThrow()
  await port.push(HANAKO, message, key(2))
  expect(await chat()).toHaveLength(before + 1)
})

test('too many requests and an invalid message throw, without the sent content', async () => {
  await post('/script', { api: 'push', kind: 'error:429', times: '1' })
  await expect(port.push(HANAKO, message, key(3))).rejects.toThrow('HTTP 429')
  await expect(port.push(HANAKO, { ...message, altText: '' }, key(4))).rejects.toThrow(/HTTP 400.*altText/)
  const stranger = lineMessaging({ base_url: sandbox.url, channel_access_token: 'other', channel_secret })
  await expect(stranger.push(HANAKO, message, key(5))).rejects.toThrow('HTTP 401')
})

test('a user who has blocked the account can’t be reached', async () => {
  await post('/friendship', { user: HANAKO, friendship: 'blocked' })
  expect(await port.isReachable(HANAKO)).toBe(false)
})

test('a signature is valid only for the exact bytes and with the channel’s secret', () => {
  const body = new TextEncoder().encode('{"events":[] }')
  const sign = (secret: string, text: Uint8Array = body) => createHmac('sha256', secret).update(text).digest('base64')
  expect(port.isSigned(body, sign(channel_secret))).toBe(true)
  // LINE's own bot SDK decides the same.
  expect(validateSignature(Buffer.from(body), channel_secret, sign(channel_secret))).toBe(true)
  expect(validateSignature(Buffer.from(body), channel_secret, sign('other'))).toBe(false)
  expect(port.isSigned(new TextEncoder().encode('{"events":[]}'), sign(channel_secret))).toBe(false)
  for (const wrong of [sign('other'), '', 'AAAA', 'ふ'.repeat(44)]) expect(port.isSigned(body, wrong)).toBe(false)
})
