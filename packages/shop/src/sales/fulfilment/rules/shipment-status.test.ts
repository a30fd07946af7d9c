import { hasLeftShop, SHIPMENT_STATUS_DESK_NAME, type ShipmentStatus } from '@kushi/values/shipment'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canShipmentBecome, orderStatusFromParcels } from './shipment-status.ts'

const statuses = Object.keys(SHIPMENT_STATUS_DESK_NAME) as ShipmentStatus[]

test.each<[ShipmentStatus, ShipmentStatus[]]>([
  ['ready', ['packed', 'shipped', 'cancelled']],
  ['packed', ['ready', 'shipped', 'cancelled']],
  ['shipped', ['received', 'returned']],
  ['received', ['returned']],
  ['returned', []],
  ['cancelled', []],
])('from %s a parcel becomes %j', (from, to) => {
  expect(statuses.filter((status) => canShipmentBecome(from, status))).toEqual(to)
})

test.each<[ShipmentStatus[], ReturnType<typeof orderStatusFromParcels>]>([
  [[], null],
  [['ready'], null],
  [['shipped'], 'shipped'],
  [['received'], 'delivered'],
  [['shipped', 'ready'], null],
  [['received', 'packed'], null],
  [['received', 'shipped'], 'shipped'],
  [['received', 'received'], 'delivered'],
  [['shipped', 'cancelled'], 'shipped'],
  [['received', 'cancelled'], 'delivered'],
  [['received', 'returned'], 'delivered'],
  [['cancelled'], null],
  [['returned'], 'shipped'],
  [['returned', 'ready'], null],
  [['returned', 'shipped', 'received'], 'shipped'],
])('parcels %j: the order is %s', (parcels, expected) => {
  expect(orderStatusFromParcels(parcels)).toBe(expected)
})

test('an order is never further than its last parcel, in whatever order they stand', () => {
  const parcels = fc.array(fc.constantFrom(...statuses), { maxLength: 6 })
  fc.assert(
    fc.property(parcels, (all) => {
      const status = orderStatusFromParcels(all)
      const live = all.filter((one) => one !== 'cancelled')
      if (status !== null) expect(live.every(hasLeftShop)).toBe(true)
      if (status === 'delivered') expect(live).not.toContain('shipped')
      expect(orderStatusFromParcels([...all].reverse())).toBe(status)
      expect(orderStatusFromParcels([...all, 'cancelled'])).toBe(status)
    }),
  )
})
