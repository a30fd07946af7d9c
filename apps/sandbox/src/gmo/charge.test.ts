import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, SHOP, type Shop } from './test-client.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Makes a transaction older. */
async function age(order_id: string, days: number): Promise<void> {
  const aged = await fetch(`${shop.base}/age`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id, days }),
  })
  expect(aged.status).toBe(200)
}

describe('a charge without 3-D Secure', () => {
  it('responds as the gateway does, signed with the check string', async () => {
    const { answer, OrderID } = await shop.charge('4111111111111111')
    expect(Object.keys(answer)).toEqual([
      'ACS',
      'OrderID',
      'Forward',
      'Method',
      'PayTimes',
      'Approve',
      'TranID',
      'TranDate',
      'CheckString',
    ])
    expect(answer).toMatchObject({ ACS: '0', OrderID, Method: '1', PayTimes: '' })
    expect(answer.Approve).toMatch(/^\d{7}$/)
    expect(answer.TranID).toMatch(/^\d{28}$/)
    expect(answer.TranDate).toMatch(/^\d{14}$/)
    const text = [OrderID, answer.Forward, '1', '', answer.Approve, answer.TranID, answer.TranDate, SHOP.ShopPass].join(
      '',
    )
    expect(answer.CheckString).toBe(createHash('md5').update(text).digest('hex'))
  })

  it('goes from authorization to sale to return, as SearchTrade shows', async () => {
    const { access, OrderID } = await shop.charge('4111111111111111')
    const job = { ...SHOP, ...access }
    expect(await shop.post('AlterTran', { ...job, JobCd: 'SALES', Amount: 3299 })).toEqual({
      ErrCode: 'E01',
      ErrInfo: 'E01060010',
    })
    expect(await shop.post('AlterTran', { ...job, JobCd: 'SALES', Amount: 3300 })).toMatchObject(access)
    expect(await shop.post('AlterTran', { ...job, JobCd: 'SALES', Amount: 3300 })).toMatchObject({
      ErrInfo: 'E11010001',
    })
    expect(await shop.search(OrderID)).toMatchObject({
      Status: 'SALES',
      JobCd: 'AUTH',
      Amount: '3300',
      CardNo: '************1111',
      Expire: '3012',
      ...access,
    })
    expect(await shop.post('ChangeTran', { ...job, JobCd: 'CAPTURE', Amount: 2200 })).toMatchObject(access)
    expect(await shop.post('AlterTran', { ...job, JobCd: 'VOID' })).toMatchObject(access)
    expect(await shop.post('AlterTran', { ...job, JobCd: 'VOID' })).toMatchObject({ ErrInfo: 'E11010003' })
    expect(await shop.search(OrderID)).toMatchObject({ Status: 'VOID', Amount: '2200' })
  })

  it.each([
    ['4000000000000002', 'G12', '42G120000'],
    ['4000000000009995', 'G02', '42G020000'],
    ['4000000000000069', 'G83', '42G830000'],
    ['4000000000000127', 'G44', '42G440000'],
    ['4000000000000119', 'C01', '42C010000'],
    ['4242424242424242', 'G65', '42G650000'],
    ['4000000000000341', 'G02', '42G020000'],
  ])('declines %s with %s and leaves the transaction unprocessed', async (number, ErrCode, ErrInfo) => {
    const { answer, OrderID } = await shop.charge(number)
    expect(answer).toEqual({ ErrCode, ErrInfo })
    expect(await shop.search(OrderID)).toMatchObject({ Status: 'UNPROCESSED', TranID: '' })
  })

  it('lets the shop try another card after a decline, but not charge twice', async () => {
    const { access, OrderID } = await shop.charge('4000000000009995')
    const again = { ...access, OrderID, Method: '1' }
    expect(await shop.post('ExecTran', { ...again, Token: await shop.token('5555555555554444') })).toMatchObject({
      ACS: '0',
    })
    expect(await shop.post('ExecTran', { ...again, Token: await shop.token('5555555555554444') })).toMatchObject({
      ErrInfo: 'E11010001',
    })
  })

  it('accepts a token once, for half an hour', async () => {
    const Token = await shop.token('4111111111111111')
    const first = await shop.entry()
    const second = await shop.entry()
    const exec = (entry: typeof first, token: string) =>
      shop.post('ExecTran', { ...entry.access, OrderID: entry.OrderID, Method: '1', Token: token })
    expect(await exec(first, Token)).toMatchObject({ ACS: '0' })
    expect(await exec(second, Token)).toEqual({ ErrCode: 'EX1', ErrInfo: 'EX1000302' })
    expect(await exec(second, 'no-such-token')).toMatchObject({ ErrInfo: 'EX1000301' })
    let now = Date.now()
    const other = await openShop({ now: () => new Date(now) })
    const late = await other.entry()
    const old = await other.token('4111111111111111')
    now += 30 * 60 * 1000 + 1
    expect(
      await other.post('ExecTran', { ...late.access, OrderID: late.OrderID, Method: '1', Token: old }),
    ).toMatchObject({ ErrInfo: 'EX1000303' })
    await other.close()
  })

  it('declines a card after the end of its month', async () => {
    const other = await openShop({ now: () => new Date('2026-11-30T14:59:59Z') })
    const exec = async (expire: string) => {
      const { access, OrderID } = await other.entry()
      return other.post('ExecTran', {
        ...access,
        OrderID,
        Method: '1',
        Token: await other.token('4111111111111111', { expire }),
      })
    }
    expect(await exec('2611')).toMatchObject({ ACS: '0' })
    expect(await exec('2610')).toEqual({ ErrCode: 'G83', ErrInfo: '42G830000' })
    await other.close()
  })

  it('refuses to alter after 180 days', async () => {
    const { access, OrderID } = await shop.charge('4111111111111111')
    await age(OrderID, 181)
    expect(await shop.post('AlterTran', { ...SHOP, ...access, JobCd: 'VOID' })).toEqual({
      ErrCode: 'E11',
      ErrInfo: 'E11010010',
    })
  })

  it('is cancelled by one job only: that of its day, month and state', async () => {
    const jobs = async (days: number, isSold: boolean) => {
      const { access, OrderID } = await shop.charge('4111111111111111')
      const job = { ...SHOP, ...access, Amount: 3300 }
      if (isSold) await shop.post('AlterTran', { ...job, JobCd: 'SALES' })
      if (days > 0) await age(OrderID, days)
      const refused: string[] = []
      for (const JobCd of ['RETURNX', 'RETURN', 'VOID']) {
        const { ErrInfo } = await shop.post('AlterTran', { ...job, JobCd })
        if (ErrInfo === undefined) return { JobCd, refused }
        refused.push(JobCd)
      }
      throw new Error('no job cancels it')
    }
    expect(await jobs(0, false)).toMatchObject({ JobCd: 'VOID' })
    expect(await jobs(0, true)).toMatchObject({ JobCd: 'VOID' })
    expect(await jobs(40, true)).toMatchObject({ JobCd: 'RETURNX' })
    expect(await jobs(40, false)).toMatchObject({ JobCd: 'RETURN', refused: ['RETURNX'] })
  })

  it('no sale after 90 days', async () => {
    const old = await shop.charge('4111111111111111')
    await age(old.OrderID, 91)
    const sale = { ...SHOP, ...old.access, JobCd: 'SALES', Amount: 3300 }
    expect(await shop.post('AlterTran', sale)).toMatchObject({ ErrInfo: 'E11010010' })
  })

  it('stores client fields in Shift_JIS, and returns them on request', async () => {
    const ClientField1 = '櫛屋～表①髙﨑 ソ&能=表'
    const { answer, OrderID } = await shop.charge('4111111111111111', {}, { ClientField1, ClientFieldFlag: '1' })
    expect(answer.ClientField1).toBe(ClientField1)
    expect((await shop.search(OrderID)).ClientField1).toBe(ClientField1)
  })
})

