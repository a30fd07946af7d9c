import { expect, test } from 'vitest'
import { refuseEmptyCart } from './step-05-empty-cart.ts'
import { fakeDeps, member, to } from './testing.ts'

const guest = fakeDeps()
const customer = fakeDeps({ customer: () => member })
const filled = fakeDeps({ countItems: (type) => (type === 'normal' ? 2 : 0) })

const unanswered = fakeDeps({ customer: () => member, isOrderOpen: (type) => type === 'normal' })

test.each([
  ['/normal-purchase', guest, '/login'],
  ['/normal-purchase/confirm', guest, '/login'],
  ['/periodic-purchase', customer, '/'],
  ['/normal-purchase', filled, undefined],
  ['/periodic-purchase', filled, '/login'],
  ['/normal-purchase/complete', guest, undefined],
  ['/cart', guest, undefined],
  ['/products', guest, undefined],
  ['/normal-purchase/confirm', unanswered, undefined],
  ['/normal-purchase', unanswered, '/normal-purchase/confirm?loggedIn=true'],
  ['/periodic-purchase', unanswered, '/'],
])('%s', async (path, deps, expected) => {
  expect(await refuseEmptyCart(to(path), deps)).toBe(expected)
})

test('shows the reason for the redirect', async () => {
  const deps = fakeDeps()
  await refuseEmptyCart(to('/normal-purchase'), deps)
  expect(deps.calls).toEqual(['notifyEmptyCart'])
})
