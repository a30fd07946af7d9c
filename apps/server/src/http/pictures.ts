import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@kushi/values/picture'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'

const file = new RegExp(`^[0-9a-f]{32}-(${PICTURE_WIDTHS.join('|')})\\.(${PICTURE_FORMATS.join('|')})$`)
const forever = 'public, max-age=31536000, immutable'

/**
 * `/sh/pictures/<shop>/…`: pictures uploaded by operators. Their names are hashes, so a browser never has to revalidate
 * them.
 */
export function mountPictures(app: Hono, deps: Deps): void {
  app.get('/sh/pictures/:shop{[0-9]+}/:file', async (c) => {
    const { shop, file: name } = c.req.param()
    const format = file.exec(name)?.[2]
    const content = format ? await deps.pictures.get(`${shop}/${name}`) : null
    if (content === null) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    return c.body(content, 200, { 'content-type': `image/${format}`, 'cache-control': forever })
  })
}
