import { expect, test } from 'vitest'
import { fakeStorage } from '../state/fake-storage.ts'
import { forgetWayBack, keepWayBack, wayBack } from './way-back.ts'

test('returns the subscription within an hour, until it is deleted', () => {
  const storage = fakeStorage()
  expect(wayBack(storage, 0)).toBeNull()
  keepWayBack(7, storage, 1000)
  expect(wayBack(storage, 3_600_000)).toBe(7)
  expect(wayBack(storage, 3_601_001)).toBeNull()
  forgetWayBack(storage)
  expect(wayBack(storage, 1000)).toBeNull()
  storage.setItem('kushi.card-for', '{')
  expect(wayBack(storage, 0)).toBeNull()
})
