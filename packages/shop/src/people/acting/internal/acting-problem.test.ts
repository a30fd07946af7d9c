import { expect, test } from 'vitest'
import { actingProblem, isAuditedActingCall } from './acting-problem.ts'

const place = 'POST /v1/order/public/new'
const pay = 'PATCH /v1/order/subscription/update/{id}/payment'

test.each([
  ['GET /v1/order/public/list', {}, true, false],
  ['GET /v1/file/export/pdf/{orderId}', {}, true, true],
  ['GET /v1/common/social/line', {}, false, false],
  ['POST /v1/common/me', {}, true, false],
  ['PUT /v1/customer/{id}/update', {}, true, true],
  ['POST /v1/customer/password/change', {}, false, false],
  ['POST /v1/customer/withdraw', {}, false, false],
  ['POST /v1/common/mypage/card/register', {}, false, false],
  ['POST /v1/of/tomorrow', {}, false, false],
  [place, { payment_method_id: null }, true, true],
  [place, { payment_method_id: 4 as const }, true, true],
  [place, { payment_method_id: 1 as const }, false, true],
  [place, { payment_method_id: 2 as const }, false, true],
  [place, { payment_method_id: null, is_subscription: true }, false, true],
  [pay, { payment_method_id: 3 as const }, true, true],
  [pay, { payment_method_id: 1 as const }, false, true],
])('%s %j: %s', (key, input, may, deed) => {
  expect(actingProblem(key, input) === null).toBe(may)
  expect(isAuditedActingCall(key)).toBe(deed)
})
