import { afterAll, expect, test } from 'vitest'
import { startGmoGateway, TEST_CARD_NUMBERS } from '../testing/gateway.ts'
import { gmoCardPort } from './card-port.ts'

const gateway = await startGmoGateway()
afterAll(gateway.stop)
const port = gmoCardPort(gateway.settings)
let count = 0

async function save(gmo_id: string, number: string): Promise<number> {
  const provider_order_id = `R261121-V${++count}`
  const access = await port.enterCheck({ provider_order_id, is_authenticated: false })
  await port.executeCheck({ ...access, provider_order_id, token: await gateway.token(number), return_url: '' })
  return (await port.saveCardOfTrade({ provider_order_id, gmo_id, is_default: false })).card_seq
}
const defaults = async (gmo_id: string) =>
  (await port.listCards(gmo_id)).filter((one) => one.default_flag === '1').map((one) => one.card_seq)

test('the brand of each card, by its name on the wire', async () => {
  const gmo_id = 'm-brands'
  await port.saveMember(gmo_id)
  for (const number of [TEST_CARD_NUMBERS.ok, TEST_CARD_NUMBERS.master, TEST_CARD_NUMBERS.jcb])
    await save(gmo_id, number)
  const brands = [0, 1, 2].map((card_seq) => port.brandOf({ gmo_id, card_seq }))
  expect(await Promise.all(brands)).toEqual(['visa', 'mastercard', 'jcb'])
})

test('one card is the default, and only one', async () => {
  const gmo_id = 'm-default'
  await port.saveMember(gmo_id)
  for (const number of [TEST_CARD_NUMBERS.ok, TEST_CARD_NUMBERS.master]) await save(gmo_id, number)
  for (const card_seq of [0, 1]) {
    await port.setDefaultCard({ gmo_id, card_seq })
    expect(await defaults(gmo_id)).toEqual([card_seq])
  }
  expect(await port.listCards(gmo_id)).toMatchObject([
    { expire: '3012' },
    { expire: '3012', card_info: '************4444' },
  ])
})

test('a deleted card is gone, its number is never used again, and deleting it again is fine', async () => {
  const gmo_id = 'm-delete'
  await port.saveMember(gmo_id)
  await save(gmo_id, TEST_CARD_NUMBERS.ok)
  for (let n = 0; n < 2; n++) await port.deleteCard({ gmo_id, card_seq: 0 })
  expect(await port.listCards(gmo_id)).toEqual([])
  expect(await save(gmo_id, TEST_CARD_NUMBERS.master)).toBe(1)
  await port.deleteCard({ gmo_id: 'm-nobody', card_seq: 0 })
})

test('a fault at the provider throws PaymentUnavailable', async () => {
  const card = { gmo_id: 'm-default', card_seq: 0 }
  for (const [api, ask] of [
    ['SaveCard', () => port.setDefaultCard(card)],
    ['DeleteCard', () => port.deleteCard(card)],
    ['SearchCardDetail', () => port.brandOf(card)],
  ] as const) {
    await gateway.fault(api, '500')
    await expect(ask()).rejects.toMatchObject({ info: expect.stringContaining(api) })
  }
  await gateway.clearFaults()
})
