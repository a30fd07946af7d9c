import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routeOfPattern, routeTable } from './route-table.ts'

test('the table contains every route of the specification', () => {
  expect(routeTable.length).toBeGreaterThanOrEqual(48)
  expect(new Set(routeTable.map(({ path }) => path)).size).toBe(routeTable.length)
})

test('ids are coded names that never change when routes are added', () => {
  const ids = routeTable.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^EC_LINE\d{3}$/)
  // Analytics counts under these ids, so they must not change.
  expect(routeOfPattern('/products')?.id).toBe('EC_LINE002')
  expect(routeOfPattern('/mypage/subscriptions')?.id).toBe('EC_LINE019')
  expect(routeOfPattern('/page-not-found')?.id).toBe('EC_LINE048')
  expect(routeOfPattern('/email-change')?.id).toBe('EC_LINE055')
})

test('exactly my page, the callback, an order by phone and the return from 連携 need a login', () => {
  for (const { path, access } of routeTable)
    expect([path, access]).toEqual([
      path,
      /^\/(mypage|callback|order-request|redirect\/linked-account)/.test(path) ? 'member' : 'open',
    ])
})

test('the returns from a provider have their own layout', () => {
  expect(routeTable.filter(({ layout }) => layout === 'none').map(({ path }) => path)).toEqual([
    '/redirect/amazon',
    '/redirect/linked-account',
  ])
})

test('the complete screens are reached with an empty cart', () => {
  expect(routeTable.filter(({ checkout }) => checkout).map(({ path }) => path)).toEqual([
    '/periodic-purchase',
    '/normal-purchase',
    '/periodic-purchase/confirm',
    '/normal-purchase/confirm',
  ])
})

test('every screen has its file', () => {
  for (const { screen } of routeTable)
    expect(existsSync(new URL(`./screens/${screen}.tsx`, import.meta.url)), screen).toBe(true)
})

test.each([
  ['/', '/'],
  ['products/detail/:id', '/products/detail/:id'],
  ['/cart', '/cart'],
  ['*', undefined],
])('the pattern %s is the route %s', (pattern, path) => {
  expect(routeOfPattern(pattern)?.path).toBe(path)
})
