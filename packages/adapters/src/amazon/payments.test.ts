import { type PaymentBill, PaymentRefused } from '@kushi/shop/ports/payment-port'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startAmazon } from '../testing/amazon.ts'
import { amazonPayments } from './payments.ts'

const amazon = await startAmazon()
afterAll(amazon.stop)
afterEach(amazon.clearFaults)
const port = amazonPayments(amazon.settings)
const return_url = 'http://localhost:3000/sh/redirect/amazon'
const monthly = { frequency: { unit: 'Month', value: 1 } } as const

const person = {
  name01: '山田',
  name02: '花子',
  kana01: 'やまだ',
  kana02: 'はなこ',
  company_name: null,
  postal_code01: '150',
  postal_code02: '0001',
  address: '東京都渋谷区神宮前1-2-3',
  phone_number: '09012345678',
}
const order: PaymentBill = {
  ordered_on: '2026-11-21',
  buyer: { ...person, email: 'hanako@example.jp' },
  recipient: person,
  rows: [{ name: '椿油', price: 3300, quantity: 1 }],
  is_subscription: false,
}
const parcel = { carrier: 'yamato', tracking_no: '1' }

let count = 0
const attemptOf = (amount = 3300, reference: Record<string, string> = {}) => ({
  provider_order_id: `K261121-${String(++count).padStart(8, '0')}`,
  amount,
  reference,
})
type Attempt = ReturnType<typeof attemptOf>

/** Redirects to Amazon and returns, unless the buyer's scenario stops there. */
async function redirected(buyer: string, attempt: Attempt, isSubscription = false): Promise<Attempt> {
  const checkout_session_id = await amazon.session(buyer, isSubscription ? monthly : {})
  const source = { kind: 'amazon_session', checkout_session_id } as const
  const answer = await port.authorise(attempt, source, { ...order, is_subscription: isSubscription }, return_url)
  if (answer.kind !== 'redirect') throw new Error(answer.kind)
  expect(answer.return_key).toBe(checkout_session_id)
  await amazon.visit(answer.redirect_url)
  return { ...attempt, reference: { ...answer.reference } }
}
async function authorised(amount = 3300, buyer = 'HANAKO', isSubscription = false): Promise<Attempt> {
  const attempt = await redirected(buyer, attemptOf(amount), isSubscription)
  const { kind, ...rest } = await port.finish(attempt)
  expect(kind).toBe('authorised')
  return { ...attempt, reference: { ...rest.reference } }
}
const chargesOf = async (attempt: Attempt) =>
  (await amazon.charges()).filter((one) => one.merchantMetadata.merchantReferenceId === attempt.provider_order_id)
const refused = (refusal: string, info: string) => ({ refusal, info })
const source = (attempt: Attempt) =>
  ({ kind: 'amazon_permission', charge_permission_id: attempt.reference.charge_permission_id! }) as const

