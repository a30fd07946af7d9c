import { expect, test } from 'vitest'
import { adCodes, keepAdCodes } from './ad-codes.ts'
import { fakeStorage } from './fake-storage.ts'

const DAY = 86_400_000
const query = (text: string) => new URLSearchParams(text)

test('codes hold for 24 hours', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('abmtcd=m1'), 0)
  keepAdCodes(storage, query('adcd=a1'), 1000)
  expect(adCodes(storage, 1000)).toEqual({ adcd: 'a1', abmtcd: 'm1' })
  expect(adCodes(storage, DAY + 1000)).toEqual({ adcd: null, abmtcd: null })
})

test('an address without codes changes nothing', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('abmtcd=m1'), 0)
  keepAdCodes(storage, query('page=2'), DAY)
  expect(adCodes(storage, DAY - 1).abmtcd).toBe('m1')
  expect(adCodes(fakeStorage(), 0)).toEqual({ adcd: null, abmtcd: null })
})
