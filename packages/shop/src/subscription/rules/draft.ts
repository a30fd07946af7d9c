import type { CalendarDate } from '@kushi/values/calendar-date'

interface Row {
  next_delivery_date: CalendarDate
  promised_total: number | null
}

/** What a delivery costs depends on these, beside its items. */
const priced: readonly string[] = [
  'next_delivery_date',
  'delivery_id',
  'payment_method_id',
  'adjustment_amount',
  'postal_code01',
  'postal_code02',
]

/**
 * A subscription as a change would leave it. The amount that its member was told stays promised as long as nothing changes
 * that it was made of; else the next one shown counts.
 */
export function draftOf<R extends Row, I, L extends { row: R; items: I[] }>(
  loaded: L,
  { set, items }: { set: Partial<R>; items?: I[] | undefined },
): L {
  const row = { ...loaded.row, ...set }
  const isSame = !items && priced.every((name) => row[name as keyof R] === loaded.row[name as keyof R])
  return { ...loaded, row: isSame ? row : { ...row, promised_total: null }, items: items ?? loaded.items }
}
