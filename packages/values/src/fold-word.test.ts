import { expect, test } from 'vitest'
import { folding } from './fold-word.ts'

test('the database folds the same letters', () => {
  const { from, to } = folding
  const told = [...from].map((letter, n) => [letter, [...to][n] ?? ''])
  expect(told).toContainEqual(['ツ', 'つ'])
  expect(told).toContainEqual(['ョ', 'よ'])
  expect(told).toContainEqual(['ょ', 'よ'])
  expect(told).toContainEqual(['ー', ''])
  // Characters to delete must be at the end.
  expect([...to].length).toBe([...from].length - [..."ー・‐-–〜~'’"].length)
})
