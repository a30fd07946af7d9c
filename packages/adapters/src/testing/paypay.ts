import { type Sandbox, startSandbox } from '@kushi/sandbox/sandbox'
import type { PayPaySettings } from '../paypay/call.ts'
import { faultsOf, patient, postJson } from './faults.ts'

/** Starts the simulator of PayPay in this process, with a customer's actions. */
export const startPayPay = async () => paypayOf(await startSandbox())

export function paypayOf(sandbox: Pick<Sandbox, 'url' | 'stop'>) {
  const base = `${sandbox.url}/sandbox/paypay`
  const settings: PayPaySettings = {
    base_url: base,
    api_key: 'sandbox-paypay-key',
    api_secret: 'sandbox-paypay-secret',
    merchant_id: '100000000000000001',
    timeout_ms: patient,
  }
  const payments = async () => {
    const { payments } = (await (await fetch(`${base}/transactions.json`)).json()) as {
      payments: SandboxPayPayPayment[]
    }
    return payments
  }
  return {
    settings,
    stop: () => sandbox.stop(),
    /** Presses a button of PayPay's page like a customer; returns where the browser goes. */
    async press(url: string, action: 'pay' | 'short' | 'cancel' | 'leave'): Promise<string | null> {
      const res = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
      return res.headers.get('location')
    },
    /** Makes a payment `days` older. */
    age: (id: string, days: number) => postJson(`${base}/age`, { id, days }),
    /** PayPay fails a refund after it has accepted it. */
    failRefund: (id: string) => postJson(`${base}/fail-refund`, { id }),
    /** Sends the webhook of a payment to the shop; returns the status of its response. */
    async notice(id: string, url: string): Promise<number> {
      return ((await (await postJson(`${base}/notice`, { id, url })).json()) as { status: number }).status
    },
    payments,
    /** The simulator's own books of a payment. */
    payment: async (id: string): Promise<SandboxPayPayPayment | null> =>
      (await payments()).find(({ merchantPaymentId }) => merchantPaymentId === id) ?? null,
    ...faultsOf(base, settings),
  }
}

interface SandboxPayPayPayment {
  merchantPaymentId: string
  paymentId: string
  status: string
  amount: number
  captured: number
  refunds: { merchantRefundId: string; amount: number; status: string }[]
}
