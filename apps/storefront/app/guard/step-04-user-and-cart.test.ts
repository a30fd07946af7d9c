import { ApiError } from '@kushi/contract/client'
import type { Customer } from '@kushi/contract/customer'
import { expect, test } from 'vitest'
import { loadUserAndCart } from './step-04-user-and-cart.ts'
import { fakeDeps, member, to } from './testing.ts'

test('the first navigation loads the member and the cart', async () => {
  let customer: Customer | undefined
  const deps = fakeDeps({
    customer: () => customer,
    loadUser: async () => {
      customer = member
    },
  })
  await loadUserAndCart(to('/'), deps)
  expect(deps.calls).toEqual(['syncCart'])
})

test('a member lost by a bad line is asked for again by the next navigation, and brings the cart', async () => {
  let customer: Customer | null = null
  const deps = fakeDeps({
    customer: () => customer,
    mayRegain: () => customer === null,
    loadUser: async () => {
      customer = member
    },
  })
  await loadUserAndCart(to('/normal-purchase'), deps)
  expect(deps.calls).toEqual(['syncCart'])
})

test.each([
  ['/cart', '/login?next=%2Fcart'],
  ['/products', undefined],
])('a session that the server no longer knows: %s leads to %s', async (path, instead) => {
  let has = true
  const loadUser = async () => {
    has = false
  }
  expect(
    await loadUserAndCart(
      to(path),
      fakeDeps({ customer: () => (has ? undefined : null), hasSession: () => has, loadUser }),
    ),
  ).toBe(instead)
})

test('a guest has no cart on the server', async () => {
  const deps = fakeDeps({ customer: () => undefined })
  await loadUserAndCart(to('/'), deps)
  expect(deps.calls).toEqual(['loadUser'])
})

test.each([
  [false, []],
  [true, ['syncCart']],
])('later, with something unsynced: %s', async (hasUnsynced, calls) => {
  const deps = fakeDeps({ customer: () => member, hasUnsynced: () => hasUnsynced })
  await loadUserAndCart(to('/'), deps)
  expect(deps.calls).toEqual(calls)
})

test('a 401 of the sync ends the session and leads to login', async () => {
  const syncCart = () => Promise.reject(new ApiError(401))
  const deps = fakeDeps({ customer: () => member, hasUnsynced: () => true, syncCart })
  expect(await loadUserAndCart(to('/cart?tab=normal'), deps)).toBe('/login?next=%2Fcart%3Ftab%3Dnormal')
  expect(deps.calls).toEqual(['forgetUser'])
})

test('a failed sync does not stop the navigation', async () => {
  const syncCart = () => Promise.reject(new Error('down'))
  const deps = fakeDeps({ customer: () => member, hasUnsynced: () => true, syncCart })
  expect(await loadUserAndCart(to('/'), deps)).toBeUndefined()
})
