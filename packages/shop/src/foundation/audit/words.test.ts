import { expect, test } from 'vitest'
import { auditEntryLabels } from './field-name.ts'

const CANCEL = 'POST /admin/v1/orders/{id}/cancel'
const entry = { action: CANCEL, subject: 'order', before: {}, after: {} }
const valuesOf = (more: Partial<Parameters<typeof auditEntryLabels>[0]>) =>
  auditEntryLabels({ ...entry, ...more }).values

test('a state is named as that of its subject', () => {
  const change = { before: { status: 'received' }, after: { status: 'cancelled' } }
  expect(valuesOf(change)).toEqual({ status: { received: 'ご注文受付', cancelled: 'キャンセル' } })
  expect(valuesOf({ ...change, action: 'orders cancel' }).status?.received).toBe('ご注文受付')
  expect(valuesOf({ ...change, subject: 'shipment' }).status?.received).toBe('お届け済み')
  expect(valuesOf({ subject: 'privacy_request', after: { state: 'received' } }).state?.received).toBe('受付')
  expect(valuesOf({ subject: 'message', after: { state: 'stopped' } }).state?.stopped).toBe('取りやめ')
})

test('what a call takes has the name that it has there, at its place', () => {
  const after = { kind: 'change_price', filter: { payment_state: ['captured'] }, params: { without_answer: 'pause' } }
  expect(valuesOf({ action: 'POST /admin/v1/bulk-jobs/subscriptions', subject: 'bulk_job', after })).toMatchObject({
    kind: { change_price: '価格を変える' },
    without_answer: { pause: '休止する' },
  })
  const effect = { effect: { kind: 'gift' }, trigger: 'code' }
  expect(valuesOf({ action: 'POST /admin/v1/promotions', subject: 'promotion', after: effect })).toMatchObject({
    kind: { gift: 'プレゼント(商品を0円で付ける)' },
  })
})

test('a typed word is no value, whatever it is; entries of before have their names', () => {
  const typed = { decision_reason: 'paid', note: 'line', reason: 'received' }
  expect(valuesOf({ after: typed })).toEqual({})
  expect(valuesOf({ action: 'PUT /admin/v1/setting/choices/{name}', after: { choices: [{ label: 'line' }] } })).toEqual(
    {},
  )
  expect(valuesOf({ after: { decision: 'address_ship' } }).decision).toEqual({ address_ship: '元の宛先に送る' })
})

test('the head of a column is named by its role', () => {
  const after = { settlement_columns: { amount: '金額' } }
  const { names } = auditEntryLabels({
    action: 'PUT /admin/v1/settlement/files/{id}/columns',
    subject: 'settlement_file',
    before: {},
    after,
  })
  expect(names.settlement_columns).toBe('列')
})
