import { type Sandbox, type SandboxOptions, startSandbox } from '@kushi/sandbox/sandbox'
import type { PaidySettings } from '../paidy/call.ts'
import { postJson, SIMULATOR_TIMEOUT_MS, simulatorFaults } from './faults.ts'

/** Starts the simulator of Paidy in this process, with a customer's actions. */
export const startPaidy = async (options?: SandboxOptions) => paidyClient(await startSandbox(options))

/** What the page passes to Paidy's window. */
type PaidyPayload = Record<string, unknown> & { amount: number; order: Record<string, unknown> }

/** A payload that Paidy takes, of one piece. */
export const paidyPayload = (amount: number, order_ref: string, shop_id = 2): PaidyPayload => ({
  amount,
  currency: 'JPY',
  store_name: '椿野',
  buyer: { name1: '久志 花子', email: 'hanako@example.jp' },
  buyer_data: { age: 0, order_count: 0, ltv: 0, last_order_amount: 0, last_order_at: 0 },
  order: { items: [{ quantity: 1, title: '純椿油', unit_price: amount }], shipping: 0, tax: 0, order_ref },
  shipping_address: { line1: '', line2: '神宮前1-2-3', city: '渋谷区', state: '東京都', zip: '150-0001' },
  metadata: { shop_id },
})

export function paidyClient(sandbox: Pick<Sandbox, 'url' | 'stop'>) {
  const base = `${sandbox.url}/sandbox/paidy`
  const settings: PaidySettings = {
    base_url: base,
    public_key: 'pk_test_sandbox',
    secret_key: 'sk_test_sandbox',
    timeout_ms: SIMULATOR_TIMEOUT_MS,
  }
  const payments = async () => {
    const { payments } = (await (await fetch(`${base}/transactions.json`)).json()) as {
      payments: SandboxPaidyPayment[]
    }
    return payments
  }
  return {
    settings,
    stop: () => sandbox.stop(),
    /** Decides in Paidy's window; returns the payment's id. @throws where the payload is wrong */
    async decide(payload: object, decision: 'approve' | 'reject' = 'approve'): Promise<string> {
      const res = await postJson(`${base}/checkout`, { api_key: settings.public_key, payload, decision })
      const { id, wrong } = (await res.json()) as { id?: string; wrong?: string }
      if (!id) throw new Error(`Paidy refuses the payload: ${wrong}`)
      return id
    },
    /** Makes an authorisation `days` older. */
    age: (id: string, days: number) => postJson(`${base}/age`, { id, days }),
    /** Somebody at the shop acts in Paidy's own administration. */
    act: (path: string, body: object = {}) =>
      fetch(`${base}/payments/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${settings.secret_key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Sends the webhook of a payment to the shop; returns the status of its response. */
    async notice(id: string, url: string): Promise<number> {
      return ((await (await postJson(`${base}/notice`, { id, url })).json()) as { status: number }).status
    },
    payments,
    /** The simulator's own books of a payment. */
    payment: async (id: string): Promise<SandboxPaidyPayment | null> =>
      (await payments()).find((one) => one.id === id) ?? null,
    /** The payments of one of our numbers, oldest first. */
    paymentsOf: async (order_ref: string): Promise<SandboxPaidyPayment[]> =>
      (await payments()).filter((one) => one.order.order_ref === order_ref),
    ...simulatorFaults(base, settings),
  }
}

export interface SandboxPaidyPayment {
  id: string
  status: 'authorized' | 'rejected' | 'closed'
  amount: number
  order: { order_ref: string }
  captures: { id: string; amount: number }[]
  refunds: { capture_id: string; amount: number }[]
}

/** Yen that it holds and has taken, as its merchant counts: less may have been agreed than was approved. */
export function reservedAndTakenOfPaidy(one: SandboxPaidyPayment | null | undefined, agreed = one?.amount ?? 0) {
  const total = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  if (!one) return { reserved: 0, taken: 0 }
  return { reserved: one.status === 'authorized' ? agreed : 0, taken: total(one.captures) - total(one.refunds) }
}
