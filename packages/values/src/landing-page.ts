import { DELIVERY_PATTERN, type DeliveryInterval } from './delivery-pattern.ts'

/**
 * Whether customers can pay by this method on a landing page (申し込みページ). A page that lists no methods allows all
 * methods of the shop.
 */
export const isPaymentMethodOffered = (
  { payment_method_ids }: { readonly payment_method_ids: readonly (number | null)[] },
  id: number | null,
): boolean => payment_method_ids.length === 0 || payment_method_ids.includes(id)

interface Offered {
  readonly intervals: readonly DeliveryInterval[]
}

/**
 * Returns the delivery intervals (お届け間隔) of a landing page as choices of a form: numbers of months, and numbers of
 * days.
 */
export function offeredIntervalCounts({ intervals }: Offered): { months: string[]; days: string[] } {
  const of = (division: 1 | 3) => intervals.flatMap((one) => (one.startsWith(`${division}:`) ? [one.slice(2)] : []))
  return { months: of(DELIVERY_PATTERN.monthly_date), days: of(DELIVERY_PATTERN.day_interval) }
}

/**
 * Whether a landing page offers this delivery pattern (お届け周期). A monthly pattern matches by its number of months,
 * whatever its day.
 */
export function isDeliveryPatternOffered(
  page: Offered,
  { subscription_division_id, param1 }: { readonly subscription_division_id: number; readonly param1: number },
): boolean {
  const { months, days } = offeredIntervalCounts(page)
  return (subscription_division_id === DELIVERY_PATTERN.day_interval ? days : months).includes(String(param1))
}
