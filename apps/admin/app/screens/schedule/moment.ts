import { formatDateTime } from '@kushi/values/timestamp'

/** Converts a field's `2027-01-01T00:00`, which is Japan time, to the server's format; empty becomes null. */
export const momentFromInput = (typed: string): string | null =>
  typed === '' ? null : `${typed.slice(0, 16)}:00+09:00`

/** The other way: a moment as the field shows it. */
export const inputFromMoment = (at: string): string => formatDateTime(at).replaceAll('/', '-').replace(' ', 'T')
