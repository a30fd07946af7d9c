import type { Customer } from '@kushi/contract/customer'
import { expect, test } from 'vitest'
import { membersOnly } from './step-07-members-only.ts'
import { config, fakeDeps, member, to } from './testing.ts'

test('redirects a guest to login, which returns afterwards', async () => {
  const deps = fakeDeps()
  expect(await membersOnly(to('/mypage/history?page=2'), deps)).toBe('/login?next=%2Fmypage%2Fhistory%3Fpage%3D2')
  expect(deps.calls).toEqual(['loadUser'])
})

test('loads the member once more before', async () => {
  let customer: Customer | null = null
  const loadUser = async () => {
    customer = member
  }
  const deps = fakeDeps({ customer: () => customer, loadUser })
  expect(await membersOnly(to('/mypage'), deps)).toBeUndefined()
  // The member is found only now, for example after a network failure, so the cart is loaded too.
  expect(deps.calls).toEqual(['syncCart'])
})

test('a member and an open page pass', async () => {
  expect(await membersOnly(to('/mypage'), fakeDeps({ customer: () => member }))).toBeUndefined()
  expect(await membersOnly(to('/products'), fakeDeps())).toBeUndefined()
})

test('a pattern with a parameter counts', async () => {
  const address = to('/mypage/addresses/7/edit', 'mypage/addresses/:id/edit')
  expect(await membersOnly(address, fakeDeps())).toContain('/login')
})

test('redirects to LINE’s login from the login page if LINE is configured', async () => {
  const deps = fakeDeps({ config: () => config({ liff_id: '99-x' }) })
  expect(await membersOnly(to('/callback?loginFromLoginPage=true'), deps)).toBe('/line-login')
  expect(await membersOnly(to('/callback'), deps)).toContain('/login?')
})
