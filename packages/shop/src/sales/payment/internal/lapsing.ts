import { addDays } from '@kushi/values/calendar-date'
import { LAPSE_WARNING_DAYS } from '@kushi/values/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/**
 * SQL condition on a payment (columns of `of`): it is authorised, and its authorisation ends soon or has ended. Goods
 * that are not shipped by then are not paid.
 */
export function isLapsingSql({ clock }: Pick<Context, 'clock'>, of: 'payment' | 'p'): SQL {
  const end = `${addDays(clock.today(), LAPSE_WARNING_DAYS + 1)}T00:00:00+09:00`
  const column = (name: string) => sql.raw(`${of}.${name}`)
  return sql`${column('state')} = 'authorised' and ${column('capture_until')} < ${end}::timestamptz`
}
