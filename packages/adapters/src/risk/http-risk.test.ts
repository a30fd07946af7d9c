import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '@kushi/sandbox/sandbox'
import type { RiskCheckRequest } from '@kushi/shop/ports/risk-port'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { httpRisk } from './http-risk.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
beforeEach(() => sandbox.reset())
const at = `${sandbox.url}/sandbox/risk`
const settings = { url: `${at}/v1/assessments`, secret: 'whsec_c2FuZGJveC1yaXNrLXNlY3JldC0wMDAwMDAwMA==', local: true }
const risk = httpRisk(settings)

let keys = 0
const order = (name = '椿 花子'): RiskCheckRequest => ({
  key: `key-${++keys}`,
  asked_at: new Date('2026-11-27T10:00:00+09:00'),
  amount: 3410,
  payment: 'card',
  is_subscription: false,
  pieces: 2,
  email: 'hanako@example.com',
  recipient: {
    name,
    kana: 'ツバキ ハナコ',
    phone_number: '09012345678',
    postal_code: '2480006',
    address: '神奈川県鎌倉市小町1-2-3',
  },
})
const script = (kind: string) =>
  fetch(`${at}/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind }),
  })
const received = async () =>
  ((await (await fetch(`${at}/assessments.json`)).json()) as { assessments: Record<string, unknown>[] }).assessments

test.each([
  ['椿 花子', 'accept', 0],
  ['要確認 花子', 'review', 2],
  ['拒否 花子', 'refuse', 1],
])('%s: %s', async (name, verdict, reasons) => {
  const answer = await risk.assess(order(name))
  expect(answer.verdict).toBe(verdict)
  expect(answer.reasons).toHaveLength(reasons)
})

test('it is told what the port names, and nothing else', async () => {
  const { key, asked_at, ...rest } = order()
  await risk.assess({ key, asked_at, ...rest })
  expect(await received()).toEqual([{ key, body: { ...rest, asked_at: asked_at.toISOString() }, verdict: 'accept' }])
})

test('the same key has the same answer', async () => {
  const asked = order('要確認 花子')
  const first = await risk.assess(asked)
  expect(await risk.assess({ ...asked, recipient: { ...asked.recipient, name: '椿 花子' } })).toEqual(first)
  expect(await received()).toHaveLength(1)
})

test('reasons are kept as one line of whole letters, which a database takes', async () => {
  const reasons = ['\u0000空き家\n\u2028かも', '\ud842', `${'あ'.repeat(59)}𠮷野家`, 7, 'a', 'b', 'c']
  const server = createServer((_, answer) => answer.end(JSON.stringify({ verdict: 'review', reasons })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await httpRisk({ ...settings, url }).assess(order())).toEqual({
    verdict: 'review',
    reasons: ['空き家 かも', `${'あ'.repeat(59)}𠮷`, 'a', 'b'],
  })
  server.close()
})

test('another secret is refused, a test request is none of an order', async () => {
  const other = httpRisk({ ...settings, secret: 'whsec_b3RoZXI=' })
  await expect(other.assess(order())).rejects.toThrow('HTTP 401')
  await expect(other.check()).rejects.toThrow('HTTP 401')
  await risk.check()
  expect(await received()).toEqual([])
})

test.each([['500'], ['truncate'], ['drop-before'], ['drop-after'], ['error:503'], ['error:200']])(
  'no answer: %s',
  async (kind) => {
    await script(kind)
    await expect(risk.assess(order())).rejects.toThrow()
    expect(await risk.assess(order())).toEqual({ verdict: 'accept', reasons: [] })
  },
)

test('who is slow is not waited for', async () => {
  await script('timeout')
  const begun = performance.now()
  await expect(risk.assess(order())).rejects.toThrow()
  expect(performance.now() - begun).toBeLessThan(10_000)
  await expect(httpRisk({ ...settings, url: 'http://127.0.0.1:9/' }).assess(order())).rejects.toThrow()
})

test('an internal address is not contacted', async () => {
  const outside = httpRisk({ ...settings, local: false, url: settings.url.replace('http:', 'https:') })
  await expect(async () => outside.assess(order())).rejects.toThrow('leads into the network')
  await expect(async () => httpRisk({ ...settings, local: false }).assess(order())).rejects.toThrow('only https')
  expect(await received()).toEqual([])
})
