import { expect, test } from 'vitest'
import { DEFAULT_PASSWORD_LENGTH_RANGE, isPassword, passwordHint } from './password.ts'

test.each(['Abcdef1', 'Abcdefghijklm12', '1234aB!', 'aB3$%&~'])('%s passes', (text) => {
  expect(isPassword(text, DEFAULT_PASSWORD_LENGTH_RANGE)).toBe(true)
})

test.each([
  ['too short', 'Abcde1'],
  ['too long', 'Abcdefghijklmn12'],
  ['no digit', 'Abcdefg'],
  ['no uppercase letter', 'abcdef1'],
  ['no lowercase letter', 'ABCDEF1'],
  ['full-width', 'Ａbcdef1'],
  ['full-width digit only', 'Abcdef１'],
  ['a space', 'Abc def1'],
  ['a line break', 'Abcdef1\n'],
  ['a control character', 'Abcdef1\u007f'],
  ['empty', ''],
])('%s: %j does not', (_, text) => {
  expect(isPassword(text, DEFAULT_PASSWORD_LENGTH_RANGE)).toBe(false)
})

test('a shop sets another length', () => {
  const longer = { password_min: 10, password_max: 64 }
  expect(isPassword('Abcdef1', longer)).toBe(false)
  expect(isPassword('Abcdefghijklmnopqrst12', longer)).toBe(true)
  expect(passwordHint(longer)).toBe('半角の英数字で10〜64文字')
  expect(passwordHint(DEFAULT_PASSWORD_LENGTH_RANGE)).toBe('半角の英数字で7〜15文字')
})
