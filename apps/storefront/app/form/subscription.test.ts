import type { Address } from '@kushi/contract/address'
import { expect, test } from 'vitest'
import { fakeStorage } from '../state/fake-storage.ts'
import { failuresOf } from './codec.ts'
import {
  hasNoChanges,
  type SubscriptionFields,
  subscriptionForm,
  typedSubscription,
  updateFieldOf,
  writeUpdate,
} from './subscription.ts'
import {
  applySubscriptionDraft,
  readSubscriptionDraft,
  saveFields,
  saveItem,
  writeSubscriptionDraft,
} from './subscription-draft.ts'
import { type ItemChange, itemsWith, withItem } from './subscription-items.ts'
import { item, subscription } from './testing.ts'

const now = Date.parse('2028-01-20T03:00:00Z')
const initial = typedSubscription(subscription, ['玄関前'])
const change = (product_sku_id: number, quantity: number, more: Partial<ItemChange> = {}): ItemChange => ({
  product_sku_id,
  quantity,
  is_one_time: false,
  added: null,
  ...more,
})
const comb = change(120, 1, { is_one_time: true, added: item(120, { product_name: '本つげ櫛' }) })
const failures = (fields: SubscriptionFields) => failuresOf(subscriptionForm({ subscription, addresses: [] }), fields)
const place = () => ({ storage: fakeStorage(), customer_id: 4, now })

test('an unchanged form sends nothing', () => {
  expect(writeUpdate(initial, { subscription, addresses: [] })).toEqual({})
  expect(
    hasNoChanges(writeUpdate({ ...initial, next_delivery_date: '2028-02-05' }, { subscription, addresses: [] })),
  ).toBe(true)
})

test('a change that was saved although its response was lost is no change any more', () => {
  const saved = { ...subscription, subscription_order_item: [item(101, { quantity: 3 }), item(102, { quantity: 2 })] }
  expect(writeUpdate({ ...initial, items: [change(101, 3)] }, { subscription: saved, addresses: [] })).toEqual({})
})

test('sends only differences', () => {
  const fields = {
    ...initial,
    pattern: { ...initial.pattern, kind: '3', days: '45' },
    next_delivery_date: '2028-02-29',
    delivery_time_id: '2',
    note: '玄関前',
    items: [change(102, 0), change(101, 3), comb],
  }
  expect(writeUpdate(fields, { subscription, addresses: [] })).toEqual({
    items: [
      { product_sku_id: 101, quantity: 3, is_one_time: false },
      { product_sku_id: 120, quantity: 1, is_one_time: true },
    ],
    delivery_pattern: { subscription_division_id: 3, param1: 45, param2: null, param3: null },
    next_delivery_date: '2028-02-29',
    delivery_time_id: 2,
    delivery_notes: '玄関前',
  })
})

test.each([
  ['', [], undefined],
  ['1', [], undefined],
  ['2', [], 2],
  // With other items, the current delivery method may change.
  ['1', [change(101, 3)], 1],
])('配送方法 %j, while 1 is the current one', (delivery_id, items, sent) => {
  const fields = { ...initial, delivery_id, items }
  expect(writeUpdate(fields, { subscription, addresses: [] }).delivery_id).toBe(sent)
})

test('sends an address of the address book or a new one; a deleted one changes nothing', () => {
  const entry = { ...subscription.shipping_address, id: 12, addr02: '9-9', is_default: true } as Address
  expect(
    writeUpdate({ ...initial, destination: 'a12' }, { subscription, addresses: [entry] }).shipping_address?.addr02,
  ).toBe('9-9')
  expect(writeUpdate({ ...initial, destination: 'a12' }, { subscription, addresses: [] })).toEqual({})
  const other = { ...initial.other, postal_code: '9010305', addr01: '糸満市西崎' }
  const sent = writeUpdate({ ...initial, destination: '1', other }, { subscription, addresses: [] }).shipping_address
  expect(sent).toMatchObject({ postal_code01: '901', postal_code02: '0305', addr01: '糸満市西崎' })
})

test('an item restored to its former quantity is no change', () => {
  const once = withItem(subscription, [], change(102, 0))
  expect(itemsWith(subscription, once).map((item) => item.isRemoved)).toEqual([false, true])
  expect(withItem(subscription, once, change(102, 2))).toEqual([])
  expect(withItem(subscription, [comb], { ...comb, quantity: 0 })).toEqual([])
})

test('changes of other items by another device are kept', () => {
  const changes = [change(101, 4), comb]
  const after = { ...subscription, subscription_order_item: [item(101), item(103)] }
  expect(itemsWith(after, changes).map((item) => [item.product_sku_id, item.quantity, item.isNew])).toEqual([
    [101, 4, false],
    [103, 1, false],
    [120, 1, true],
  ])
  // It was also added on another device: one item, not two.
  const there = { subscription_order_item: [item(120)] }
  expect(itemsWith(there, [comb])).toHaveLength(1)
})

test('the draft survives a reload, belongs to one subscription and one member, and is deleted when saved', () => {
  const here = place()
  saveFields(subscription, { initial, fields: { ...initial, next_delivery_date: '2028-02-29' } }, here)
  expect(readSubscriptionDraft(8, here)).toBeNull()
  expect(readSubscriptionDraft(7, { ...here, customer_id: 5 })).toBeNull()
  const draft = readSubscriptionDraft(7, here)
  expect(draft?.version).toBe(3)
  expect(applySubscriptionDraft(initial, draft)).toEqual({ ...initial, next_delivery_date: '2028-02-29' })
  saveFields(subscription, { initial, fields: initial }, here)
  expect(readSubscriptionDraft(7, here)).toBeNull()
})

test('an item added on the product screens is added to the earlier changes', () => {
  const here = place()
  writeSubscriptionDraft(7, { changed: { delivery_time_id: '2', items: [change(101, 3)] }, version: 2 }, here)
  saveItem(subscription, comb, here)
  const draft = readSubscriptionDraft(7, here)
  expect(draft).toEqual({ changed: { delivery_time_id: '2', items: [change(101, 3), comb] }, version: 2 })
  saveItem(subscription, { ...comb, quantity: 0 }, here)
  saveItem(subscription, change(101, 1), here)
  expect(readSubscriptionDraft(7, here)?.changed).toEqual({ delivery_time_id: '2' })
})

test('reports missing values at their fields', () => {
  const items = [change(101, 0), change(102, 0), comb]
  const fields = { ...initial, items, pattern: { ...initial.pattern, kind: '2' }, note: 'free', destination: '1' }
  const paths = failures(fields).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['items', 'pattern.day_of_week', 'note_text', 'other.postal_code']))
  expect(failures(initial)).toEqual([])
})

test('maps server errors to their fields', () => {
  expect(updateFieldOf('shipping_address.postal_code02', { destination: '1' })).toBe('other.postal_code')
  expect(updateFieldOf('shipping_address.addr01', { destination: 'a12' })).toBe('destination')
  expect(updateFieldOf('next_next_delivery_date', initial)).toBe('next_next_delivery_date')
  expect(updateFieldOf('items.0.quantity', initial)).toBe('items')
  expect(updateFieldOf('version', initial)).toBe('')
})
