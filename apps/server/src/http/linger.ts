import type { IncomingMessage, ServerResponse } from 'node:http'

/** How much of an unwanted body is read and discarded. */
const lingerBytes = 1024 * 1024
/** How long its connection stays open, so that the client can read the response. */
const lingerMs = 2_000

/**
 * A 413 is known before the client has sent everything. If a connection is closed while bytes still arrive, it is
 * reset, and the client may never see the response. So the response is sent at once, and the connection ends when the
 * client has finished, or after two seconds. Anything beyond a megabyte is not read and stays at the client.
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

/**
 * The body of a GET is not read, and the response may be sent before the body arrives: the connection of a client that
 * keeps sending is closed.
 */
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