describe('while the customer is present', () => {
  test('redirected, returned, finished; charged once, and not before', async () => {
    const attempt = await redirected('HANAKO', attemptOf())
    expect(await port.find(attempt)).toMatchObject({ state: 'waiting', amount: 3300 })
    expect(await chargesOf(attempt)).toEqual([])
    const first = await port.finish(attempt)
    expect(first).toMatchObject({ kind: 'authorised', reference: { charge_id: expect.any(String) } })
    expect(await port.finish(attempt)).toEqual(first)
    expect(await port.find({ ...attempt, reference: first.reference })).toMatchObject({ state: 'authorised' })
    expect(await port.find(attempt)).toMatchObject({ state: 'authorised', reference: first.reference })
    expect(await chargesOf(attempt)).toHaveLength(1)
  })
  test('begun twice it continues, also when it is finished already', async () => {
    const attempt = await redirected('HANAKO', attemptOf())
    const again = { kind: 'amazon_session', checkout_session_id: attempt.reference.checkout_session_id! } as const
    expect(await port.authorise(attempt, again, order, return_url)).toMatchObject({ kind: 'redirect' })
    await amazon.visit(
      `${amazon.settings.base_url}/checkout/processing?amazonCheckoutSessionId=${again.checkout_session_id}`,
    )
    await port.finish(attempt)
    expect(await port.authorise(attempt, again, order, return_url)).toMatchObject({ kind: 'authorised' })
    await expect(port.authorise(attemptOf(), again, order, return_url)).rejects.toMatchObject({
      refusal: 'session_expired',
    })
  })
  test.each([
    ['the newer one', 1, 'Authorized'],
    ['the older one, which Amazon knows no more', 0, 'Canceled'],
  ])('two orders with one session are not both paid by its charge: %s comes back first', async (_, index, state) => {
    const older = await redirected('HANAKO', attemptOf())
    const newer = attemptOf()
    const same = { kind: 'amazon_session', checkout_session_id: older.reference.checkout_session_id! } as const
    const answer = await port.authorise(newer, same, order, return_url)
    if (answer.kind !== 'redirect') throw new Error(answer.kind)
    await amazon.visit(answer.redirect_url)
    const both = [older, { ...newer, reference: { ...answer.reference } }]
    const first = await Promise.allSettled([port.finish(both[index]!)])
    const second = await Promise.allSettled([port.finish(both[1 - index]!)])
    expect([...first, ...second].filter(({ status }) => status === 'fulfilled')).toHaveLength(index)
    expect(await chargesOf(newer)).toMatchObject([{ status: { state } }])
  })
  test('returned without having been there: no money moved, and the attempt is over', async () => {
    const checkout_session_id = await amazon.session('HANAKO')
    const attempt = attemptOf()
    const answer = await port.authorise(attempt, { kind: 'amazon_session', checkout_session_id }, order, return_url)
    const begun = { ...attempt, reference: { ...answer.reference } }
    await expect(port.finish(begun)).rejects.toMatchObject({ refusal: 'cancelled' })
    expect(await chargesOf(begun)).toEqual([])
  })
  test.each([
    ['KOTOWARI', 'declined', 'repair_at_provider'],
    ['MAI', 'cancel', 'cancelled'],
  ] as const)('%s: %s there is refused here', async (buyer, action, refusal) => {
    const attempt = await redirected(buyer, attemptOf())
    await amazon.confirm(attempt.reference.checkout_session_id!, action)
    await expect(port.finish(attempt)).rejects.toMatchObject({ refusal })
    expect((await port.find(attempt))!.state).toBe('refused')
  })
  test('an ended session is reported as such, before and after', async () => {
    const checkout_session_id = await amazon.session('HANAKO')
    const begin = () => port.authorise(attemptOf(), { kind: 'amazon_session', checkout_session_id }, order, return_url)
    await amazon.age(checkout_session_id, 1)
    await expect(begin()).rejects.toMatchObject(refused('session_expired', 'Canceled Expired'))
    const attempt = await redirected('HANAKO', attemptOf())
    await amazon.age(attempt.reference.checkout_session_id!, 1)
    await expect(port.finish(attempt)).rejects.toMatchObject({ refusal: 'session_expired' })
    const unknown = { kind: 'amazon_session', checkout_session_id: '00000000-0000-0000-0000-000000000000' } as const
    await expect(port.authorise(attemptOf(), unknown, order, return_url)).rejects.toMatchObject({
      refusal: 'session_expired',
    })
  })
  test('a session that another order took over no longer belongs to this one', async () => {
    const first = await redirected('HANAKO', attemptOf())
    const again = { kind: 'amazon_session', checkout_session_id: first.reference.checkout_session_id! } as const
    await port.authorise(attemptOf(4400), again, order, return_url)
    expect(await port.find(first)).toBeNull()
  })
  test('a one-time permission does not cover a subscription; 100,000 yen a month', async () => {
    const checkout_session_id = await amazon.session('HANAKO')
    const session = { kind: 'amazon_session', checkout_session_id } as const
    const subscription = { ...order, is_subscription: true }
    await expect(port.authorise(attemptOf(), session, subscription, return_url)).rejects.toBeInstanceOf(PaymentRefused)
    const attempt = await redirected('HANAKO', attemptOf(100_001), true)
    await expect(port.finish(attempt)).rejects.toMatchObject(refused('limit', 'PeriodicAmountExceeded'))
  })
})

describe('later deliveries', () => {
  test('are charged to the permission of the first, each once', async () => {
    const first = await authorised(3300, 'HANAKO', true)
    const attempt = attemptOf(2800)
    const answer = await port.authorise(attempt, source(first), order, null)
    expect(answer).toMatchObject({ kind: 'authorised' })
    expect(await port.authorise(attempt, source(first), order, null)).toEqual(answer)
    expect(await chargesOf(attempt)).toMatchObject([{ amount: 2800, status: { state: 'Authorized' } }])
    await expect(port.authorise(attemptOf(93_901), source(first), order, null)).rejects.toMatchObject(
      refused('limit', 'PeriodicAmountExceeded'),
    )
  })
  test('declined temporarily, until it is corrected, or permanently', async () => {
    const soft = await authorised(3300, 'YURI', true)
    const attempt = attemptOf()
    await expect(port.authorise(attempt, source(soft), order, null)).rejects.toMatchObject(
      refused('limit', 'SoftDeclined'),
    )
    expect(await port.authorise(attempt, source(soft), order, null)).toMatchObject({ kind: 'authorised' })

    const hard = await authorised(3300, 'KEN', true)
    for (const info of ['HardDeclined', 'InvalidChargePermissionStatus'])
      await expect(port.authorise(attemptOf(), source(hard), order, null)).rejects.toMatchObject(
        refused('repair_at_provider', info),
      )
    const permission = hard.reference.charge_permission_id!
    await amazon.meanwhile({ permission, action: 'repair' })
    expect(await port.authorise(attemptOf(), source(hard), order, null)).toMatchObject({ kind: 'authorised' })
    await amazon.meanwhile({ permission, action: 'close' })
    await expect(port.authorise(attemptOf(), source(hard), order, null)).rejects.toMatchObject({
      refusal: 'agreement_closed',
    })
  })
  test('an unknown permission counts as closed', async () => {
    const unknown = { kind: 'amazon_permission', charge_permission_id: 'S03-0000000-0000000' } as const
    await expect(port.authorise(attemptOf(), unknown, order, null)).rejects.toMatchObject({
      refusal: 'agreement_closed',
    })
  })
})

