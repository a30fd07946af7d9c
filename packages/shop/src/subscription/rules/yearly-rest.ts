interface Yearly {
  /** Deliveries that the first order paid for (`total`), and the number of the current one (`cycle`). */
  total: number
  cycle: number
  /** The current one is arranged and will be delivered in any case. */
  is_arranged: boolean
  /** Yen that the yearly items cost, for all deliveries together. */
  paid_amount: number
  /** Captured and not refunded. */
  kept_amount: number
}

/** 年払いの残り: prepaid deliveries that are not arranged yet, and their value; never more than was kept. */
export function yearlyRest({ total, cycle, is_arranged, paid_amount, kept_amount }: Yearly) {
  const remaining = Math.max(0, total - cycle + (is_arranged ? 0 : 1))
  const rest_amount = Math.min(kept_amount, Math.floor((paid_amount * remaining) / total))
  return { remaining, rest_amount }
}
