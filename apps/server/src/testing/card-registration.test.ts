import { randomUUID } from 'node:crypto'
import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, afterEach, expect, test } from 'vitest'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { comeBack } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const server = await startServer(environment(database.url, sandbox))
server.deps.config.gmo!.timeout_ms = 500
const gateway = gmoGatewayClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
afterEach(() => gateway.clearFaults())

const register = async (token: string, number: string, key = randomUUID(), more = {}) => {
  const body = { token: await gateway.token(number), idempotency_key: key, ...more }
  return call('POST /v1/common/mypage/card/register', { body: body as never, token })
}
const cardsOf = async (token: string) => (await call('GET /v1/common/mypage/card/list', { token })).data.items
const saved = '303 /sh/mypage/payments?registered=1'

test('through the bank: saved, the first one as default; a reload and the same key give the same result', async () => {
  const { token } = await newMember(call)
  const key = randomUUID()
  const { data } = await register(token, TEST_CARD_NUMBERS.challenge, key)
  expect(data).toEqual({ card_seq: null, redirect_url: expect.stringContaining('http') })
  expect((await register(token, TEST_CARD_NUMBERS.challenge, key)).data).toEqual(data)
  const accessId = await gateway.visit(data.redirect_url!, { action: 'verify', code: '1234' })
  expect(await comeBack(url, accessId)).toBe(saved)
  expect(await comeBack(url, accessId)).toBe(saved)
  expect(await cardsOf(token)).toMatchObject([{ card_seq: 0, card_info: '************0100', default_flag: '1' }])
  expect((await register(token, TEST_CARD_NUMBERS.challenge, key)).data).toEqual({ card_seq: 0, redirect_url: null })
  // No money was moved.
  const trades = await gateway.transactions()
  expect(trades.every(({ amount, status }) => amount === 0 && status === 'CHECK')).toBe(true)
})

test('the browser comes back several times at once: one card, and all responses say so', async () => {
  const { token } = await newMember(call)
  const { data } = await register(token, TEST_CARD_NUMBERS.ok)
  const accessId = await gateway.visit(data.redirect_url!)
  const backs = await Promise.all(Array.from({ length: 5 }, () => comeBack(url, accessId)))
  expect(new Set(backs)).toEqual(new Set([saved]))
  expect(await cardsOf(token)).toHaveLength(1)
})

test('a second card, and which one is the default', async () => {
  const { token } = await newMember(call)
  for (const [number, default_flag] of [
    [TEST_CARD_NUMBERS.ok, '0'],
    [TEST_CARD_NUMBERS.master, '0'],
    [TEST_CARD_NUMBERS.jcb, '1'],
  ] as const) {
    const { data } = await register(token, number, randomUUID(), { default_flag })
    await comeBack(url, await gateway.visit(data.redirect_url!))
  }
  expect((await cardsOf(token)).map(({ card_seq, default_flag }) => [card_seq, default_flag])).toEqual([
    [0, '0'],
    [1, '0'],
    [2, '1'],
  ])
})

test('a card that is saved, made the usual one or deleted is told by mail: somebody else may have done it', async () => {
  const { token, email } = await newMember(call)
  const told = async () =>
    (
      await database.pool.query<{ item: string }>(
        `select substring(payload->>'text' from 'ご登録の(.+)が変更されました') as item from outbox
          where payload->>'to' = $1 and payload->>'text' like '%が変更されました%' order by id`,
        [email],
      )
    ).rows.map(({ item }) => item)
  for (const number of [TEST_CARD_NUMBERS.ok, TEST_CARD_NUMBERS.master]) {
    const { data } = await register(token, number)
    await comeBack(url, await gateway.visit(data.redirect_url!))
  }
  expect(await told()).toEqual(['クレジットカード', 'クレジットカード'])
  const { gmo_id } = (await cardsOf(token))[0]!
  await call('POST /v1/common/mypage/card/update', { body: { card_seq: 1, gmo_id, default_flag: '1' } as never, token })
  expect((await told()).slice(2)).toEqual(['いつも使うカード'])
  const [me] = (await database.pool.query<{ id: number }>('select id from customer where email = $1', [email])).rows
  const params = { customer_id: me!.id, card_seq: 0 }
  await call('DELETE /v1/customer/{customer_id}/card/{card_seq}/delete', { params, token })
  expect((await told()).slice(3)).toEqual(['クレジットカード'])
})

