import { expect, test } from 'vitest'
import { fillTemplate } from './template.ts'

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
