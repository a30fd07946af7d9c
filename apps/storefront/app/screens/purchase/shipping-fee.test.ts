import { expect, test } from 'vitest'
import { changeByPlace } from './shipping-fee.ts'

const tokyo = { fee: 660, place: '13/1500001', otherFacts: 'parcel' }
const okinawa = { fee: 1_320, place: '47/9000001', otherFacts: 'parcel' }

test.each([
  ['the address alone', tokyo, okinawa, { from: 660, to: 1_320, is_first: false }],
  ['an address after none', { ...tokyo, place: null }, okinawa, { from: 660, to: 1_320, is_first: true }],
  ['back again', okinawa, tokyo, { from: 1_320, to: 660, is_first: false }],
  ['another address, the same fee', tokyo, { ...tokyo, place: '14/2500011' }, null],
  ['another method too', tokyo, { ...okinawa, otherFacts: 'letterbox' }, null],
  ['the same address', tokyo, { ...tokyo, fee: 700 }, null],
])('the fee changed with %s', (_, before, now, change) => {
  expect(changeByPlace(before, now)).toEqual(change)
})
