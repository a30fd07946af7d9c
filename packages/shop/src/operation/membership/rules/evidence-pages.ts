import { formatLongDate } from '@kushi/values/date-format'
import { timestampToJapanDate } from '@kushi/values/timestamp'

/** Returns a time in Japan, to the minute: 「2026年11月27日 14:05」. */
export const japanTimeText = (at: Date): string =>
  `${formatLongDate(timestampToJapanDate(at.getTime()))} ${at.toLocaleTimeString('ja-JP', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })}`

/** Returns the text of an HTML page as lines. Each table row is one line. */
export const htmlTextLines = (html: string): string[] =>
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
 * Returns a text as it was on a day. `since`: the audited changes after that day, oldest first. Without a change, the
 * present text was valid.
 */
export function textAsOfDay(
  field: string,
  now: string,
  since: readonly { before: Record<string, unknown> | null }[],
): { text: string; is_former: boolean } {
  const first = since.find(({ before }) => typeof before?.[field] === 'string')
  return first ? { text: first.before![field] as string, is_former: true } : { text: now, is_former: false }
}
