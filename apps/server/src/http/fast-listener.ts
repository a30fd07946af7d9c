import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Deps } from '../deps.ts'
import { cacheKey } from './cacheable.ts'
import { staticFiles } from './static-files.ts'

/** Before the router: files and answers that are the same for everybody. Kept answers are not logged one by one. */
export function fastListener(deps: Deps, clientFolder: string, router: RequestListener): RequestListener {
  const files = staticFiles(clientFolder)
  return (req: IncomingMessage, res: ServerResponse) => {
    const key = cacheKey(req, deps.config)
    if (key && deps.answers.answer(key, req, res)) return
    if (!req.url?.startsWith('/sh/') || (req.method !== 'GET' && req.method !== 'HEAD')) return router(req, res)
    files(req, res).then(
      (served) => served || router(req, res),
      () => res.destroy(),
    )
  }
}
