import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'

/** An answer that is the same for every visitor, ready to be written. */
interface Kept {
  until: number
  etag: string
  headers: Record<string, string>
  plain: Buffer
  brotli: Buffer
}

const ttlMs = 10_000
const maxEntries = 300
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Public pages and catalogue answers of this process, kept for a moment and dropped as soon as the database says that
 * the catalogue changed. Only answers that hold nothing of the visitor may be put in.
 */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>()
  /** Raised by every change, so that an answer made from older rows is not kept. */
  #generation = 0

  get generation(): number {
    return this.#generation
  }

  clear(): void {
    this.#generation += 1
    this.#kept.clear()
  }

  /** Keeps a finished answer, unless the catalogue changed since `generation`. */
  put(key: string, generation: number, headers: Record<string, string>, body: string): void {
    if (generation !== this.#generation) return
    if (this.#kept.size >= maxEntries) this.#kept.delete(this.#kept.keys().next().value!)
    const plain = Buffer.from(body)
    // Weak: packed or not, it is the same page.
    const etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`
    const brotli = brotliCompressSync(plain, quality)
    this.#kept.set(key, {
      until: Date.now() + ttlMs,
      etag,
      headers: { ...headers, etag, vary: 'accept-encoding' },
      plain,
      brotli,
    })
  }

  /** Writes the kept answer for `key`; false where there is none. */
  answer(key: string, req: IncomingMessage, res: ServerResponse): boolean {
    const kept = this.#kept.get(key)
    if (!kept) return false
    if (kept.until < Date.now()) {
      this.#kept.delete(key)
      return false
    }
    if (req.headers['if-none-match']?.includes(kept.etag)) {
      res.writeHead(304, kept.headers)
      res.end()
      return true
    }
    const packed = String(req.headers['accept-encoding'] ?? '').includes('br')
    const body = packed ? kept.brotli : kept.plain
    res.writeHead(200, {
      ...kept.headers,
      'content-length': body.length,
      ...(packed ? { 'content-encoding': 'br' } : {}),
    })
    res.end(req.method === 'HEAD' ? undefined : body)
    return true
  }
}
