interface Item {
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 年払い: the last delivery that the first order paid for; null: each delivery is paid separately. */
export function prepaidUntil(items: readonly Item[]): number | null {
  const counts = items.filter((item) => item.lump_sum_payment_flag).map((item) => item.lump_sum_payment_num ?? 1)
  return counts.length > 0 ? Math.max(...counts) : null
}
