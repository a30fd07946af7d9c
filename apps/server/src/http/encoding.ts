import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses a body in zlib's own threads, off the event loop, by encoding. */
export const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, quality),
  gzip: (body) => zip(body),
}

const light = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } }
const packLightly: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, light),
  gzip: (body) => gzipSync(body, { level: 1 }),
}

/**
 * For an answer sent once: a few kilobytes are compressed synchronously, because a call to zlib's threads costs many
 * times as much.
 */
export const compressOnce = (encoding: Encoding, body: Buffer): Buffer | Promise<Buffer> =>
  body.length <= 32 * 1024 ? packLightly[encoding](body) : compressors[encoding](body)

/** Below this size a compressed answer fills as many packets as a plain one. */
export const minCompressedBytes = 1_400

/** Whether content of this type is worth compressing. Text is; pictures and PDF are already compressed. */
export const isTextType = (type: string | null | undefined): boolean =>
  /^(text\/|application\/(json|javascript|xml|ld\+json)|image\/svg)/.test(type ?? '')

/** The smallest encoding of ours that the client accepts; `q=0` rejects one (RFC 9110, 12.5.3). */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | null {
  if (typeof header !== 'string') return null
  return accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : null
}

function accepts(header: string, name: Encoding): boolean {
  if (!header.includes(name)) return false
  return header.split(',', 20).some((part) => {
    const [token, ...parameters] = part.split(';')
    return token!.trim() === name && !parameters.some((one) => /^q=0(\.0*)?$/.test(one.trim()))
  })
}
