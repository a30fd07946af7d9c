import { addDays } from '@kushi/values/calendar-date'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecastPace, observationOfAnswer, paceBasisText, paceForecastText, piecesLeftOn } from './left.ts'
import { type ArrivedSupply, countedPiecesLeft, estimatePace, type LeftoverObservation, paceQuantile } from './pace.ts'
import { chooseLineToLeaveOut, mayProposePace, paceProposalsFor } from './propose.ts'

const lasting = { typical: 45, short: null, long: null }
const DAY = '2026-01-01'
const supply = (days: number, pieces = 1): ArrivedSupply => ({ on: addDays(DAY, days), pieces })
const on = (days: number) => addDays(DAY, days)

describe('what is left', () => {
  test.each([
    [45, [supply(0)], 31, 1 - 31 / 45],
    [45, [supply(0), supply(45)], 76, 1 - 31 / 45],
    [60, [supply(0), supply(45)], 76, 2 - 76 / 60],
    // Nothing was left when the second came.
    [30, [supply(0), supply(45)], 60, 0.5],
    [30, [supply(0)], 45, -0.5],
    [45, [supply(0, 2), supply(10, 3)], 45, 4],
  ])('a piece lasts %i days: %j, day %i', (days, supplies, day, left) =>
    expect(countedPiecesLeft(supplies, on(day))(days)).toBeCloseTo(left),
  )

  test.each([
    ['none', 0],
    ['half', 0.5],
    ['one', 1],
    ['one_half', 1.5],
    ['more', 2 - 76 / 45 + 0.75 - (2 - 76 / 45)],
  ] as const)('an answer wins over what is counted: %s', (answer, left) => {
    const told = observationOfAnswer(answer, on(76))
    for (const days of [20, 45, 90])
      if (answer !== 'more') expect(piecesLeftOn([supply(0), supply(45)], told, on(76))(days)).toBeCloseTo(left)
    expect(piecesLeftOn([supply(0), supply(45), supply(80, 2)], told, on(80))(45)).toBeCloseTo(
      left - 4 / 45 > 0 ? left - 4 / 45 + 2 : 2,
    )
  })
})

describe('how long a piece lasts', () => {
  test('without a sign it is the 目安, and its range is that of the shop', () => {
    expect(paceQuantile(estimatePace(lasting, [], []))).toBeCloseTo(45, -1)
    const tight = estimatePace({ typical: 45, short: 40, long: 50 }, [supply(0)], [observationOfAnswer('more', on(40))])
    const wide = estimatePace({ typical: 45, short: 20, long: 120 }, [supply(0)], [observationOfAnswer('more', on(40))])
    expect(paceQuantile(tight)).toBeLessThan(paceQuantile(wide))
  })

  test('one who answers otherwise than it was counted is believed, also by one odd answer', () => {
    const supplies = [supply(0), supply(45), supply(90)]
    const slow = [observationOfAnswer('one_half', on(76)), observationOfAnswer('two', on(121))]
    expect(paceQuantile(estimatePace(lasting, supplies, slow))).toBeGreaterThan(75)
    expect(
      paceQuantile(estimatePace(lasting, supplies, [...slow, observationOfAnswer('none', on(122))])),
    ).toBeGreaterThan(50)
  })
})

const ANSWERS = ['none', 'half', 'one', 'one_half', 'two'] as const
const seenBy = (supplies: ArrivedSupply[], signs: LeftoverObservation[], next: string) =>
  forecastPace(estimatePace(lasting, supplies, signs), supplies, signs.at(-1) ?? null, next, signs.length > 0)
const line = {
  subscription_division_id: 3,
  param1: 45,
  pieces: 1,
  day_intervals: [30, 45, 60, 75, 90],
}

test('more left never proposes sooner', () => {
  const lives = fc.record({
    gaps: fc.array(fc.integer({ min: 10, max: 90 }), { minLength: 1, maxLength: 5 }),
    pieces: fc.integer({ min: 1, max: 3 }),
    early: fc.integer({ min: 0, max: 30 }),
    earlier: fc.option(fc.constantFrom(...ANSWERS)),
  })
  fc.assert(
    fc.property(lives, ({ gaps, pieces, early, earlier }) => {
      let day = 0
      const supplies = [supply(0, pieces)]
      for (const gap of gaps.slice(0, -1)) {
        day += gap
        supplies.push(supply(day, pieces))
      }
      const next = on(day + gaps.at(-1)!)
      const asked = addDays(next, -Math.min(early, gaps.at(-1)! - 1))
      const signs = earlier ? [observationOfAnswer(earlier, on(5))] : []
      const spare = ANSWERS.map(
        (answer) => seenBy(supplies, [...signs, observationOfAnswer(answer, asked)], next).spare_days,
      )
      expect([...spare].sort((a, b) => a - b)).toEqual(spare)
    }),
    { numRuns: 200 },
  )
})

