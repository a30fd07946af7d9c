import { expect, test } from 'vitest'
import { isSameBankEntry, isSameSenderName } from './same-bank-entry.ts'

test.each([
  ['ヤマトコレクト', 'ヤマトコレクト', true],
  ['振込 ヤマトコレクト', 'ヤマトコレクト', true],
  ['ﾌﾘｺﾐ ﾔﾏﾄｺﾚｸﾄ', 'ヤマトコレクト', true],
  // 全銀 has no small kana, and - for ー.
  ['GMOペイメントゲートウェイ(カ', 'GMOペイメントゲ-トウエイ(カ', true],
  ['振込入金 GMOペイメントゲ', 'ＧＭＯペイメントゲートウエイ', true],
  // A statement without names.
  ['振込1', 'ヤマトコレクト', true],
  ['', 'ヤマトコレクト', true],
  ['フリコミ サガワ', 'ヤマトコレクト', false],
  ['ヤマダタロウ', 'ヤマトコレクト', false],
])('「%s」 and 「%s」: %s', (one, other, isAlike) => {
  expect(isSameSenderName(one, other)).toBe(isAlike)
  expect(isSameSenderName(other, one)).toBe(isAlike)
})

test.each([
  ['the same balance', 1500, 1500, true],
  ['another balance', 1500, 2000, false],
  ['a balance that only one says', 1500, null, true],
  ['none', null, null, true],
])('two of one sender, day and amount, with %s', (_, one, other, isSame) => {
  expect(isSameBankEntry({ party: '振込 ヤマト', bank_balance: one }, { party: 'ヤマト', bank_balance: other })).toBe(
    isSame,
  )
  expect(isSameBankEntry({ party: 'サガワ', bank_balance: one }, { party: 'ヤマト', bank_balance: other })).toBe(false)
})
