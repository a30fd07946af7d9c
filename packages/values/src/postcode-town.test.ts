import { expect, test } from 'vitest'
import {
  isPlaceOfPostcode,
  parseAddressPlace,
  replaceTownInLine,
  type TownName,
  townNamesText,
} from './postcode-town.ts'

const hakata: TownName[] = [{ pref_id: 40, city: '福岡市博多区', town: '博多駅前' }]
const town = (pref_id: number, city: string, name: string): TownName[] => [{ pref_id, city, town: name }]

test.each<[string, TownName[], number, string, string, boolean]>([
  ['the town', hakata, 40, '福岡市博多区博多駅前', '1-1', true],
  ['the town in the field of the house number', hakata, 40, '福岡市博多区', '博多駅前１−１', true],
  ['another ward of the city', hakata, 40, '福岡市中央区天神', '1-1', false],
  ['another town of the ward', hakata, 40, '福岡市博多区中洲', '1-1', false],
  ['another prefecture', hakata, 13, '福岡市博多区博多駅前', '1-1', false],
  ['a postcode of the whole city', town(40, '福岡市博多区', '以下に掲載がない場合'), 40, '福岡市博多区金隈', '1', true],
  ['no town', town(40, '福岡市博多区', ''), 40, '福岡市博多区金隈', '1', true],
  ['without the county', town(39, '高岡郡佐川町', '甲'), 39, '佐川町甲', '1', true],
  ['with the county', town(39, '高岡郡佐川町', '甲'), 39, '高岡郡佐川町甲', '1', true],
  [
    'the streets of Kyoto',
    town(26, '京都市中京区', '上本能寺前町'),
    26,
    '京都市中京区寺町通御池上る上本能寺前町',
    '488',
    true,
  ],
  ['大字', town(8, 'つくば市', '上ノ室'), 8, 'つくば市大字上の室', '1', true],
  ['ヶ and ケ', town(14, '茅ヶ崎市', '茅ヶ崎'), 14, '茅ケ崎市茅ケ崎', '1', true],
  ['numbers', town(1, '札幌市中央区', '北一条西(1〜19丁目)'), 1, '札幌市中央区北１条西', '2丁目', true],
  ['a larger number', town(1, '札幌市中央区', '南十二条西'), 1, '札幌市中央区南12条西', '2', true],
  ['several towns', [...hakata, ...town(40, '福岡市博多区', '中洲')], 40, '福岡市博多区中洲', '1', true],
  ['a postcode without towns', [], 40, '福岡市博多区中洲', '1', false],
])('%s', (_, towns, pref_id, addr01, addr02, fits) => {
  expect(isPlaceOfPostcode(towns, { pref_id, addr01, addr02 })).toBe(fits)
})

test('the names of the towns, of many the first three', () => {
  expect(townNamesText([...hakata, ...hakata, ...town(40, '福岡市', '一円')])).toBe('福岡市博多区博多駅前、福岡市')
})

test.each([
  ['福岡県福岡市中央区天神1-1 椿ビル', '福岡県福岡市博多区博多駅前1-1 椿ビル'],
  ['福岡県福岡市中央区天神', '福岡県福岡市博多区博多駅前'],
])('on a label %s becomes %s', (line, replaced) => {
  expect(replaceTownInLine(line, { pref_id: 40, city: '福岡市博多区', town: '博多駅前' })).toBe(replaced)
  expect(parseAddressPlace([line])).toMatchObject({ pref_id: 40 })
  expect(parseAddressPlace(['福岡市中央区天神'])).toBeNull()
})
