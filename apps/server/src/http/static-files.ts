import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
}

/** Files of the storefront's build below `/sh/`; hashed names never change, pictures may after an hour. */
export function staticFiles(root: string) {
  // Only what is there: made-up names must not fill the memory or push out real ones.
  const known = new Map<string, { file: string; size: number; brotli: number | null }>()

  async function look(path: string) {
    const file = join(root, normalize(path))
    if (!file.startsWith(root)) return null
    const size = await sizeOf(file)
    return size === null ? null : { file, size, brotli: await sizeOf(`${file}.br`) }
  }

  /** Answers a request for a file; false where there is no such file. */
  return async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const path = (req.url ?? '').split('?')[0]!.slice('/sh'.length)
    const type = types[extname(path)]
    if (!type || path.includes('%')) return false
    const found = known.get(path) ?? (await look(path))
    if (!found) return missing(path, res)
    known.set(path, found)
    const packed = found.brotli !== null && String(req.headers['accept-encoding'] ?? '').includes('br')
    res.writeHead(200, {
      'content-type': type,
      'content-length': packed ? found.brotli! : found.size,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      ...(packed ? { 'content-encoding': 'br', vary: 'accept-encoding' } : {}),
    })
    if (req.method === 'HEAD') res.end()
    // Closes the file when the browser goes away, and survives one that is gone since.
    else pipeline(createReadStream(packed ? `${found.file}.br` : found.file), res, () => undefined)
    return true
  }
}

/** Nothing is rendered for a picture or script that is gone; other names may be a page's (`sitemap.xml`). */
function missing(path: string, res: ServerResponse): boolean {
  if (!path.startsWith('/assets/') && !path.startsWith('/pictures/')) return false
  res.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found')
  return true
}

const sizeOf = (file: string) =>
  stat(file).then(
    (s) => (s.isFile() ? s.size : null),
    () => null,
  )
