import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '@kushi/sandbox/sandbox'
import type { ConversionFact } from '@kushi/shop/ports/conversion-port'
import { CONVERSION_KINDS, isToldByServer, type ServerConversionKind } from '@kushi/values/conversion/kinds'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { conversions } from './conversions.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const at = `${sandbox.url}/sandbox/conversions`
const port = conversions({ stand_in_url: at })
let service_account = ''
const serviceAccount = async () => (await fetch(`${at}/google/service-account.json`)).text()
beforeEach(async () => {
  sandbox.reset()
  service_account = await serviceAccount()
})

const accounts: Record<ServerConversionKind, () => Record<string, string>> = {
  meta: () => ({
    pixel_id: '123456789',
    access_token: 'sandbox-token',
    event_name: 'Purchase',
    test_event_code: 'TEST1',
  }),
  google: () => ({ account_id: '1234567890', conversion_action_id: '987654321', service_account }),
  lineyahoo: () => ({ tag_id: 'tag-1', access_token: 'sandbox-token' }),
  tiktok: () => ({
    pixel_code: 'ABCDEFGHIJ1234567890',
    access_token: 'sandbox-token',
    event_name: 'Purchase',
    test_event_code: 'TEST1',
  }),
  postback: () => ({
    method: 'GET',
    url: `${at}/postback`,
    parameters:
      'args={order_no}\nprice={amount_without_tax_and_fees}\nitems={item_codes}\ncid={ad_user_id}\nu={email_sha256}',
    cancel_parameters: 'args={order_no}\nstatus=cancel',
    secret: 'key=s3cret',
    success: 'OK',
  }),
}
const hourAgo = () => new Date(Date.now() - 3_600_000)
const fact = (more: Partial<ConversionFact> = {}): ConversionFact => ({
  event_id: 'K261122-7QK3M9XA',
  event: 'received',
  occurred_at: hourAgo(),
  order_no: 'K261122-7QK3M9XA',
  value: 3410,
  amount: 3410,
  amount_without_tax_and_fees: 2500,
  cycle: 1,
  items: [{ code: 'KS-030', quantity: 1, price: 2750 }],
  click_ids: { gclid: 'G-1', fbclid: 'F-1', ttclid: 'T-1' },
  adcd: 'AD1',
  abmtcd: null,
  ad_user_id: 'cid-9',
  clicked_at: hourAgo(),
  page_url: 'https://shop.example/sh/products/1',
  user_agent: 'Mozilla/5.0',
  email: 'Hanako@Example.com',
  phone_number: '09000000001',
  ...more,
})
type Event = { medium: string; id: string; times: number; is_test: boolean; body: unknown }
const taken = async () => ((await (await fetch(`${at}/events.json`)).json()) as { events: Event[] }).events
const script = (api: string, kind: string) =>
  fetch(`${at}/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api, kind }),
  })
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

const kinds = (Object.keys(CONVERSION_KINDS) as (keyof typeof CONVERSION_KINDS)[]).filter(isToldByServer)
describe.each(kinds)('%s', (kind) => {
  const account = () => ({ kind, fields: accounts[kind]() })

  test('takes an event, and the same one again as the same', async () => {
    expect(await port.send(account(), [fact()], false)).toMatchObject({ outcome: 'accepted' })
    expect(await port.send(account(), [fact()], false)).toMatchObject({ outcome: 'accepted' })
    expect(await taken()).toMatchObject([{ medium: kind, id: 'K261122-7QK3M9XA', times: 2, is_test: false }])
  })

  test('is told no e-mail and no telephone in plain text, and no secret comes back', async () => {
    const answer = await port.send(account(), [fact()], false)
    const text = JSON.stringify(await taken())
    expect(text).toContain(sha('hanako@example.com'))
    for (const plain of ['hanako@', 'Hanako', '9000000001'])
      expect(text.replaceAll(/[0-9a-f]{64}/g, '')).not.toContain(plain)
    expect(answer.words).not.toContain('sandbox-token')
  })

  test.each(['500', 'drop-before', 'error:429', 'error:503'])('no answer (%s): to be repeated', async (fault) => {
    await script(kind, fault)
    expect(await port.send(account(), [fact()], false)).toMatchObject({
      outcome: 'repeat',
      words: expect.stringMatching(/./),
    })
    expect(await taken()).toEqual([])
    expect(await port.send(account(), [fact()], false)).toMatchObject({ outcome: 'accepted' })
  })

  test('an answer that was lost is to be repeated, and counts once', async () => {
    await script(kind, 'drop-after')
    expect((await port.send(account(), [fact()], false)).outcome).toBe('repeat')
    expect((await port.send(account(), [fact()], false)).outcome).toBe('accepted')
    expect(await taken()).toHaveLength(1)
  })

  test.skipIf(CONVERSION_KINDS[kind].test === 'none')('a test is no event', async () => {
    expect((await port.send(account(), [fact({ event_id: 'TEST-1' })], true)).outcome).toBe('accepted')
    expect(await taken()).toMatchObject([{ id: 'TEST-1', is_test: true }])
  })

  test.skipIf(CONVERSION_KINDS[kind].most === 1)('one wrong event refuses the request, and says why', async () => {
    const old = fact({ event_id: 'OLD', occurred_at: new Date(Date.now() - 100 * 86_400_000) })
    const answer = await port.send(account(), [fact(), old], false)
    expect(answer).toMatchObject({ outcome: 'refused', words: expect.stringMatching(/time/i) })
    expect(await taken()).toEqual([])
  })

  test.skipIf(kind === 'postback')('a wrong token is about the account: to be repeated', async () => {
    const { fields } = account()
    const wrong =
      kind === 'google'
        ? { service_account: fields.service_account!.replace('conversions@', 'other@') }
        : { access_token: 'x' }
    expect(await port.send({ kind, fields: { ...fields, ...wrong } }, [fact()], false)).toMatchObject({
      outcome: 'repeat',
    })
    expect(await taken()).toEqual([])
  })

  test('the days and the number of one request are no more than the stand-in takes', async () => {
    const { most, days } = CONVERSION_KINDS[kind]
    const early = new Date(Date.now() - (days * 86_400_000 - 60_000))
    const facts = Array.from({ length: most }, (_, n) =>
      fact({ event_id: `K${n}`, order_no: `K${n}`, occurred_at: early }),
    )
    expect((await port.send(account(), facts, false)).outcome).toBe('accepted')
    expect(await taken()).toHaveLength(most)
  })
})

describe('サーバー通知', () => {
  const send = (more: Record<string, string>, told = fact()) =>
    port.send({ kind: 'postback', fields: { ...accounts.postback(), ...more } }, [told], false)

  test.each(['GET', 'POST'])('%s fills in the parameters', async (method) => {
    expect(await send({ method })).toEqual({ outcome: 'accepted', words: 'HTTP 200 OK' })
    const [event] = await taken()
    expect(event!.body).toEqual({
      args: 'K261122-7QK3M9XA',
      price: '2500',
      items: 'KS-030.1.2750',
      cid: 'cid-9',
      u: sha('hanako@example.com'),
      key: 's3cret',
    })
  })

  test('a cancellation has parameters of its own', async () => {
    await send({}, fact({ event: 'cancelled' }))
    expect(await taken()).toMatchObject([{ id: 'K261122-7QK3M9XA cancel' }])
  })

  test('an answer that repeats what was sent: neither a secret nor a piece of a hash is kept', async () => {
    const secret = 's3cret/of=ASP'
    const echo = createServer((request, answer) => {
      answer.statusCode = 400
      answer.end(`bad ${'x'.repeat(40)} ${request.url} ${decodeURIComponent(request.url!)}`)
    }).listen(0, '127.0.0.1')
    await once(echo, 'listening')
    const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`
    const { words } = await send({ url, method: 'GET', parameters: 'u={email_sha256}', secret: `key=${secret}` })
    echo.close()
    expect(words).toContain('HTTP 400 bad')
    for (const kept of [secret, encodeURIComponent(secret), sha('hanako@example.com').slice(0, 8)])
      expect(words).not.toContain(kept)
  })

  test('an answer without the sign of success is a refusal; values are escaped', async () => {
    expect(await send({ success: 'DONE' })).toMatchObject({ outcome: 'refused' })
    expect(await send({ parameters: 'note={order_no}' })).toMatchObject({
      outcome: 'refused',
      words: 'HTTP 400 NG args',
    })
    await send({ parameters: 'args={ad_user_id}' }, fact({ ad_user_id: 'a&b=c d' }))
    expect((await taken()).map(({ id }) => id)).toContain('a&b=c d')
  })
})

