import { type Sandbox, startSandbox } from '@kushi/sandbox/sandbox'
import type { PayPaySettings } from '../paypay/call.ts'
import { postJson, SIMULATOR_TIMEOUT_MS, simulatorFaults } from './faults.ts'

/** Starts the simulator of PayPay in this process, with a customer's actions. */
export const startPayPay = async () => paypayClient(await startSandbox())

export function paypayClient(sandbox: Pick<Sandbox, 'url' | 'stop'>) {
  const base = `${sandbox.url}/sandbox/paypay`
  const settings: PayPaySettings = {
    base_url: base,
    api_key: 'sandbox-paypay-key',
    api_secret: 'sandbox-paypay-secret',
    merchant_id: '100000000000000001',
    timeout_ms: SIMULATOR_TIMEOUT_MS,
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
    /** Presses a button of PayPay's page of 連携; returns where the browser goes. */
    async answerLink(url: string, action: 'agree' | 'decline' | 'leave' = 'agree'): Promise<string | null> {
      const res = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
      return res.headers.get('location')
    },
    /** The accounts that a customer of the shop has linked, by the shop's number of them, oldest first. */
    async links(reference_id: string): Promise<SandboxPayPayLink[]> {
      const { links } = (await (await fetch(`${base}/links.json`)).json()) as { links: SandboxPayPayLink[] }
      return links.filter(({ referenceId }) => referenceId === reference_id)
    },
    /** The customer closes a linked account at PayPay, or its charges are refused by a code from now on ('': no more). */
    changeLink: (id: string, changed: { status?: 'ACTIVE' | 'INACTIVE'; refusal?: string }) =>
      postJson(`${base}/link-state`, { id, ...changed }),
    /** The simulator's own books of a payment. */
    payment: async (id: string): Promise<SandboxPayPayPayment | null> =>
      (await payments()).find(({ merchantPaymentId }) => merchantPaymentId === id) ?? null,
    ...simulatorFaults(base, settings),
  }
}

interface SandboxPayPayLink {
  nonce: string
  referenceId: string
  userAuthorizationId: string
  status: string
}

interface SandboxPayPayPayment {
  merchantPaymentId: string
  paymentId: string
  status: string
  amount: number
  captured: number
  refunds: { merchantRefundId: string; amount: number; status: string }[]
}
