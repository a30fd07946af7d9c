import type { Context } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import { CALLS } from './calls.ts'
import { MEANINGS, Refused } from './check.ts'
import type { GmoDeferred } from './gmo-deferred.ts'
import { child, type Element, readXml, type Tree, textOf, writeXml, XmlError } from './xml.ts'

const KEPT = 1000

const xml = (tree: Tree, status = 200): Answer => ({
  status,
  type: 'application/xml;charset=UTF-8',
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml({ response: tree })}`,
})

const refusal = (codes: readonly string[]): Answer =>
  xml({
    result: 'NG',
    errors: { error: codes.map((code) => ({ errorCode: code, errorMessage: MEANINGS[code] ?? code })) },
  })

function idOf(source: string): string {
  return /<(?:shop|gmo)TransactionId>([^<]*)</.exec(source)?.[1] ?? ''
}

function identified(gmo: GmoDeferred, request: Element): boolean {
  const shop = child(request, 'shopInfo')
  const { authenticationId, shopCode, connectPassword } = gmo.config
  return (
    textOf(shop, 'authenticationId') === authenticationId &&
    textOf(shop, 'shopCode') === shopCode &&
    textOf(shop, 'connectPassword') === connectPassword
  )
}

/** Rejections are returned with HTTP 200 too. */
function execute(gmo: GmoDeferred, name: string, source: string): Answer {
  const call = CALLS[name]
  if (call === undefined) return { status: 404, type: 'text/html', body: '<html><body>Not Found</body></html>' }
  try {
    const request = readXml(source)
    if (request.name !== 'request') throw new XmlError(request.name)
    if (!identified(gmo, request)) throw new Refused('CT9001')
    return xml({ result: 'OK', errors: {}, ...call(gmo, request) })
  } catch (error) {
    if (error instanceof XmlError) return refusal(['CT9000'])
    if (error instanceof Refused) return refusal(error.codes)
    throw error
  }
}

/** `POST /auto/<name>` */
export async function api(gmo: GmoDeferred, c: Context<Env>, name: string): Promise<Response> {
  const source = await c.req.text()
  const fault = gmo.scripts.take('gmo-deferred', name)
  const named = fault === undefined ? '' : fault.detail === '' ? fault.kind : `${fault.kind}:${fault.detail}`
  const log = (answer: Answer): Answer => {
    const request = source.replace(/(<connectPassword>)[^<]*/, '$1********').replaceAll('><', '>\n<')
    const response = `HTTP ${answer.status}\n${String(answer.body).replaceAll('><', '>\n<')}`
    const message = { at: gmo.now().toISOString(), api: name, id: idOf(source), request, response, fault: named }
    gmo.wire.put(String(gmo.store.next('gmo-deferred.wire')), message)
    gmo.wire.trim(KEPT)
    return answer
  }
  if (fault !== undefined && /^(timeout|500|drop-before)$/.test(fault.kind))
    log({ status: 0, type: '', body: '（応答なし）' })
  return withFault(
    c,
    fault,
    () => gmo.store.atomic(() => log(execute(gmo, name, source))),
    (code) => log(refusal([code])),
  )
}
