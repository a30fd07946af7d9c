import { type Sandbox, startSandbox } from '@kushi/sandbox/sandbox'
import { type GmoOpenApiSettings, makeGmoOpenApiCaller } from '../gmo-openapi/call.ts'
import { faultsOf, patient, postJson } from './faults.ts'

/** Starts the simulator of GMO's wallets in this process, with a customer's actions. */
export const startGmoWallets = async () => gmoWalletsOf(await startSandbox())

export function gmoWalletsOf(sandbox: Pick<Sandbox, 'url' | 'stop'>) {
  const base = `${sandbox.url}/sandbox/gmo-openapi`
  const settings: GmoOpenApiSettings = {
    base_url: base,
    shop_id: 'tshop00000001',
    shop_pass: 'sandboxpas',
    name_kana: 'ツバキノ',
    name_alphabet: 'Tsubakino',
    timeout_ms: patient,
  }
  const orders = async () =>
    ((await (await fetch(`${base}/transactions.json`)).json()) as { orders: SandboxWalletOrder[] }).orders
  return {
    settings,
    stop: () => sandbox.stop(),
    /** Presses a button of the wallet's page like a customer; returns where the browser goes. */
    async press(url: string, action: 'pay' | 'short' | 'cancel' | 'slow' | 'leave'): Promise<string | null> {
      const res = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
      return res.headers.get('location')
    },
    /** Makes a transaction `days` older. */
    age: (id: string, days: number) => postJson(`${base}/age`, { id, days }),
    /** The wallet does not give a cancelled sale back. */
    failReturn: (id: string) => postJson(`${base}/fail-return`, { id }),
    /** Somebody gives a part back at GMO's own screen, so that this stands. */
    async lower(id: string, amount: number): Promise<void> {
      const { accessId } = (await orders()).find(({ orderId }) => orderId === id)!
      await makeGmoOpenApiCaller(settings)('order/update', { accessId, amount: String(amount) })
    },
    /** Sends the webhook of a transaction, where it asked for it or to `url`; returns the status of the response. */
    async notice(id: string, url = ''): Promise<number> {
      return ((await (await postJson(`${base}/notice`, { id, url })).json()) as { status: number }).status
    },
    orders,
    /** The simulator's own books of a transaction. */
    order: async (id: string): Promise<SandboxWalletOrder | null> =>
      (await orders()).find(({ orderId }) => orderId === id) ?? null,
    ...faultsOf(base, settings),
  }
}

interface SandboxWalletOrder {
  orderId: string
  accessId: string
  walletType: string
  status: string
  amount: number
  payerName: string
  webhookUrl: string
}
