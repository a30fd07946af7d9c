import { expect, test } from 'vitest'
import { ProviderCircuitBreaker } from './dunning.ts'

test.each([
  ['nothing was asked', [], false],
  ['seven in a row', Array(7).fill(false), false],
  ['eight in a row', Array(8).fill(false), true],
  ['an answer begins the count anew', [...Array(7).fill(false), true, ...Array(7).fill(false)], false],
  ['an answer that comes late closes it', [...Array(8).fill(false), true], false],
] as const)('%s', (_, answers, isOpen) => {
  const breaker = new ProviderCircuitBreaker()
  for (const isAnswered of answers) breaker.note(1, isAnswered)
  expect([breaker.isOpen(1), breaker.isOpen(2)]).toEqual([isOpen, false])
})
