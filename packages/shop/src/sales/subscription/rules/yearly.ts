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

interface Item {
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 年払い: the last delivery that the first order paid for; null: each delivery is paid separately. */
export function prepaidUntil(items: readonly Item[]): number | null {
  const counts = items.filter((item) => item.lump_sum_payment_flag).map((item) => item.lump_sum_payment_num ?? 1)
  return counts.length > 0 ? Math.max(...counts) : null
}
