import type { Context, MiddlewareHandler } from 'hono'
import { compressOnce, isTextType, minCompressedBytes, negotiateEncoding } from './encoding.ts'

/** Compresses the router's responses that are not compressed yet. Responses of the simulators pass unchanged. */
export const compressMiddleware: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  // A download may be long and is streamed. A response with a Content-Length is already complete.
  if (['content-encoding', 'content-disposition', 'content-length'].some((name) => headers.has(name))) return
  if (!isTextType(headers.get('content-type')) || c.req.path.startsWith('/sandbox/')) return
  if (!headers.get('vary')?.includes('accept-encoding')) headers.append('vary', 'accept-encoding')
  if (!negotiateEncoding(c.req.header('accept-encoding')) || c.req.method === 'HEAD' || !c.res.body) return
  const { body, fields } = await packedBody(c, Buffer.from(await c.res.arrayBuffer()))
  c.res = new Response(body as Uint8Array<ArrayBuffer>, c.res)
  for (const [name, value] of Object.entries(fields)) c.res.headers.set(name, value)
}

/**
 * A JSON response for one client. Encoded here instead of reading it back from a `Response`, which costs more than the
 * handler of a small call.
 */
export async function answerJson(c: Context, text: string, headers: Record<string, string>): Promise<Response> {
  const { body, fields } = await packedBody(c, Buffer.from(text))
  return c.body(body as Uint8Array<ArrayBuffer>, 200, { ...headers, vary: 'accept-encoding', ...fields })
}

async function packedBody(c: Context, plain: Buffer): Promise<{ body: Buffer; fields: Record<string, string> }> {
  const encoding = plain.length >= minCompressedBytes ? negotiateEncoding(c.req.header('accept-encoding')) : null
  const body = encoding ? await compressOnce(encoding, plain) : plain
  return { body, fields: { 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) } }
}
