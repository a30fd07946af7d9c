import { ShopError } from '@kushi/shop/shop-error'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

export const tooLarge = (): never => {
  throw new ShopError(413, 'ERROR_TOO_LARGE', '送信内容が大きすぎます。')
}

/**
 * Refuses a body of more bytes. Where its length is said, the HTTP parser lets no byte more through, so nothing looks into
 * it; only one without is counted while it comes.
 */
export const atMostBytes =
  (most: (c: Context) => number): MiddlewareHandler =>
  (c, next) => {
    const maxSize = most(c)
    if (c.req.header('transfer-encoding') !== undefined) return bodyLimit({ maxSize, onError: tooLarge })(c, next)
    return Number(c.req.header('content-length') ?? 0) > maxSize ? tooLarge() : next()
  }
