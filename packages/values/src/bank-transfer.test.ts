import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBankTransferName, maskedBankAccountText, toBankTransferName } from './bank-transfer.ts'

test.each([
  ['ヤマグチ ハナコ', 'ﾔﾏｸﾞﾁ ﾊﾅｺ'],
  ['やまぐち　はなこ', 'ﾔﾏｸﾞﾁ ﾊﾅｺ'],
  ['ｷｬｯﾂ', 'ｷﾔﾂﾂ'],
  ['カ）ツバキノ', 'ｶ)ﾂﾊﾞｷﾉ'],
  ['パーク「シー」', 'ﾊﾟ-ｸ｢ｼ-｣'],
  ['Yamada Ｔａｒｏ', 'YAMADA TARO'],
])('%s is %s in a bank’s file', (typed, written) => {
  expect(toBankTransferName(typed)).toBe(written)
  expect(isBankTransferName(written)).toBe(true)
})

test.each(['山口 花子', '', 'ヤマダ🌸', 'ｱ'.repeat(31), 'ﾔﾏﾀﾞ,ﾊﾅ'])(
  '「%s」 is no name that a bank can read',
  (typed) => {
    expect(isBankTransferName(toBankTransferName(typed))).toBe(false)
  },
)

test('whatever is written, writing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = toBankTransferName(text)
      if (isBankTransferName(once)) expect(toBankTransferName(once)).toBe(once)
    }),
  )
})

test('an account is never shown whole', () => {
  const account = {
    bank_code: '0001',
    bank_name: 'みずほ銀行',
    branch_code: '210',
    branch_name: '渋谷支店',
    deposit_type: 1,
    account_number: '1234567',
    holder: 'ﾔﾏｸﾞﾁ ﾊﾅｺ',
  } as const
  expect(maskedBankAccountText(account)).toBe('みずほ銀行 渋谷支店 普通 ****567')
})
