import type { Context } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import { paymentOf, ROUTES } from './calls.ts'
import { type Json, MEANINGS, type Paidy, PaidyError, statusOf } from './paidy.ts'

const KEPT = 1000

const json = (status: number, body: Json): Answer => ({ status, type: 'application/json', body: JSON.stringify(body) })
const refusal = (paidy: Paidy, code: string): Answer =>
  json(statusOf(code), {
    reference: String(paidy.store.next('paidy.reference')),
    status: statusOf(code),
    code,
    title: code,
    description: MEANINGS[code] ?? code,
  })

function parse(text: string): Json {
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Json
  } catch {}
  throw new PaidyError('request.malformed')
}

/** `/payments/…`: rejects requests without the merchant's secret key. */
export async function api(paidy: Paidy, c: Context<Env>, path: string): Promise<Response> {
  const text = await c.req.text()
  const { method } = c.req
  const route = ROUTES.find((one) => one.method === method && one.path.test(path))
  const id = route?.path.exec(path)?.[1] ?? ''
  const fault = route && paidy.scripts.take('paidy', route.name)
  const named = fault === undefined ? '' : [fault.kind, fault.detail].filter(Boolean).join(':')
  const log = (answer: Answer | null): void => {
    const response = answer ? `HTTP ${answer.status}\n${answer.body}` : '（応答なし）'
    const message = {
      at: paidy.now().toISOString(),
      api: `${method} /${path}`,
      id,
      request: text,
      response,
      fault: named,
    }
    paidy.wire.put(String(paidy.store.next('paidy.wire')), message)
    paidy.wire.trim(KEPT)
  }
  const logged = (answer: Answer): Answer => {
    log(answer)
    return answer
  }
  const run = (): Answer => {
    try {
      if (c.req.header('authorization') !== `Bearer ${paidy.config.secretKey}`)
        throw new PaidyError('authentication.failed')
      if (!route) throw new PaidyError('request.malformed')
      const { history: _, ...shown } = route.call(paidy, paymentOf(paidy, id), parse(text))
      return logged(json(200, shown))
    } catch (error) {
      if (!(error instanceof PaidyError)) throw error
      return logged(refusal(paidy, error.code))
    }
  }
  if (fault !== undefined && /^(timeout|500|drop-before)$/.test(fault.kind)) log(null)
  return withFault(
    c,
    fault,
    () => paidy.store.atomic(run),
    (code) => logged(refusal(paidy, code)),
  )
}
