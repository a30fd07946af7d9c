import type { AdminSubscription, SubscriptionContentChange } from '@kushi/contract/admin/subscription'
import { DELIVERY_PATTERN, DELIVERY_PATTERN_RANGE } from '@kushi/values/delivery-pattern'
import { type PatternFormValues, patternOf } from '../../ui/pattern-fields.tsx'

/** The values of the form for changing a subscription. */
export interface SubscriptionFormValues extends PatternFormValues {
  next_delivery_date: string
  items: { product_sku_id: number; quantity: number; is_one_time: boolean; is_left_out: boolean }[]
  shipping_address: NonNullable<SubscriptionContentChange['shipping_address']>
  delivery_notes: string
  delivery_id: number
  delivery_time_id: number | null
}

export function subscriptionFormValues(one: AdminSubscription): SubscriptionFormValues {
  const { subscription_division_id: kind, param1, param2, param3, shipping_address } = one
  const isInterval = kind === DELIVERY_PATTERN.day_interval
  const isDay = kind === DELIVERY_PATTERN.monthly_date
  const { delivery_notes, ...address } = shipping_address!
  return {
    next_delivery_date: one.next_delivery_date,
    kind,
    months: isInterval ? 1 : param1,
    day: isDay ? (param2 ?? 1) : 1,
    week: isDay || isInterval ? 1 : (param2 ?? 1),
    day_of_week: param3 ?? 1,
    interval_days: isInterval ? param1 : DELIVERY_PATTERN_RANGE.interval_days.min * 3,
    items: one.subscription_order_item.map(({ product_sku_id, quantity, is_one_time, is_left_out }) => ({
      product_sku_id,
      quantity,
      is_one_time,
      is_left_out,
    })),
    shipping_address: address,
    delivery_notes,
    delivery_id: one.delivery_id,
    delivery_time_id: one.delivery_time_id,
  }
}

/** Returns only the changed fields. The others keep their values, even if today's rules would reject them. */
export function updateOf(one: AdminSubscription, typed: SubscriptionFormValues): SubscriptionContentChange {
  const before = partsOf(subscriptionFormValues(one))
  const after = partsOf(typed)
  const isChanged = (name: string) =>
    JSON.stringify(before[name as keyof typeof before]) !== JSON.stringify(after[name as keyof typeof after])
  return Object.fromEntries(Object.entries(after).filter(([name]) => isChanged(name)))
}

const partsOf = ({ next_delivery_date, items, shipping_address, delivery_notes, ...rest }: SubscriptionFormValues) => ({
  next_delivery_date,
  items,
  shipping_address,
  delivery_notes,
  delivery_pattern: patternOf(rest),
  delivery_id: rest.delivery_id,
  delivery_time_id: rest.delivery_time_id,
})