describe('mistakes of a shop', () => {
  const wrong: [string, Record<string, string | number>, string][] = [
    ['no credentials', { ShopID: '', ShopPass: '' }, 'E01010001|E01020001'],
    ['wrong password', { ShopPass: 'sandboxpaz' }, 'E01030002'],
    ['no order id', { OrderID: '' }, 'E01040001'],
    ['28 signs of order id', { OrderID: 'a'.repeat(28) }, 'E01040003'],
    ['order id with a dot', { OrderID: 'a.b' }, 'E01040013'],
    ['unknown job', { JobCd: 'SALES' }, 'E01050002'],
    ['no job', { JobCd: '' }, 'E01050001'],
    ['no amount', { Amount: '' }, 'E01060001'],
    ['amount of 8 digits', { Amount: 10_000_000 }, 'E01060005'],
    ['amount with a comma', { Amount: '3,300' }, 'E01060006'],
    ['amount and tax over 7 digits', { Amount: 9_999_999, Tax: 1 }, 'E01490005'],
    ['3-D Secure 1', { TdFlag: '1' }, 'E01080010'],
    ['tenant name over 25 signs', { TdTenantName: Buffer.from('a'.repeat(19)).toString('base64') }, 'E01370012'],
    ['tenant name not in Base64', { TdTenantName: 'くし' }, 'E01370008'],
  ]
  it.each(wrong)('EntryTran: %s', async (_name, fields, ErrInfo) => {
    expect((await shop.entry(fields)).answer.ErrInfo).toBe(ErrInfo)
  })

  it('accepts an order id only once', async () => {
    await shop.entry({ OrderID: 'once' })
    expect((await shop.entry({ OrderID: 'once' })).answer).toEqual({ ErrCode: 'E01', ErrInfo: 'E01040010' })
  })

  it('ExecTran: unknown access, another order id, a bare card number, no method', async () => {
    const { access, OrderID } = await shop.entry()
    const exec = async (more: Record<string, string>) =>
      (await shop.post('ExecTran', { ...access, OrderID, Method: '1', Token: 'x', ...more })).ErrInfo
    expect(await exec({ AccessID: 'f'.repeat(32) })).toBe('E01110002')
    expect(await exec({ AccessPass: 'f'.repeat(32) })).toBe('E01110002')
    expect(await exec({ AccessID: 'short' })).toBe('E01090008|E01110002')
    expect(await exec({ OrderID: 'another' })).toBe('E01110002')
    expect(await exec({ Method: '' })).toBe('E01260001')
    expect(await exec({ Token: '', CardNo: '4111111111111111' })).toContain('E61040001')
    expect(await exec({ Token: '' })).toBe('E01170001|E01180001')
    expect(await shop.post('AlterTran', { ...SHOP, ...access, JobCd: 'VOID' })).toMatchObject({ ErrInfo: 'E11010002' })
  })

  it('GET, an unknown call and another content type are rejected in the gateway’s format', async () => {
    const get = await fetch(`${shop.base}/payment/EntryTran.idPass`)
    expect([get.status, get.headers.get('content-type'), await get.text()]).toEqual([
      200,
      'text/plain;charset=Windows-31J',
      'ErrCode=E31&ErrInfo=E31500014',
    ])
    expect(await shop.post('EntryTrans', {})).toEqual({ ErrCode: 'E91', ErrInfo: 'E91099997' })
    const json = await fetch(`${shop.base}/payment/EntryTran.idPass`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(await json.text()).toBe('ErrCode=E00&ErrInfo=E00000003')
  })

  it('notes UTF-8 in the wire log, and reads garbage as the gateway would', async () => {
    const { access, OrderID } = await shop.entry()
    const fields = new URLSearchParams({
      ...access,
      OrderID,
      Method: '1',
      Token: await shop.token('4111111111111111'),
      ClientField1: '櫛',
    })
    await fetch(`${shop.base}/payment/ExecTran.idPass`, { method: 'POST', body: fields })
    expect((await shop.search(OrderID)).ClientField1).not.toBe('櫛')
    const { wire } = (await (await fetch(`${shop.base}/wire.json?order_id=${OrderID}`)).json()) as {
      wire: { api: string; note: string }[]
    }
    expect(wire.find(({ api }) => api === 'ExecTran')?.note).toContain('UTF-8')
  })
})
