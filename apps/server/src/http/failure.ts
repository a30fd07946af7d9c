import type { Failure } from '@kushi/contract/failure'
import { ShopError } from '@kushi/shop/shop-error'
import type { Context as HonoContext } from 'hono'
import type { Logger } from 'pino'
import { loggedPath } from './log-request.ts'

/** The way from an error to an answer: a ShopError is told as it is, anything else is a 500 without detail. */
export const answerFailure = (log: Logger) => (error: Error, c: HonoContext) => {
  if (error instanceof ShopError) {
    const meta: Failure['meta'] = { code: error.code, error: error.error, message: error.message }
    if (error.fields) meta.fields = error.fields
    return c.json<Failure>({ meta }, error.status as 400)
  }
  const requestId = c.get('requestId' as never) as string | undefined
  log.error({ err: error, request_id: requestId, path: loggedPath(c) }, 'request failed')
  const message = `ただいま処理できませんでした。時間をおいて、もう一度お試しください。(受付番号 ${requestId ?? '-'})`
  return c.json<Failure>({ meta: { code: 500, error: 'ERROR_INTERNAL', message } }, 500)
}

export const answerNotFound = (c: HonoContext) =>
  c.json<Failure>(
    { meta: { code: 404, error: 'ERROR_NOT_FOUND', message: 'お探しの情報が見つかりませんでした。' } },
    404,
  )
