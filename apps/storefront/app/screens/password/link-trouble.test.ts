import { expect, test } from 'vitest'
import { isLinkTrouble, linkTrouble } from './link-trouble.ts'

test.each([
  [8002, '/forget'],
  [8003, '/login'],
  [8004, '/forget'],
])('code %i leads to %s', (code, to) => {
  expect(linkTrouble({ code }).way?.to).toBe(to)
  expect(isLinkTrouble({ code })).toBe(true)
})

test.each([0, 422, 429, 500])('code %i says nothing about the link', (code) => {
  expect(isLinkTrouble({ code })).toBe(false)
})
