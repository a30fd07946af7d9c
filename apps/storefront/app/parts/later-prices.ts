import type { LaterAmounts } from '@kushi/contract/quote'

type Phase = Pick<LaterAmounts, 'from_cycle' | 'to_cycle' | 'payment_total'>

/** What all deliveries up to the `count`th cost together (yen), without the first. */
export const totalOfLater = (later: readonly Phase[], count: number): number =>
  later.reduce((sum, { from_cycle, to_cycle, payment_total }) => {
    const pieces = Math.min(to_cycle ?? count, count) - from_cycle + 1
    return sum + Math.max(0, pieces) * payment_total
  }, 0)
