import type { Yen } from './yen.ts'

/** Deliveries of a subscription that cost the same; `to_cycle` null: all further ones. */
interface LaterPrice {
  from_cycle: number
  to_cycle: number | null
  payment_total: Yen
}

/** The sum (yen) of all deliveries up to the `count`th, without the first. */
export const totalOfLaterDeliveries = (later: readonly LaterPrice[], count: number): Yen =>
  later.reduce((sum, { from_cycle, to_cycle, payment_total }) => {
    const pieces = Math.min(to_cycle ?? count, count) - from_cycle + 1
    return sum + Math.max(0, pieces) * payment_total
  }, 0)
