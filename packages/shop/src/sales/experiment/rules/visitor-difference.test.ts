import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignArm } from '../internal/assignment.ts'
import { hasArmRatioMismatch } from './difference.ts'
import { type ArmOutcomes, estimateVisitorDifference, minDetectableVisitorDifference } from './visitor-difference.ts'

const rate = (visitors: number, orders: number): ArmOutcomes => ({ visitors, outcomes: Array(orders).fill(1) })
const two = { expected: 8_000, comparisons: 1 }

/**
 * The same from the textbook, over every single visitor, and sharing no code: the means, their variances, and the
 * mixture bound (arXiv 2103.06476, eq. 9) written out.
 */
function byHand(base: number[], arm: number[], expected: number, alpha: number) {
  const buyers = [...base, ...arm].filter((one) => one !== 0).sort((a, b) => a - b)
  const top = buyers[Math.ceil(0.99 * buyers.length) - 1]!
  const moments = [base, arm].map((all) => {
    let [total, squares] = [0, 0]
    for (const one of all) {
      const cut = one > top ? top : one
      total += cut
      squares += cut * cut
    }
    const m = total / all.length
    return { n: all.length, m, s2: (squares - all.length * m * m) / (all.length - 1) }
  })
  const [b, a] = moments as [(typeof moments)[0], (typeof moments)[0]]
  const N = b.n + a.n
  const V = N * (a.s2 / a.n + b.s2 / b.n)
  const rho2 = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / expected
  const half =
    Math.sqrt(V) * Math.sqrt(((2 * (N * rho2 + 1)) / (N * N * rho2)) * Math.log(Math.sqrt(N * rho2 + 1) / alpha))
  return { mean: a.m, base: b.m, difference: a.m - b.m, low: a.m - b.m - half, high: a.m - b.m + half }
}

describe('estimateVisitorDifference', () => {
  test('nothing is said before 20 outcomes in the smaller arm and 100 in both, however many the visitors', () => {
    expect(estimateVisitorDifference(rate(90_000, 200), rate(90_000, 19), two)).toBeNull()
    expect(estimateVisitorDifference(rate(90_000, 50), rate(90_000, 49), two)).toBeNull()
    expect(estimateVisitorDifference(rate(90_000, 50), rate(90_000, 50), two)).not.toBeNull()
  })

  test('an order rate below one in a hundred is not cut away', () => {
    const found = estimateVisitorDifference(rate(20_000, 60), rate(20_000, 180), two)!
    expect(found.mean).toBeCloseTo(0.009)
    expect(found.low).toBeGreaterThan(0)
  })

  test('nothing is said where more people order than browsers came', () => {
    expect(estimateVisitorDifference({ visitors: 60, outcomes: rate(90, 90).outcomes }, rate(60, 50), two)).toBeNull()
  })

  test('more arms ask for more', () => {
    const width = (comparisons: number) => {
      const { low, high } = estimateVisitorDifference(rate(4_000, 80), rate(4_000, 100), { ...two, comparisons })!
      return high - low
    }
    expect(width(2)).toBeGreaterThan(width(1))
  })

  test('as computed over every visitor by hand', () => {
    const amounts = fc.array(fc.integer({ min: -500, max: 90_000 }), { minLength: 60, maxLength: 200 })
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(1, 2), (base, arm, none, k) => {
        const [there, here] = [base, arm].map((all) => all.map((one) => (one === 0 ? 1 : one))) as [number[], number[]]
        const zeros = Array<number>(none).fill(0)
        const found = estimateVisitorDifference(
          { visitors: there.length + none, outcomes: there },
          { visitors: here.length + none, outcomes: here },
          { expected: 5_000, comparisons: k },
        )!
        const expected = byHand([...there, ...zeros], [...here, ...zeros], 5_000, 0.05 / k)
        for (const name of ['mean', 'base', 'difference', 'low', 'high'] as const)
          expect(Math.abs(found[name] - expected[name])).toBeLessThan(1e-6 * (1 + Math.abs(expected[name])))
      }),
      { numRuns: 60 },
    )
  })
})

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

test('three pages alike, looked at every second day for 120 days: at most one comparison in twenty ever names a better one', () => {
  const runs = Number(process.env.EXPERIMENT_RUNS ?? 160)
  let alarms = 0
  let looks = 0
  for (let run = 1; run <= runs; run++) {
    const roll = dice(run * 104_729)
    const counted = Array.from({ length: 3 }, () => ({ visitors: 0, outcomes: [] as number[] }))
    let isAlarmed = false
    for (let day = 0; day < 120 && !isAlarmed; day++) {
      for (let n = 0; n < 120; n++) {
        const position = roll() * 100
        const one = counted[position < 34 ? 0 : position < 67 ? 1 : 2]!
        one.visitors++
        if (roll() < 0.03) one.outcomes.push(roll() < 0.5 ? 1_980 : 1_980 + Math.floor(roll() ** 4 * 30_000))
      }
      if (day % 2 === 0) continue
      for (const arm of counted.slice(1)) {
        const found = estimateVisitorDifference(counted[0]!, arm, { expected: 6_700 * (67 / 100), comparisons: 2 })
        if (found) looks++
        isAlarmed ||= found !== null && (found.low > 0 || found.high < 0)
      }
    }
    if (isAlarmed) alarms++
  }
  expect(looks).toBeGreaterThan(runs)
  expect(alarms / runs).toBeLessThanOrEqual(0.05)
})

test('arms have their shares, a visitor stays, and another salt deals anew', () => {
  const arms = [50, 30, 20].map((visitor_percent) => ({ visitor_percent }))
  const visitors = Array.from({ length: 20_000 }, (_, n) => `visitor ${n}`)
  const dealt = visitors.map((one) => assignArm('salt', one, arms))
  for (const [arm, { visitor_percent: percent }] of arms.entries())
    expect(dealt.filter((one) => one === arm).length / dealt.length).toBeCloseTo(percent / 100, 1.7)
  expect(visitors.map((one) => assignArm('salt', one, arms))).toEqual(dealt)
  const anew = visitors.filter((one, n) => assignArm('other', one, arms) === dealt[n])
  expect(anew.length / visitors.length).toBeCloseTo(0.5 ** 2 + 0.3 ** 2 + 0.2 ** 2, 1.7)
  const counts = arms.map(({ visitor_percent: percent }, arm) => ({
    percent,
    count: dealt.filter((one) => one === arm).length,
  }))
  expect(hasArmRatioMismatch(counts)).toBe(false)
  expect(hasArmRatioMismatch(counts.map((one, n) => ({ ...one, count: one.count + (n === 2 ? 600 : 0) })))).toBe(true)
})

test('what so many visitors can show, as computed by hand', () => {
  // 10,000 in two arms, 3 %: sqrt(0.03 · 0.97 · 2 / 5000) = 0.00341, × (3.04 + 0.84).
  expect(minDetectableVisitorDifference(10_000, 2, 0.03)).toBeCloseTo(0.0132, 3)
  expect(minDetectableVisitorDifference(3_000, 2, 0.03)).toBeNull()
  expect(minDetectableVisitorDifference(10_000, 3, 0.03)!).toBeGreaterThan(0.0132)
})
