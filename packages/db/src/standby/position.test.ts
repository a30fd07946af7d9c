import { expect, test } from 'vitest'
import {
  addLogPosition,
  type LogPosition,
  parseLogPosition,
  replicationDelay,
  requiredReplayPosition,
} from './position.ts'

test.each([
  ['0/0', 0n],
  ['0/16B3748', 0x16b3748n],
  ['1/0', 0x100000000n],
  ['A/FFFFFFFF', 0xaffffffffn],
])('%s in the log', (lsn, expected) => {
  expect(parseLogPosition(lsn)).toBe(expected)
})

/** One mark per second, from second 10 to 20, each 100 further. */
const marks: LogPosition[] = Array.from({ length: 11 }, (_, n) => ({
  at: 10_000 + n * 1_000,
  end: BigInt(1_000 + n * 100),
}))

test.each([
  ['five seconds may be missing', marks, { now: 20_000 }, 1_500n],
  ['between two marks the younger counts', marks, { now: 20_400 }, 1_600n],
  ['what was written before is there then', marks, { now: 20_000, written: 1_200n }, 1_500n],
  ['what was written since is waited for', marks, { now: 20_000, written: 1_950n }, 1_950n],
  ['a change that is not marked yet, too', marks, { now: 20_000, written: 9_999n }, 9_999n],
  ['a short bound', marks, { now: 20_000, boundMs: 1_000 }, 1_900n],
  ['a bound that is longer than what is known', marks, { now: 20_000, boundMs: 60_000 }, 1_000n],
  ['the primary has said nothing for as long', marks, { now: 25_001 }, null],
  ['just not so long', marks, { now: 25_000 }, 2_000n],
  ['nothing is known yet', [], { now: 20_000 }, null],
  ['nothing is known, but what was written', [], { now: 20_000, written: 1n }, null],
])('a standby may be read: %s', (_, known, asked, expected) => {
  expect(requiredReplayPosition(known, { boundMs: 5_000, written: null, ...asked })).toBe(expected)
})

test.each([
  ['has all', 2_000n, 100],
  ['is further than the last mark', 2_050n, 100],
  ['misses the last', 1_999n, 1_100],
  ['ten seconds', 1_000n, 10_100],
  ['more than is kept', 999n, Number.POSITIVE_INFINITY],
])('a standby is behind: %s', (_, replayed, expected) => {
  expect(replicationDelay(marks, replayed, 20_100)).toBe(expected)
})

test('a standby behind by at most the limit may be read, and one behind by more may not', () => {
  for (const now of [20_000, 20_300, 20_999])
    for (let replayed = 900n; replayed < 2_100n; replayed += 10n) {
      const need = requiredReplayPosition(marks, { now, boundMs: 5_000, written: null })!
      expect(replayed >= need).toBe(replicationDelay(marks, replayed, now) <= 5_000)
    }
})

test('old marks are dropped, and all of them when the log starts again', () => {
  expect(addLogPosition(marks, { at: 21_000, end: 2_100n }, 3_000).map(({ at }) => at)).toEqual([
    18_000, 19_000, 20_000, 21_000,
  ])
  expect(addLogPosition(marks, { at: 21_000, end: 1_999n }, 60_000)).toEqual([{ at: 21_000, end: 1_999n }])
  expect(addLogPosition([], { at: 1, end: 1n }, 60_000)).toEqual([{ at: 1, end: 1n }])
})
