import { expect, test } from 'vitest'
import { lineOnMobile } from './step-08-line-on-mobile.ts'
import { config, fakeDeps, fakeLine, member, to } from './testing.ts'

const callsOf = async (own: Parameters<typeof fakeDeps>[0], isLoggedIn = false, path = '/products?page=2') => {
  const deps = fakeDeps({ line: fakeLine(isLoggedIn), isMobile: () => true, ...own })
  await lineOnMobile(to(path), deps)
  return deps.calls
}

test('announces LINE’s login to a guest on a phone, with a return to the same page', async () => {
  expect(await callsOf({})).toEqual(['announce /products?page=2'])
})

test('a shop can limit it to the checkout', async () => {
  const atCheckout = { config: () => config({ line_login_timing: 'checkout' }) }
  expect(await callsOf(atCheckout)).toEqual([])
  expect(await callsOf(atCheckout, false, '/normal-purchase')).toEqual(['announce /normal-purchase'])
})

test('does not announce it to other visitors', async () => {
  expect(await callsOf({ isMobile: () => false })).toEqual([])
  expect(await callsOf({ customer: () => member })).toEqual([])
  expect(await callsOf({}, true)).toEqual([])
})

test('without LINE nothing happens', async () => {
  expect(await lineOnMobile(to('/'), fakeDeps({ isMobile: () => true }))).toBeUndefined()
})

test('does not announce it again after a refusal or a logout', async () => {
  expect(await callsOf({ line: fakeLine(false, [], { mayAsk: () => false }) })).toEqual([])
})
