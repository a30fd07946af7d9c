import type { CalendarDate } from '@kushi/values/calendar-date'

interface Row {
  next_delivery_date: CalendarDate
}
interface Notes {
  promised_total: number | null
}

/** The price of a delivery depends on these, besides its items. */
const priced: readonly string[] = [
  'next_delivery_date',
  'delivery_id',
  'payment_method_id',
  'adjustment_amount',
  'postal_code01',
  'postal_code02',
  'pref_id',
]

/**
 * Returns a subscription as a change would leave it. The announced total stays promised while nothing changes that
 * determines the price. Otherwise the promise ends, unless `notes` restores an earlier one.
 */
export function draftSubscription<R extends Row, I, L extends { row: R; items: I[]; notes: Notes }>(
  loaded: L,
  { set, items, notes: back }: { set: Partial<R>; items?: I[] | undefined; notes?: L['notes'] | undefined },
): L {
  const row = { ...loaded.row, ...set }
  const isSame = !items && priced.every((name) => row[name as keyof R] === loaded.row[name as keyof R])
  const notes = back ?? (isSame ? loaded.notes : { ...loaded.notes, promised_total: null })
  return { ...loaded, row, notes, items: items ?? loaded.items }
}
