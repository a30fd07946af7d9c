import { sum } from '@kushi/values/sum'
/** How many contracts had `last` as the last delivery that they kept, and how many of those have ended. */
export interface LastKeptDelivery {
  last: number
  contracts: number
  ended: number
}

/** A rate of fewer is that of all deliveries. */
const ENOUGH = 30

/**
 * 継続率: the share of contracts that kept delivery `n`, among those that kept it or ended right before it. Running
 * contracts that have not reached it do not count. With fewer than 30 contracts it is the rate over all deliveries.
 */
export function retentionRates(all: readonly LastKeptDelivery[]): (n: number) => number {
  const rate = (kept: number, ended: number) => (kept + ended === 0 ? 1 : kept / (kept + ended))
  const keptOf = (n: number) => sum(all.filter(({ last }) => last >= n).map(({ contracts }) => contracts))
  const endedOf = (n: number) => sum(all.filter(({ last }) => last === n - 1).map(({ ended }) => ended))
  // Each contract kept one less than its last after the first.
  const whole = rate(sum(all.map(({ last, contracts }) => (last - 1) * contracts)), sum(all.map(({ ended }) => ended)))
  return (n) => {
    const [kept, ended] = [keptOf(n), endedOf(n)]
    return n <= 1 ? 1 : kept + ended < ENOUGH ? whole : rate(kept, ended)
  }
}

/** The probability that a contract whose next delivery is `from` keeps all deliveries up to `to`. */
export function retentionChance(rateOf: (n: number) => number, from: number, to: number): number {
  let chance = 1
  for (let n = from; n <= to; n++) chance *= rateOf(n)
  return chance
}
