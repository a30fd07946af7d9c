import type { Context } from 'hono'
import type { Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import type { Fault } from '../core/scripts.ts'
import { CALLS } from './calls/index.ts'
import { errorFields, GmoError } from './errors.ts'
import type { Gmo } from './gmo.ts'
import type { Fields } from './wire.ts'
import { looksLikeUtf8, mask, readFields, writeFields, writeLines } from './wire.ts'

const KEPT = 1000

const named = (fault: Fault | undefined) =>
  fault === undefined ? '' : fault.detail === '' ? fault.kind : `${fault.kind}:${fault.detail}`

/** Answers one call. Its changes are stored even if it is rejected: a declined charge is recorded. */
function execute(gmo: Gmo, name: string, fields: Fields): Fields | string[] {
  const call = CALLS[name]
  try {
    if (call === undefined) throw new GmoError('E91099997')
    return call(gmo, fields)
  } catch (error) {
    if (error instanceof GmoError) return errorFields(error.infos)
    throw error
  }
}

function orderIdOf(gmo: Gmo, fields: Fields): string {
  return fields.OrderID ?? gmo.entities.transactions.byRef(fields.AccessID ?? '')[0]?.orderId ?? ''
}

/** `POST /payment/<Name>.idPass` */
export async function payment(gmo: Gmo, c: Context<Env>, name: string): Promise<Response> {
  const log = (request: Fields, response: Fields, fault: string, note: string) => {
    const at = gmo.now().toISOString()
    const entry = { at, api: name, orderId: orderIdOf(gmo, request), request: mask(request), response: mask(response) }
    gmo.entities.wire.put(String(gmo.store.next('gmo.wire')), { ...entry, fault, note })
    gmo.entities.wire.trim(KEPT)
  }
  const refused = (info: string, note: string) => {
    const answer = errorFields([info])
    log({}, answer, '', note)
    return writeFields(answer)
  }
  if (c.req.method !== 'POST')
    return withFault(
      c,
      undefined,
      () => refused('E31500014', c.req.method),
      () => refused('', ''),
    )
  const type = c.req.header('content-type') ?? ''
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    return withFault(
      c,
      undefined,
      () => refused('E00000003', `Content-Type: ${type}`),
      () => refused('', ''),
    )

  const body = new Uint8Array(await c.req.arrayBuffer())
  const fields = readFields(body)
  const note = looksLikeUtf8(body) ? 'UTF-8で送られた可能性（Shift_JISとして読みました）' : ''
  const fault = gmo.scripts.take('gmo', name)
  const run = () =>
    gmo.store.atomic(() => {
      const answer = execute(gmo, name, fields)
      const isList = Array.isArray(answer)
      log(fields, isList ? { lines: String(answer.length) } : answer, named(fault), note)
      return isList ? writeLines(answer) : writeFields(answer)
    })
  const refuse = (info: string) => {
    const answer = errorFields([info])
    log(fields, answer, named(fault), note)
    return writeFields(answer)
  }
  if (fault !== undefined && /^(timeout|500|drop-before)$/.test(fault.kind)) log(fields, {}, named(fault), note)
  return withFault(c, fault, run, refuse)
}
