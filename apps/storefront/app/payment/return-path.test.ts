import { expect, test } from 'vitest'
import { fakeStorage } from '../state/fake-storage.ts'
import { forgetReturnPath, returnPath, saveReturnPath } from './return-path.ts'

test('returns the subscription within an hour, until it is deleted', () => {
  const storage = fakeStorage()
  expect(returnPath(storage, 0)).toBeNull()
  saveReturnPath(7, storage, 1000)
  expect(returnPath(storage, 3_600_000)).toBe(7)
  expect(returnPath(storage, 3_601_001)).toBeNull()
  forgetReturnPath(storage)
  expect(returnPath(storage, 1000)).toBeNull()
  storage.setItem('kushi.card-for', '{')
  expect(returnPath(storage, 0)).toBeNull()
})
