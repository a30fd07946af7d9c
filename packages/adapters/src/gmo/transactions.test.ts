import { PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startGmoGateway, TEST_CARD_NUMBERS } from '../testing/gateway.ts'
import { gmoCardPort } from './card-port.ts'
import { AlreadyEnteredError, gmoTransactions } from './transactions.ts'

const gateway = await startGmoGateway()
afterAll(gateway.stop)
afterEach(gateway.clearFaults)
// The same settings with another timeout.
const port = gmoTransactions(Object.assign(gateway.settings, { tenant_name: '椿野' }))
const cardVault = gmoCardPort(gateway.settings)
const return_url = 'http://shop.example/v1/payment/gmo/return'

let count = 0
const orderNo = () => `K261121-${String(++count).padStart(8, '0')}`

async function entered(amount = 3300) {
  const provider_order_id = orderNo()
  return { provider_order_id, ...(await port.enter({ provider_order_id, amount, job: 'AUTH' })) }
}
/** To the bank's page and back. */
async function redirected(card: string, answer?: Parameters<typeof gateway.visit>[1]) {
  const tran = await entered()
  const executed = await port.execute({ ...tran, card: { token: await gateway.token(card) }, return_url })
  if (executed.kind !== 'redirect') throw new Error('no 3-D Secure')
  await gateway.visit(executed.redirect_url, answer)
  return tran
}
const refused = (refusal: string, info: string) => ({ refusal, info })

describe('the steps of a payment', () => {
  test('enter, execute, the bank, finish; search returns each step', async () => {
    const tran = await entered()
    expect(await port.search(tran.provider_order_id)).toMatchObject({
      status: 'UNPROCESSED',
      amount: 3300,
      card_info: '',
    })
    const executed = await port.execute({
      ...tran,
      card: { token: await gateway.token(TEST_CARD_NUMBERS.ok) },
      return_url,
    })
    // The unescaped & in RedirectUrl was kept.
    expect(executed).toMatchObject({
      kind: 'redirect',
      redirect_url: expect.stringMatching(/\?transId=[\w-]{36}&t=\w{32}$/),
    })
    expect((await port.search(tran.provider_order_id))!.status).toBe('AUTHENTICATED')
    expect(await gateway.visit((executed as { redirect_url: string }).redirect_url)).toBe(tran.access_id)
    const approval = await port.finish(tran)
    expect(approval).toEqual({ approve: expect.stringMatching(/^\d{7}$/), tran_id: expect.stringMatching(/^\d{28}$/) })
    expect(await port.search(tran.provider_order_id)).toMatchObject({
      status: 'AUTH',
      card_info: '************1111',
      expire: '3012',
      access_id: tran.access_id,
      access_pass: tran.access_pass,
      ...approval,
    })
    const [trade] = await gateway.transactions(tran.provider_order_id)
    expect(trade!.tenant_name).toBe('椿野')
  })

  test('with the code of the challenge page', async () => {
    const tran = await redirected(TEST_CARD_NUMBERS.challenge, { action: 'verify', code: '1234' })
    await port.finish(tran)
    expect((await port.search(tran.provider_order_id))!.status).toBe('AUTH')
  })

  test('capture at shipping, return after it, void before it', async () => {
    const one = await redirected(TEST_CARD_NUMBERS.ok)
    await port.finish(one)
    await port.alter({ ...one, job: 'SALES', amount: 3300 })
    expect((await port.search(one.provider_order_id))!.status).toBe('SALES')
    await expect(port.alter({ ...one, job: 'SALES', amount: 3300 })).rejects.toThrow(PaymentUnavailable)
    await gateway.age(one.provider_order_id, 40)
    await port.alter({ ...one, job: 'RETURNX', amount: 3300 })
    expect((await port.search(one.provider_order_id))!.status).toBe('RETURNX')
    const two = await redirected(TEST_CARD_NUMBERS.ok)
    await port.finish(two)
    await port.alter({ ...two, job: 'VOID', amount: 3300 })
    expect((await port.search(two.provider_order_id))!.status).toBe('VOID')
  })

  test('an amount other than the authorised one is not captured', async () => {
    const tran = await redirected(TEST_CARD_NUMBERS.ok)
    await port.finish(tran)
    await expect(port.alter({ ...tran, job: 'SALES', amount: 9999 })).rejects.toThrow(PaymentUnavailable)
    expect((await port.search(tran.provider_order_id))!.status).toBe('AUTH')
  })

  test('an order number is entered once', async () => {
    const { provider_order_id } = await entered()
    const again = port.enter({ provider_order_id, amount: 3300, job: 'AUTH' })
    await expect(again).rejects.toThrow(AlreadyEnteredError)
  })

  test('a check needs no bank and moves no money', async () => {
    const provider_order_id = orderNo()
    const access = await port.enter({ provider_order_id, amount: 0, job: 'CHECK', is_authenticated: false })
    const card = { token: await gateway.token(TEST_CARD_NUMBERS.ok) }
    expect(await port.execute({ ...access, provider_order_id, card, return_url: '' })).toMatchObject({
      kind: 'approved',
    })
    expect(await port.search(provider_order_id)).toMatchObject({ status: 'CHECK', amount: 0 })
  })

  test('an unknown number is null', async () => {
    expect(await port.search('K261121-NEVER')).toBeNull()
  })
})