describe('after authorisation', () => {
  test('captured once, refunded up to a sum', async () => {
    const attempt = await authorised()
    const captured = { ...attempt, reference: { ...(await port.capture(attempt, parcel)) } }
    await port.capture(attempt, parcel)
    expect(await port.find(captured)).toMatchObject({ state: 'captured', amount: 3300, refunded_amount: 0 })
    let refunded = captured
    for (const sum of [1000, 1000, 3300, 3300])
      refunded = { ...refunded, reference: { ...(await port.refund(refunded, sum)) } }
    expect(await port.find(refunded)).toMatchObject({ state: 'refunded', refunded_amount: 3300, is_refund_open: false })
    expect(await chargesOf(attempt)).toMatchObject([{ captured: 3300, refunded: 3300 }])
  })
  test('voided repeatedly, but not if captured', async () => {
    const attempt = await authorised()
    await port.void(attempt)
    await port.void(attempt)
    expect((await port.find(attempt))!.state).toBe('voided')
    const captured = await authorised()
    await port.capture(captured, parcel)
    await expect(port.void(captured)).rejects.toMatchObject(refused('not_accepted', 'InvalidChargeStatus'))
    // Not finished: there is nothing to void.
    const open = await redirected('HANAKO', attemptOf())
    expect(await port.void(open)).toEqual(open.reference)
  })
  test('a lower amount is captured as such; a higher one needs a new charge and room in the permission', async () => {
    const attempt = await authorised(3300, 'HANAKO', true)
    const less = { ...attempt, amount: 3000, reference: { ...(await port.change(attempt, 3000, order)) } }
    expect(await port.find(less)).toMatchObject({ state: 'authorised', amount: 3000 })
    const more = { ...less, amount: 5000, reference: { ...(await port.change(less, 5000, order)) } }
    // A repeated call by a process that did not receive the first response changes nothing.
    expect(await port.change(less, 5000, order)).toEqual(more.reference)
    expect(await port.find(more)).toMatchObject({ state: 'authorised', amount: 5000 })
    expect(await chargesOf(attempt)).toMatchObject([
      { amount: 3300, status: { state: 'Canceled' } },
      { amount: 5000, status: { state: 'Authorized' } },
    ])
    await expect(port.change(more, 100_001, order)).rejects.toMatchObject({ refusal: 'limit' })
    expect((await port.find(more))!.state).toBe('authorised')
    const once = await authorised()
    await expect(port.change(once, 3301, order)).rejects.toMatchObject({ refusal: 'limit' })
    const cheaper = { ...once, amount: 3000, reference: { ...(await port.change(once, 3000, order)) } }
    await port.capture(cheaper, parcel)
    expect(await chargesOf(once)).toMatchObject([{ captured: 3000 }])
  })
})

test('a refund that Amazon is still processing is not made again', async () => {
  const attempt = await authorised()
  await port.capture(attempt, parcel)
  const refundsOf = async () => (await amazon.refunds()).filter((one) => one.chargeId === attempt.reference.charge_id)
  // The response is lost, and so is the id of the refund: the same sum is requested once.
  await amazon.fault('createRefund', 'drop-after')
  await expect(port.refund(attempt, 500)).rejects.toThrow('no answer')
  const first = { ...attempt, reference: { ...(await port.refund(attempt, 500)) } }
  await port.refund(first, 800)
  expect((await refundsOf()).map(({ amount }) => amount)).toEqual([500, 300])
})

test('a refund that Amazon declines later does not count, and the next one is really made', async () => {
  const attempt = await authorised()
  await port.capture(attempt, parcel)
  const refundsOf = async () => (await amazon.refunds()).filter((one) => one.chargeId === attempt.reference.charge_id)
  let refunded = { ...attempt, reference: { ...(await port.refund(attempt, 500)) } }
  const { refundId } = (await refundsOf())[0]!
  await amazon.meanwhile({ refund: refundId, action: 'decline' })
  expect(await port.find(refunded)).toMatchObject({ state: 'captured', refunded_amount: 0, is_refund_open: false })
  refunded = { ...refunded, reference: { ...(await port.refund(refunded, 500)) } }
  refunded = { ...refunded, reference: { ...(await port.refund(refunded, 500)) } }
  expect((await refundsOf()).map(({ amount, status }) => [amount, status.state])).toEqual([
    [500, 'Declined'],
    [500, 'Refunded'],
  ])
  expect(await port.find(refunded)).toMatchObject({ state: 'refunded', refunded_amount: 500, is_refund_open: false })
})

test('a wrong key is a fault of the shop, not a refusal', async () => {
  const other = amazonPayments({ ...amazon.settings, public_key_id: 'SANDBOX-OTHER' })
  const attempt = await authorised()
  await expect(other.find(attempt)).rejects.toMatchObject({ info: expect.stringContaining('InvalidAuthentication') })
})
