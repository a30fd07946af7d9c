import type { MiddlewareHandler } from 'hono'
import { encodingFor, isText, pack, smallestPacked } from './encoding.ts'

/** Packs what the router answers and nobody packed yet. What the stand-ins answer passes as it came. */
export const packed: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  // A download may be long, and goes out as it is written.
  if (headers.has('content-encoding') || headers.has('content-disposition')) return
  if (!isText(headers.get('content-type')) || c.req.path.startsWith('/sandbox/')) return
  c.header('vary', 'accept-encoding')
  const encoding = encodingFor(c.req.header('accept-encoding'))
  if (!encoding || c.req.method === 'HEAD' || !c.res.body) return
  const body = Buffer.from(await c.res.arrayBuffer())
  const isWorthIt = body.length >= smallestPacked
  const sent = isWorthIt ? await pack[encoding](body) : body
  c.res = new Response(sent as Uint8Array<ArrayBuffer>, c.res)
  if (isWorthIt) c.header('content-encoding', encoding)
  c.header('content-length', String(sent.length))
}
