import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Deps } from '../deps.ts'
import { keptKey } from './cacheable.ts'
import { inTurn } from './in-turn.ts'
import { endWhenItGoesOn, lingerWhenTooLarge } from './linger.ts'
import { staticFiles } from './static-files.ts'

/** HSTS: a browser that came once by https asks by nothing else. */
const aYear = 'max-age=31536000'

/** Before the router: files and answers that are the same for everybody. Kept answers are not logged one by one. */
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
