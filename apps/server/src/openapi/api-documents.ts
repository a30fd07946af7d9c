import type { Hono } from 'hono'
import { type Answer, answerResponse, makeAnswer } from '../http/answer.ts'
import { plainPagePolicy } from '../http/guards/security-headers.ts'
import { docsPage } from './docs-page.ts'
import { openapi } from './document.ts'

const control = { 'cache-control': 'public, max-age=300' }

/**
 * The API's description, for tools and for reading. It does not change while a process runs, so each form is generated
 * once.
 */
export function mountApiDocuments(app: Hono, publicUrl: string): void {
  const documents = {
    '/v1/openapi.json': once(() =>
      makeAnswer({ 'content-type': 'application/json', ...control }, JSON.stringify(openapi(publicUrl))),
    ),
    '/v1/docs': once(() =>
      makeAnswer(
        { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': plainPagePolicy, ...control },
        docsPage(openapi(publicUrl)),
      ),
    ),
  }
  for (const [path, made] of Object.entries(documents))
    app.get(path, async (c) => answerResponse(await made(), (name) => c.req.header(name)))
}

function once(make: () => Promise<Answer>): () => Promise<Answer> {
  let made: Promise<Answer> | undefined
  return () => (made ??= make())
}
