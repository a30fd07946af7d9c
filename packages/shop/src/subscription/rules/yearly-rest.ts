interface Yearly {
  /** Deliveries that the first order paid for, and the number of the present one. */
  total: number
  cycle: number
  /** The present one is on its way: it comes, whatever happens. */
  is_arranged: boolean
  /** Yen that its yearly goods cost, for all deliveries together. */
  paid_amount: number
  /** Taken and not given back. */
  kept_amount: number
}

/** 年払いの残り: deliveries that are paid for and not on their way yet, and what they are worth; never more than was kept. */
export function yearlyRest({ total, cycle, is_arranged, paid_amount, kept_amount }: Yearly) {
  const remaining = Math.max(0, total - cycle + (is_arranged ? 0 : 1))
  const rest_amount = Math.min(kept_amount, Math.floor((paid_amount * remaining) / total))
  return { remaining, rest_amount }
}
