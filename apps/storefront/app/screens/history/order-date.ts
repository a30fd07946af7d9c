import { formatDateWithWeekday } from '@kushi/values/date-format'
import { timestampToJapanDate } from '@kushi/values/timestamp'

/** The day of an instant in Japan: 「2026年12月3日(木)」 */
export const dayOf = (instant: string) => formatDateWithWeekday(timestampToJapanDate(instant))
