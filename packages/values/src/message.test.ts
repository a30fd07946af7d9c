import { expect, test } from 'vitest'
import { FIELD_RULE_MESSAGES, fieldRuleMessage } from './message.ts'
import { fillTemplate } from './template.ts'

test('the ids are cmn-err-001 to cmn-err-016', () => {
  const ids = Array.from({ length: 16 }, (_, index) => `cmn-err-${String(index + 1).padStart(3, '0')}`)
  expect(Object.keys(FIELD_RULE_MESSAGES)).toEqual(ids)
})

test('arguments are inserted in their places', () => {
  expect(fieldRuleMessage('cmn-err-001', '姓')).toBe('姓を入力してください。')
  expect(fieldRuleMessage('cmn-err-005', '姓', 1, 20)).toBe('姓は1文字以上20文字以内で入力してください。')
  expect(fieldRuleMessage('cmn-err-015', 'パスワード', 'パスワード(確認)')).toBe(
    'パスワードとパスワード(確認)が一致しません。',
  )
})

test('the compiler counts the arguments', () => {
  // @ts-expect-error one is missing
  fieldRuleMessage('cmn-err-004', '姓')
  // @ts-expect-error one too many
  fieldRuleMessage('cmn-err-001', '姓', 20)
})

test.each([
  ['{0}は{1}文字', ['姓', 20], '姓は20文字'],
  ['{1}と{0}と{1}', ['a', 'b'], 'bとaとb'],
  ['{0}', ['$& {1}'], '$& {1}'],
  ['{0}', [0], '0'],
  ['{0}{1}', ['a'], 'a{1}'],
  ['そのまま', [], 'そのまま'],
])('%j with %j', (template, args, text) => {
  expect(fillTemplate(template, args)).toBe(text)
})
