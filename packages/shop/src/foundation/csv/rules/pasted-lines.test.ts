import { expect, test } from 'vitest'
import { pastedLines } from './pasted-lines.ts'

test.each([
  [
    'a,b\n\nc',
    [
      [1, 'a', 'b'],
      [3, 'c'],
    ],
  ],
  [
    'a\tb,c\r\nd\t',
    [
      [1, 'a', 'b,c'],
      [2, 'd'],
    ],
  ],
  [
    '"1,200",x\n"a ""b"""',
    [
      [1, '1,200', 'x'],
      [2, 'a "b"'],
    ],
  ],
  ['\uFEFF１２,Ａ ,\n', [[1, '12', 'A']]],
  ['a,1,200', [[1, 'a', '1', '200']]],
  [
    '"two\nlines",x\ny',
    [
      [1, 'two\nlines', 'x'],
      [3, 'y'],
    ],
  ],
  [
    '5" of\nx,y',
    [
      [1, '5" of'],
      [2, 'x', 'y'],
    ],
  ],
  [
    '"1,2\na	b',
    [
      [1, '"1', '2'],
      [2, 'a', 'b'],
    ],
  ],
  ['', []],
])('%j', (text, lines) => {
  expect(pastedLines(text).map(({ at, cells }) => [at, ...cells])).toEqual(lines)
})
