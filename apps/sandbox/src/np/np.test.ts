import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.reset())

type Answer = { results?: Record<string, unknown>[]; errors?: { codes: string[]; id?: string }[] }
const headers = {
  Authorization: `Basic ${Buffer.from('sandbox-merchant:sandbox-sp-code').toString('base64')}`,
  'X-NP-Terminal-Id': '9999999901',
  'Content-Type': 'application/json',
}
async function call(name: string, transaction: object, method = 'POST', more: Record<string, string> = {}) {
  const answer = await fetch(`${sandbox.url}/sandbox/np/v1/${name}`, {
    method,
    headers: { ...headers, ...more },
    body: JSON.stringify({ transactions: [transaction] }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}
const person = (more: object = {}) => ({
  customer_name: '久志　花子',
  zip_code: '1500001',
  address: '東京都渋谷区神宮前1-2-3',
  tel: '09012345678',
  email: 'hanako@example.jp',
  ...more,
})
const order = (more: Record<string, unknown> = {}) => ({
  shop_transaction_id: 'K1',
  shop_order_date: '2026-11-21',
  settlement_type: '02',
  billed_amount: 3300,
  customer: person(),
  dest_customer: person(),
  goods: [
    { goods_name: 'シャンプー', goods_price: 3000, quantity: 1 },
    { goods_name: '送料', goods_price: 300, quantity: 1 },
  ],
  ...more,
})
const register = async (more: Record<string, unknown> = {}) =>
  (await call('transactions', order(more))).body.results?.[0]
const codes = async (more: Record<string, unknown>) => {
  const { status, body } = await call('transactions', order(more))
  expect(status).toBe(400)
  return body.errors?.[0]?.codes
}
const desk = (path: string, body: object) =>
  fetch(`${sandbox.url}/sandbox/np/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const ids = (npId: unknown) => ({ np_transaction_id: npId })

describe('registration', () => {
  it('returns a number of eleven digits and the result', async () => {
    expect(await register()).toMatchObject({
      shop_transaction_id: 'K1',
      np_transaction_id: expect.stringMatching(/^\d{11}$/),
      authori_result: '00',
    })
  })

  it('rejects an unknown shop', async () => {
    expect((await call('transactions', order(), 'POST', { Authorization: 'Basic d3Jvbmc6d3Jvbmc=' })).status).toBe(401)
    expect((await call('transactions', order(), 'POST', { 'X-NP-Terminal-Id': '1' })).status).toBe(403)
    const health = (more = {}) =>
      fetch(`${sandbox.url}/sandbox/np/v1/authorizations/find`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: '{"transactions":[]}',
      })
    expect((await health()).status).toBe(400)
    expect((await health({ Authorization: '' })).status).toBe(401)
  })

  it.each([
    [{ customer: person({ customer_name: '' }) }, 'E0100048'],
    [{ customer: person({ customer_name: '😀' }) }, 'E0100049'],
    [{ customer: person({ customer_name: '長'.repeat(22) }) }, 'E0100050'],
    [{ customer: person({ zip_code: '150001' }) }, 'E0100136'],
    [{ customer: person({ zip_code: '5300001' }) }, 'E0100059'],
    [{ customer: person({ address: `東京都渋谷区神宮前${'長'.repeat(50)}` }) }, 'E0100062'],
    [{ customer: person({ tel: '0901234567' }) }, 'E0100066'],
    [{ customer: person({ tel: '03123456789' }) }, 'E0100067'],
    [{ customer: person({ email: '' }) }, 'E0100069'],
    [{ dest_customer: person({ customer_name: '長'.repeat(22) }) }, 'E0100074'],
    [{ dest_customer: person({ zip_code: '5300001' }) }, 'E0100083'],
    [{ dest_customer: person({ tel: '' }) }, 'E0100091'],
    [{ billed_amount: 3301 }, 'E0100906'],
    [{ billed_amount: 0, goods: [] }, 'E0100904'],
    [{ shop_transaction_id: 'x'.repeat(41) }, 'E0100901'],
    [{ settlement_type: '09' }, 'E0100903'],
  ])('%j: %s', async (more, code) => {
    expect(await codes(more)).toContain(code)
    const ledger = (await (await fetch(`${sandbox.url}/sandbox/np/transactions.json`)).json()) as { transactions: [] }
    expect(ledger.transactions).toEqual([])
  })

  it.each([
    [person({ customer_name: '保留　花子' }), { authori_result: '10', authori_hold: ['RE014'] }],
    [person({ tel: '09000000010' }), { authori_result: '10', authori_hold: ['RE021'] }],
    [person({ customer_name: '否認　花子' }), { authori_result: '20', authori_ng: 'RE003' }],
    [person({ tel: '09000000020' }), { authori_result: '20', authori_ng: 'RE003' }],
    [person({ tel: '09000000040' }), { authori_result: '40' }],
  ])('%j: %j', async (customer, expected) => {
    expect(await register({ customer })).toMatchObject(expected)
  })

  it('rejects a total debt above 200,000 yen, until some is cancelled', async () => {
    const big = { billed_amount: 199_999, goods: [{ goods_name: 'a', goods_price: 199_999, quantity: 1 }] }
    const first = await register(big)
    expect(
      await register({ billed_amount: 2, goods: [{ goods_name: 'a', goods_price: 2, quantity: 1 }] }),
    ).toMatchObject({
      authori_result: '20',
      authori_ng: 'RE001',
    })
    await call('transactions/cancel', ids(first?.np_transaction_id), 'PATCH')
    expect(await register()).toMatchObject({ authori_result: '00' })
  })

  it('an ordered result is returned once', async () => {
    expect((await desk('next', { verdict: 'ng' })).status).toBe(200)
    expect((await desk('next', { verdict: 'perhaps' })).status).toBe(400)
    expect(await register()).toMatchObject({ authori_result: '20' })
    expect(await register()).toMatchObject({ authori_result: '00' })
  })
})

describe('afterwards', () => {
  it('can be queried by NP’s number or by the shop’s', async () => {
    const one = await register()
    for (const key of [ids(one?.np_transaction_id), { shop_transaction_id: 'K1' }])
      expect((await call('authorizations/find', key)).body.results).toMatchObject([{ ...one, billed_amount: 3300 }])
    expect((await call('authorizations/find', { shop_transaction_id: 'none' })).body.errors).toMatchObject([
      { codes: ['E0100113'] },
    ])
  })

  it('does not prevent a second registration by the shop', async () => {
    const [one, two] = [await register(), await register()]
    expect(one?.np_transaction_id).not.toBe(two?.np_transaction_id)
  })

  it('an examiner decides a held transaction, once', async () => {
    const held = await register({ customer: person({ customer_name: '保留　花子' }) })
    const key = ids(held?.np_transaction_id)
    const page = await (await fetch(`${sandbox.url}/sandbox/np/`)).text()
    expect(page).toContain('承認する')
    expect(
      (await call('shipments', { ...key, pd_company_code: '50000', slip_no: '1' })).body.errors?.[0]?.codes,
    ).toEqual(['E0100907'])
    expect((await desk('decide', { ...key, verdict: 'ok' })).status).toBe(200)
    expect((await desk('decide', { ...key, verdict: 'ng' })).status).toBe(400)
    expect((await call('authorizations/find', key)).body.results).toMatchObject([{ authori_result: '00' }])
  })

  it('a corrected address is examined again', async () => {
    const held = await register({ customer: person({ tel: '09000000010' }) })
    const { body } = await call('transactions/update', { ...ids(held?.np_transaction_id), customer: person() }, 'PATCH')
    expect(body.results).toMatchObject([{ authori_result: '00' }])
  })

  it('bills after the shipment, then no changes are possible; after payment no cancel', async () => {
    const key = ids((await register())?.np_transaction_id)
    const parcel = { ...key, pd_company_code: '50000', slip_no: '1234-5678-9012' }
    expect((await call('shipments', { ...parcel, pd_company_code: '1' })).body.errors?.[0]?.codes).toEqual(['E0100908'])
    expect((await call('transactions/payments/find', key)).body.results).toMatchObject([{ payment_status: '00' }])
    expect((await call('shipments', parcel)).status).toBe(200)
    expect((await call('shipments', parcel)).body.errors?.[0]?.codes).toEqual(['E0100115'])
    expect((await call('transactions/update', { ...key }, 'PATCH')).body.errors?.[0]?.codes).toEqual(['E0100115'])
    expect((await call('transactions/payments/find', key)).body.results).toMatchObject([{ payment_status: '10' }])
    await desk('pay', key)
    expect((await call('transactions/payments/find', key)).body.results).toMatchObject([{ payment_status: '20' }])
    expect((await call('transactions/cancel', key, 'PATCH')).body.errors?.[0]?.codes).toEqual(['E0100114'])
  })

  it('re-registers the rest of a returned order, once, after the whole was cancelled', async () => {
    const key = ids((await register())?.np_transaction_id)
    await call('shipments', { ...key, pd_company_code: '50000', slip_no: '1' })
    const rest = {
      base_np_transaction_id: key.np_transaction_id,
      shop_transaction_id: 'K1-R',
      billed_amount: 300,
      goods: [{ goods_name: '返品後', goods_price: 300, quantity: 1 }],
    }
    expect((await call('transactions/reregister', rest)).body.errors?.[0]?.codes).toEqual(['E0100131'])
    await call('transactions/cancel', key, 'PATCH')
    expect((await call('authorizations/find', key)).body.errors?.[0]?.codes).toEqual(['E0100118'])
    expect((await call('transactions/reregister', rest)).body.results).toMatchObject([{ authori_result: '00' }])
    expect((await call('transactions/reregister', rest)).body.errors?.[0]?.codes).toEqual(['E0131006'])
    expect((await call('transactions/payments/find', { shop_transaction_id: 'K1-R' })).body.results).toMatchObject([
      { payment_status: '10', billed_amount: 300 },
    ])
  })

  it('fails as ordered, and records every message without the secrets', async () => {
    await desk('script', { api: 'transactions', kind: 'drop-after' })
    await expect(call('transactions', order())).rejects.toThrow()
    expect((await call('authorizations/find', { shop_transaction_id: 'K1' })).status).toBe(200)
    await desk('script', { api: '*', kind: 'error:E0100059' })
    expect((await call('transactions', order())).body.errors).toEqual([{ codes: ['E0100059'] }])
    const wire = await (await fetch(`${sandbox.url}/sandbox/np/wire.json`)).text()
    expect(JSON.parse(wire).wire).toMatchObject([
      { fault: 'drop-after', id: 'K1' },
      { fault: '' },
      { fault: 'error:E0100059' },
    ])
    expect(wire).not.toContain('sandbox-sp-code')
  })
})