describe('proposals', () => {
  const next = on(90)
  const dates = { next_delivery_date: next, earliest: addDays(next, -4), latest: addDays(next, 86) }
  const of = (days: number, spare_days: number, more = {}) =>
    paceProposalsFor(
      { ...line, ...dates, ...more },
      {
        days,
        rest: spare_days / days,
        spare_days,
        safe_days: spare_days,
        sure_days: spare_days,
        standing: spare_days > 0 ? 'over' : spare_days < 0 ? 'short' : null,
      },
    )

  test.each([
    ['nothing is off', of(45, 0), []],
    ['once too much', of(45, 20), [{ pace_kind: 'later', next_delivery_date: addDays(next, 20) }]],
    [
      'always too much',
      of(60, 30),
      [
        { pace_kind: 'later', next_delivery_date: addDays(next, 30) },
        { pace_kind: 'interval', every: 60 },
      ],
    ],
    ['no day is so far ahead', of(200, 200), [{ pace_kind: 'later', next_delivery_date: dates.latest }]],
    [
      'of three pieces two are enough',
      of(23, 10, { pieces: 3 }),
      [
        { pace_kind: 'later', next_delivery_date: addDays(next, 10) },
        { pace_kind: 'interval', every: 75 },
        { pace_kind: 'fewer', quantity: 2 },
      ],
    ],
    [
      'monthly, the nearest that is enough',
      of(62, 30, { subscription_division_id: 1, param1: 1 }),
      [
        { pace_kind: 'later', next_delivery_date: addDays(next, 30) },
        { pace_kind: 'interval', every: 2 },
      ],
    ],
    [
      'it runs out',
      of(31, -14),
      [
        { pace_kind: 'sooner', next_delivery_date: dates.earliest },
        { pace_kind: 'interval', every: 30 },
      ],
    ],
    ['too late to be sooner', of(44, -8, { earliest: next }), []],
  ])('%s', (_, found, proposals) => expect(found).toEqual(proposals))

  test('nobody is told without eight chances in ten, who was asked by a week', () => {
    const supplies = [supply(0), supply(45)]
    expect(forecastPace(estimatePace(lasting, supplies, []), supplies, null, next, false).standing).toBeNull()
    const doubled = [supply(0), supply(30, 2), supply(45)]
    expect(forecastPace(estimatePace(lasting, doubled, []), doubled, null, next, false).standing).toBe('over')
    expect(seenBy(supplies, [observationOfAnswer('more', addDays(next, -14))], next).standing).toBe('over')
    expect(seenBy(supplies, [observationOfAnswer('none', addDays(next, -14))], next).standing).toBe('short')
  })

  test.each([
    [{ days: 60, rest: 1.1, spare_days: 66, standing: 'over' }, '約1点余る'],
    [{ days: 60, rest: 0.5, spare_days: 30, standing: 'over' }, '半分ほど余る'],
    [{ days: 30, rest: -0.4, spare_days: -12, standing: 'short' }, '約12日前に使い切る'],
    [{ days: 45, rest: 0, spare_days: 0, standing: null }, 'ほぼ使い切る'],
    [{ days: 45, rest: 1.5, spare_days: 67, standing: null }, '約1.5点余るかもしれません'],
    [{ days: 45, rest: -0.3, spare_days: -13, standing: null }, '約13日前に使い切るかもしれません'],
  ] as const)('%j', (seen, words) => expect(paceForecastText(seen)).toContain(words))
})

