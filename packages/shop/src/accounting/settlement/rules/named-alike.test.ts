import { expect, test } from 'vitest'
import { isNamedAlike } from './named-alike.ts'

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
  expect(isNamedAlike(one, other)).toBe(isAlike)
  expect(isNamedAlike(other, one)).toBe(isAlike)
})
