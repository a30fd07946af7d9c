import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { type Answer, hasIt, makeAnswer, writeAnswer } from './answer.ts'
import { isText } from './encoding.ts'

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

interface StaticFile {
  path: string
  size: number
  headers: Record<string, string>
  /** Text files are read and compressed once; pictures are read from disk each time. */
  text?: Promise<Answer>
  etag?: Promise<string>
}

/**
 * Files of the storefront's build below `/sh/`. Hashed names are cached forever, pictures for an hour. The build does
 * not change while a server runs, so the files are listed once, and no request extends the list.
 */
export function staticFiles(root: string) {
  const files = listFiles(root)

  /** Answers a request for a file; returns false if there is no such file. */
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const path = (req.url ?? '').split('?', 1)[0]!.slice('/sh'.length)
    const file = files.get(path)
    if (!file) return missing(path, res)
    if (isText(file.headers['content-type'])) {
      file.text ??= readText(file).catch((error: unknown) => {
        delete file.text
        throw error
      })
      writeAnswer(await file.text, req, res)
    } else await writePicture(file, req, res)
    return true
  }
  return Object.assign(serve, { count: () => files.size })
}

function listFiles(root: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(root)) return files
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!type || !entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const url = path.slice(root.length).replaceAll('\\', '/')
    const control = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    const headers = { 'content-type': type, 'cache-control': control, 'x-content-type-options': 'nosniff' }
    files.set(url, { path, size: statSync(path).size, headers })
  }
  return files
}

async function readText(file: StaticFile): Promise<Answer> {
  const br = await readFile(`${file.path}.br`).catch(() => undefined)
  return makeAnswer(file.headers, await readFile(file.path), br && { br })
}

async function writePicture(file: StaticFile, req: IncomingMessage, res: ServerResponse): Promise<void> {
  file.etag ??= etagOf(file.path)
  const etag = await file.etag.catch(() => {
    delete file.etag
    return ''
  })
  if (hasIt(req.headers['if-none-match'], etag)) {
    res.writeHead(304, { ...file.headers, etag }).end()
    return
  }
  res.writeHead(200, { ...file.headers, etag, 'content-length': file.size })
  if (req.method === 'HEAD') res.end()
  // Closes the file when the browser disconnects, and tolerates a file that has been deleted since.
  else pipeline(createReadStream(file.path), res, () => undefined)
}

const etagOf = async (path: string) =>
  `"${createHash('sha1')
    .update(await readFile(path))
    .digest('base64url')}"`

/** Missing pictures and scripts get a 404 without rendering; other names may belong to a page (`sitemap.xml`). */
function missing(path: string, res: ServerResponse): boolean {
  const isUploaded = /^\/pictures\/\d+\//.test(path)
  if (isUploaded || (!path.startsWith('/assets/') && !path.startsWith('/pictures/'))) return false
  res.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found')
  return true
}
