import type { Context } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { answerOnWire, jsonObject } from '../core/wire.ts'
import { paymentOf, ROUTES } from './calls.ts'
import { type Json, MEANINGS, type Paidy, PaidyError, statusOf } from './paidy.ts'

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
  const body = text === '' ? {} : jsonObject(text)
  if (body === null) throw new PaidyError('request.malformed')
  return body
}

/** `/payments/…`: rejects requests without the merchant's secret key. */
export async function api(paidy: Paidy, c: Context<Env>, path: string): Promise<Response> {
  const text = await c.req.text()
  const { method } = c.req
  const route = ROUTES.find((one) => one.method === method && one.path.test(path))
  const id = route?.path.exec(path)?.[1] ?? ''
  const fault = route && paidy.scripts.take('paidy', route.name)
  const run = (): Answer => {
    try {
      if (c.req.header('authorization') !== `Bearer ${paidy.config.secretKey}`)
        throw new PaidyError('authentication.failed')
      if (!route) throw new PaidyError('request.malformed')
      const { history: _, ...shown } = route.call(paidy, paymentOf(paidy, id), parse(text))
      return json(200, shown)
    } catch (error) {
      if (!(error instanceof PaidyError)) throw error
      return refusal(paidy, error.code)
    }
  }
  const received = { provider: 'paidy', api: `${method} /${path}`, id, request: text, fault }
  return answerOnWire(c, paidy, received, run, (code) => refusal(paidy, code))
}
