import type { CalendarDate } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { previewMoment } from './client-identity.ts'

/**
 * Today in Japan by this device's clock, or the date of the プレビュー. Only for lists of
 * choices; the server decides which date counts.
 */
export const today = (): CalendarDate => timestampToJapanDate(Date.parse(previewMoment() ?? '') || Date.now())
