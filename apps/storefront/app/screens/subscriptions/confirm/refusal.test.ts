import { ApiError } from '@kushi/contract/client'
import { expect, test } from 'vitest'
import { refusalOf } from './refusal.ts'

const refuse = (status: number, error: string, fields: { path: string; message_id: string; message: string }[] = []) =>
  refusalOf(new ApiError(status, { error, message: 'だめでした。', fields }), { destination: '1' })

test.each([
  [409, 'ERROR_AMOUNT_CHANGED', 'again'],
  [409, 'ERROR_SUBSCRIPTION_CHANGED', 'again'],
  [409, 'ERROR_SUBSCRIPTION_ARRANGED', 'leave'],
  [409, 'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL', 'leave'],
  [409, 'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS', 'retry'],
  [404, 'ERROR_NOT_FOUND', 'leave'],
  [0, 'ERROR_NETWORK', 'retry'],
  [500, 'ERROR_INTERNAL', 'retry'],
])('%i %s: %s', (status, error, recovery) => {
  expect(refuse(status, error)).toMatchObject({ recovery, failures: [], message: 'だめでした。' })
})

test('reports incompatible items at the items', () => {
  expect(refuse(409, 'ERROR_SUBSCRIPTION_ITEM_REFUSED')).toMatchObject({
    recovery: 'edit',
    failures: [{ path: 'items', message: 'だめでした。' }],
  })
})

test('reports violated rules at their fields', () => {
  const field = (path: string) => ({ path, message_id: 'x', message: path })
  const fields = [field('next_delivery_date'), field('shipping_address.phone_number'), field('version')]
  expect(refuse(422, 'ERROR_VALIDATION', fields)).toMatchObject({
    recovery: 'edit',
    failures: [{ path: 'next_delivery_date' }, { path: 'other.phone_number' }],
  })
})
