import { expect, test } from 'vitest'
import { AD_KEY, adCodes, keepAdCodes } from './ad-codes.ts'
import { fakeStorage } from './fake-storage.ts'

const KEPT = 90 * 86_400_000
const query = (text: string) => new URLSearchParams(text)
const none = { adcd: null, abmtcd: null, ad_user_id: null }

test('each code is valid for 90 days from its own click', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('abmtcd=m1'), 0)
  keepAdCodes(storage, query('adcd=a1&ad_user_id=u1'), 1000)
  expect(adCodes(storage, 1000)).toEqual({ adcd: 'a1', abmtcd: 'm1', ad_user_id: 'u1' })
  expect(adCodes(storage, KEPT)).toEqual({ adcd: 'a1', abmtcd: null, ad_user_id: 'u1' })
  expect(adCodes(storage, KEPT + 1000)).toEqual(none)
})

test('the last click counts', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('adcd=a1'), 0)
  keepAdCodes(storage, query('adcd=a2'), 1000)
  expect(adCodes(storage, KEPT).adcd).toBe('a2')
})

test('a URL without codes changes nothing', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('abmtcd=m1'), 0)
  keepAdCodes(storage, query('page=2'), KEPT)
  expect(adCodes(storage, KEPT - 1).abmtcd).toBe('m1')
  expect(adCodes(fakeStorage(), 0)).toEqual(none)
})

test('ignores data of an older version', () => {
  const storage = fakeStorage()
  storage.setItem(AD_KEY, JSON.stringify({ adcd: 'a1', until: KEPT }))
  expect(adCodes(storage, 0)).toEqual(none)
})
