import { DELIVERY_PATTERN, type Interval } from './delivery-pattern.ts'

/** Whether a 申し込みページ lets pay so; a page that names no ways has those of the shop. */
export const offersMethod = (
  { payment_method_ids }: { readonly payment_method_ids: readonly (number | null)[] },
  id: number | null,
): boolean => payment_method_ids.length === 0 || payment_method_ids.includes(id)

/** Whether a 申し込みページ has this お届け間隔: every so many months on whichever day, or every so many days. */
export function offersPattern(
  { intervals }: { readonly intervals: readonly Interval[] },
  { subscription_division_id, param1 }: { readonly subscription_division_id: number; readonly param1: number },
): boolean {
  const division = subscription_division_id === DELIVERY_PATTERN.day_interval ? 3 : 1
  return intervals.some((one) => one === `${division}:${param1}`)
}