describe('of several goods', () => {
  const good = (standing: 'over' | 'short' | null, spare_days: number, can_leave_out = true) => ({
    seen: { standing, spare_days, sure_days: spare_days },
    can_leave_out,
  })
  test.each([
    ['the only one', [good('over', 90)], null],
    ['too much of all', [good('over', 90), good('over', 60)], null],
    ['the second lasts until the delivery after', [good(null, 0), good('over', 60)], 1],
    ['the main one does', [good('over', 60), good(null, 3)], 0],
    ['it would be missed before', [good(null, 0), good('over', 44)], null],
    ['the main one runs out first', [good('short', -10), good('over', 90)], null],
    ['another one runs out', [good('over', 60), good('short', -10)], 0],
    ['that of which most is left', [good(null, 0), good('over', 60), good('over', 80)], 2],
    ['it is left out already', [good(null, 0), good('over', 60, false)], null],
    ['nothing is off', [good(null, 0), good(null, 3)], null],
  ])('%s', (_, lines, at) => expect(chooseLineToLeaveOut(lines, 45)).toBe(at === null ? null : lines[at]))

  test('what is left out lasts until it comes again; with more left it stays left out', () => {
    const standing = fc.constantFrom('over' as const, 'short' as const, null)
    const lines = fc.array(
      fc.record({ standing, spare: fc.integer({ min: -60, max: 200 }), slack: fc.nat(30), can: fc.boolean() }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(lines, fc.integer({ min: 7, max: 180 }), fc.integer({ min: 1, max: 60 }), (all, gap, more) => {
        const goods = all.map(({ standing, spare, slack, can }) => ({
          seen: { standing, spare_days: spare, sure_days: spare - slack },
          can_leave_out: can,
        }))
        const found = chooseLineToLeaveOut(goods, gap)
        if (!found) return
        expect(found.can_leave_out && found.seen.sure_days >= gap && found.seen.standing === 'over').toBe(true)
        expect(goods.some(({ seen }) => seen.standing !== 'over')).toBe(true)
        const { seen } = found
        const fuller = {
          ...found,
          seen: { ...seen, spare_days: seen.spare_days + more, sure_days: seen.sure_days + more },
        }
        expect(
          chooseLineToLeaveOut(
            goods.map((one) => (one === found ? fuller : one)),
            gap,
          ),
        ).toBe(fuller)
      }),
    )
  })
})

test.each([
  [1, [], null, false],
  [2, [], null, true],
  [3, [2], null, false],
  [4, [2], null, true],
  [5, [], 2, false],
  [6, [], 2, true],
])('cycle %i, proposed in %j, ちょうどよい in %s: %s', (cycle, offered_cycles, fits_cycle, may) =>
  expect(mayProposePace({ cycle, offered_cycles, fits_cycle })).toBe(may),
)

describe('2,000 contracts with hidden paces', () => {
  let state = 20261129
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const drawn = {
    lognormal: () => 45 * Math.exp(0.35 * normal()),
    even: () => 45 * (0.6 + 1.2 * random()),
    two_kinds: () => 45 * (random() < 0.5 ? 0.75 : 1.4) * Math.exp(0.08 * normal()),
  }
  const cuts = [0.25, 0.75, 1.25, 1.75]
  const answerOf = (rest: number) => ANSWERS[cuts.filter((cut) => rest >= cut).length]!
  const EACH = 667

  test('after two answers, the pace is within 15 % for four in five', () => {
    let [hits, all] = [0, 0]
    for (const draw of Object.values(drawn))
      for (let n = 0; n < EACH; n++) {
        const days = draw()
        const supplies: ArrivedSupply[] = []
        const signs: LeftoverObservation[] = []
        // A delivery every 45 days; what is left is asked two weeks before every second one.
        for (let cycle = 1; cycle <= 3; cycle++) {
          supplies.push(supply((cycle - 1) * 45))
          const asked = on(cycle * 45 - 14)
          if (cycle !== 2) signs.push(observationOfAnswer(answerOf(countedPiecesLeft(supplies, asked)(days)), asked))
        }
        const found = paceQuantile(estimatePace(lasting, supplies, signs))
        all++
        if (Math.abs(found / days - 1) <= 0.15) hits++
      }
    expect(hits / all).toBeGreaterThanOrEqual(0.8)
  })

  test('nobody who answers and takes what fits runs empty for it', () => {
    const early = { later: 0, sooner: 0, stays: 0 }
    const seen = { later: 0, sooner: 0, stays: 0 }
    for (const draw of Object.values(drawn))
      for (let n = 0; n < EACH; n++) {
        const days = draw()
        const supplies: ArrivedSupply[] = [supply(0)]
        const signs: LeftoverObservation[] = []
        let [next, every] = [on(45), 45]
        for (let cycle = 1; cycle <= 3; cycle++) {
          const asked = addDays(next, -14)
          const earliest = addDays(asked, 4)
          signs.push(observationOfAnswer(answerOf(countedPiecesLeft(supplies, asked)(days)), asked))
          const dates = { next_delivery_date: next, earliest, latest: addDays(asked, 100), param1: every }
          const [first] = paceProposalsFor({ ...line, ...dates }, seenBy(supplies, signs, next))
          next = first?.next_delivery_date ?? next
          every = first?.every ?? every
          const kind = first?.pace_kind === 'later' || first?.pace_kind === 'sooner' ? first.pace_kind : 'stays'
          seen[kind]++
          const spare = countedPiecesLeft(supplies, next)(days) * days
          // Earlier than the first day that can be had nothing comes; within a week of the agreed day nothing is moved.
          const isWithout = kind === 'stays' ? spare < -7 : spare < -1
          if (isWithout && countedPiecesLeft(supplies, earliest)(days) > 0) early[kind]++
          supplies.push({ on: next, pieces: 1 })
          next = addDays(next, every)
        }
      }
    expect(Math.min(seen.later, seen.sooner, seen.stays)).toBeGreaterThan(200)
    expect(early).toEqual({ later: 0, sooner: 0, stays: 0 })
  })
})

test.each([
  [{ typical: 45, lived: [], pieces: 1, answers: 0, reasons: 0 }, '使い切る目安45日、お届けした1点から計算'],
  [
    { typical: 27, lived: ['毎日', 'ロング'], pieces: 2.5, answers: 2, reasons: 1 },
    '使い切る目安27日(毎日・ロング)、お届けした2.5点、お返事2回、お休みなどの理由1回から計算',
  ],
])('%j: %s', (basis, text) => expect(paceBasisText(basis)).toBe(text))
