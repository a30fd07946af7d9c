import type { Address } from '@kushi/contract/address'
import { expect, test } from 'vitest'
import { listWith } from './use-submit.ts'

test('a saved address that was already known is in the book once', () => {
  const [home, office] = [{ id: 1 }, { id: 2 }] as Address[]
  expect(listWith([home!], office!)).toEqual([home, office])
  expect(listWith([home!, office!], office!)).toEqual([home, office])
})
