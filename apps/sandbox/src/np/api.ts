import type { Context } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import { CALLS, run } from './calls.ts'
import type { Np } from './np.ts'

const KEPT = 1000
const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json;charset=UTF-8',
  body: JSON.stringify(body),
})

/** Checks Basic authentication with merchant code and sp code, and the terminal: 401 or 403 if they are wrong. */
function identify(np: Np, c: Context<Env>): Answer | undefined {
  const { merchantCode, spCode, terminalId } = np.config
  const expected = `Basic ${Buffer.from(`${merchantCode}:${spCode}`).toString('base64')}`
  if (c.req.header('authorization') !== expected) return json(401, { errors: [{ codes: ['E0000001'] }] })
  if (c.req.header('x-np-terminal-id') !== terminalId) return json(403, { errors: [{ codes: ['E0000002'] }] })
  return undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function idOf(body: unknown): string {
  const list = (body as { transactions?: Record<string, unknown>[] } | undefined)?.transactions
  const one = Array.isArray(list) ? list[0] : undefined
  return String(one?.shop_transaction_id ?? one?.np_transaction_id ?? one?.base_np_transaction_id ?? '')
}

/** `/v1/<name>` */
export async function api(np: Np, c: Context<Env>, name: string): Promise<Response> {
  const text = await c.req.text()
  const body = parse(text)
  const fault = np.scripts.take('np', name)
  const named = fault === undefined ? '' : fault.detail === '' ? fault.kind : `${fault.kind}:${fault.detail}`
  const log = (answer: Answer): Answer => {
    const request = body === undefined ? text : JSON.stringify(body, null, 1)
    const response = `HTTP ${answer.status}\n${answer.body}`
    const message = { at: np.now().toISOString(), api: name, id: idOf(body), request, response, fault: named }
    np.wire.put(String(np.store.next('np.wire')), message)
    np.wire.trim(KEPT)
    return answer
  }
  const known = CALLS[name]
  const answer = (): Answer => {
    if (known === undefined) return json(404, { errors: [{ codes: ['E0000404'] }] })
    if (c.req.method !== known.method) return json(405, { errors: [{ codes: ['E0000405'] }] })
    const stranger = identify(np, c)
    if (stranger !== undefined) return stranger
    const { results, errors } = run(np, known.call, body)
    return errors.length === 0 ? json(200, { results }) : json(400, { results, errors })
  }
  if (fault !== undefined && /^(timeout|500|drop-before)$/.test(fault.kind))
    log({ status: 0, type: '', body: '（応答なし）' })
  return withFault(
    c,
    fault,
    () => np.store.atomic(() => log(answer())),
    (code) => log(json(400, { errors: [{ codes: [code] }] })),
  )
}
