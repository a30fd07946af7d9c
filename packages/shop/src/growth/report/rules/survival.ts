import type { ReportCell } from '@kushi/contract/admin/report'

/** How many contracts of a cohort had this last kept delivery and then so many that they owe. */
export interface CohortCount {
  last: number
  more: number
  contracts: number
}

/** How many contracts kept a delivery, of those that can be judged by it. */
export interface KeptDelivery {
  cycle: number
  contracts: number
}

/**
 * 残存率: of all contracts that can be judged by their n-th delivery, those that kept it or a later one. 継続率: the same among those that
 * kept the delivery before. For each n from 1 on; `undecided` are the contracts that can't be judged yet.
 */
export function survival(
  standings: readonly CohortCount[],
  kept: readonly KeptDelivery[],
  view: 'remaining' | 'continuing',
  most: number,
): ReportCell[] {
  const sum = (all: readonly { contracts: number }[]) => all.reduce((total, one) => total + one.contracts, 0)
  return Array.from({ length: most }, (_, index) => {
    const n = index + 1
    const value = sum(kept.filter(({ cycle }) => cycle === n))
    const gone = standings.filter(
      ({ last, more }) => last < n && last + more >= n && (view === 'remaining' || last === n - 1),
    )
    const of = value + sum(gone)
    const all = sum(view === 'remaining' ? standings : standings.filter(({ last }) => last >= n - 1))
    return { value: of === 0 ? null : value, of, undecided: all - of }
  })
}
