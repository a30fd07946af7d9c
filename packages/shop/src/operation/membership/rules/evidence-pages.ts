import { formatLong } from '@kushi/values/date-format'
import { fromTimestamp } from '@kushi/values/timestamp'

/** A moment in Japan, to the minute: 「2026年11月27日 14:05」. */
export const momentText = (at: Date): string =>
  `${formatLong(fromTimestamp(at.getTime()))} ${at.toLocaleTimeString('ja-JP', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })}`

/** HTML of a page as lines of text; tables keep a line for each row. */
export const htmlLines = (html: string): string[] =>
  html
    .replaceAll(/<(?:br|\/p|\/li|\/h[1-6]|\/tr|\/dd|\/summary)[^>]*>/g, '\n')
    .replaceAll(/<\/t[dh]>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * A text as it was on a day: before the first change of it since then, as the audit log has it; without one, as it is now.
 */
export function textOnDay(
  field: string,
  now: string,
  since: readonly { before: Record<string, unknown> | null }[],
): { text: string; is_former: boolean } {
  const first = since.find(({ before }) => typeof before?.[field] === 'string')
  return first ? { text: first.before![field] as string, is_former: true } : { text: now, is_former: false }
}
