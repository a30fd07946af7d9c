import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { Failure } from '@kushi/contract/failure'
import { testDatabase } from '@kushi/db/testing'
import { startSession } from '@kushi/shop/people/session/internal/start-session'
import { testContext } from '@kushi/shop/testing/context'
import { insertMembers } from '@kushi/shop/testing/order'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { failuresOfCall, publicOpenapi } from '../openapi/document.ts'
import { anything, arbitraryInputFor } from './arbitrary-input.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { confirm } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})

const context = testContext(database.db, { clock: server.deps.clock })
/** The token of a new member whose password is not needed. */
async function session(): Promise<string> {
  const [customer_id] = await insertMembers(database.db, 1)
  return startSession(context, customer_id!, 'customer')
}

const calls = Object.entries(contract as Record<string, Endpoint>)
const split = (key: string) => key.split(' ') as [method: string, path: string]
const filled = (path: string) => path.replace(/\{\w+\}/g, '1')

interface SentRequest {
  path: string
  query?: string
  body?: string | undefined
  token?: string
  shop?: string
}
async function send(method: string, { path, query = '', body, token, shop = '2' }: SentRequest) {
  const res = await fetch(`${server.url}${path}${query && `?${query}`}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-shop-id': shop,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: res.status, answer: (await res.json()) as { data?: unknown; meta?: unknown } }
}

/** Expects a 4xx with a message for customers, or a normal response if the input happened to be valid. */
function expectExplained({ status, answer }: Awaited<ReturnType<typeof send>>, what: unknown) {
  const context = JSON.stringify([what, answer])?.slice(0, 2000)
  expect(status, context).toBeLessThan(500)
  if (status < 400) return
  const { meta } = Failure.parse(answer)
  expect(meta.message, context).toMatch(/[ぁ-んァ-ヶ一-龠]/)
  if (meta.error !== 'ERROR_VALIDATION') return
  expect(status).toBe(422)
  expect(meta.fields!.length, context).toBeGreaterThan(0)
  for (const { message_id, message } of meta.fields!) {
    expect(message_id).toMatch(/^(cmn-err-0(0[1-9]|1[0-6])|[a-z_]+)$/)
    expect(message, context).toMatch(/[ぁ-んァ-ヶ一-龠]/)
  }
}

/** Expects every failure to be declared in the API document under that status. */
function expectDeclared(key: string, endpoint: Endpoint, { status, answer }: Awaited<ReturnType<typeof send>>) {
  if (status < 400) return
  const { error } = (answer.meta ?? {}) as { error: string }
  expect([key, status, failuresOfCall(key, endpoint).get(status)]).toEqual([
    key,
    status,
    expect.arrayContaining([error]),
  ])
}

describe('no input causes a server error', () => {
  test.each(calls)(
    '%s',
    async (key, endpoint) => {
      const [method, pattern] = split(key)
      const token = await session()
      const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
      const pathOf = (given: unknown) =>
        pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
          const value = text((given as Record<string, unknown> | null)?.[name] ?? 'x').slice(0, 300)
          return encodeURIComponent(value.toWellFormed()).replace(/^\.+$/, 'x') || 'x'
        })
      const queryOf = (given: unknown) => {
        const pairs = Object.entries((given as object | null) ?? {}).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value]).map((one) => [
            name.toWellFormed(),
            text(one).toWellFormed().slice(0, 300),
          ]),
        )
        return new URLSearchParams(pairs as [string, string][]).toString().slice(0, 8000)
      }
      const part = (schema: unknown, where: string) =>
        schema ? arbitraryInputFor(schema, where) : fc.constant(undefined)
      const input = fc.record({
        params: part(endpoint.params, 'params'),
        query: part(endpoint.query, 'query'),
        body: endpoint.body
          ? fc.oneof({ weight: 9, arbitrary: arbitraryInputFor(endpoint.body) }, anything)
          : fc.constant(undefined),
      })
      await fc.assert(
        fc.asyncProperty(input, async ({ params, query, body }) => {
          const sent = { path: pathOf(params), query: queryOf(query), body: JSON.stringify(body) }
          const sentBack = await send(method, { ...sent, body: method === 'GET' ? undefined : sent.body, token })
          expectExplained(sentBack, sent)
          expectDeclared(key, endpoint, sentBack)
        }),
        { numRuns: Number(process.env.CONTRACT_RUNS) || 20 },
      )
    },
    60_000,
  )

  test.each(calls.filter(([, { body }]) => body))('%s: no JSON, no end of it', async (key, endpoint) => {
    const [method, pattern] = split(key)
    const token = await session()
    const path = filled(pattern)
    const isOptional = (endpoint.body as unknown as z.ZodType).safeParse(undefined).success
    for (const body of [...(isOptional ? [] : ['', '\ufeff']), '{', 'undefined', '{"a":}', '<xml/>', 'a=1&b=2'])
      expect(await send(method, { path, body, token }), body).toMatchObject({
        status: 400,
        answer: { meta: { error: 'ERROR_MALFORMED', code: 400 } },
      })
    expectExplained(await send(method, { path, body: '['.repeat(50_000) + ']'.repeat(50_000), token }), 'deep')
    expectExplained(await send(method, { path, body: `{"__proto__":{"a":1},"constructor":{}}`, token }), 'proto')
  })
})

test('an order with one changed part is rejected or valid', async () => {
  const member = await newMember(server.call)
  const request = await confirm(server.call, member, null, { payment_method_id: null })
  const leaves = (value: unknown, at: string[] = []): string[][] =>
    value !== null && typeof value === 'object'
      ? [at, ...Object.entries(value).flatMap(([name, one]) => leaves(one, [...at, name]))]
      : [at]
  const wrong = fc.record({ at: fc.constantFrom(...leaves(request).slice(1)), value: anything })
  await fc.assert(
    fc.asyncProperty(wrong, async ({ at, value }) => {
      const body = structuredClone({ ...request, idempotency_key: crypto.randomUUID() }) as Record<string, unknown>
      const parent = at.slice(0, -1).reduce((one, name) => one[name] as Record<string, unknown>, body)
      parent[at.at(-1)!] = value
      const sent = { path: '/v1/order/public/new', body: JSON.stringify(body), token: member.token }
      expectExplained(await send('POST', sent), sent.body)
    }),
    { numRuns: 200 },
  )
})

describe('permissions', () => {
  test.each(calls.filter(([, { auth }]) => auth === 'member'))('%s: 401 without a token of this shop', async (key) => {
    const [method, pattern] = split(key)
    const token = await session()
    const path = filled(pattern)
    const body = method === 'GET' ? undefined : '{}'
    const refused = { status: 401, answer: { meta: { code: 401, error: 'ERROR_UNAUTHORIZED' } } }
    expect(await send(method, { path, body })).toMatchObject(refused)
    expect(await send(method, { path, body, token: 'x'.repeat(43) })).toMatchObject(refused)
    expect(await send(method, { path, body, token: "' or 1=1 --" })).toMatchObject(refused)
    expect(await send(method, { path, body, token, shop: '3' })).toMatchObject(refused)
    expect((await send(method, { path, body, token })).status).not.toBe(401)
  })

  test('an unknown shop, or an invalid id, is rejected, and never answered for another shop', async () => {
    for (const shop of ['999', '4', '0', '-2', '2.5', 'abc', '03', '2, 3', '9'.repeat(400), '__proto__'])
      expect(await send('GET', { path: '/v1/setting/shop/detail/menu', shop })).toMatchObject({ status: 400 })
    expect((await send('GET', { path: '/v1/setting/shop/detail/menu', shop: ' ' })).status).toBe(200)
  })
})

describe('the examples of the document', () => {
  const { paths } = publicOpenapi(server.url)
  const examples = calls.flatMap(([key, endpoint]) => {
    const [method, path] = split(key)
    const body = paths[path]![method.toLowerCase()]!.requestBody as
      | { content: { 'application/json': { example: unknown } } }
      | undefined
    return body ? [{ key, endpoint, method, path, example: body.content['application/json'].example }] : []
  })
  test.each(examples)('$key is understood by the server', async ({ key, endpoint, method, path, example }) => {
    const token = await session()
    const sentBack = await send(method, { path: filled(path), body: JSON.stringify(example), token })
    expectDeclared(key, endpoint, sentBack)
    const { error, fields } = (sentBack.answer.meta ?? {}) as { error?: string; fields?: { message_id: string }[] }
    // A rejection by a business rule on the demo's data is fine; an invalid field would mean a wrong example.
    if (error === 'ERROR_VALIDATION')
      expect(fields!.filter(({ message_id }) => /cmn-err-00[1348]/.test(message_id))).toEqual([])
  })
})
