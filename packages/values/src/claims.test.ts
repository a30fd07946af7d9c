import { expect, test } from 'vitest'
import { findAdvertisingWords, findRestrictedWords } from './claims.ts'

const words = (text: string) => findRestrictedWords(text).map(({ word }) => word)

test.each([
  ['抜け毛・ボリューム', ['抜け毛']],
  ['育毛に効く。必ず実感', ['育毛', '効く', '必ず']],
  ['<p>売上No.1の椿油</p>', ['No.1']],
  ['いつでも解約できます', ['いつでも解約']],
  ['ビタミンC配合', ['ビタミンC配合']],
  ['ビタミンC配合(保湿成分)', []],
  ['乾燥による肌荒れを改善', ['肌荒れを改善']],
  ['髪にハリ、コシを与える。うるおいを与え、頭皮をすこやかに保つ', []],
  ['ご使用の前に必ずお読みください', []],
  ['{お名前}様 いつもありがとうございます', []],
])('%s', (text, found) => {
  expect(words(text)).toEqual(found)
})

test('a message that sells is an advert', () => {
  expect(findAdvertisingWords('お届けが遅れております。お待ちください。')).toEqual([])
  expect(findAdvertisingWords('お詫びに、新商品を20%OFFでご案内します').map(({ word }) => word)).toEqual([
    '新商品',
    '20%OFF',
  ])
})

test.each([
  ['今なら半額です。ぜひご覧ください', ['今なら', '半額', 'ぜひご覧']],
  ['二割引、20パーセントオフ', ['二割引', '20パーセントオフ']],
  ['こちらです https://shop.example/products/detail/12', ['https://shop.example/products/detail/12']],
  ['お届けの状況は https://shop.example/mypage/orders をご覧ください', []],
])('as 取引上のお知らせ: %s', (text, found) => {
  expect(findAdvertisingWords(text).map(({ word }) => word)).toEqual(found)
})
