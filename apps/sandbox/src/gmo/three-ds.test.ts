import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, SHOP, type Shop, SITE } from './test-client.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''

async function visit(url: string): Promise<string> {
  return (await fetch(url)).text()
}

async function answer(page: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ transId: hidden(page, 'transId'), t: hidden(page, 't'), ...fields })
  return (await fetch(`${shop.base}/3ds/challenge`, { method: 'POST', body })).text()
}

describe('3-D Secure', () => {
  it('passes a frictionless card and returns by POST with the access id alone', async () => {
    const { answer: exec, access, OrderID } = await shop.charge('4111111111111111', { TdFlag: '2' })
    expect(exec.ACS).toBe('2')
    expect(exec.RedirectUrl).toMatch(/\/sandbox\/gmo\/3ds\/brw\/callback\?transId=[0-9a-f-]{36}&t=[0-9a-f]{32}$/)
    expect(await shop.search(OrderID)).toMatchObject({ Status: 'AUTHENTICATED', TranID: '' })
    expect(await shop.post('SecureTran2', access)).toEqual({ ErrCode: 'E21', ErrInfo: 'E21010999' })
    const back = await fetch(exec.RedirectUrl ?? '')
    const page = await back.text()
    expect(page).toContain('action="http://shop.example/return?from=3ds"')
    expect(hidden(page, 'AccessID')).toBe(access.AccessID)
    expect(back.headers.get('content-security-policy')).toContain("form-action 'self' http://shop.example;")
    expect(await shop.post('SecureTran2', access)).toMatchObject({ OrderID, Method: '1' })
    expect(await shop.post('SecureTran2', access)).toEqual({ ErrCode: 'E11', ErrInfo: 'E11010001' })
    expect(await shop.search(OrderID)).toMatchObject({ Status: 'AUTH' })
  })

  it('the ampersand in RedirectUrl is raw', async () => {
    const { access, OrderID } = await shop.entry({ TdFlag: '2' })
    const body = new URLSearchParams({
      ...access,
      OrderID,
      Method: '1',
      RetUrl: 'https://shop.example/r',
      Token: await shop.token('4111111111111111'),
    })
    const text = await (await fetch(`${shop.base}/payment/ExecTran.idPass`, { method: 'POST', body })).text()
    expect(text).toMatch(
      /^ACS=2&RedirectUrl=http:\/\/127\.0\.0\.1:\d+\/sandbox\/gmo\/3ds\/brw\/callback\?transId=[^&]+&t=[0-9a-f]+$/,
    )
  })

  it('shows the bank’s page with shop, amount and card, and accepts the code', async () => {
    const TdTenantName = iconv.encode('櫛屋の椿油', 'euc-jp').toString('base64')
    const { answer: exec, access } = await shop.charge('4100000000000100', { TdFlag: '2', TdTenantName, Amount: 12800 })
    const page = await visit(exec.RedirectUrl ?? '')
    for (const part of ['櫛屋の椿油', '¥12,800', '************0100', '1234', '認証する', 'キャンセル'])
      expect(page).toContain(part)
    const wrong = await answer(page, { code: '9999', action: 'verify' })
    expect(wrong).toContain('あと2回')
    expect(await shop.post('SecureTran2', access)).toMatchObject({ ErrInfo: 'E21010999' })
    expect(hidden(await answer(wrong, { code: '１２３４', action: 'verify' }), 'AccessID')).toBe(access.AccessID)
    expect(await shop.post('SecureTran2', access)).toHaveProperty('Approve')
  })

  it('fails after three wrong codes', async () => {
    const { answer: exec, access, OrderID } = await shop.charge('4100000000000100', { TdFlag: '2' })
    const page = await visit(exec.RedirectUrl ?? '')
    for (const code of ['1', '2', '3']) await answer(page, { code, action: 'verify' })
    await answer(page, { code: '1234', action: 'verify' })
    expect(await shop.post('SecureTran2', access)).toEqual({ ErrCode: 'E21', ErrInfo: 'E21010001' })
    expect(await shop.search(OrderID)).toMatchObject({ Status: 'UNPROCESSED' })
    expect(await shop.post('SecureTran2', access)).toMatchObject({ ErrInfo: 'E01110010' })
  })

  it('distinguishes a cancelled authentication', async () => {
    const { answer: exec, access } = await shop.charge('4100000000000100', { TdFlag: '2' })
    await answer(await visit(exec.RedirectUrl ?? ''), { action: 'cancel', code: '' })
    expect(await shop.post('SecureTran2', access)).toMatchObject({ ErrInfo: 'E21020002' })
  })

  it.each([
    ['4000000000003063', {}, 'E21010001'],
    ['4000000000003220', {}, 'E21010201'],
    ['4000000000000002', {}, '42G120000'],
    ['4000000000009995', {}, '42G020000'],
    ['4000000000000069', {}, '42G830000'],
    ['4000000000000127', {}, '42G440000'],
    ['4000000000000119', {}, '42C010000'],
    ['4000000000003220', { Tds2Type: '3' }, undefined],
    ['4000000000000341', {}, undefined],
    ['3530111333300000', {}, undefined],
    ['378282246310005', {}, undefined],
    ['36006666333344', {}, undefined],
    ['6011000990139424', {}, undefined],
  ])('%s %o ends with %s', async (number, more, ErrInfo) => {
    const { answer: exec, access } = await shop.charge(number, { TdFlag: '2', ...more })
    await visit(exec.RedirectUrl ?? '')
    expect((await shop.post('SecureTran2', access)).ErrInfo).toBe(ErrInfo)
  })

  it('returns by GET with CallbackType 3', async () => {
    const { answer: exec, access } = await shop.charge('4111111111111111', { TdFlag: '2' }, { CallbackType: '3' })
    const back = await fetch(exec.RedirectUrl ?? '', { redirect: 'manual' })
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toBe(`http://shop.example/return?from=3ds&AccessID=${access.AccessID}`)
  })

  it('requires a return URL, and rejects the stepwise flow and a second start', async () => {
    const { answer } = await shop.charge('4111111111111111', { TdFlag: '2' }, { RetUrl: '' })
    expect(answer.ErrInfo).toBe('E01530001')
    expect((await shop.charge('4111111111111111', { TdFlag: '2' }, { CallbackType: '2' })).answer.ErrInfo).toBe(
      'E61020001',
    )
    const { access, OrderID } = await shop.charge('4111111111111111', { TdFlag: '2' })
    const again = {
      ...access,
      OrderID,
      Method: '1',
      RetUrl: 'http://shop.example/',
      Token: await shop.token('4111111111111111'),
    }
    expect((await shop.post('ExecTran', again)).ErrInfo).toBe('E11010003')
  })

  it('another secret is rejected', async () => {
    const { answer: exec, access } = await shop.charge('4111111111111111', { TdFlag: '2' })
    const url = new URL(exec.RedirectUrl ?? '')
    url.searchParams.set('t', '0'.repeat(32))
    expect((await fetch(url)).status).toBe(404)
    expect(await shop.post('SecureTran2', access)).toMatchObject({ ErrInfo: 'E21010999' })
  })

  it('CHECK, then the card is saved for the member and charged while the member is absent', async () => {
    await shop.member('m-3ds')
    const keep = (OrderID: string) =>
      shop.post('TradedCard', { ...SHOP, ...SITE, OrderID, MemberID: 'm-3ds', SeqMode: '1' })
    const {
      answer: exec,
      access,
      OrderID,
    } = await shop.charge('4000000000000341', { TdFlag: '2', JobCd: 'CHECK', Amount: '' }, { Method: '' })
    expect(await keep(OrderID)).toEqual({ ErrCode: 'E01', ErrInfo: 'E01110010' })
    await visit(exec.RedirectUrl ?? '')
    await shop.post('SecureTran2', access)
    expect(await shop.search(OrderID)).toMatchObject({ Status: 'CHECK', Amount: '0' })
    expect(await shop.post('AlterTran', { ...SHOP, ...access, JobCd: 'SALES', Amount: 1 })).toMatchObject({
      ErrInfo: 'E11010003',
    })
    expect(await keep(OrderID)).toMatchObject({ CardSeq: '0', CardNo: '************0341' })
    const later = await shop.charge('', {}, { ...SITE, MemberID: 'm-3ds', SeqMode: '1', CardSeq: '0' })
    expect(later.answer.ErrInfo).toBe('42G020000')
  })
})
