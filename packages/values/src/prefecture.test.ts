import { expect, test } from 'vitest'
import { prefectureId, prefectureName, prefectures } from './prefecture.ts'

test('the 47 prefectures have the ids of JIS X 0401', () => {
  expect(new Set(prefectures).size).toBe(47)
  // Samples from the standard; any error shifts the ones after it.
  const known = { 1: '北海道', 8: '茨城県', 13: '東京都', 15: '新潟県', 23: '愛知県', 26: '京都府', 27: '大阪府' }
  for (const [id, name] of Object.entries(known)) expect(prefectureName(Number(id))).toBe(name)
  expect([34, 40, 46, 47].map(prefectureName)).toEqual(['広島県', '福岡県', '鹿児島県', '沖縄県'])
})

test('ids and names map to each other', () => {
  for (const name of prefectures) expect(prefectureName(prefectureId(name) ?? 0)).toBe(name)
})

test.each([0, 48, -1, 1.5, NaN])('%d is no prefecture', (id) => {
  expect(prefectureName(id)).toBeNull()
})

test.each(['東京', '', 'length', '東京都 '])('%j is no prefecture', (name) => {
  expect(prefectureId(name)).toBeNull()
})
