import { describe, expect, test } from 'vitest'
import * as rule from './field-rule.ts'
import { DEFAULT_PASSWORD_LENGTH_RANGE } from './password.ts'

type Row = [name: string, rule: rule.FieldRule, passes: string[], fails: string[], id: string, message: string]

const rows: Row[] = [
  ['required', rule.required('姓'), ['山田', ' 山田 '], ['', ' ', '　\t'], 'cmn-err-001', '姓を入力してください。'],
  [
    'maxLength',
    rule.maxLength('姓', 2),
    ['', '山田', '𠮷田'],
    ['佐々木'],
    'cmn-err-004',
    '姓は2文字以内で入力してください。',
  ],
  [
    'email',
    rule.email('メールアドレス'),
    ['', 'a..b.@docomo.ne.jp'],
    ['hanako', 'hanako@example.jp '],
    'cmn-err-003',
    'メールアドレスは「name@example.jp」の形式で入力してください。',
  ],
  [
    'sameAs',
    rule.sameAs('メールアドレス(確認)', 'メールアドレス', 'a@example.jp'),
    ['', 'a@example.jp'],
    ['A@example.jp', 'b@example.jp'],
    'cmn-err-015',
    'メールアドレス(確認)とメールアドレスが一致しません。',
  ],
  [
    'hiragana',
    rule.hiragana('せい'),
    ['', 'やまだ', 'さとー'],
    ['ヤマダ', 'やま だ', '山田'],
    'cmn-err-003',
    'せいは全角ひらがなで入力してください。',
  ],
  [
    'phone',
    rule.phone('電話番号', '03-1234'),
    ['', '09012345678', '0312345678', '03-1234'],
    ['0901234567', '03-1235', '090-1234-5678'],
    'cmn-err-016',
    '電話番号は正しい桁数で入力してください。',
  ],
  [
    'password',
    rule.password('パスワード', DEFAULT_PASSWORD_LENGTH_RANGE),
    ['', 'Abcdef1'],
    ['abcdef1', ' Abcdef1', '       '],
    'cmn-err-014',
    'パスワードは英大文字・英小文字・数字をすべて含む7文字以上15文字以内で入力してください。',
  ],
  [
    'postalCode01',
    rule.postalCode01('郵便番号'),
    ['', '001'],
    ['12', '1234', '１２３'],
    'cmn-err-003',
    '郵便番号は半角数字3桁と4桁で入力してください。',
  ],
  [
    'postalCode02',
    rule.postalCode02('郵便番号'),
    ['', '0001'],
    ['123', '12345'],
    'cmn-err-003',
    '郵便番号は半角数字3桁と4桁で入力してください。',
  ],
  [
    'notFuture',
    rule.notFuture('生年月日', '2026-12-03'),
    ['', '2026-12-03', '1980-02-29'],
    ['2026-12-04', '1981-02-29', '1980/01/01'],
    'invalid',
    '生年月日が正しくありません。',
  ],
  [
    'onOrAfter',
    rule.onOrAfter('お届け日', '2026-12-08'),
    ['', '2026-12-08', '2027-01-01'],
    ['2026-12-07', '2027-02-29', '9999'],
    'cmn-err-007',
    'お届け日は2026/12/08以降の日付を入力してください。',
  ],
  [
    'printedPhone',
    rule.printedPhone('電話番号'),
    ['', '0120-000-000', '03-1234-5678', '0312345678'],
    ['0120-000', '03-1234-567a', '電話'],
    'cmn-err-016',
    '電話番号は正しい桁数で入力してください。',
  ],
  [
    'registrationNumber',
    rule.registrationNumber('登録番号'),
    ['', 'T7000012050002', 'T0000000000000'],
    ['7000012050002', 'T700001205000', 'Ｔ7000012050002', 't7000012050002'],
    'cmn-err-003',
    '登録番号は「T」と半角数字13桁で入力してください。',
  ],
  [
    'spacedName',
    rule.spacedName('お名前'),
    ['', '山田 花子', '山田　花子'],
    ['山田花子', ' 山田', '山田 '],
    'cmn-err-003',
    'お名前は「山田 花子」のように姓と名の間を空けた形で入力してください。',
  ],
]

describe.each(rows)('%s', (_, check, passes, fails, message_id, message) => {
  test.each(passes)('%j passes', (value) => {
    expect(check(value)).toBeNull()
  })

  test.each(fails)('%j does not', (value) => {
    expect(check(value)).toEqual({ message_id, message })
  })
})

describe('requiredSelect', () => {
  test.each(['1', 0, '0'])('%j passes', (value) => {
    expect(rule.requiredSelect('性別')(value)).toBeNull()
  })

  test.each(['', null, undefined])('%j does not', (value) => {
    expect(rule.requiredSelect('性別')(value)).toEqual({
      message_id: 'cmn-err-002',
      message: '性別を選択してください。',
    })
  })
})

describe('registrable', () => {
  test('names the characters that cannot be registered', () => {
    expect(rule.registrable('姓')('髙橋')).toBeNull()
    expect(rule.registrable('姓')('')).toBeNull()
    expect(rule.registrable('姓')('𠮷田😀')).toEqual({
      message_id: 'unregistrable',
      message: '姓に登録できない文字(𠮷 😀)が含まれています。別の文字で入力してください。',
    })
  })

  test('uses the caller’s message instead', () => {
    expect(rule.registrable('姓', '使えない文字です。')('😀')?.message).toBe('使えない文字です。')
  })
})
