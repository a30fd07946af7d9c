import { expect, test } from 'vitest'
import { lineOnMobile } from './step-08-line-on-mobile.ts'
import { fakeDeps, fakeLine, member, to } from './testing.ts'

const callsOf = async (own: Parameters<typeof fakeDeps>[0], isLoggedIn = false) => {
  const calls: string[] = []
  await lineOnMobile(
    to('/products?page=2'),
    fakeDeps({ line: fakeLine(isLoggedIn, calls), isMobile: () => true, ...own }),
  )
  return calls
}

test('a guest on a phone is sent to LINE and back to the same place', async () => {
  expect(await callsOf({})).toEqual(['login /products?page=2'])
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
  const calls: string[] = []
  const line = fakeLine(false, calls, { mayAsk: () => false })
  await lineOnMobile(to('/'), fakeDeps({ line, isMobile: () => true }))
  expect(calls).toEqual([])
})
