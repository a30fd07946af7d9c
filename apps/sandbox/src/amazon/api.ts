import type { Context } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import type { Fault } from '../core/scripts.ts'
import { jsonObject } from '../core/wire.ts'
import type { Amazon } from './amazon.ts'
import { ROUTES } from './calls/index.ts'
import type { Json } from './entities.ts'
import { AmazonError, statusOf } from './errors.ts'
import { checkSignature } from './signature.ts'

const KEPT = 1000
const KEY = 'x-amz-pay-idempotency-key'

type Reply = { status: number; body: Json }
type Route = (typeof ROUTES)[number]

const refusal = (reasonCode: string, message = ''): Reply => ({
  status: statusOf(reasonCode),
  body: { reasonCode, message: message === '' ? reasonCode : message },
})

const named = (fault: Fault | undefined) =>
  fault === undefined ? '' : fault.detail === '' ? fault.kind : `${fault.kind}:${fault.detail}`

function parse(text: string): Json {
  const body = text === '' ? {} : jsonObject(text)
  if (body === null) throw new AmazonError('InvalidRequestFormat')
  return body
}

/** Answers one call. Its changes are stored even if it is rejected: a declined charge is recorded. */
function execute(amazon: Amazon, route: Route, id: string, text: string, key: string | undefined): Reply {
  const before = route.isKeyed && key !== undefined ? amazon.entities.idempotency.get(key) : undefined
  if (before !== undefined) {
    if (before.sent !== `${route.name} ${id} ${text}`) return refusal('DuplicateIdempotencyKey')
    return { status: before.status, body: before.body }
  }
  try {
    if (route.isKeyed && key !== undefined && key.length > 32) throw new AmazonError('InvalidHeaderValue', KEY)
    const reply = route.call(amazon, id, parse(text))
    // Only a success is idempotent; after a rejection the same key may try again.
    if (route.isKeyed && key !== undefined)
      amazon.entities.idempotency.put(key, { sent: `${route.name} ${id} ${text}`, ...reply })
    return reply
  } catch (error) {
    if (error instanceof AmazonError) return refusal(error.reasonCode, error.message)
    throw error
  }
}

const aboutOf = (id: string, { body }: Reply) =>
  id !== '' ? id : String(body.chargeId ?? body.chargePermissionId ?? body.checkoutSessionId ?? '')

const answer = ({ status, body }: Reply): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

/** `/v2/…`: rejects requests that the merchant did not sign. */
export async function api(amazon: Amazon, c: Context<Env>, path: string): Promise<Response> {
  const text = await c.req.text()
  const { pathname, search } = new URL(c.req.url)
  const route = ROUTES.find((one) => one.method === c.req.method && one.path.test(path))
  const id = route === undefined ? '' : (route.path.exec(path)?.[1] ?? '')
  const log = (reply: Reply | undefined, fault: Fault | undefined) => {
    amazon.entities.wire.put(String(amazon.store.next('amazon.wire')), {
      at: amazon.now().toISOString(),
      method: c.req.method,
      path: `/v2/${path}`,
      about: reply === undefined ? id : aboutOf(id, reply),
      request: text === '' ? null : (JSON.parse(safe(text)) as unknown),
      status: reply?.status ?? 0,
      response: reply?.body ?? null,
      fault: named(fault),
    })
    amazon.entities.wire.trim(KEPT)
  }
  const logged = (reply: Reply, fault?: Fault): Answer => {
    log(reply, fault)
    return answer(reply)
  }
  const refused = checked(amazon, c, pathname, search, text)
  if (refused !== undefined)
    return withFault(
      c,
      undefined,
      () => logged(refused),
      () => answer(refused),
    )
  if (route === undefined) {
    const isKnown = ROUTES.some((one) => one.path.test(path))
    const reply = refusal(isKnown ? 'UnsupportedOperation' : 'ResourceNotFound', path)
    return withFault(
      c,
      undefined,
      () => logged(reply),
      () => answer(reply),
    )
  }
  const fault = amazon.scripts.take('amazon', route.name)
  if (fault !== undefined && /^(timeout|500|drop-before)$/.test(fault.kind)) log(undefined, fault)
  const run = () => amazon.store.atomic(() => logged(execute(amazon, route, id, text, c.req.header(KEY)), fault))
  return withFault(c, fault, run, (code) => logged(refusal(code), fault))
}

const safe = (text: string) => {
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify(text)
  }
}

function checked(amazon: Amazon, c: Context<Env>, path: string, search: string, body: string): Reply | undefined {
  const query = search.replace(/^\?/, '').split('&').sort().join('&')
  const header = (name: string) => c.req.header(name)
  try {
    checkSignature(amazon.config, { method: c.req.method, path, query, header, body }, amazon.now())
    return undefined
  } catch (error) {
    if (error instanceof AmazonError) return refusal(error.reasonCode, error.message)
    throw error
  }
}
