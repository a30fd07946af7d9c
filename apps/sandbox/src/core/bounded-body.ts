import type { MiddlewareHandler } from 'hono'
import type { Env } from './faults.ts'

/** Bytes. A provider receives a few kilobytes, a carrier's program a file of some hundred labels. */
const most = 1024 * 1024

/**
 * Hono's own limit creates a new Request from the adapter's, which only works where the adapter replaces the global
 * class.
 */
export const boundedBody: MiddlewareHandler<Env> = async (c, next) => {
  const tooLarge = () => c.text('Payload Too Large', 413)
  if (Number(c.req.header('content-length') ?? 0) > most) return tooLarge()
  if (c.req.header('transfer-encoding') === undefined) return next()
  const parts: Buffer[] = []
  let length = 0
  for await (const part of c.env.incoming) {
    length += part.length
    if (length > most) return tooLarge()
    parts.push(part)
  }
  const { url, method, headers } = c.req.raw
  c.req.raw = new Request(url, { method, headers, body: Buffer.concat(parts) })
  return next()
}
