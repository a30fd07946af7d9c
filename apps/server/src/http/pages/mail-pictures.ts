import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Deps } from '../../deps/deps.ts'

const name = /^((?:\d+\/)?(?:large\/)?[\w-]+)\.jpg$/
/** Pictures kept in memory, about 20 kB each. */
const MAX_KEPT = 200
const forever = 'public, max-age=31536000, immutable'

/**
 * `/sh/letter-pictures/…jpg`: the pictures of mails and LINE cards as JPEG, because Outlook shows no WebP and LINE
 * documents only JPEG and PNG. Made from the picture's WebP when first asked for, so that pictures uploaded before exist
 * too. `folder`: pictures of the build.
 */
export function mountMailPictures(app: Hono, deps: Pick<Deps, 'pictures' | 'picture_maker'>, folder: string): void {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()

  async function make(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = `${path}-640.webp`
    const content = /^\d/.test(path)
      ? await deps.pictures.get(file)
      : await readFile(join(folder, file)).catch(() => null)
    return content && (await deps.picture_maker.jpeg(content))
  }

  app.get('/sh/letter-pictures/:file{.+}', async (c) => {
    const [, path] = name.exec(c.req.param('file')) ?? []
    if (path === undefined) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const made = kept.get(path) ?? make(path)
    kept.delete(path)
    kept.set(path, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    const content = await made.catch((error: unknown) => {
      kept.delete(path)
      throw error
    })
    if (content === null) {
      kept.delete(path)
      return c.text('Not found', 404, { 'cache-control': 'no-store' })
    }
    return c.body(content, 200, { 'content-type': 'image/jpeg', 'cache-control': forever })
  })
}
