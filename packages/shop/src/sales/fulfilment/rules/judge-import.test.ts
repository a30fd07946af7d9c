import { expect, test } from 'vitest'
import { assessTrackingRows, isTrackingNo, type ReferencedParcel } from './judge-import.ts'

const read_at = new Date('2026-11-21T15:00:00+09:00')
const packed: ReferencedParcel = {
  status: 'packed',
  carrier: null,
  tracking_no: null,
  label_carrier: 'yamato',
  exported_at: read_at,
  obstacle: null,
}
const shipped: ReferencedParcel = { ...packed, status: 'shipped', carrier: 'yamato', tracking_no: '111111111112' }
const judge = (rows: [string, string][], parcels: Record<string, Partial<ReferencedParcel>>, taken: string[] = []) => [
  ...assessTrackingRows(
    rows.map(([shipment_no, tracking_no], n) => ({ row_no: n + 2, shipment_no, tracking_no })),
    { carrier: 'yamato', read_at },
    new Map(Object.entries(parcels).map(([no, more]) => [no, { ...packed, ...more }])),
    new Set(taken),
  ).values(),
]

test.each<[string, Partial<ReferencedParcel>, string, string]>([
  ['packed and exported', {}, '111111111112', 'matched'],
  ['the same number once more', shipped, '111111111112', 'done'],
  ['another number', shipped, '222222222224', 'different'],
  ['another carrier had the same number', { ...shipped, carrier: 'sagawa' }, '111111111112', 'different'],
  ['back from the customer', { ...shipped, status: 'returned' }, '222222222224', 'different'],
  ['taken out of its batch', { status: 'ready' }, '111111111112', 'not_packed'],
  ['cancelled', { status: 'cancelled' }, '111111111112', 'cancelled'],
  ['in no file yet', { exported_at: null }, '111111111112', 'not_packed'],
  ['in a newer file', { exported_at: new Date(read_at.getTime() + 1) }, '111111111112', 'outdated'],
  ['exported for another carrier', { label_carrier: 'sagawa' }, '111111111112', 'other_carrier'],
  ['its member asks for a cancel', { obstacle: 'cancel_asked' }, '111111111112', 'cancel_asked'],
  ['another address is asked for', { obstacle: 'address_asked' }, '111111111112', 'address_asked'],
  ['no number', {}, '', 'bad_number'],
  ['what a spreadsheet made of it', {}, '1.11111E+11', 'bad_number'],
  ['a zero lost', {}, '11111111111', 'bad_number'],
  ['one digit wrong', {}, '211111111112', 'bad_number'],
])('%s', (_, parcel, number, finding) => {
  expect(judge([['A', number]], { A: parcel })).toEqual([finding])
})

test('an unknown parcel; a number that another parcel has', () => {
  expect(judge([['X', '111111111112']], {})).toEqual(['unknown'])
  expect(judge([['A', '111111111112']], { A: {} }, ['111111111112'])).toEqual(['twice'])
})

test('a repeated line is done once; two numbers for a parcel, or two parcels with a number, are rejected', () => {
  const one: [string, string] = ['A', '111111111112']
  expect(judge([one, one], { A: {} })).toEqual(['matched', 'done'])
  expect(judge([one, ['A', '222222222224']], { A: {} })).toEqual(['twice', 'twice'])
  expect(judge([one, ['B', '111111111112']], { A: {}, B: {} })).toEqual(['twice', 'twice'])
  expect(judge([one, ['A', '222222222224']], { A: shipped })).toEqual(['different', 'different'])
})

test('twelve digits are a number if the last one checks the others', () => {
  const numbers = ['123456789013', '123456789012', '12345678901', '12345678901a', '１２３４５６７８９０１３']
  expect(numbers.filter(isTrackingNo)).toEqual(['123456789013'])
})
