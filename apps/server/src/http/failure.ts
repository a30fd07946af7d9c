import type { IncomingMessage } from 'node:http'
import type { Failure } from '@kushi/contract/failure'
import { isDatabaseOutage } from '@kushi/db/outage'
import { BusyError } from '@kushi/shop/concurrency-limit'
import { ShopError } from '@kushi/shop/shop-error'
import type { Context as HonoContext } from 'hono'
import type { Logger } from 'pino'
import { loggedPath } from './log-request.ts'

/**
 * Maps an error to a response. A ShopError is returned as it is. A database that is unreachable, full or too slow, or a
 * queue that is busy, gives a 503 that asks the client to retry. Any other error is a 500 without detail.
 */
export const answerFailure = (log: Logger) => (error: Error, c: HonoContext) => {
  if (error instanceof ShopError) return answerShopError(error, c)
  if (isCutOff(c)) return answerShopError(new ShopError(400, 'ERROR_CUT_OFF', '送信が途中で切れました。'), c)
  const requestId = c.get('requestId' as never) as string | undefined
  const isAway = isDatabaseOutage(error) || error instanceof BusyError
  const seen = { request_id: requestId, path: loggedPath(c) }
  // One log line each during an outage: the stacks of a thousand requests would fill the disk without further
  // information.
  if (isAway) log.error({ ...seen, reason: reasonOf(error) }, 'database away')
  else log.error({ ...seen, err: error }, 'request failed')
  const number = `(受付番号 ${requestId ?? '-'})`
  if (isAway) {
    c.header('retry-after', '10')
    const message = `ただいまつながりにくくなっています。少し待ってから、もう一度お試しください。${number}`
    return c.json<Failure>({ meta: { code: 503, error: 'ERROR_UNAVAILABLE', message } }, 503)
  }
  const message = `ただいま処理できませんでした。時間をおいて、もう一度お試しください。${number}`
  return c.json<Failure>({ meta: { code: 500, error: 'ERROR_INTERNAL', message } }, 500)
}

/** Returns the `meta` of an error response. */
export function failureMeta({ code, error, message, fields }: ShopError): Failure['meta'] {
  return { code, error, message, ...(fields && { fields }) }
}

function answerShopError(error: ShopError, c: HonoContext): Response {
  const meta = failureMeta(error)
  if (error.status !== 413) return c.json<Failure>({ meta }, error.status as 400)
  // The rest of the body is not read, so this connection cannot carry another request.
  const text = JSON.stringify({ meta })
  const headers = { connection: 'close', 'content-length': String(Buffer.byteLength(text)) }
  return c.body(text, 413, { ...headers, 'content-type': 'application/json' })
}

/** The message of the database or of the network, not that of the query, which may contain parameters. */
function reasonOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error
  return cause.message.split('\n', 1)[0]!.slice(0, 200)
}

/** Whether the client disconnected while it was still sending. */
function isCutOff(c: HonoContext): boolean {
  const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
  return incoming !== undefined && !incoming.complete && incoming.destroyed
}

export const answerNotFound = (c: HonoContext) =>
  c.json<Failure>(
    { meta: { code: 404, error: 'ERROR_NOT_FOUND', message: 'お探しの情報が見つかりませんでした。' } },
    404,
  )
