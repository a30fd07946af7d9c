import { LARGE_PICTURE_FOLDER, PICTURE_FORMATS, pictureWidths } from '@kushi/values/product'
import type { Hono } from 'hono'
import type { Deps } from '../../deps/deps.ts'

const file = new RegExp(
  `^(?:${LARGE_PICTURE_FOLDER})?[0-9a-f]{32}-(?:${pictureWidths(LARGE_PICTURE_FOLDER).join('|')})\\.(${PICTURE_FORMATS.join('|')})$`,
)
const forever = 'public, max-age=31536000, immutable'

/**
 * `/sh/pictures/<shop>/…`: pictures uploaded by operators. Their names are hashes, so a browser never has to revalidate
 * them.
 */
export function mountPictures(app: Hono, deps: Deps): void {
  app.get('/sh/pictures/:shop{[0-9]+}/:file{.+}', async (c) => {
    const { shop, file: name } = c.req.param()
    const format = file.exec(name)?.[1]
    const content = format ? await deps.pictures.get(`${shop}/${name}`) : null
    if (content === null) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    return c.body(content, 200, { 'content-type': `image/${format}`, 'cache-control': forever })
  })
}
