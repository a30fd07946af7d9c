import { expect, test, vi } from 'vitest'

vi.mock('./api.ts', () => ({ leaveSession: () => {}, requestHeaders: () => ({}) }))
const { fileNameOf } = await import('./download.ts')

test.each([
  [`attachment; filename="receipt.pdf"; filename*=UTF-8''%E9%A0%98%E5%8F%8E%E6%9B%B8.pdf`, '領収書.pdf'],
  ['attachment; filename="K261121.pdf"', 'K261121.pdf'],
  [`attachment; filename*=UTF-8''%E9%A0`, 'order.pdf'],
  ['attachment', 'order.pdf'],
  [null, 'order.pdf'],
])('%s is saved as %s', (disposition, name) => {
  expect(fileNameOf(disposition, 'order.pdf')).toBe(name)
})
