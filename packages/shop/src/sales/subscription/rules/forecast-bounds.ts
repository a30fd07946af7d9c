/**
 * One of the last four weeks of a SKU: pieces forecast for running contracts, pieces delivered to them, and pieces of
 * other orders.
 */
export interface DemandWeek {
  /** null: the week has no forecast. */
  expected: number | null
  delivered: number
  /** Pieces of single orders and of first deliveries. */
  singles: number
}

/** Fewer weeks say nothing about the error. */
const LEAST_WEEKS = 2

/** The expected pieces of single orders and of first deliveries in `days` days: the mean of the past weeks. */
export const expectedSinglePieces = (weeks: readonly DemandWeek[], days: number): number =>
  weeks.length === 0 ? 0 : (weeks.reduce((sum, { singles }) => sum + singles, 0) / weeks.length / 7) * days

/**
 * 見込みの幅: the lowest and the highest demand, if every coming week were like the worst or the best of the past weeks.
 * `expected`: pieces of running contracts in these days. null: too few weeks are known.
 */
export function demandForecastBounds(
  weeks: readonly DemandWeek[],
  { expected, days }: { expected: number; days: number },
): { low: number; high: number } | null {
  const rates = weeks.flatMap((one) => (one.expected ? [one.delivered / one.expected] : []))
  if (weeks.length < LEAST_WEEKS || (expected > 0 && rates.length < LEAST_WEEKS)) return null
  const singles = weeks.map((one) => (one.singles / 7) * days)
  const at = (most: (...all: number[]) => number) => (expected > 0 ? expected * most(...rates) : 0) + most(...singles)
  return { low: at(Math.min), high: at(Math.max) }
}
