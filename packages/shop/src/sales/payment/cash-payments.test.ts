import { expect, test } from 'vitest'
import { cashOnDeliveryPort as port } from './cash-payments.ts'
import { portTestOrder } from './testing/suite-order.ts'

test('cash needs no provider: its reference stores the state', async () => {
  let attempt = { provider_order_id: 'K1', amount: 3300, reference: {} }
  expect(await port.find(attempt)).toBeNull()
  const { reference } = await port.authorise(attempt, { kind: 'cash' }, portTestOrder(3300), null)
  attempt = { ...attempt, reference }
  expect(await port.find(attempt)).toMatchObject({ state: 'authorised', amount: 3300, refunded_amount: 0 })
  expect(await port.find({ ...attempt, reference: await port.void(attempt) })).toMatchObject({ state: 'voided' })
  attempt = { ...attempt, reference: await port.capture(attempt, { carrier: 'yamato', tracking_no: '1' }) }
  expect(await port.find(attempt)).toMatchObject({ state: 'captured', refunded_amount: 0 })
  attempt = { ...attempt, reference: await port.refund(attempt, 1000) }
  expect(await port.find(attempt)).toMatchObject({ state: 'refunded', amount: 3300, refunded_amount: 1000 })
})
