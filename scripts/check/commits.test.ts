import { expect, test } from 'vitest'
import { messageProblem } from './commits.mjs'

test.each([
  ['The list is faster\n\nIt read each row twice.', null],
  [`${'あ'.repeat(72)}\n\nWhy.`, null],
  [`${'a'.repeat(73)}\n\nWhy.`, 'the subject has 73 characters, more than 72'],
  ['The list is faster\nIt read each row twice.', 'the line below the subject is not empty'],
  ['The list is faster', 'the body that says why is missing'],
  ['The list is faster\n\n \n', 'the body that says why is missing'],
])('%j: %s', (message, problem) => {
  expect(messageProblem(message)).toBe(problem)
})
