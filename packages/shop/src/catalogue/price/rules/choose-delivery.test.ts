import { expect, test } from 'vitest'
import { acceptsInserts, chooseDeliveryMethod } from './choose-delivery.ts'

const mail = { id: 2, flat_rate_delivery_fee: 275, cool_fee: 0, mail_delivery_flag: true, max_weight_g: 1000 }
const parcel = { id: 1, flat_rate_delivery_fee: 660, cool_fee: 0, mail_delivery_flag: false, max_weight_g: null }
const express = { id: 3, flat_rate_delivery_fee: 990, cool_fee: 0, mail_delivery_flag: false, max_weight_g: null }

test.each([
  ['nothing wished: the cheapest that fits', undefined, true, 2],
  ['nothing wished, and something is not light', undefined, false, 1],
  ['nothing wished, too heavy for the cheapest', undefined, true, 1, 1001],
  ['メール便 for light goods', 2, true, 2],
  ['メール便, but something is not light', 2, false, 1],
  ['another parcel service', 3, false, 3],
  ['a method that is hidden or of another shop', 9, true, 1],
  ['メール便 at its weight', 2, true, 2, 1000],
  ['light goods, but too many for メール便', 2, true, 1, 1001],
])('%s', (_, wished, all_light, id, weight_g = 0) => {
  expect(chooseDeliveryMethod([mail, parcel, express], wished, { all_light, weight_g, cool_parcels: 0 })?.id).toBe(id)
})

test('a shop with メール便 only, and one with nothing', () => {
  expect(chooseDeliveryMethod([mail], undefined, { all_light: false, weight_g: 0, cool_parcels: 0 })?.id).toBe(2)
  expect(chooseDeliveryMethod([], 1, { all_light: true, weight_g: 0, cool_parcels: 0 })).toBeUndefined()
})

test('inserts are added only to parcels that do not go to a remote island', () => {
  expect(acceptsInserts(parcel, false, false)).toBe(true)
  expect(acceptsInserts(parcel, true, false)).toBe(false)
  expect(acceptsInserts(mail, false, false)).toBe(false)
  // A light variant, whatever the delivery method.
  expect(acceptsInserts(parcel, false, true)).toBe(false)
})
