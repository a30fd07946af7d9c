import { ShopError } from '@kushi/shop/shop-error'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses a request whose body is too large.
 * @throws ShopError 413
 */
export const refuseTooLarge = (): never => {
  throw new ShopError(413, 'ERROR_TOO_LARGE', '送信内容が大きすぎます。')
}

/**
 * Rejects a body of more bytes. If Content-Length is given, the HTTP parser passes no further bytes, so the body is not
 * counted; only a body without a length is counted while it arrives.
 */
export const limitBodyBytes =
  (most: (c: Context) => number): MiddlewareHandler =>
  (c, next) => {
    const maxSize = most(c)
    if (c.req.header('transfer-encoding') !== undefined) return bodyLimit({ maxSize, onError: refuseTooLarge })(c, next)
    return Number(c.req.header('content-length') ?? 0) > maxSize ? refuseTooLarge() : next()
  }
