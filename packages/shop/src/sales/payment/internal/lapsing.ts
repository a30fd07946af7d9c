import { addDays } from '@kushi/values/calendar-date'
import { LAPSE_WARNING_DAYS } from '@kushi/values/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/**
 * SQL of a payment (columns of `of`) that is authorised, and whose authorisation ends soon or has ended: what is not shipped by
 * then is not paid.
 */
export function isLapsingSql({ clock }: Pick<Context, 'clock'>, of: 'payment' | 'p'): SQL {
  const end = `${addDays(clock.today(), LAPSE_WARNING_DAYS + 1)}T00:00:00+09:00`
  const column = (name: string) => sql.raw(`${of}.${name}`)
  return sql`${column('state')} = 'authorised' and ${column('capture_until')} < ${end}::timestamptz`
}
