import { readCustomer, readDelivery, readMoney, readObject, readText } from './check.ts'
import { NpError } from './errors.ts'
import { examine, result } from './examine.ts'
import type { Np, Transaction } from './np.ts'
import { record } from './np.ts'

type CallFields = Record<string, unknown>
/** One transaction of a call: takes its data, returns its result; rejections are thrown as an NpError. */
type Call = (np: Np, given: CallFields) => object

const CARRIERS =
  '50000 55555 59010 59020 59030 59040 59041 59042 59043 59050 59060 59080 59090 59100 59110 59140 59150 59160'.split(
    ' ',
  )

function refuse(codes: string[], id: string): void {
  if (codes.length > 0) throw new NpError([...new Set(codes)], id)
}

function find(np: Np, npId: string): Transaction {
  if (npId === '') throw new NpError(['EPRO0105'])
  if (npId.length !== 11) throw new NpError(['E0100003'], npId)
  const one = np.transactions.get(npId)
  if (one === undefined) throw new NpError(['E0100113'], npId)
  return one
}

function findStanding(np: Np, npId: string): Transaction {
  const one = find(np, npId)
  if (one.cancelledAt !== '') throw new NpError(['E0100118'], npId)
  if (one.paidAt !== '') throw new NpError(['E0100114'], npId)
  return one
}

/** `YYMMDD` and five digits. */
function number(np: Np): string {
  const day = new Date(np.now().getTime() + 9 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '')
  return day + String(np.store.next('np.number') % 100_000).padStart(5, '0')
}

const register: Call = (np, given) => {
  const shopId = readText(given.shop_transaction_id)
  const customer = readCustomer(given.customer)
  const delivery = readDelivery(given.dest_customer)
  const money = readMoney(given.billed_amount, given.goods)
  const orderDate = readText(given.shop_order_date)
  const settlementType = readText(given.settlement_type)
  const codes = [...customer.wrong, ...delivery.wrong, ...money.wrong]
  if (!/^[\w-]{1,40}$/.test(shopId)) codes.push('E0100901')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(orderDate) || Number.isNaN(Date.parse(orderDate))) codes.push('E0100902')
  if (settlementType !== '02' && settlementType !== '03') codes.push('E0100903')
  refuse(codes, shopId)
  const one: Transaction = {
    npId: number(np),
    shopId,
    orderDate,
    settlementType,
    amount: money.amount,
    customer: customer.person,
    delivery: delivery.person,
    goods: money.goods,
    authoriResult: '40',
    authoriNg: '',
    authoriHold: [],
    examinedAt: '',
    carrier: '',
    slipNo: '',
    shippedAt: '',
    paidAt: '',
    cancelledAt: '',
    baseId: '',
    reregisteredAs: '',
    history: [],
  }
  examine(np, one)
  record(np, one, 'transactions', `登録 → ${one.authoriResult}`)
  return result(one)
}

const update: Call = (np, given) => {
  const one = findStanding(np, readText(given.np_transaction_id))
  if (one.shippedAt !== '') throw new NpError(['E0100115'], one.npId)
  const codes: string[] = []
  if (given.customer !== undefined) {
    const { person, wrong } = readCustomer(given.customer)
    codes.push(...wrong)
    one.customer = person
  }
  if (given.dest_customer !== undefined) {
    const { person, wrong } = readDelivery(given.dest_customer)
    codes.push(...wrong)
    one.delivery = person
  }
  const { amount, goods, wrong } = readMoney(given.billed_amount ?? one.amount, given.goods ?? one.goods)
  refuse([...codes, ...wrong], one.npId)
  Object.assign(one, { amount, goods })
  examine(np, one)
  record(np, one, 'transactions/update', `変更 ${amount}円 → ${one.authoriResult}`)
  return result(one)
}

const cancel: Call = (np, given) => {
  const one = findStanding(np, readText(given.np_transaction_id))
  one.cancelledAt = np.now().toISOString()
  record(np, one, 'transactions/cancel', 'キャンセル')
  return { np_transaction_id: one.npId }
}

