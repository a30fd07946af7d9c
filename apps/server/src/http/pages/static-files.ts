import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type EncodedAnswer, encodeAnswer, matchesEtag, writeAnswer } from '../answer.ts'
import { isTextType } from '../encoding.ts'

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
  headers: Record<string, string>
  /** Text files are read and compressed once; pictures are read from disk each time. */
  text?: Promise<EncodedAnswer>
  /** Of a picture: the ETag of the file that had this size and time of change. */
  etag?: { of: string; value: Promise<string> }
}

/**
 * Files of the storefront's build below `/sh/`. Hashed names are cached forever, pictures for an hour. The build does
 * not change while a server runs, so the files are listed once, and no request extends the list. Only a picture may be
 * replaced on disk: its next request gets the new one.
 */
export function staticFiles(root: string) {
  const files = listFiles(root)

  /** Answers a request for a file; returns false if there is no such file. */
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const path = (req.url ?? '').split('?', 1)[0]!.slice('/sh'.length)
    const file = files.get(path)
    if (!file) return missing(path, res)
    if (isTextType(file.headers['content-type'])) {
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
    files.set(url, { path, headers })
  }
  return files
}

async function readText(file: StaticFile): Promise<EncodedAnswer> {
  const br = await readFile(`${file.path}.br`).catch(() => undefined)
  return encodeAnswer(file.headers, await readFile(file.path), br && { br })
}

async function writePicture(file: StaticFile, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const handle = await open(file.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (!handle) return notFound(res)
  try {
    const { size, mtimeMs, ctimeMs } = await handle.stat()
    const etag = await etagOf(file, handle, `${size}/${mtimeMs}/${ctimeMs}`)
    if (matchesEtag(req.headers['if-none-match'], etag)) res.writeHead(304, { ...file.headers, etag }).end()
    else {
      res.writeHead(200, { ...file.headers, etag, 'content-length': size })
      if (req.method === 'HEAD' || size === 0) res.end()
      else {
        const content = handle.createReadStream({ start: 0, end: size - 1, autoClose: false })
        // Ends quietly when the browser disconnects.
        await pipeline(content, res).catch(() => null)
        // Shortened while it was read: without this the browser waits for the rest.
        if (content.bytesRead < size) req.socket.destroy()
      }
    }
  } finally {
    await handle.close()
  }
}

async function etagOf(file: StaticFile, handle: FileHandle, of: string): Promise<string> {
  const known = file.etag?.of === of ? file.etag : { of, value: handle.readFile().then(hashOf) }
  file.etag = known
  return known.value.catch((error: unknown) => {
    if (file.etag === known) delete file.etag
    throw error
  })
}

const hashOf = (content: Buffer) => `"${createHash('sha1').update(content).digest('base64url')}"`

/** Missing pictures and scripts get a 404 without rendering; other names may belong to a page (`sitemap.xml`). */
function missing(path: string, res: ServerResponse): boolean {
  const isUploaded = /^\/pictures\/\d+\//.test(path)
  if (isUploaded || (!path.startsWith('/assets/') && !path.startsWith('/pictures/'))) return false
  notFound(res)
  return true
}

const notFound = (res: ServerResponse): void => {
  res.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found')
}
