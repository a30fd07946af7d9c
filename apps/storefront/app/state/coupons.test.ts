import { expect, test } from 'vitest'
import { readCoupons, saveCouponOf, writeCoupon } from './coupons.ts'
import { fakeStorage } from './fake-storage.ts'

const now = Date.parse('2026-11-21T12:00:00+09:00')
const codesOf = (storage: ReturnType<typeof fakeStorage>, at = now) => readCoupons(storage, at).map(({ code }) => code)

test('a code counts once, however it is typed, and the newest five are kept', () => {
  const storage = fakeStorage()
  for (const typed of ['aki', 'AKI', 'aki ']) writeCoupon(storage, typed, now)
  expect(codesOf(storage)).toEqual(['AKI'])
  for (const typed of ['A', 'B', 'C', 'D', 'E', ' ']) writeCoupon(storage, typed, now)
  expect(codesOf(storage)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('a code is forgotten after 30 days', () => {
  const storage = fakeStorage()
  writeCoupon(storage, 'AKI', now)
  expect(codesOf(storage, now + 29 * 86_400_000)).toEqual(['AKI'])
  expect(codesOf(storage, now + 31 * 86_400_000)).toEqual([])
})

test.each(['{', '"AKI"', '[{"code":1}]', '[null]'])('what is stored otherwise is no code: %s', (stored) => {
  const storage = fakeStorage()
  storage.setItem('kushi.coupons', stored)
  expect(codesOf(storage)).toEqual([])
})

test('a link may carry several codes', () => {
  const storage = fakeStorage()
  saveCouponOf(new URLSearchParams('coupon=AKI&coupon=fuyu&coupon='), (typed) => writeCoupon(storage, typed, now))
  expect(codesOf(storage)).toEqual(['AKI', 'FUYU'])
})
