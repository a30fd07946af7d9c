import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { answerOnWire, jsonObject } from '../core/wire.ts'
import { CALLS } from './calls.ts'
import { type GmoOpenApi, type Json, Problem, problemOf } from './gmo-openapi.ts'

const KEPT = 1000
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const done = (body: string): Answer => ({ status: 201, type: 'application/json', body })
const refusal = (title: string, path: string): Answer => ({
  type: 'application/problem+json',
  ...problemOf(title, `/${path}`),
})

function parse(text: string): Json {
  const body = jsonObject(text)
  if (body === null) throw new Problem('invalid-request')
  return body
}

/** Basic auth with the shop's id and password. */
function isShop({ config }: GmoOpenApi, header: string | undefined): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${config.shopId}:${config.shopPass}`).toString('base64')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** `POST /wallet/…`, `/order/…`: every call, repeated under its Idempotency-Key. */
export async function api(gmo: GmoOpenApi, c: Context<Env>, path: string): Promise<Response> {
  const request = await c.req.text()
  const call = CALLS[path]
  const fault = call && gmo.scripts.take('gmo-openapi', path)
  const key = c.req.header('idempotency-key') ?? ''
  const answer = (): Answer => {
    if (!isShop(gmo, c.req.header('authorization'))) return refusal('unauthorized', path)
    const type = c.req.header('content-type') ?? ''
    if (!call) return refusal('forbidden', path)
    if (!type.startsWith('application/json') || (key !== '' && !UUID4.test(key)))
      return refusal('invalid-request', path)
    const before = key === '' ? undefined : gmo.kept.get(key)
    if (before && (before.api !== path || before.request !== request)) return refusal('idempotency-conflict', path)
    if (before) return { status: before.status, type: 'application/json', body: before.body }
    try {
      const made = done(JSON.stringify(call(gmo, parse(request))))
      if (key !== '' && path !== 'order/inquiry') {
        gmo.kept.put(key, { key, api: path, request, status: made.status!, body: String(made.body) })
        gmo.kept.trim(KEPT)
      }
      return path === 'order/inquiry' ? { ...made, status: 200 } : made
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return refusal(error.title, path)
    }
  }
  const received = { provider: 'gmo-openapi', api: path, id: key, request, fault }
  return answerOnWire(c, gmo, received, answer, (title) => refusal(title, path))
}
