import { expect, test } from 'vitest'
import { isPassword } from './password.ts'

test.each(['Abcdef1', 'Abcdefghijklm12', '1234aB!', 'aB3$%&~'])('%s passes', (text) => {
  expect(isPassword(text)).toBe(true)
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
  expect(isPassword(text)).toBe(false)
})