describe('refused', () => {
  test.each([
    [TEST_CARD_NUMBERS.unusable, 'unusable', '42G120000'],
    [TEST_CARD_NUMBERS.balance, 'limit', '42G020000'],
    [TEST_CARD_NUMBERS.expired, 'reenter', '42G830000'],
    [TEST_CARD_NUMBERS.cvc, 'reenter', '42G440000'],
    [TEST_CARD_NUMBERS.unknown, 'reenter', '42G650000'],
    [TEST_CARD_NUMBERS.failing, 'authentication', 'E21010001'],
    [TEST_CARD_NUMBERS.notEnrolled, 'authentication', 'E21010201'],
  ])('%s: %s', async (card, refusal, info) => {
    const tran = await redirected(card)
    await expect(port.finish(tran)).rejects.toMatchObject(refused(refusal, info))
    expect((await port.search(tran.provider_order_id))!.status).toBe('UNPROCESSED')
  })

  test('the customer cancels at the bank', async () => {
    const tran = await redirected(TEST_CARD_NUMBERS.challenge, { action: 'cancel' })
    await expect(port.finish(tran)).rejects.toMatchObject(refused('authentication', 'E21020002'))
  })

  test('an expired card', async () => {
    const tran = await entered()
    const card = { token: await gateway.token(TEST_CARD_NUMBERS.ok, '2001') }
    const executed = await port.execute({ ...tran, card, return_url })
    await gateway.visit((executed as { redirect_url: string }).redirect_url)
    await expect(port.finish(tran)).rejects.toMatchObject(refused('reenter', '42G830000'))
  })

  test('a used token, and one that does not exist', async () => {
    const token = await gateway.token(TEST_CARD_NUMBERS.ok)
    await port.execute({ ...(await entered()), card: { token }, return_url })
    const again = port.execute({ ...(await entered()), card: { token }, return_url })
    await expect(again).rejects.toMatchObject(refused('reenter', 'EX1000302'))
    const wrong = port.execute({ ...(await entered()), card: { token: 'nonsense' }, return_url })
    await expect(wrong).rejects.toMatchObject(refused('reenter', 'EX1000301'))
  })
})

describe('faults that are not the card’s', () => {
  test('a fault of the network', async () => {
    const tran = await redirected(TEST_CARD_NUMBERS.network)
    await expect(port.finish(tran)).rejects.toThrow(PaymentUnavailable)
  })

  test.each(['shop_pass', 'shop_id'] as const)('a wrong %s', async (name) => {
    const wrong = gmoTransactions({ ...gateway.settings, [name]: 'wrong' })
    const enter = wrong.enter({ provider_order_id: orderNo(), amount: 1, job: 'AUTH' })
    await expect(enter).rejects.toThrow(PaymentUnavailable)
    await expect(wrong.search(orderNo())).rejects.toThrow(PaymentUnavailable)
  })

  test('a wrong site password', async () => {
    const wrong = gmoCardPort({ ...gateway.settings, site_pass: 'wrong' })
    await expect(wrong.saveMember('m-1')).rejects.toThrow(PaymentUnavailable)
    await expect(wrong.listCards('m-1')).rejects.toThrow(PaymentUnavailable)
  })

  test('our own error beside a card error says nothing about the card', async () => {
    const tran = await entered()
    await gateway.fault('ExecTran', 'error:E01170001')
    const card = { token: await gateway.token(TEST_CARD_NUMBERS.ok) }
    await expect(port.execute({ ...tran, card, return_url })).rejects.toThrow(PaymentRefused)
    const both = port.execute({ ...tran, provider_order_id: 'x'.repeat(28), card: { token: '' }, return_url })
    await expect(both).rejects.toThrow(PaymentUnavailable)
  })

  test('no server', async () => {
    const unreachable = gmoTransactions({ ...gateway.settings, base_url: 'http://127.0.0.1:9' })
    await expect(unreachable.search('K1')).rejects.toThrow(PaymentUnavailable)
  })
})

