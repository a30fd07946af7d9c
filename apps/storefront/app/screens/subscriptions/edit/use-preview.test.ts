import { expect, test } from 'vitest'
import { previewAfterRefusal } from './use-preview.ts'

const shipping_address = { pref_id: 47 } as never
const day = { next_delivery_date: '2028-02-05' as const }
const refusing = (path: string) => ({ fields: [{ path, message_id: 'invalid', message: '…' }] })

test.each([
  ['a day too early for a farther address', { ...day, shipping_address }, 'next_delivery_date', { shipping_address }],
  [
    'a day and its follower',
    { ...day, next_next_delivery_date: '2028-03-05', delivery_id: 2 },
    'next_delivery_date',
    { delivery_id: 2 },
  ],
  ['goods beside a day', { ...day, items: [] }, 'items', day],
  ['a day alone', day, 'next_delivery_date', {}],
  ['the one after the next alone', { next_next_delivery_date: '2028-03-05' }, 'next_next_delivery_date', {}],
  ['an address alone', { shipping_address }, 'shipping_address.addr01', {}],
])('%s is refused', (_, asked, path, rest) => {
  expect(previewAfterRefusal(asked, refusing(path))).toEqual(rest)
})
