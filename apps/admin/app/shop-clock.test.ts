import { expect, test } from 'vitest'
import { monthFrom } from './month-from.ts'
import { setShopNow, shopNow } from './shop-clock.ts'

test('the admin counts from the shop’s moment: the sandbox’s may be months ahead', () => {
  const later = new Date(Date.now() + 100 * 86_400_000).toISOString()
  setShopNow(later)
  expect(Math.abs(shopNow() - Date.parse(later))).toBeLessThan(1_000)
  expect(monthFrom(null, 0).slice(0, 7)).toBe(new Date(Date.parse(later) + 9 * 3_600_000).toISOString().slice(0, 7))
})
