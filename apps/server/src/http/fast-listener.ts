import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Deps } from '../deps.ts'
import { keptKey } from './cacheable.ts'
import { inTurn } from './in-turn.ts'
import { endWhenItGoesOn, lingerWhenTooLarge } from './linger.ts'
import { staticFiles } from './static-files.ts'

/** HSTS: after one visit over https, a browser sends no request over http. */
const aYear = 'max-age=31536000'

/**
 * Runs before the router: serves files, and cached answers that are the same for all visitors. Cached answers are not
 * logged individually.
 */
export function fastListener(deps: Deps, clientFolder: string, router: RequestListener): RequestListener {
  const files = staticFiles(clientFolder)
  const isSecure = deps.config.public_url.startsWith('https:')
  return inTurn((req: IncomingMessage, res: ServerResponse) => {
    if (isSecure) res.setHeader('strict-transport-security', aYear)
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (isRead) endWhenItGoesOn(req)
    else lingerWhenTooLarge(req, res)
    const key = keptKey(req, deps)
    if (key && deps.answers.answer(key, req, res)) return deps.metrics.kept()
    if (isRead && req.url?.startsWith('/sh/'))
      return void files(req, res).then(
        (served) => served || router(req, res),
        () => res.destroy(),
      )
    router(req, res)
  })
}
