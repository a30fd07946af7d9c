import { expect, test } from 'vitest'
import { memberFailures } from './member-rules.ts'

const none = { company_name: '', company_name_kana: '', manager_name: '', manager_name_kana: '' }
const business = {
  company_name: '株式会社 椿野',
  company_name_kana: 'かぶしきがいしゃ つばきの',
  manager_name: '山口 花子',
  manager_name_kana: 'やまぐち はなこ',
}
const broken = (form: object) =>
  memberFailures({ birthday: null, account_type: false, ...none, ...form }, '2026-11-21').map((each) => [
    each.path,
    each.message_id,
  ])

test.each([
  ['a person', {}, []],
  ['born today', { birthday: '2026-11-21' }, []],
  ['born tomorrow', { birthday: '2026-11-22' }, [['birthday', 'invalid']]],
  ['born on no day', { birthday: '2025-02-29' }, [['birthday', 'invalid']]],
  ['born in 1900', { birthday: '1900-01-01' }, []],
  ['born before', { birthday: '1899-12-31' }, [['birthday', 'invalid']]],
  ['born in year 0', { birthday: '0000-01-01' }, [['birthday', 'invalid']]],
  ['a business', { account_type: true, ...business }, []],
  ['a person with a company', { ...business, company_name_kana: 'カナ' }, []],
  [
    'a business without a name',
    { account_type: true },
    ['company_name', 'company_name_kana', 'manager_name', 'manager_name_kana'].map((path) => [path, 'cmn-err-001']),
  ],
  [
    'a business in katakana',
    { account_type: true, ...business, company_name_kana: 'ツバキノ', manager_name_kana: 'ヤマグチ' },
    [
      ['company_name_kana', 'cmn-err-003'],
      ['manager_name_kana', 'cmn-err-003'],
    ],
  ],
])('%s', (_, form, failures) => {
  expect(broken(form)).toEqual(failures)
})