test.each([
  [TEST_CARD_NUMBERS.unusable, undefined, 'unusable'],
  [TEST_CARD_NUMBERS.failing, undefined, 'authentication'],
  [TEST_CARD_NUMBERS.challenge, { action: 'cancel' }, 'authentication'],
  [TEST_CARD_NUMBERS.network, undefined, 'not_accepted'],
] as const)('declined (%s): nothing saved, the reason told, also to the same key', async (number, answer, reason) => {
  const { token } = await newMember(call)
  const key = randomUUID()
  const { data } = await register(token, number, key)
  const accessId = await gateway.visit(data.redirect_url!, answer)
  const failed = `303 /sh/mypage/payments/new?error=${reason}`
  expect(await comeBack(url, accessId)).toBe(failed)
  expect(await comeBack(url, accessId)).toBe(failed)
  expect(await cardsOf(token)).toEqual([])
  const again = await register(token, number, key)
  expect(again.status).toBe(422)
  expect(again.data).toBeUndefined()
})

test('the same key at once is one registration', async () => {
  const { token } = await newMember(call)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(token, TEST_CARD_NUMBERS.ok, key)))
  expect(new Set(answers.map(({ status, data }) => `${status} ${data?.redirect_url}`)).size).toBe(1)
  await comeBack(url, await gateway.visit(answers[0]!.data.redirect_url!))
  expect(await cardsOf(token)).toHaveLength(1)
})

test.each(['EntryTran', 'ExecTran'])(
  '%s gets no response: 503, and the same key is not reported as saved',
  async (api) => {
    const { token } = await newMember(call)
    const key = randomUUID()
    await gateway.fault(api, 'drop-after')
    expect((await register(token, TEST_CARD_NUMBERS.ok, key)).status).toBe(503)
    expect((await register(token, TEST_CARD_NUMBERS.ok, key)).status).toBe(503)
    const anew = await register(token, TEST_CARD_NUMBERS.ok)
    expect(await comeBack(url, await gateway.visit(anew.data.redirect_url!))).toBe(saved)
  },
)

test('saved, and the response lost: registered again it is still one card', async () => {
  const { token } = await newMember(call)
  for (const api of ['TradedCard', 'none']) {
    const { data } = await register(token, TEST_CARD_NUMBERS.ok)
    await gateway.fault(api, 'drop-after')
    await comeBack(url, await gateway.visit(data.redirect_url!))
  }
  expect(await cardsOf(token)).toHaveLength(1)
})

test('a full vault says what to do', async () => {
  const { token } = await newMember(call)
  const numbers = [
    TEST_CARD_NUMBERS.ok,
    TEST_CARD_NUMBERS.master,
    TEST_CARD_NUMBERS.jcb,
    '378282246310005',
    '36006666333344',
    '6011000990139424',
  ]
  const expiries = ['3001', '3002', '3003']
  const all = expiries.flatMap((expire) => numbers.map((number) => ({ number, expire }))).slice(0, 11)
  let last = ''
  for (const { number, expire } of all) {
    const body = { token: await gateway.token(number, expire), idempotency_key: randomUUID() }
    const { data } = await call('POST /v1/common/mypage/card/register', { body: body as never, token })
    last = await comeBack(url, await gateway.visit(data.redirect_url!))
  }
  expect(await cardsOf(token)).toHaveLength(10)
  expect(last).toBe('303 /sh/mypage/payments/new?error=too_many')
})

test('a check consumes the token, moves no money and saves nothing', async () => {
  const { token } = await newMember(call)
  const check = async (number: string) => {
    const body = { amount: 3300, token: await gateway.token(number) }
    return call('POST /v1/common/payment/card/check', { body, token })
  }
  expect((await check(TEST_CARD_NUMBERS.ok)).data).toEqual({ is_valid: true })
  expect(await check(TEST_CARD_NUMBERS.balance)).toMatchObject({ status: 422, meta: { error: 'ERROR_CARD_UNUSABLE' } })
  const refused = await Promise.all(
    [TEST_CARD_NUMBERS.balance, TEST_CARD_NUMBERS.expired, TEST_CARD_NUMBERS.unusable].map(check),
  )
  // An attacker testing stolen numbers cannot learn the reason from any response.
  expect(new Set(refused.map((one) => JSON.stringify(one))).size).toBe(1)
  const body = { amount: 0, token: await gateway.token(TEST_CARD_NUMBERS.ok) }
  expect(await call('POST /v1/common/payment/card/check', { body: body })).toMatchObject({ status: 401 })
  expect(await check(TEST_CARD_NUMBERS.network)).toMatchObject({ status: 422, meta: { error: 'ERROR_CARD_UNUSABLE' } })
  expect(await cardsOf(token)).toEqual([])
})
