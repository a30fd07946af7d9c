import type { ReportCell } from '@kushi/contract/admin/report'

/** How many contracts of a cohort had this last kept delivery, can be judged up to that one, and then owe so many more. */
export interface CohortRetentionCount {
  last: number
  judged: number
  more: number
  contracts: number
}

/**
 * 残存率: of all contracts that can be judged by their n-th delivery, those that kept it or a later one. 継続率: the same among those that
 * kept the delivery before. For each n from 1 on; `undecided` are the contracts that can't be judged yet.
 */
export function survivalRates(
  standings: readonly CohortRetentionCount[],
  view: 'remaining' | 'continuing',
  most: number,
): ReportCell[] {
  const sum = (all: readonly { contracts: number }[]) => all.reduce((total, one) => total + one.contracts, 0)
  return Array.from({ length: most }, (_, index) => {
    const n = index + 1
    const value = sum(standings.filter(({ judged }) => judged >= n))
    const gone = standings.filter(
      ({ last, more }) => last < n && last + more >= n && (view === 'remaining' || last === n - 1),
    )
    const of = value + sum(gone)
    const all = sum(view === 'remaining' ? standings : standings.filter(({ last }) => last >= n - 1))
    return { value: of === 0 ? null : value, of, undecided: all - of }
  })
}