test.each(['{', '{"client_email":"a@b.example","private_key":"none"}'])(
  'a key of Google that is none says so: %s',
  async (wrong) => {
    const fields = { ...accounts.google(), service_account: wrong }
    expect(await port.send({ kind: 'google', fields }, [fact()], false)).toEqual({
      outcome: 'repeat',
      words: 'サービスアカウントの鍵を読み取れません。',
    })
  },
)

test('an internal address is never contacted', async () => {
  const outside = conversions({ stand_in_url: null })
  const account = { kind: 'postback' as const, fields: { ...accounts.postback(), url: 'https://127.0.0.1/postback' } }
  expect(await outside.send(account, [fact()], false)).toEqual({
    outcome: 'repeat',
    words: '127.0.0.1 leads into the network of this machine',
  })
  expect(await outside.mayReach('https://127.0.0.1/')).toBe(false)
  expect(await outside.mayReach('http://asp.example/')).toBe(false)
  expect(await taken()).toEqual([])
})

test.each<[string | null, number | undefined]>([
  ['120', 120],
  ['0', 0],
  [null, undefined],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['Mon, 30 Nov 2026 00:02:00 GMT', 120],
  ['Sun, 29 Nov 2026 00:00:00 GMT', 0],
  ['2026-11-30T00:02:00Z', undefined],
])('Retry-After %j: %s seconds', async (header, seconds) => {
  const busy = createServer((_, answer) => {
    answer.writeHead(429, header === null ? {} : { 'retry-after': header }).end('busy')
  }).listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}/`
  const at = conversions({ stand_in_url: 'http://127.0.0.1:1', now: () => new Date('2026-11-30T00:00:00Z') })
  const answer = await at.send({ kind: 'postback', fields: { ...accounts.postback(), url } }, [fact()], false)
  busy.close()
  expect(answer).toEqual({
    outcome: 'repeat',
    words: 'HTTP 429',
    ...(seconds !== undefined && { retry_after_seconds: seconds }),
  })
})

test('who does not answer is given up after ten seconds', async () => {
  await script('meta', 'timeout')
  const answer = await port.send({ kind: 'meta', fields: accounts.meta() }, [fact()], false)
  expect(answer).toEqual({ outcome: 'repeat', words: '10秒待っても、答えがありませんでした。' })
}, 15_000)
