import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { AddressForm } from '@kushi/contract/form/address'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { afterAll, expect, test } from 'vitest'
import { spawnServerProcess } from './process.ts'
import { caller, environment, newMember, sandboxOf } from './server.ts'
import { comeBack, confirm, toTheBank } from './shopper.ts'

const sandbox = await sandboxOf()
const gateway = gmoGatewayClient(sandbox)
const database = await testDatabase()
const env = { ...environment(database.url, sandbox), LOG_LEVEL: 'trace', JOBS: 'on', RATE_LIMIT_FACTOR: '1' }
const server = await spawnServerProcess(env)

/** Everything that reaches our server, byte for byte: URL, headers and body of each request. */
let received = ''
const tap = createServer((req, res) => {
  received += `${req.method} ${req.url}\n${JSON.stringify(req.rawHeaders)}\n`
  const target = forward(`${server.url}${req.url}`, { method: req.method!, headers: req.headers }, (answer) => {
    res.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(res)
  })
  req.on('data', (part: Buffer) => {
    received += part.toString()
  })
  req.pipe(target)
})
await new Promise<void>((resolve) => tap.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(tap.address() as AddressInfo).port}`
const call = caller(url)
afterAll(async () => {
  tap.closeAllConnections()
  tap.close()
  await database.close()
  await sandbox.stop()
})

/** Finds card numbers: 14 to 16 digits that pass the Luhn check, with or without gaps, and not part of an id. */
function cardNumbers(text: string): string[] {
  const runs = text.match(/(?<![\w-])(?:\d[ -]?){13,15}\d(?![\w-])/g) ?? []
  return runs.map((run) => run.replace(/\D/g, '')).filter((digits) => /^[3-6]/.test(digits) && luhn(digits))
}
const luhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, n) => {
    const value = Number(digit) * (n % 2 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

test('the check itself works', () => {
  for (const number of Object.values(TEST_CARD_NUMBERS)) expect(cardNumbers(`{"n":"${number}"}`)).toEqual([number])
  expect(cardNumbers('4111 1111-1111 1111')).toEqual(['4111111111111111'])
})

test('no card number reaches our server; no log contains personal data, in success or failure', async () => {
  const member = await newMember(call)
  const shopper = { call, gateway, member }
  const tokens: string[] = []
  const placed = async (number: string, answer?: Parameters<typeof gateway.visit>[1]) => {
    const { redirect_url, order_no } = await toTheBank(shopper, number, {}, true)
    await comeBack(url, await gateway.visit(redirect_url, answer))
    return order_no
  }
  // Success, declined, cancelled, cut off; with a saved card; a card registered; a wrong password.
  await placed(TEST_CARD_NUMBERS.challenge, { action: 'verify', code: '1234' })
  await placed(TEST_CARD_NUMBERS.balance)
  await placed(TEST_CARD_NUMBERS.challenge, { action: 'cancel' })
  await gateway.fault('SecureTran2', 'drop-after')
  await gateway.fault('SearchTrade', 'drop-before', 2)
  await placed(TEST_CARD_NUMBERS.ok)
  await gateway.fault('EntryTran', 'error:E01030002')
  const token = await gateway.token(TEST_CARD_NUMBERS.ok)
  tokens.push(token)
  const body = await confirm(call, member, { token, save_card: false })
  expect((await call('POST /v1/order/public/new', { body, token: member.token })).status).toBe(503)
  const register = { token: await gateway.token(TEST_CARD_NUMBERS.master), idempotency_key: 'key-0123456789abcdef' }
  tokens.push(register.token)
  const registered = await call('POST /v1/common/mypage/card/register', {
    body: register as never,
    token: member.token,
  })
  await comeBack(url, await gateway.visit(registered.data.redirect_url!))
  await call('POST /v1/common/login/customer/', { body: { email: member.email, password: 'Wrong12345' } as never })
  await call('GET /postcodes/{postal_code}', { params: { postal_code: '2480006' } })
  await fetch(`${url}/v1/product/${encodeURIComponent(member.email)}?email=${member.email}`)
  await fetch(`${url}/sh/${encodeURIComponent(member.email)}`)
  // A server error, and a mail that cannot be delivered.
  await fetch(`${sandbox.url}/sandbox/mail/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api: 'DATA', kind: 'error:550', times: 1 }),
  })
  const last = await placed(TEST_CARD_NUMBERS.ok)
  await eventually(() => expect(server.output()).toContain('message not delivered'))
  await database.pool.query('alter table customer_address rename to gone')
  const address = { ...AddressForm.parse(member.form), is_default: true, delivery_notes: '勝手口' }
  expect((await call('POST /v1/common/address/new', { body: address as never, token: member.token })).status).toBe(500)
  await database.pool.query('alter table gone rename to customer_address')

  expect(received).toContain(token)
  expect(cardNumbers(received)).toEqual([])
  expect(await server.end()).toBe(0)
  const log = server.output()
  expect(log).toContain('request failed')
  expect(log).toContain('payment provider unavailable')
  expect(log).toContain('/v1/payment/gmo/return')
  expect(cardNumbers(log)).toEqual([])
  const { form } = member
  const secret = [
    member.email,
    member.token,
    member.password,
    ...tokens,
    ...['name01', 'name02', 'kana01', 'kana02', 'phone_number', 'addr01', 'addr02'].map((name) =>
      String(form[name as keyof typeof form]),
    ),
    '勝手口',
    '1984-05-12',
    '2480006',
    'HANAKO YAMAGUCHI',
    'sandboxpas',
    'sandboxsit',
    encodeURIComponent(member.email),
  ]
  for (const one of secret) expect(log.includes(one), `the log holds ${one}`).toBe(false)
  expect(log).not.toMatch(/[\w.+-]+@(?!kushi\/)[\w-]+\.\w/)
  const trades = await gateway.transactions(last)
  expect(trades).toHaveLength(1)
  // One JSON object per line, with a request id where there was a request.
  for (const line of log.trim().split('\n').slice(1))
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
})
