import { expect, test } from 'vitest'
import { firstPaint } from './first-paint.ts'

test('the styles stand in the page, and nothing else is asked for before it is seen', () => {
  const html =
    '<html><head><title>x</title><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></head><body><p>&lt;link rel="stylesheet" </p></body></html>'
  expect(firstPaint(html, 'p{}')).toBe(
    '<html><head><title>x</title><link fetchpriority="low" rel="modulepreload" href="/a.js"/><link disabled="" rel="stylesheet" href="/a.css"/><style>p{}</style></head><body><p>&lt;link rel="stylesheet" </p></body></html>',
  )
})

test('what is no document stays as it is', () => {
  expect(firstPaint('oops', 'p{}')).toBe('oops')
})
