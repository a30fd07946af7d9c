import { PaymentRefused } from '@kushi/shop/ports/payment-port'
import { afterAll, expect, test } from 'vitest'
import { startGmoGateway, TEST_CARD_NUMBERS } from '../testing/gateway.ts'
import { encodeGmoForm } from './call.ts'
import { gmoCardPort } from './card-port.ts'
import { gmoTransactions } from './transactions.ts'

const gateway = await startGmoGateway()
afterAll(gateway.stop)
const port = gmoCardPort(gateway.settings)
const gmo = gmoTransactions(gateway.settings)
const return_url = 'http://shop.example/v1/payment/gmo/return'
let count = 0

/** A finished CHECK with 3-D Secure, whose card can be saved. */
async function checked(card: string, expire?: string): Promise<string> {
  const provider_order_id = `R261121-${++count}`
  const access = await port.enterCheck({ provider_order_id, is_authenticated: true })
  const token = await gateway.token(card, expire)
  const executed = await port.executeCheck({ ...access, provider_order_id, token, return_url })
  if (executed.kind === 'redirect') await gateway.visit(executed.redirect_url)
  await port.finishCheck(access)
  return provider_order_id
}
const save = async (gmo_id: string, card: string, is_default = false, expire?: string) =>
  port.saveCardOfTrade({ provider_order_id: await checked(card, expire), gmo_id, is_default })
const remove = (gmo_id: string, seq: number) =>
  fetch(`${gateway.base}/payment/DeleteCard.idPass`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encodeGmoForm({
      SiteID: gateway.settings.site_id,
      SitePass: gateway.settings.site_pass,
      MemberID: gmo_id,
      SeqMode: '1',
      CardSeq: String(seq),
    }),
  })

test('a member is created once; a repeated call succeeds', async () => {
  await port.saveMember('m-twice')
  await port.saveMember('m-twice')
  expect(await port.listCards('m-twice')).toEqual([])
})

test('an unknown member has no cards', async () => expect(await port.listCards('m-nobody')).toEqual([]))

test('several cards are returned with their numbers, which stay when one is deleted', async () => {
  await port.saveMember('m-several')
  expect(await save('m-several', TEST_CARD_NUMBERS.ok, true)).toEqual({ card_seq: 0, card_info: '************1111' })
  expect((await save('m-several', TEST_CARD_NUMBERS.master)).card_seq).toBe(1)
  expect((await save('m-several', TEST_CARD_NUMBERS.jcb, false, '2811')).card_seq).toBe(2)
  await remove('m-several', 1)
  expect(await port.listCards('m-several')).toEqual([
    {
      card_seq: 0,
      default_flag: '1',
      card_info: '************1111',
      expire: '3012',
      holder_name: 'HANAKO YAMAGUCHI',
      brand: null,
    },
    expect.objectContaining({ card_seq: 2, default_flag: '0', card_info: '************0000', expire: '2811' }),
  ])
  expect((await save('m-several', TEST_CARD_NUMBERS.ok, true)).card_seq).toBe(3)
  const listed = await port.listCards('m-several')
  expect(listed.map(({ card_seq, default_flag }) => [card_seq, default_flag])).toEqual([
    [0, '0'],
    [2, '0'],
    [3, '1'],
  ])
})

test('a saved card pays by its number; a deleted one, and another member’s, do not', async () => {
  await port.saveMember('m-payer')
  await port.saveMember('m-other')
  await save('m-payer', TEST_CARD_NUMBERS.ok)
  await save('m-payer', TEST_CARD_NUMBERS.master)
  const pay = async (gmo_id: string, card_seq: number) => {
    const provider_order_id = `K261121-S${++count}`
    const access = await gmo.enter({ provider_order_id, amount: 500, job: 'AUTH' })
    return gmo.execute({ ...access, provider_order_id, card: { gmo_id, card_seq }, return_url })
  }
  expect(await pay('m-payer', 1)).toMatchObject({ kind: 'redirect' })
  await remove('m-payer', 1)
  await expect(pay('m-payer', 1)).rejects.toMatchObject({ refusal: 'unusable', info: 'E01240002' })
  await expect(pay('m-other', 0)).rejects.toMatchObject({ refusal: 'unusable', info: 'E01240002' })
})

test('a full vault is reported', async () => {
  await port.saveMember('m-full')
  const provider_order_id = await checked(TEST_CARD_NUMBERS.ok)
  const once = () => port.saveCardOfTrade({ provider_order_id, gmo_id: 'm-full', is_default: false })
  for (let n = 0; n < 10; n++) expect((await once()).card_seq).toBe(n)
  await expect(once()).rejects.toMatchObject({ refusal: 'too_many' })
  await expect(once()).rejects.toThrow(PaymentRefused)
})

test('a member’s name keeps its Japanese characters', async () => {
  const send = (api: string, fields: Record<string, string>) =>
    fetch(`${gateway.base}/payment/${api}.idPass`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encodeGmoForm({ SiteID: gateway.settings.site_id, SitePass: gateway.settings.site_pass, ...fields }),
    })
  await send('SaveMember', { MemberID: 'm-name', MemberName: '髙橋 花子' })
  const found = await send('SearchMember', { MemberID: 'm-name' })
  expect(new TextDecoder('shift_jis').decode(await found.arrayBuffer())).toContain('MemberName=髙橋 花子')
})
