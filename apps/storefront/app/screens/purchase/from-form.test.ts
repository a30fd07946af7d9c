import { expect, test } from 'vitest'
import { fromForm, handOver } from './from-form.ts'

const lists = { addresses: [], cards: null }

test('the lists of the form are there on the way to the confirmation, and only then', async () => {
  expect(fromForm()).toBeNull()
  await handOver(lists, async () => expect(fromForm()).toBe(lists))
  expect(fromForm()).toBeNull()
  await expect(handOver(lists, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(fromForm()).toBeNull()
})
