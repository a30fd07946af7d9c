import { expect, test } from 'vitest'
import { maskEmail, maskSearch } from './mask.ts'

test.each([
  ['', ''],
  ['hanako@example.com', 'h***@example.com'],
  ['h@example.com', 'h***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
  ['U4af4980629aabbccdd', '***'],
  ['@example.com', '***'],
])('%j is masked as %j', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each([
  [
    { q: '鵜飼 花子', status: ['1'] },
    { q: '＊＊(5文字)', status: ['1'] },
  ],
  [
    { q: '', sort: 'id' },
    { q: '', sort: 'id' },
  ],
  [{ sort: 'id' }, { sort: 'id' }],
])('the audit log stores the filters %j as %j', (filter, masked) => {
  expect(maskSearch(filter)).toEqual(masked)
})
