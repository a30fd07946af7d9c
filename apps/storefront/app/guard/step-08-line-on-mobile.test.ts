import { expect, test } from 'vitest'
import { lineOnMobile } from './step-08-line-on-mobile.ts'
import { config, fakeDeps, fakeLine, member, to } from './testing.ts'

const callsOf = async (own: Parameters<typeof fakeDeps>[0], isLoggedIn = false, path = '/products?page=2') => {
  const deps = fakeDeps({ line: fakeLine(isLoggedIn), isMobile: () => true, ...own })
  await lineOnMobile(to(path), deps)
  return deps.calls
}

test('a guest on a phone is told, on the page, that LINE’s login starts, and comes back to the same place', async () => {
  expect(await callsOf({})).toEqual(['announce /products?page=2'])
})

test('a shop may keep it for the checkout', async () => {
  const atCheckout = { config: () => config({ line_login_timing: 'checkout' }) }
  expect(await callsOf(atCheckout)).toEqual([])
  expect(await callsOf(atCheckout, false, '/normal-purchase')).toEqual(['announce /normal-purchase'])
})

test('nobody else is', async () => {
  expect(await callsOf({ isMobile: () => false })).toEqual([])
  expect(await callsOf({ customer: () => member })).toEqual([])
  expect(await callsOf({}, true)).toEqual([])
})

test('without LINE nothing happens', async () => {
  expect(await lineOnMobile(to('/'), fakeDeps({ isMobile: () => true }))).toBeUndefined()
})

test('who said no, or logged out, is not sent again', async () => {
  expect(await callsOf({ line: fakeLine(false, [], { mayAsk: () => false }) })).toEqual([])
})
