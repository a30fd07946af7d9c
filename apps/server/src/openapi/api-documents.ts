import { ShopError } from '@kushi/shop/shop-error'
import type { Context, Hono } from 'hono'
import { answerResponse, type EncodedAnswer, encodeAnswer } from '../http/answer.ts'
import { staticPagePolicy } from '../http/guards/security-headers.ts'
import { docsPage } from './docs-page.ts'
import { adminOpenapi, publicOpenapi } from './document.ts'

const control = { 'cache-control': 'public, max-age=300' }

/**
 * The API's description, for tools and for reading. It does not change while a process runs, so each form is generated
 * once.
 */
export function mountApiDocuments(app: Hono, publicUrl: string): void {
  const documents = {
    '/v1/openapi.json': once(() =>
      encodeAnswer({ 'content-type': 'application/json', ...control }, JSON.stringify(publicOpenapi(publicUrl))),
    ),
    '/v1/docs': once(() =>
      encodeAnswer(
        { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': staticPagePolicy, ...control },
        docsPage(publicOpenapi(publicUrl), '/v1/openapi.json'),
      ),
    ),
  }
  for (const [path, made] of Object.entries(documents))
    app.get(path, async (c) => answerResponse(await made(), (name) => c.req.header(name)))
}

const DOCUMENT = '/admin/api/openapi.json'
const privately = { 'cache-control': 'private, no-store' }

/** Serves the description of the operators' calls to signed-in operators, and the OpenAPI document to API keys too. */
export function mountAdminDocuments(app: Hono, publicUrl: string, isOperator: (c: Context) => Promise<boolean>): void {
  const document = once(() =>
    encodeAnswer({ 'content-type': 'application/json', ...privately }, JSON.stringify(adminOpenapi(publicUrl))),
  )
  const page = once(() =>
    encodeAnswer(
      { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': staticPagePolicy, ...privately },
      docsPage(adminOpenapi(publicUrl), DOCUMENT),
    ),
  )
  app.get(DOCUMENT, async (c) => {
    if (!(await isOperator(c))) throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
    return answerResponse(await document(), (name) => c.req.header(name))
  })
  app.get('/admin/api/docs', async (c) =>
    (await isOperator(c)) ? answerResponse(await page(), (name) => c.req.header(name)) : c.redirect('/admin/'),
  )
}

function once(make: () => Promise<EncodedAnswer>): () => Promise<EncodedAnswer> {
  let made: Promise<EncodedAnswer> | undefined
  return () => (made ??= make())
}
