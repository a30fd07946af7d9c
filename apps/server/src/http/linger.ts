import type { IncomingMessage, ServerResponse } from 'node:http'

/** How much of the rest of an unwanted body is read and thrown away. */
const lingerBytes = 1024 * 1024
/** How long its connection stays, so that the client can take the answer. */
const lingerMs = 2_000

/**
 * A 413 is known before the client has sent everything. A connection that is closed while bytes still arrive is reset,
 * and the client may never see the answer: so the answer goes out at once, and the connection ends when the client has
 * finished, or after two seconds. What comes beyond a megabyte is not taken; it waits at the client.
 */
export function lingerWhenTooLarge(req: IncomingMessage, res: ServerResponse): void {
  const end = res.end
  res.end = ((...args: Parameters<typeof end>) => {
    res.end = end
    if (res.statusCode !== 413 || req.complete || req.destroyed) return end.apply(res, args)
    const body: unknown = args[0]
    if (body !== undefined && typeof body !== 'function') res.write(body)
    const timer = setTimeout(finish, lingerMs)
    const count = counting(() => req.pause())
    function finish() {
      clearTimeout(timer)
      req.off('data', count).off('close', finish).off('end', finish)
      res.end()
    }
    req.on('data', count).on('end', finish).on('close', finish).resume()
    return res
  }) as typeof end
}

/** Nobody reads the body of a GET, and the answer may be out before it has come: a client that goes on sending is let go. */
export function endWhenItGoesOn(req: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
  if (length === '0' && coding === undefined) return
  req.on(
    'data',
    counting(() => req.destroy()),
  )
}

function counting(tooMany: () => void): (part: Buffer) => void {
  let left = lingerBytes
  return ({ length }) => {
    left -= length
    if (left < 0) tooMany()
  }
}
