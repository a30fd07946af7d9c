import { describe, expect, test } from 'vitest'
import {
  type ContractOutcome,
  confidenceHalfWidth,
  estimateDifference,
  hasSampleRatioMismatch,
  minDetectableDifference,
} from './difference.ts'

/** A sequence that looks random and is the same each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

test('the interval is narrowest where it is expected to be, 3.04 standard errors', () => {
  const s = 2_400
  const widths = [s / 10, s / 4, s / 2, s, 2 * s, 4 * s, 10 * s].map((n) => confidenceHalfWidth(n, s))
  expect(widths[3]).toBeCloseTo(3.04, 2)
  expect(Math.min(...widths)).toBe(widths[3])
  expect(widths[0]).toBeCloseTo(3.86, 2)
})

const share = (all: number, of: number): ContractOutcome[] =>
  Array.from({ length: all }, (_, n) => ({ after: n < of ? 1 : 0, before: 0 }))

describe('comparedDifference', () => {
  test('nothing is said of few', () => {
    expect(estimateDifference(share(81, 40), share(19, 9), 100)).toBeNull()
    expect(estimateDifference(share(60, 40), share(39, 9), 100)).toBeNull()
    expect(estimateDifference(share(61, 40), share(39, 9), 100)).not.toBeNull()
  })

  test('a large difference is seen, none is not', () => {
    expect(estimateDifference(share(500, 300), share(500, 200), 1_000)!.low).toBeGreaterThan(0)
    const none = estimateDifference(share(500, 300), share(500, 300), 1_000)!
    expect(none.low).toBeLessThan(0)
    expect(none.high).toBeGreaterThan(0)
  })

  test('one large buyer does not decide', () => {
    const calm = (n: number): ContractOutcome[] =>
      Array.from({ length: n }, (_, k) => ({ after: 3_000 + (k % 7), before: 0 }))
    const rich = [{ after: 5_000_000, before: 0 }, ...calm(199)]
    expect(Math.abs(estimateDifference(rich, calm(200), 400)!.difference)).toBeLessThan(50)
  })

  test('an addition to few orders of the same amount is not cut away', () => {
    const orders = (all: number, added: number): ContractOutcome[] =>
      Array.from({ length: all }, (_, n) => ({ after: n < added ? 8_000 : 5_000, before: 5_000 }))
    const { difference, low, high } = estimateDifference(orders(1_000, 15), orders(1_000, 0), 2_000)!
    expect(difference).toBeCloseTo(45)
    expect(low).toBeLessThan(difference)
    expect(high).toBeGreaterThan(difference)
  })

  test('a rate of less than one in a hundred is not cut away', () => {
    const found = estimateDifference(share(2_000, 30), share(2_000, 6), 4_000)!
    expect([found.offered, found.held_out]).toEqual([0.015, 0.003])
  })

  test('where all are alike nothing is said', () => {
    expect(estimateDifference(share(500, 0), share(500, 0), 1_000)).toBeNull()
    expect(estimateDifference(share(500, 500), share(500, 500), 1_000)).toBeNull()
  })

  test('of a small half in which nothing came, the rest tells the spread', () => {
    // With one rate for both, every fourth comparison looks like this.
    const { low, high } = estimateDifference(share(900, 12), share(100, 0), 1_000)!
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
  })

  test('what was so before is no effect', () => {
    const of = (n: number, first: number): ContractOutcome[] =>
      Array.from({ length: n }, (_, k) => ({ after: first + (k % 50) * 100, before: first + (k % 50) * 100 }))
    const { difference, low, high } = estimateDifference(of(200, 2_000), of(200, 1_000), 400)!
    expect([difference, high - low].map(Math.round)).toEqual([0, 0])
  })
})

test('without an effect, looked at every fourth day for 120 days, at most one comparison in twenty ever excludes 0', () => {
  const runs = 160
  let alarms = 0
  for (let run = 1; run <= runs; run++) {
    const roll = dice(run * 7919)
    const halves: [ContractOutcome[], ContractOutcome[]] = [[], []]
    let isAlarmed = false
    for (let day = 0; day < 120 && !isAlarmed; day++) {
      for (let n = 0; n < 12; n++) halves[roll() < 0.5 ? 0 : 1].push({ after: roll() < 0.3 ? 1 : 0, before: roll() })
      if (day % 4 !== 3) continue
      const found = estimateDifference(halves[0], halves[1], 1_440)
      isAlarmed = found !== null && (found.low > 0 || found.high < 0)
    }
    if (isAlarmed) alarms++
  }
  expect(alarms / runs).toBeLessThanOrEqual(0.05)
})

/** 粗利 of a contract: few deliveries of many, a loss where gifts cost more; who had much before has more. */
function profitOf(roll: () => number, more: number): ContractOutcome {
  const margin = 400 + Math.floor(-Math.log(1 - roll()) * 1_500)
  const lasting = roll()
  const count = (most: number) => Math.floor(most * lasting * roll())
  return { before: count(6) * margin * 2, after: count(5) * margin - (roll() < 0.2 ? 900 : 0) + more }
}

test.each([
  [0, 'without an effect'],
  [600, 'of ¥600 a contract'],
])('粗利, looked at every fourth day for 120 days, %i: at most one interval in twenty ever misses it', (effect) => {
  const runs = 120
  let [missed, seen] = [0, 0]
  for (let run = 1; run <= runs; run++) {
    const roll = dice(run * 104_729 + effect)
    const halves: [ContractOutcome[], ContractOutcome[]] = [[], []]
    let [isMissed, isSeen] = [false, false]
    for (let day = 0; day < 120; day++) {
      for (let n = 0; n < 12; n++) {
        const isOffered = roll() < 0.5
        // Half of those who were offered it get twice the effect.
        halves[isOffered ? 0 : 1].push(profitOf(roll, isOffered && roll() < 0.5 ? 2 * effect : 0))
      }
      if (day % 4 !== 3) continue
      const found = estimateDifference(halves[0], halves[1], 1_440)
      if (found) isMissed ||= found.low > effect || found.high < effect
      isSeen = found !== null && found.low > 0
    }
    missed += Number(isMissed)
    seen += Number(isSeen)
  }
  expect(missed / runs).toBeLessThanOrEqual(0.05)
  if (effect > 0) expect(seen / runs).toBeGreaterThan(0.8)
})

test('a side that has too many is seen, chance is not', () => {
  expect(hasSampleRatioMismatch(500, 500, 50)).toBe(false)
  expect(hasSampleRatioMismatch(540, 460, 50)).toBe(false)
  expect(hasSampleRatioMismatch(600, 400, 50)).toBe(true)
  expect(hasSampleRatioMismatch(870, 130, 10)).toBe(false)
  expect(hasSampleRatioMismatch(800, 200, 10)).toBe(true)
  expect(hasSampleRatioMismatch(0, 0, 10)).toBe(false)
  expect(hasSampleRatioMismatch(0, 2, 10)).toBe(false)
})

test('what so many contracts can show, as computed by hand', () => {
  // 30 % → 25 % is seen by about 4,800 in halves.
  expect(minDetectableDifference(4_800, 50, 0.3)).toBeCloseTo(0.051, 2)
  expect(minDetectableDifference(16_500, 20, 0.08)).toBeCloseTo(0.02, 2)
  expect(minDetectableDifference(150, 10, 0.3)).toBeNull()
  expect(minDetectableDifference(90, 50, 0.3)).toBeNull()
})
