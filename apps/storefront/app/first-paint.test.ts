import { expect, test } from 'vitest'
import { firstPaint } from './first-paint.ts'

test('inlines the styles, so that nothing else is requested before the first paint', () => {
  const html =
    '<html><head><title>x</title><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></head><body><p>&lt;link rel="stylesheet" </p></body></html>'
  expect(firstPaint(html, 'p{}')).toBe(
    '<html><head><title>x</title><link fetchpriority="low" rel="modulepreload" href="/a.js"/><link disabled="" rel="stylesheet" href="/a.css"/><style>p{}</style></head><body><p>&lt;link rel="stylesheet" </p></body></html>',
  )
})

test('leaves text that is not a document unchanged', () => {
  expect(firstPaint('oops', 'p{}')).toBe('oops')
})
