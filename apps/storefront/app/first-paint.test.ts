import { expect, test } from 'vitest'
import { firstPaint } from './first-paint.ts'

test('inlines the styles, so that nothing else is requested before the first paint', () => {
  const html =
    '<html><head><title>x</title><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></head><body><p>&lt;link rel="stylesheet" </p></body></html>'
  expect(firstPaint(html, 'p{}', { scriptsLast: true })).toBe(
    '<html><head><title>x</title><link fetchpriority="low" rel="modulepreload" href="/a.js"/><link disabled="" rel="stylesheet" href="/a.css"/><style>p{}</style></head><body><p>&lt;link rel="stylesheet" </p></body></html>',
  )
})

test('requests the small scripts at the end of the page, so that a picture file shares the connection with one', () => {
  const html =
    '<html><head><link rel="modulepreload" href="/sh/assets/root-1.js"/><link rel="modulepreload" href="/sh/assets/framework-2.js"/><title>x</title></head><body><img/><script type="module">1</script></body></html>'
  expect(firstPaint(html, '', { scriptsLast: true })).toBe(
    '<html><head><link fetchpriority="low" rel="modulepreload" href="/sh/assets/framework-2.js"/><title>x</title><style></style></head><body><img/><link fetchpriority="low" rel="modulepreload" href="/sh/assets/root-1.js"/><script type="module">1</script></body></html>',
  )
  expect(firstPaint(html, '', { scriptsLast: false })).toMatch(/root-1.js.*framework-2.js.*<body>/)
})

test('leaves text that is not a document unchanged', () => {
  expect(firstPaint('oops', 'p{}', { scriptsLast: true })).toBe('oops')
})
