import { expect, test } from 'vitest'
import { chooseDelivery, isBundled } from './choose-delivery.ts'

const mail = { id: 2, flat_rate_delivery_fee: 275, mail_delivery_flag: true }
const parcel = { id: 1, flat_rate_delivery_fee: 660, mail_delivery_flag: false }
const express = { id: 3, flat_rate_delivery_fee: 990, mail_delivery_flag: false }

test.each([
  ['nothing wished: never メール便 by itself', undefined, true, 1],
  ['メール便 for light goods', 2, true, 2],
  ['メール便, but something is not light', 2, false, 1],
  ['another parcel service', 3, false, 3],
  ['a method that is hidden or of another shop', 9, true, 1],
])('%s', (_, wished, allLight, id) => {
  expect(chooseDelivery([mail, parcel, express], wished, allLight)?.id).toBe(id)
})

test('a shop with メール便 only, and one with nothing', () => {
  expect(chooseDelivery([mail], undefined, false)?.id).toBe(2)
  expect(chooseDelivery([], 1, true)).toBeUndefined()
})

test('bundled goods go with parcels that stay on the road', () => {
  expect(isBundled(parcel, false)).toBe(true)
  expect(isBundled(parcel, true)).toBe(false)
  expect(isBundled(mail, false)).toBe(false)
})
