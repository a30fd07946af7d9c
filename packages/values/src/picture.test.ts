import { expect, test } from 'vitest'
import { pictureWidths } from './picture.ts'

test.each([
  ['soap-1', 960],
  ['large/soap-size', 1600],
  ['2/large/0123456789abcdef', 1600],
  ['enlarge/soap-1', 960],
])('the widest file of %s is %i px wide', (path, widest) => {
  expect(pictureWidths(path).at(-1)).toBe(widest)
})
