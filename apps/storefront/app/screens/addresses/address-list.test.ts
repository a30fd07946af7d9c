import { expect, test } from 'vitest'
import { defaultFirst, withDefault, withoutAddress } from './address-list.tsx'

const list = [
  { id: 1, is_default: false },
  { id: 3, is_default: true },
  { id: 2, is_default: false },
]
const marks = (addresses: readonly { id: number; is_default: boolean }[]) =>
  addresses.map(({ id, is_default }) => `${id}${is_default ? '*' : ''}`).join(' ')

test('the default comes first', () => {
  expect(marks(defaultFirst(list))).toBe('3* 1 2')
})

test('there is one default at most', () => {
  expect(marks(withDefault(list, 2))).toBe('1 3 2*')
})

test('after a deletion the default is the one from the server', () => {
  expect(marks(withoutAddress(list, 3, 1))).toBe('1* 2')
  expect(marks(withoutAddress(list, 1, 3))).toBe('3* 2')
  expect(marks(withoutAddress([{ id: 3, is_default: true }], 3, null))).toBe('')
})
