import { sum } from '@kushi/values/sum'
/** How many contracts had this last kept delivery, and how many of them have ended. */
export interface LastKeptDelivery {
  last: number
  contracts: number
  ended: number
}

/** A rate of fewer is that of all deliveries. */
const ENOUGH = 30

/**
 * 継続率 by the number of a delivery: of the contracts that kept the one before and kept this one or ended, those that kept it. Those that
 * run and have not come to it yet are in neither.
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

/** The chance that a contract whose delivery `from` comes next keeps `to` too. */
export function retentionChance(rateOf: (n: number) => number, from: number, to: number): number {
  let chance = 1
  for (let n = from; n <= to; n++) chance *= rateOf(n)
  return chance
}
