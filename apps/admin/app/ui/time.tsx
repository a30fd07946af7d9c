import { MAX_COUNTED_ROWS } from '@kushi/contract/admin/list'
import { shopNow } from '../shop-clock.ts'

const momentFormat = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'numeric',
  day: 'numeric',
  weekday: 'short',
})
const relative = new Intl.RelativeTimeFormat('ja-JP', { numeric: 'auto' })

/** A moment in Japan time: 2026/12/03 10:00. */
export const formatMoment = (value: string): string => momentFormat.format(new Date(value))

/** A moment in Japan time; `isRelative` adds the relative time. */
export function Time({ value, isRelative = false }: { value: string; isRelative?: boolean }) {
  return (
    <time dateTime={value} className="numeric whitespace-nowrap">
      {formatMoment(value)}
      {isRelative && <span className="ml-1 text-muted text-xs">({relativeText(value)})</span>}
    </time>
  )
}

function relativeText(value: string): string {
  const minutes = Math.round((new Date(value).getTime() - shopNow()) / 60_000)
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  if (Math.abs(minutes) < 48 * 60) return relative.format(Math.round(minutes / 60), 'hour')
  return relative.format(Math.round(minutes / 1440), 'day')
}

/** A calendar date with its weekday: 12月3日(木). */
export const formatDate = (date: string): string => day.format(new Date(`${date}T12:00:00+09:00`))

/** A calendar date with its year: 2026年12月3日. */
export const formatDay = (date: string): string => {
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return `${year}年${month}月${dayOfMonth}日`
}

const yen = new Intl.NumberFormat('ja-JP')
/** Yen: ¥3,300. */
export const formatYenCell = (amount: number): string => `${amount < 0 ? '−' : ''}¥${yen.format(Math.abs(amount))}`
export const formatNumber = (n: number): string => yen.format(n)
/** The number of rows in a list, which is counted up to 10,000. */
export const formatCount = (n: number): string => (n >= MAX_COUNTED_ROWS ? '1万件以上' : `${formatNumber(n)}件`)
