import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, SHOP, type Shop, SITE } from './test-client.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ env: { SANDBOX_GMO_MAX_CARDS: '3' } })
})
afterAll(() => shop.close())

const site = (api: string, fields: Record<string, string>) => shop.post(api, { ...SITE, ...fields })
const save = async (MemberID: string, number: string, more: Record<string, string> = {}) =>
  site('SaveCard', { MemberID, SeqMode: '1', Token: await shop.token(number), ...more })

it('a member is saved, found, renamed in Japanese, and deleted', async () => {
  expect(await site('SaveMember', { MemberID: 'm1', MemberName: '久志　花子' })).toEqual({ MemberID: 'm1' })
  expect(await site('SaveMember', { MemberID: 'm1' })).toEqual({ ErrCode: 'E01', ErrInfo: 'E01390010' })
  expect(await site('SearchMember', { MemberID: 'm1' })).toEqual({
    MemberID: 'm1',
    MemberName: '久志　花子',
    DeleteFlag: '0',
  })
  await site('UpdateMember', { MemberID: 'm1', MemberName: '髙橋 ソノ' })
  expect((await site('SearchMember', { MemberID: 'm1' })).MemberName).toBe('髙橋 ソノ')
  await site('DeleteMember', { MemberID: 'm1' })
  for (const api of ['SearchMember', 'UpdateMember', 'DeleteMember', 'SearchCard'])
    expect((await site(api, { MemberID: 'm1' })).ErrInfo).toBe('E01390002')
})

it('checks the site and the member id', async () => {
  expect((await shop.post('SaveMember', { MemberID: 'x' })).ErrInfo).toBe('E01190001|E01200001')
  expect((await site('SaveMember', { SitePass: 'wrong', MemberID: 'x' })).ErrInfo).toBe('E01210002')
  expect((await site('SaveMember', {})).ErrInfo).toBe('E01220001')
  expect((await site('SaveMember', { MemberID: 'x'.repeat(61) })).ErrInfo).toBe('E01220005')
  expect((await site('SaveMember', { MemberID: '花子' })).ErrInfo).toBe('E01220008')
})

it('physical numbers stay after a deletion, logical ones shift', async () => {
  await shop.member('m2')
  expect((await site('SearchCard', { MemberID: 'm2', SeqMode: '1' })).ErrInfo).toBe('E01240002')
  expect(await save('m2', '4111111111111111')).toEqual({ CardSeq: '0', CardNo: '************1111', Forward: '2a99662' })
  expect((await save('m2', '5555555555554444')).CardSeq).toBe('1')
  expect((await save('m2', '378282246310005')).CardSeq).toBe('2')
  expect((await save('m2', '36006666333344')).ErrInfo).toBe('E01230009')

  expect(await site('DeleteCard', { MemberID: 'm2', SeqMode: '1', CardSeq: '0' })).toEqual({ CardSeq: '0' })
  expect((await site('DeleteCard', { MemberID: 'm2', SeqMode: '1', CardSeq: '0' })).ErrInfo).toBe('E01240002')
  const physical = await site('SearchCard', { MemberID: 'm2', SeqMode: '1' })
  expect(physical).toMatchObject({
    CardSeq: '0|1|2',
    DeleteFlag: '1|0|0',
    CardNo: '************1111|************4444|***********0005',
  })
  const logical = await site('SearchCard', { MemberID: 'm2', SeqMode: '0' })
  expect(logical).toMatchObject({ CardSeq: '0|1', DeleteFlag: '0|0', CardNo: '************4444|***********0005' })
  // A number is never reused for another card.
  expect((await save('m2', '36006666333344')).CardSeq).toBe('3')
  expect((await site('SearchCard', { MemberID: 'm2', SeqMode: '1', CardSeq: '3' })).CardNo).toBe('**********3344')
})

it('one default card; name, expiry and holder can be changed', async () => {
  await shop.member('m3')
  await save('m3', '4111111111111111', { DefaultFlag: '1', CardName: 'ふだん使い' })
  await save('m3', '5555555555554444', { DefaultFlag: '1' })
  expect((await site('SearchCard', { MemberID: 'm3', SeqMode: '1' })).DefaultFlag).toBe('0|1')
  await site('SaveCard', {
    MemberID: 'm3',
    SeqMode: '1',
    CardSeq: '0',
    Expire: '3103',
    HolderName: 'KUSHI HANAKO',
    DefaultFlag: '1',
  })
  const cards = await site('SearchCard', { MemberID: 'm3', SeqMode: '1' })
  expect(cards).toMatchObject({
    DefaultFlag: '1|0',
    Expire: '3103|3012',
    HolderName: 'KUSHI HANAKO|HANAKO',
    CardName: 'ふだん使い|',
  })
  expect((await site('SaveCard', { MemberID: 'm3', CardSeq: '0', Expire: '3113' })).ErrInfo).toBe('E01180008')
  expect((await site('SaveCard', { MemberID: 'm3', CardSeq: '0', HolderName: '花子' })).ErrInfo).toBe('E01480008')
  expect((await site('SaveCard', { MemberID: 'm3', CardNo: '4111111111111111' })).ErrInfo).toContain('E61040001')
})

it('charges a member’s card by its number, only if it is not deleted', async () => {
  await shop.member('m4')
  await save('m4', '4111111111111111')
  const card = { ...SITE, MemberID: 'm4', SeqMode: '1', CardSeq: '0' }
  const { answer, OrderID } = await shop.charge('', {}, card)
  expect(answer.ACS).toBe('0')
  expect(await shop.search(OrderID)).toMatchObject({ SiteID: SITE.SiteID, MemberID: 'm4', CardNo: '************1111' })
  expect((await shop.charge('', {}, { ...card, SitePass: 'wrong' })).answer.ErrInfo).toBe('E01210002')
  expect((await shop.charge('', {}, { ...card, CardSeq: '7' })).answer.ErrInfo).toBe('E01240002')
  expect((await shop.charge('', {}, { ...card, CardSeq: '' })).answer.ErrInfo).toBe('E01230001')
  await site('DeleteCard', { MemberID: 'm4', SeqMode: '1', CardSeq: '0' })
  expect((await shop.charge('', {}, card)).answer.ErrInfo).toBe('E01240002')
})

it('saves the card of a transaction, and returns a brand without consuming the token', async () => {
  await shop.member('m5')
  const { OrderID } = await shop.charge('3530111333300000')
  const kept = await shop.post('TradedCard', {
    ...SHOP,
    ...SITE,
    OrderID,
    MemberID: 'm5',
    SeqMode: '1',
    DefaultFlag: '1',
  })
  expect(kept).toMatchObject({ CardSeq: '0', CardNo: '************0000' })
  expect(
    (await shop.post('SearchCardDetail', { ...SHOP, ...SITE, MemberID: 'm5', SeqMode: '1', CardSeq: '0' })).Brand,
  ).toBe('JCB')
  expect((await shop.post('SearchCardDetail', { ...SHOP, OrderID })).Brand).toBe('JCB')
  const Token = await shop.token('378282246310005')
  expect((await shop.post('SearchCardDetail', { ...SHOP, Token })).Brand).toBe('AMEX')
  expect((await site('SaveCard', { MemberID: 'm5', SeqMode: '1', Token })).CardSeq).toBe('1')
})
