import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long the rest of a body that is too large is read and thrown away. */
const lingerMs = 2_000

/**
 * A 413 is known before the client has sent everything. A connection that is closed while bytes still arrive is reset,
 * and the client may never see the answer: so the answer goes out at once, and the connection ends when the client has
 * finished, or after two seconds.
 */
export function lingerWhenTooLarge(req: IncomingMessage, res: ServerResponse): void {
  const end = res.end
  res.end = ((...args: Parameters<typeof end>) => {
    res.end = end
    if (res.statusCode !== 413 || req.complete || req.destroyed) return end.apply(res, args)
    const body: unknown = args[0]
    if (body !== undefined && typeof body !== 'function') res.write(body)
    const timer = setTimeout(finish, lingerMs)
    function finish() {
      clearTimeout(timer)
      req.off('close', finish).off('end', finish)
      res.end()
    }
    req.on('end', finish).on('close', finish).resume()
    return res
  }) as typeof end
}
