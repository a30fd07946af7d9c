import type { FileStream } from '@kushi/contract/admin/csv'
import type { FileAnswer } from '@kushi/contract/file'
import type { Context as HonoContext } from 'hono'
import { securityFields } from './security-headers.ts'

/** A download: saved, never shown in the page's own origin. */
export function answerFile(c: HonoContext, type: string, { file_name, content }: FileAnswer): Response {
  return c.body(content, 200, {
    ...securityFields,
    'content-type': type,
    'content-disposition': attachment(file_name),
    'cache-control': 'private, no-store',
  })
}

/** The same, written while it goes out. What fails on the way cuts it off, so that nobody takes a part for the whole. */
export function answerStream(c: HonoContext, type: string, { file_name, content }: FileStream): Response {
  return c.body(ReadableStream.from(content) as ReadableStream, 200, {
    ...securityFields,
    'content-type': type,
    'content-disposition': attachment(file_name),
    'cache-control': 'private, no-store',
  })
}

/** The name in UTF-8 (RFC 8187), and what of it is ASCII for whoever can't read that. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^A-Za-z0-9._-]+/g, '').replace(/^[._-]+/, '') || 'download'
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
