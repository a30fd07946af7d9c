import { afterEach, expect, test, vi } from 'vitest'
import { fromForm, handOverLists } from './from-form.ts'

afterEach(() => vi.unstubAllGlobals())

const lists = { addresses: [], cards: null, token: null }

test('the lists of the form are there on the way to the confirmation, and only then', async () => {
  expect(fromForm()).toBeNull()
  await handOverLists(lists, async () => expect(fromForm()).toBe(lists))
  expect(fromForm()).toBeNull()
  await expect(handOverLists(lists, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(fromForm()).toBeNull()
})

test('the lists of a member are not for another one who has logged in meanwhile', async () => {
  vi.stubGlobal('document', { cookie: 'access_token=second', documentElement: { dataset: {} } })
  await handOverLists({ ...lists, token: 'first' }, async () => expect(fromForm()).toBeNull())
  const own = { ...lists, token: 'second' }
  await handOverLists(own, async () => expect(fromForm()).toBe(own))
})
