import { expect, test } from 'vitest'
import { addressFailures, normalizeAddress, normalizeText } from './normalize-address.ts'

test.each([
  [' 山田 ', '山田'],
  ['Ｙａｍａｄａ', 'Yamada'],
  ['１−２−３　椿荘', '1-2-3 椿荘'],
  ['銀座1,2，3', '銀座123'],
  ['メゾン\n椿\t201', 'メゾン 椿 201'],
  ['センタービル', 'センタービル'],
  ['㈱椿野', '㈱椿野'],
  [',，', ''],
])('%j → %j', (typed, stored) => {
  expect(normalizeText(typed)).toBe(stored)
  expect(normalizeText(stored)).toBe(stored)
})

test('what was only commas is missing', () => {
  const address = { name01: ',', name02: '花子', addr01: '鎌倉市', addr02: '，', addr03: ',' }
  const normalized = normalizeAddress({ ...address, kana01: '', kana02: '' } as never)
  expect(addressFailures(normalized)).toEqual([
    { path: 'name01', message_id: 'cmn-err-001', message: '姓は必須です。入力してください。' },
    { path: 'addr02', message_id: 'cmn-err-001', message: '番地は必須です。入力してください。' },
  ])
})
