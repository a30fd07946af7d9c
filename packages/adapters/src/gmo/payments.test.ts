import { type PaymentAttempt, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { describePaymentPort } from '@kushi/shop/sales/payment/testing/port-suite'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { afterAll, describe, expect, test } from 'vitest'
import { startGmoGateway, TEST_CARD_NUMBERS } from '../testing/gateway.ts'
import { gmoCardPort } from './card-port.ts'
import { gmoPayments } from './payments.ts'

const gateway = await startGmoGateway()
afterAll(gateway.stop)
const port = gmoPayments(gateway.settings)
const return_url = 'http://shop.example/v1/payment/gmo/return'
const card_token = async (number = TEST_CARD_NUMBERS.ok) =>
  ({ kind: 'card_token', token: await gateway.token(number) }) as const

async function books({ provider_order_id }: PaymentAttempt) {
  const [trade] = await gateway.transactions(provider_order_id)
  const { status, amount } = trade ?? { status: '', amount: 0 }
  return { reserved: status === 'AUTH' ? amount : 0, taken: status === 'SALES' ? amount : 0 }
}
const common = { port, books, fault: gateway.fault, clearFaults: gateway.clearFaults }
const later = { capture: ['AlterTran'], void: ['AlterTran', 'SearchTrade'], change: ['ChangeTran', 'SearchTrade'] }
const refund = ['AlterTran', 'ChangeTran', 'SearchTrade']

describePaymentPort('card, with 3-D Secure', {
  ...common,
  source: () => card_token(),
  return_url,
  visit: (url) => gateway.visit(url),
  apis: { authorise: ['EntryTran', 'ExecTran'], finish: ['SecureTran2'], ...later, refund },
})

const vault = gmoCardPort(gateway.settings)
const gmo_id = 'm-suite'
await vault.saveMember(gmo_id)
const check = { provider_order_id: 'R261121-SUITE' }
const access = await vault.enterCheck({ ...check, is_authenticated: false })
await vault.executeCheck({ ...access, ...check, token: await gateway.token(TEST_CARD_NUMBERS.ok), return_url: '' })
const { card_seq } = await vault.saveCardOfTrade({ ...check, gmo_id, is_default: true })

describePaymentPort('a saved card, while the customer is absent', {
  ...common,
  source: async () => ({ kind: 'saved_card', gmo_id, card_seq }),
  return_url: null,
  apis: { authorise: ['EntryTran', 'ExecTran'] },
})

test('0 yen: the card is checked with 3-D Secure and can be kept; nothing is captured or voided', async () => {
  const attempt = { provider_order_id: 'K261121-NOTHING', amount: 0, reference: {} }
  const answer = await port.authorise(attempt, await card_token(), { rows: [] } as never, return_url)
  if (answer.kind !== 'redirect') throw new Error(answer.kind)
  await gateway.visit(answer.redirect_url)
  const finished = await port.finish({ ...attempt, reference: answer.reference })
  if (finished.kind !== 'authorised') throw new Error(finished.kind)
  const checked = { ...attempt, reference: finished.reference }
  expect((await gateway.transactions(attempt.provider_order_id))[0]).toMatchObject({ status: 'CHECK', amount: 0 })
  expect(await port.find(checked)).toMatchObject({ state: 'authorised', amount: 0 })
  // Asked again, as after a crash, it is the same.
  expect(await port.authorise(attempt, await card_token(), { rows: [] } as never, return_url)).toMatchObject({
    kind: 'authorised',
  })
  await port.void(checked)
  const captured = { ...checked, reference: await port.capture(checked, {} as never) }
  expect(await port.find(captured)).toMatchObject({ state: 'captured', amount: 0, refunded_amount: 0 })
  expect((await gateway.transactions(attempt.provider_order_id))[0]).toMatchObject({ status: 'CHECK' })
  expect(await vault.saveCardOfTrade({ ...attempt, gmo_id, is_default: false })).toHaveProperty('card_seq')
})

test('a refused card leaves no payment, and another source is not accepted as a card', async () => {
  const order = { rows: [] } as never
  const attempt = { provider_order_id: 'K261121-REFUSED', amount: 3300, reference: {} }
  const answer = await port.authorise(attempt, await card_token(TEST_CARD_NUMBERS.balance), order, return_url)
  if (answer.kind !== 'redirect') throw new Error(answer.kind)
  expect(answer.return_key).toBe(await gateway.visit(answer.redirect_url))
  const finish = port.finish({ ...attempt, reference: answer.reference })
  await expect(finish).rejects.toMatchObject({ refusal: 'limit', info: '42G020000' })
  expect(await port.find(attempt)).toMatchObject({ state: 'begun' })
  const cash = port.authorise({ ...attempt, provider_order_id: 'K261121-CASH' }, { kind: 'cash' }, order, null)
  await expect(cash).rejects.toThrow("a card payment can't be made from cash")
})

describe('an explicit refusal after which nothing is authorised is final', () => {
  const order = { rows: [] } as never
  let count = 0
  const anew = () => ({ provider_order_id: `K261122-${String(++count).padStart(8, '0')}`, amount: 3300, reference: {} })
  const absent = { kind: 'saved_card', gmo_id, card_seq } as const

  test.each([
    ['E41170002', 'unusable'],
    ['E41170099', 'reenter'],
    ['E11010010', 'not_accepted'],
    ['E01260010', 'not_accepted'],
    ['E01390002', 'not_accepted'],
    ['42C010000', 'not_accepted'],
    ['E99', null],
    ['nonsense', 'not_accepted'],
  ])('%s: %s', async (info, refusal) => {
    const expected = refusal ? { refusal, info } : expect.any(PaymentUnavailable)
    for (const api of ['ExecTran', 'EntryTran']) {
      await gateway.fault(api, `error:${info}`)
      await expect(port.authorise(anew(), absent, order, null)).rejects.toMatchObject(expected)
    }
    await gateway.fault('ExecTran', `error:${info}`)
    await expect(port.authorise(anew(), await card_token(), order, return_url)).rejects.toMatchObject(expected)
    const attempt = anew()
    const answer = await port.authorise(attempt, await card_token(), order, return_url)
    if (answer.kind !== 'redirect') throw new Error(answer.kind)
    await gateway.visit(answer.redirect_url)
    await gateway.fault('SecureTran2', `error:${info}`)
    await expect(port.finish({ ...attempt, reference: answer.reference })).rejects.toMatchObject(expected)
  })

  test('but not if the money was authorised before, or if GMO does not answer the look-up', async () => {
    const attempt = anew()
    await port.authorise(attempt, absent, order, null)
    await gateway.fault('EntryTran', 'error:E01260010')
    expect(await port.authorise(attempt, absent, order, null)).toMatchObject({ kind: 'authorised' })
    await gateway.fault('ExecTran', 'error:E01260010')
    await gateway.fault('SearchTrade', 'drop-before')
    await expect(port.authorise(anew(), absent, order, null)).rejects.toBeInstanceOf(PaymentUnavailable)
  })

  test('of a sale, a change and a refund too; a card that can’t be checked says so', async () => {
    const attempt = anew()
    const { reference } = await port.authorise(attempt, absent, order, null)
    const authorised = { ...attempt, reference }
    const refused = { refusal: 'not_accepted', info: 'E11010010' }
    await gateway.fault('AlterTran', 'error:E11010010')
    await expect(port.capture(authorised, {} as never)).rejects.toMatchObject(refused)
    await gateway.fault('ChangeTran', 'error:E11010010')
    await expect(port.change(authorised, 3000, order)).rejects.toMatchObject(refused)
    await port.capture(authorised, {} as never)
    await gateway.fault('ChangeTran', 'error:E11010010')
    await expect(port.refund(authorised, 1000)).rejects.toMatchObject(refused)
    const check = { provider_order_id: 'R261122-REFUSED' }
    const entered = await vault.enterCheck({ ...check, is_authenticated: false })
    await gateway.fault('ExecTran', 'error:E01260010')
    const executed = vault.executeCheck({
      ...entered,
      ...check,
      token: await gateway.token(TEST_CARD_NUMBERS.ok),
      return_url: '',
    })
    await expect(executed).rejects.toMatchObject({ refusal: 'not_accepted', info: 'E01260010' })
  })
})

describe('the job that cancels or returns a transaction', () => {
  const order = { rows: [] } as never
  const absent = { kind: 'saved_card', gmo_id, card_seq } as const
  let count = 0
  async function authorised(by = port) {
    const attempt = { provider_order_id: `K261123-${String(++count).padStart(8, '0')}`, amount: 3300, reference: {} }
    const { reference } = await by.authorise(attempt, absent, order, null)
    return { ...attempt, reference }
  }
  async function captured() {
    const attempt = await authorised()
    return { ...attempt, reference: await port.capture(attempt, {} as never) }
  }
  const statusOf = async ({ provider_order_id }: PaymentAttempt) =>
    (await gateway.transactions(provider_order_id))[0]!.status

  test.each([
    [0, 'VOID', 'VOID'],
    [40, 'RETURN', 'RETURNX'],
  ])('%i days after the last step: %s, and %s of a sale', async (days, before, after) => {
    const one = await authorised()
    await gateway.age(one.provider_order_id, days)
    await port.void(one)
    expect(await statusOf(one)).toBe(before)
    const two = await captured()
    await gateway.age(two.provider_order_id, days)
    await port.refund(two, 3300)
    await port.refund(two, 3300)
    expect(await statusOf(two)).toBe(after)
    expect(await port.find(two)).toMatchObject({ state: 'refunded', amount: 3300, refunded_amount: 3300 })
  })

  test('in the same month, but not on the same day: RETURN', async () => {
    const jobs: string[] = []
    // GMO's date stays today: only the job that is asked for is of interest.
    const today = timestampToJapanDate(Date.now())
    const sameMonth = new Date(`${today.slice(0, 8)}${today.endsWith('15') ? '16' : '15'}T12:00:00+09:00`)
    const other = gmoPayments({ ...gateway.settings, now: () => sameMonth })
    const one = await captured()
    await expect(other.refund(one, 3300)).rejects.toMatchObject({ info: 'E11010003' })
    const wire = (await (await fetch(`${gateway.base}/wire.json?order_id=${one.provider_order_id}`)).json()) as {
      wire: { api: string; request: { JobCd?: string } }[]
    }
    for (const { api, request } of wire.wire) if (api === 'AlterTran') jobs.push(request.JobCd!)
    expect(jobs.at(-1)).toBe('RETURN')
  })

  test('by the state alone, if the account says so', async () => {
    const byState = gmoPayments({ ...gateway.settings, cancel_rule: 'state' })
    const one = await captured()
    await gateway.age(one.provider_order_id, 40)
    await expect(byState.refund(one, 3300)).rejects.toMatchObject({ refusal: 'not_accepted', info: 'E11010003' })
  })

  test('a sale after 90 days, and a return after 180, are refused', async () => {
    const one = await authorised()
    await gateway.age(one.provider_order_id, 91)
    await expect(port.capture(one, {} as never)).rejects.toMatchObject({ refusal: 'not_accepted', info: 'E11010010' })
    const two = await captured()
    await gateway.age(two.provider_order_id, 181)
    await expect(port.refund(two, 3300)).rejects.toMatchObject({ refusal: 'not_accepted', info: 'E11010010' })
  })

  test('a refund in part asks the card company anew: it can be declined, and then the sale stays as it was', async () => {
    const attempt = { provider_order_id: 'K261123-DECLINED', amount: 3300, reference: {} }
    const answer = await port.authorise(attempt, await card_token('4000000000000341'), order, return_url)
    if (answer.kind !== 'redirect') throw new Error(answer.kind)
    await gateway.visit(answer.redirect_url)
    const { reference } = await port.finish({ ...attempt, reference: answer.reference })
    const sold = { ...attempt, reference: await port.capture({ ...attempt, reference }, {} as never) }
    await expect(port.refund(sold, 1000)).rejects.toMatchObject({ refusal: 'limit', info: '42G020000' })
    expect(await port.find(sold)).toMatchObject({ state: 'captured', amount: 3300, refunded_amount: 0 })
    await port.refund(sold, 3300)
    expect(await port.find(sold)).toMatchObject({ state: 'refunded', refunded_amount: 3300 })
  })
})
