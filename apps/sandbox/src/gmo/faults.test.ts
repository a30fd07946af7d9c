import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from './test-client.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function tryCharge() {
  const { OrderID, access } = await shop.entry()
  const fields = { ...access, OrderID, Method: '1', Token: await shop.token('4111111111111111') }
  const outcome = await shop.post('ExecTran', fields).catch((error: Error) => error)
  return { OrderID, outcome, again: () => shop.post('ExecTran', fields) }
}

it('drop-after: charges, and the response is lost', async () => {
  await shop.script('ExecTran', 'drop-after')
  const { OrderID, outcome } = await tryCharge()
  expect(outcome).toBeInstanceOf(Error)
  expect((await shop.search(OrderID)).Status).toBe('AUTH')
})

it('drop-before: nothing happens, and the token stays valid', async () => {
  await shop.script('ExecTran', 'drop-before')
  const { OrderID, outcome, again } = await tryCharge()
  expect(outcome).toBeInstanceOf(Error)
  expect((await shop.search(OrderID)).Status).toBe('UNPROCESSED')
  expect((await again()).ACS).toBe('0')
})

it('error: fails as ordered, as often as ordered', async () => {
  await shop.script('ExecTran', 'error:42G030000', 2)
  expect((await tryCharge()).outcome).toEqual({ ErrCode: 'G03', ErrInfo: '42G030000' })
  const second = await tryCharge()
  expect(second.outcome).toEqual({ ErrCode: 'G03', ErrInfo: '42G030000' })
  expect((await second.again()).ACS).toBe('0')
})

it('truncate: half a response that looks complete; the charge is made', async () => {
  await shop.script('*', 'truncate')
  const { answer } = await shop.entry({ OrderID: 'cut' })
  expect(answer.AccessPass ?? '').not.toMatch(/^[0-9a-f]{32}$/)
  expect((await shop.search('cut')).Status).toBe('UNPROCESSED')
})

it('500, delay and timeout', async () => {
  const { OrderID } = await shop.entry()
  const ask = () =>
    fetch(`${shop.base}/payment/SearchTrade.idPass`, {
      method: 'POST',
      body: new URLSearchParams({ ShopID: 'tshop00000001', ShopPass: 'sandboxpas', OrderID }),
      signal: AbortSignal.timeout(300),
    })
  await shop.script('SearchTrade', '500')
  expect((await ask()).status).toBe(500)
  await shop.script('SearchTrade', 'delay:100')
  const before = performance.now()
  expect((await ask()).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(95)
  await shop.script('SearchTrade', 'timeout')
  await expect(ask()).rejects.toThrow(/timeout/i)
  expect((await ask()).status).toBe(200)
})

it('rejects unknown failures, lists the pending ones, and clears them on request', async () => {
  for (const [api, kind, times] of [
    ['Nothing', 'timeout', 1],
    ['ExecTran', 'explode', 1],
    ['ExecTran', 'timeout', 0],
  ] as const)
    expect((await shop.script(api, kind, times)).status).toBe(400)
  await shop.script('ExecTran', 'timeout', 3)
  const due = async () => ((await (await fetch(`${shop.base}/script`)).json()) as { scripts: object[] }).scripts
  expect(await due()).toMatchObject([{ api: 'ExecTran', kind: 'timeout', times: 3 }])
  expect(await (await fetch(`${shop.base}/`)).text()).toContain('あと3回')
  await fetch(`${shop.base}/script`, { method: 'DELETE' })
  expect(await due()).toEqual([])
})

it('keeps a ledger and a wire log without any credentials', async () => {
  await shop.script('ExecTran', 'drop-after')
  const { OrderID } = await tryCharge()
  const ledger = (await (await fetch(`${shop.base}/transactions.json?order_id=${OrderID}`)).json()) as {
    transactions: object[]
  }
  expect(ledger.transactions).toMatchObject([
    {
      order_id: OrderID,
      status: 'AUTH',
      amount: 3300,
      card_kind: 'ok',
      history: [{ api: 'EntryTran' }, { api: 'ExecTran', status: 'AUTH' }],
    },
  ])
  const { wire } = (await (await fetch(`${shop.base}/wire.json?order_id=${OrderID}`)).json()) as {
    wire: { api: string; fault: string; request: Record<string, string> }[]
  }
  expect(wire.map(({ api, fault }) => [api, fault])).toEqual([
    ['EntryTran', ''],
    ['ExecTran', 'drop-after'],
  ])
  expect(wire[0]?.request.ShopPass).toBe('**********')
  expect(wire[1]?.request.Token).toBe('**********')
})
