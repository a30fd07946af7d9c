import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AdCostFileLine,
  adCodeFinder,
  hasTotalWord,
  proposeAdCostColumns,
  readAdCostFile,
} from './read-cost-file.ts'

const today = '2026-11-21'
const codeOf = adCodeFinder([
  { adcd: 'AD-A', campaign_name: '春の初回' },
  { adcd: 'AD-B', campaign_name: '指名 検索' },
  { adcd: 'AD-C', campaign_name: '同じ名前' },
  { adcd: 'AD-D', campaign_name: '同じ名前' },
])
const line = (day: string, ad: string, cost: string, row = 2): AdCostFileLine => ({
  row,
  day,
  ad,
  cost,
  isTotal: false,
})

test.each([
  ['AD-A', 'AD-A'],
  [' ＡＤ－Ａ ', 'AD-A'],
  ['春の初回', 'AD-A'],
  ['指名　検索', 'AD-B'],
  ['https://shop.example/p/1?adcd=AD-B&utm_source=x', 'AD-B'],
  ['https://shop.example/p/1?adcd=NONE', null],
  ['同じ名前', null],
  ['ad-a', null],
  ['', null],
])('an advert %j is of the code %j', (ad, code) => expect(codeOf(ad)).toBe(code))

test.each([
  [['日', 'キャンペーン', '広告グループ', 'クリック数', '費用'], { day: '日', ad: 'キャンペーン', cost: '費用' }],
  [
    ['レポート開始日', 'レポート終了日', 'キャンペーン名', '消化金額 (JPY)', 'リーチ'],
    { day: 'レポート開始日', ad: 'キャンペーン名', cost: '消化金額 (JPY)' },
  ],
  [['日', 'キャンペーン名', 'コスト', '平均CPC'], { day: '日', ad: 'キャンペーン名', cost: 'コスト' }],
  [['Day', 'Campaign name', 'Amount spent (JPY)'], { day: 'Day', ad: 'Campaign name', cost: 'Amount spent (JPY)' }],
  [['A', 'B'], {}],
])('of %j is proposed %j', (heads, columns) => expect(proposeAdCostColumns(heads)).toEqual(columns))

test('lines of one day and code are summed; the file’s own sums and what has no code are not', () => {
  const lines = [
    line('2026-11-01', 'AD-A', '1,000'),
    line('2026/11/1', '春の初回', '500円'),
    line('2026-11-02', 'AD-A', '--'),
    line('2026-11-02', '知らない広告', '300'),
    line('2026-11-03', '知らない広告', '20.00'),
    line('2026-11-03', '止めた広告', '0'),
    line('', '', '1,820'),
    { ...line('合計: アカウント', '--', '1,820'), isTotal: hasTotalWord(['合計: アカウント', '--']), broken: '短い行' },
  ]
  expect(readAdCostFile(lines, codeOf, today)).toEqual({
    costs: [
      { day: '2026-11-01', adcd: 'AD-A', yen: 1_500, reported: null },
      { day: '2026-11-02', adcd: 'AD-A', yen: 0, reported: null },
    ],
    unknown: [{ ad_name: '知らない広告', yen: 320 }],
  })
})

test('each line that can’t be read is named, and nothing is taken', () => {
  const lines = [
    line('2026-02-30', 'AD-A', '1', 2),
    line('', 'AD-A', '1', 3),
    line('2026-11-22', 'AD-A', '1', 4),
    line('2026-11-01', 'AD-A', '1.5', 5),
    line('2026-11-01', 'AD-A', '-5', 6),
    { ...line('2026-11-01', 'AD-A', '5', 7), broken: '列が足りません。' },
    line('2026-11-01', 'AD-A', '999999999', 8),
    line('2026-11-01', 'AD-A', '1', 9),
  ]
  expect(readAdCostFile(lines, codeOf, today)).toEqual({
    problems: [
      '2行目: 日付「2026-02-30」が読めません。',
      '3行目: 日付「」が読めません。',
      '4行目: 日付「2026-11-22」は、まだ来ていません。',
      '5行目: 費用「1.5」は、円の数字ではありません。',
      '6行目: 費用「-5」は、円の数字ではありません。',
      '7行目: 列が足りません。',
      '9行目: 費用の合計が大きすぎます。',
    ],
  })
})

test('more conversions than can be kept are named like too much money', () => {
  const lines = [1, 2].map((row) => ({ ...line('2026-11-01', 'AD-A', '1', row), reported: '9,999,999' }))
  expect(readAdCostFile(lines, codeOf, today)).toEqual({ problems: ['2行目: 成果の合計が大きすぎます。'] })
})

test('no yen of a file is lost, in whatever order its lines stand', () => {
  const one = fc.record({
    day: fc.constantFrom('2026-11-01', '2026-11-02'),
    ad: fc.constantFrom('AD-A', '春の初回', 'AD-B', '他', ''),
    yen: fc.nat(9_999),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (all) => {
      const lines = all.map(({ day, ad, yen }) => line(day, ad, String(yen)))
      const read = readAdCostFile(lines, codeOf, today)
      if ('problems' in read) throw new Error(read.problems[0])
      const sum = (rows: readonly { yen: number }[]) => rows.reduce((total, { yen }) => total + yen, 0)
      expect(sum(read.costs) + sum(read.unknown)).toBe(sum(all))
      const sorted = (rows: typeof read.costs) =>
        rows.toSorted((a, b) => `${a.day}${a.adcd}`.localeCompare(`${b.day}${b.adcd}`))
      const turned = readAdCostFile(lines.toReversed(), codeOf, today) as typeof read
      expect(sorted(turned.costs)).toEqual(sorted(read.costs))
    }),
  )
})