const ship: Call = (np, given) => {
  const one = findStanding(np, readText(given.np_transaction_id))
  if (one.shippedAt !== '') throw new NpError(['E0100115'], one.npId)
  const carrier = readText(given.pd_company_code)
  const slipNo = readText(given.slip_no)
  const codes: string[] = []
  if (one.authoriResult !== '00') codes.push('E0100907')
  if (!CARRIERS.includes(carrier)) codes.push('E0100908')
  if (!/^[0-9A-Za-z-]{1,20}$/.test(slipNo)) codes.push('E0100909')
  refuse(codes, one.npId)
  Object.assign(one, { carrier, slipNo, shippedAt: np.now().toISOString() })
  record(np, one, 'shipments', `出荷報告 ${slipNo}。請求書を送ります`)
  return { np_transaction_id: one.npId }
}

/**
 * 一部返品の再登録: registers the rest of a transaction that was shipped and then cancelled; its parcel counts for the rest
 * too.
 */
const reregister: Call = (np, given) => {
  const base = find(np, readText(given.base_np_transaction_id))
  if (base.reregisteredAs !== '') throw new NpError(['E0131006'], base.npId)
  if (base.shippedAt === '' || base.cancelledAt === '') throw new NpError(['E0100131'], base.npId)
  const shopId = readText(given.shop_transaction_id)
  const { amount, goods, wrong } = readMoney(given.billed_amount, given.goods)
  refuse(amount > base.amount ? [...wrong, 'E0100904'] : wrong, base.npId)
  const one: Transaction = {
    ...base,
    npId: number(np),
    shopId,
    amount,
    goods,
    baseId: base.npId,
    cancelledAt: '',
    history: [],
  }
  record(np, one, 'transactions/reregister', `再登録 ${amount}円（元の取引 ${base.npId}）`)
  base.reregisteredAs = one.npId
  record(np, base, 'transactions/reregister', `再登録済み ${one.npId}`)
  return { base_np_transaction_id: base.npId, ...result(one) }
}

/** By np_transaction_id or by the shop's own number; if several have the same number, the newest. */
function ask(np: Np, given: CallFields): Transaction {
  const shopId = readText(given.shop_transaction_id)
  if (given.np_transaction_id !== undefined || shopId === '') return find(np, readText(given.np_transaction_id))
  const one = np.transactions.byRef(shopId).at(-1)
  if (one === undefined) throw new NpError(['E0100113'], shopId)
  return one
}

const authorization: Call = (np, given) => {
  const one = ask(np, given)
  if (one.cancelledAt !== '') throw new NpError(['E0100118'], one.npId)
  if (one.authoriResult === '40') {
    Object.assign(one, { authoriResult: '00', examinedAt: np.now().toISOString() })
    record(np, one, 'authorizations/find', '審査 → 00')
  }
  return { ...result(one), billed_amount: one.amount }
}

const payment: Call = (np, given) => {
  const one = ask(np, given)
  return {
    np_transaction_id: one.npId,
    shop_transaction_id: one.shopId,
    payment_status: one.paidAt !== '' ? '20' : one.shippedAt !== '' ? '10' : '00',
    billed_amount: one.amount,
    ...(one.paidAt === '' ? {} : { customer_payment_date: one.paidAt.slice(0, 10) }),
  }
}

export const CALLS: Record<string, { method: 'POST' | 'PATCH'; call: Call }> = {
  transactions: { method: 'POST', call: register },
  'transactions/update': { method: 'PATCH', call: update },
  'transactions/cancel': { method: 'PATCH', call: cancel },
  'transactions/reregister': { method: 'POST', call: reregister },
  shipments: { method: 'POST', call: ship },
  'authorizations/find': { method: 'POST', call: authorization },
  'transactions/payments/find': { method: 'POST', call: payment },
}

/** Processes every transaction of a call independently. */
export function run(
  np: Np,
  call: Call,
  body: unknown,
): { results: object[]; errors: { codes: readonly string[]; id?: string }[] } {
  const list = readObject(body).transactions
  if (!Array.isArray(list) || list.length === 0) return { results: [], errors: [{ codes: ['EPRO0101'] }] }
  if (list.length > 1000) return { results: [], errors: [{ codes: ['EPRO0102'] }] }
  const results: object[] = []
  const errors: { codes: readonly string[]; id?: string }[] = []
  for (const given of list.map(readObject)) {
    try {
      results.push(call(np, given))
    } catch (error) {
      if (!(error instanceof NpError)) throw error
      errors.push({ codes: error.codes, ...(error.id === '' ? {} : { id: error.id }) })
    }
  }
  return { results, errors }
}
