import { expect, test } from 'vitest'
import { subscribeState } from './line-subscribe.tsx'

const member = (isLinked: boolean, isFriend: boolean) => ({ isLinked, isFriend })
const line = (isLoggedIn: boolean, isFriend: boolean) => ({ isConfigured: true, isLoggedIn, isFriend })

test.each([
  ['no LINE here', { isConfigured: false, isLoggedIn: false, isFriend: false, member: null }, 'no_line'],
  ['guest, not logged in', { ...line(false, false), member: null }, 'log_in'],
  ['guest, no friend', { ...line(true, false), member: null }, 'add'],
  ['guest, friend', { ...line(true, true), member: null }, 'done'],
  ['member without LINE, not logged in', { ...line(false, false), member: member(false, false) }, 'log_in'],
  ['member without LINE, no friend', { ...line(true, false), member: member(false, false) }, 'add'],
  ['member without LINE, friend', { ...line(true, true), member: member(false, false) }, 'link'],
  ['linked member who is known to be a friend', { ...line(false, false), member: member(true, true) }, 'done'],
  ['linked member who just blocked', { ...line(true, false), member: member(true, true) }, 'add'],
  ['linked member, just added', { ...line(true, true), member: member(true, false) }, 'done'],
] as const)('%s: %s', (_, facts, state) => {
  expect(subscribeState(facts)).toBe(state)
})
