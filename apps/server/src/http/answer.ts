import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { NotifiedCache } from '../deps/notified-cache.ts'
import { compressors, type Encoding, negotiateEncoding } from './encoding.ts'

/** An answer that is the same for all clients, in every encoding that a client may request. */
export interface EncodedAnswer {
  etag: string
  headers: Record<string, string>
  bodies: Record<Encoding | 'identity', Buffer>
}

/** Encodes an answer in every encoding and computes its ETag. `packed`: encoded forms already created by the build. */
export async function encodeAnswer(
  headers: Record<string, string>,
  content: string | Buffer,
  packed: Partial<Record<Encoding, Buffer>> = {},
): Promise<EncodedAnswer> {
  const identity = Buffer.from(content)
  const [br, gzip] = await Promise.all([
    packed.br ?? compressors.br(identity),
    packed.gzip ?? compressors.gzip(identity),
  ])
  // Weak: the page is the same in every encoding.
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`
  return { etag, headers: { ...headers, etag, vary: 'accept-encoding' }, bodies: { identity, br, gzip } }
}

/**
 * Creates the cache of public pages and catalogue answers of a process. It holds only answers without any visitor
 * data.
 */
export const makeAnswerCache = () => new NotifiedCache<EncodedAnswer>({ entries: 300, size: 48 * 1024 * 1024, sizeOf })

/** Bytes that it occupies in memory. */
const sizeOf = ({ bodies }: EncodedAnswer): number => bodies.identity.length + bodies.br.length + bodies.gzip.length

/** Selects the form that fits a request: 304 if the client already has it. */
export function negotiateAnswer(
  answer: EncodedAnswer,
  asked: Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>,
) {
  if (matchesEtag(asked['if-none-match'], answer.etag)) return { status: 304, headers: answer.headers, body: null }
  const encoding = negotiateEncoding(asked['accept-encoding'])
  const body = answer.bodies[encoding ?? 'identity']
  const headers: Record<string, string | number> = { ...answer.headers, 'content-length': body.length }
  if (encoding) headers['content-encoding'] = encoding
  return { status: 200, headers, body }
}

/** Weak comparison, as If-None-Match requires. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.replace(/^W\//, ''))
}

export function writeAnswer(answer: EncodedAnswer, req: IncomingMessage, res: ServerResponse) {
  const { status, headers, body } = negotiateAnswer(answer, req.headers)
  res.writeHead(status, headers)
  res.end(req.method === 'HEAD' || body === null ? undefined : body)
}

/** Returns the form of the answer that fits a request as a Response, for routes that the router answers. */
export function answerResponse(answer: EncodedAnswer, header: (name: string) => string | undefined): Response {
  const asked = { 'accept-encoding': header('accept-encoding'), 'if-none-match': header('if-none-match') }
  const { status, headers, body } = negotiateAnswer(answer, asked as IncomingHttpHeaders)
  return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers: headers as Record<string, string> })
}
