import { type Sandbox, startSandbox } from '@kushi/sandbox/sandbox'
import type { PaymentAttempt, PaymentBill, PaymentParty } from '@kushi/shop/ports/payment-port'
import { postJson, SIMULATOR_TIMEOUT_MS, simulatorFaults } from './faults.ts'

/** Starts the simulators of NP and of GMO後払い in this process, with their examiners' desks. */
export async function startDeferred() {
  const sandbox: Sandbox = await startSandbox()
  const baseOf = (provider: 'np' | 'gmo-deferred') => `${sandbox.url}/sandbox/${provider}`
  const at = (base: string, settings: { timeout_ms: number }) => {
    const json = (path: string, body: object) => postJson(`${base}/${path}`, body)
    return {
      base,
      ...simulatorFaults(base, settings),
      next: (verdict: string) => json('next', { verdict }),
      decide: (key: object, verdict: 'ok' | 'ng') => json('decide', { ...key, verdict }),
      pay: (key: object) => json('pay', key),
      async transactions(shopTransactionId: string) {
        const res = await fetch(`${base}/transactions.json?shop_transaction_id=${shopTransactionId}`)
        return ((await res.json()) as { transactions: Record<string, unknown>[] }).transactions
      },
    }
  }
  const npSettings = {
    base_url: `${baseOf('np')}/v1`,
    merchant_code: 'sandbox-merchant',
    sp_code: 'sandbox-sp-code',
    terminal_id: '9999999901',
    carriers: { yamato: '59020', sagawa: '50000', japan_post: '59040' },
    timeout_ms: SIMULATOR_TIMEOUT_MS,
  }
  const gmoDeferredSettings = {
    base_url: baseOf('gmo-deferred'),
    authentication_id: 'sandbox-auth',
    shop_code: 'sandbox-shop',
    connect_password: 'sandbox-connect',
    carriers: { yamato: '12', sagawa: '11', japan_post: '16' },
    timeout_ms: SIMULATOR_TIMEOUT_MS,
    codes: {
      unknown: 'CT9040',
      cancelled: 'CT9041',
      shipped: 'CT9042',
      not_shipped: 'CT9043',
      paid: 'CT9045',
      party: 'CT902*',
    },
  }
  const np = at(baseOf('np'), npSettings)
  const gmoDeferred = at(baseOf('gmo-deferred'), gmoDeferredSettings)
  return { sandbox, np, npSettings, gmoDeferred, gmoDeferredSettings, stop: () => sandbox.stop() }
}

/** The valid amounts of these bills: yen still to be billed, and billed. */
export function reservedAndTakenOfBills(bills: Record<string, unknown>[]) {
  const sum = (isShipped: boolean) =>
    bills
      .filter((bill) => !bill.is_cancelled && bill.is_shipped === isShipped)
      .reduce((total, bill) => total + Number(bill.billed_amount), 0)
  return { reserved: sum(false), taken: sum(true) }
}

export const testParty = (more: Partial<PaymentParty> = {}): PaymentParty => ({
  name01: '久志',
  name02: '花子',
  kana01: 'くし',
  kana02: 'はなこ',
  company_name: null,
  postal_code01: '150',
  postal_code02: '0001',
  address: '東京都渋谷区神宮前1-2-3 櫛ビル4階',
  phone_number: '09012345678',
  ...more,
})

export const deferredOrder = (amount: number, more: Partial<PaymentParty> = {}): PaymentBill => ({
  ordered_on: '2026-11-21',
  buyer: { ...testParty(more), email: 'hanako@example.jp' },
  recipient: testParty(),
  rows: [
    { name: 'シャンプー', price: amount - 300, quantity: 1 },
    { name: '送料', price: 550, quantity: 1 },
    { name: '割引', price: -250, quantity: 1 },
  ],
  is_subscription: false,
})

let count = 0
export const deferredAttempt = (amount = 3300): PaymentAttempt => ({
  provider_order_id: `K261121-D${String(++count).padStart(7, '0')}`,
  amount,
  reference: {},
})
