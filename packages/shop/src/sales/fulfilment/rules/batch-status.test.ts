import { SHIPPING_BATCH_STATUSES, type ShippingBatchStatus } from '@kushi/values/shipment'
import { expect, test } from 'vitest'
import { batchStatusesBefore } from './batch-status.ts'

test.each<[ShippingBatchStatus, ShippingBatchStatus[]]>([
  ['created', []],
  ['printed', ['created']],
  ['labelled', ['created', 'printed']],
  ['imported', ['created', 'printed', 'labelled']],
  ['completed', ['created', 'printed', 'labelled', 'imported']],
])('a batch becomes %s from %j', (to, from) => {
  expect(batchStatusesBefore(to)).toEqual(from)
})

test('a batch only goes forward', () => {
  const at = (status: ShippingBatchStatus) => SHIPPING_BATCH_STATUSES.indexOf(status)
  for (const to of SHIPPING_BATCH_STATUSES)
    for (const from of batchStatusesBefore(to)) expect(at(from)).toBeLessThan(at(to))
})
