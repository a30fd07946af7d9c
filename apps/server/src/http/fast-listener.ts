import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Deps } from '../deps.ts'
import { keptKey } from './cacheable.ts'
import { inTurn } from './in-turn.ts'
import { staticFiles } from './static-files.ts'

/** HSTS: a browser that came once by https asks by nothing else. */
const aYear = 'max-age=31536000'

/** Before the router: files and answers that are the same for everybody. Kept answers are not logged one by one. */
export function fastListener(deps: Deps, clientFolder: string, router: RequestListener): RequestListener {
  const files = staticFiles(clientFolder)
  const isSecure = deps.config.public_url.startsWith('https:')
  return inTurn((req: IncomingMessage, res: ServerResponse) => {
    if (isSecure) res.setHeader('strict-transport-security', aYear)
    const key = keptKey(req, deps)
    if (key && deps.answers.answer(key, req, res)) return deps.metrics.kept()
    if (req.method !== 'GET' && req.method !== 'HEAD') lingerWhenTooLarge(req, res)
    else if (req.url?.startsWith('/sh/'))
      return void files(req, res).then(
        (served) => served || router(req, res),
        () => res.destroy(),
      )
    router(req, res)
  })
}

/** How long the rest of a body that is too large is read and thrown away. */
const lingerMs = 2_000

/**
 * A 413 is known before the client has sent everything. A connection that is closed while bytes still arrive is reset,
 * and the client may never see the answer: so the answer goes out at once, and the connection ends when the client has
 * finished, or after two seconds.
 */
function lingerWhenTooLarge(req: IncomingMessage, res: ServerResponse): void {
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
