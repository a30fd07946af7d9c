import { expect, test } from 'vitest'
import { draftSubscription } from './draft.ts'

const row = {
  next_delivery_date: '2026-12-05',
  delivery_id: 1,
  payment_method_id: 1,
  adjustment_amount: 0,
  postal_code01: '150',
  postal_code02: '0001',
  pref_id: 13,
  delivery_notes: '',
}
const loaded = { row, items: [], notes: { promised_total: 2739 } }

test.each<[Partial<typeof row>, number | null]>([
  [{ delivery_notes: '玄関前' }, 2739],
  [{ pref_id: 13 }, 2739],
  [{ pref_id: 47 }, null],
  [{ postal_code01: '900' }, null],
  [{ postal_code02: '0002' }, null],
  [{ delivery_id: 2 }, null],
  [{ payment_method_id: 4 }, null],
  [{ adjustment_amount: -300 }, null],
  [{ next_delivery_date: '2026-12-06' }, null],
])('after %o the total of which the member was notified is %s', (set, promised_total) =>
  expect(draftSubscription(loaded, { set }).notes).toEqual({ promised_total }),
)
