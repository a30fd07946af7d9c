import type { FileStream } from '@kushi/contract/admin/csv'
import type { FileAnswer } from '@kushi/contract/file'
import type { Context as HonoContext } from 'hono'
import { securityHeaderFields } from './guards/security-headers.ts'

/** A download: saved, never displayed in the page's own origin. */
export function answerFile(c: HonoContext, type: string, { file_name, content }: FileAnswer): Response {
  return c.body(content, 200, {
    ...securityHeaderFields,
    'content-type': type,
    'content-disposition': attachmentHeader(file_name),
    'cache-control': 'private, no-store',
  })
}

/**
 * Answers a download as a stream. A failure on the way aborts the transfer, so that a partial file is not taken for
 * the whole.
 */
export function answerStream(c: HonoContext, type: string, { file_name, content }: FileStream): Response {
  return c.body(ReadableStream.from(content) as ReadableStream, 200, {
    ...securityHeaderFields,
    'content-type': type,
    'content-disposition': attachmentHeader(file_name),
    'cache-control': 'private, no-store',
  })
}

/**
 * Returns the Content-Disposition header of a download: the file name in UTF-8 (RFC 8187), with an ASCII fallback for
 * old clients.
 */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replace(/[^A-Za-z0-9._-]+/g, '').replace(/^[._-]+/, '') || 'download'
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