const kinds = ['timeout-after', '500', 'truncate', 'drop-before', 'drop-after', 'error:E91019999']
describe.each(kinds)('%s is no response, and never a success', (kind) => {
  test('enter', async () => {
    await gateway.fault('EntryTran', kind)
    const enter = port.enter({ provider_order_id: orderNo(), amount: 1, job: 'AUTH' })
    await expect(enter).rejects.toThrow(PaymentUnavailable)
  })
  test('execute, with and without 3-D Secure', async () => {
    const tran = await entered()
    await gateway.fault('ExecTran', kind)
    const card = { token: await gateway.token(TEST_CARD_NUMBERS.ok) }
    await expect(port.execute({ ...tran, card, return_url })).rejects.toThrow(PaymentUnavailable)
    const provider_order_id = orderNo()
    const check = await port.enter({ provider_order_id, amount: 0, job: 'CHECK', is_authenticated: false })
    await gateway.fault('ExecTran', kind)
    const token = await gateway.token(TEST_CARD_NUMBERS.ok)
    const executed = port.execute({ ...check, provider_order_id, card: { token }, return_url: '' })
    await expect(executed).rejects.toThrow(PaymentUnavailable)
  })
  test('finish, and search finds the result', async () => {
    const tran = await redirected(TEST_CARD_NUMBERS.ok)
    await gateway.fault('SecureTran2', kind)
    await expect(port.finish(tran)).rejects.toThrow(PaymentUnavailable)
    const done = /after|truncate/.test(kind)
    expect((await port.search(tran.provider_order_id))!.status).toBe(done ? 'AUTH' : 'AUTHENTICATED')
  })
  test('search, cancel, capture', async () => {
    const tran = await redirected(TEST_CARD_NUMBERS.ok)
    await port.finish(tran)
    await gateway.fault('SearchTrade', kind)
    await expect(port.search(tran.provider_order_id)).rejects.toThrow(PaymentUnavailable)
    await gateway.fault('AlterTran', kind, 2)
    await expect(port.alter({ ...tran, job: 'SALES', amount: 3300 })).rejects.toThrow(PaymentUnavailable)
    await expect(port.alter({ ...tran, job: 'VOID', amount: 3300 })).rejects.toThrow(PaymentUnavailable)
  })
  test('the vault', async () => {
    const tran = await redirected(TEST_CARD_NUMBERS.ok)
    await port.finish(tran)
    const gmo_id = `m-${orderNo()}`
    await gateway.fault('SaveMember', kind)
    await expect(cardVault.saveMember(gmo_id)).rejects.toThrow(PaymentUnavailable)
    await cardVault.saveMember(gmo_id)
    await gateway.fault('TradedCard', kind)
    const save = { provider_order_id: tran.provider_order_id, gmo_id, is_default: true }
    await expect(cardVault.saveCardOfTrade(save)).rejects.toThrow(PaymentUnavailable)
    await cardVault.saveCardOfTrade(save)
    await gateway.fault('SearchCard', kind)
    await expect(cardVault.listCards(gmo_id)).rejects.toThrow(PaymentUnavailable)
  })
})

test('a response with a wrong signature is not a success', async () => {
  const tran = await redirected(TEST_CARD_NUMBERS.ok)
  const wrong = gmoTransactions({ ...gateway.settings, shop_pass: 'guessed' })
  await expect(wrong.finish(tran)).rejects.toThrow(PaymentUnavailable)
})
