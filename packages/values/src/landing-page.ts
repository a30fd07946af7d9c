import { DELIVERY_PATTERN, type Interval } from './delivery-pattern.ts'

/** Whether a 申し込みページ lets pay so; a page that names no ways has those of the shop. */
export const offersMethod = (
  { payment_method_ids }: { readonly payment_method_ids: readonly (number | null)[] },
  id: number | null,
): boolean => payment_method_ids.length === 0 || payment_method_ids.includes(id)

interface Offered {
  readonly intervals: readonly Interval[]
}

/** The お届け間隔 of a 申し込みページ, as a form has them: every so many months, or every so many days. */
export function offeredCounts({ intervals }: Offered): { months: string[]; days: string[] } {
  const of = (division: 1 | 3) => intervals.flatMap((one) => (one.startsWith(`${division}:`) ? [one.slice(2)] : []))
  return { months: of(DELIVERY_PATTERN.monthly_date), days: of(DELIVERY_PATTERN.day_interval) }
}

/** Whether a 申し込みページ has this お届け間隔: every so many months on whichever day, or every so many days. */
export function offersPattern(
  page: Offered,
  { subscription_division_id, param1 }: { readonly subscription_division_id: number; readonly param1: number },
): boolean {
  const { months, days } = offeredCounts(page)
  return (subscription_division_id === DELIVERY_PATTERN.day_interval ? days : months).includes(String(param1))
}
