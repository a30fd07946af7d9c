import { type Sandbox, startSandbox } from '@kushi/sandbox/sandbox'
import type { GmoSettings } from '../gmo/call.ts'
import { postJson, SIMULATOR_TIMEOUT_MS, simulatorFaults } from './faults.ts'

/** Test cards of the gateway's simulator, by their behaviour. */
export const TEST_CARD_NUMBERS = {
  ok: '4111111111111111',
  master: '5555555555554444',
  jcb: '3530111333300000',
  challenge: '4100000000000100',
  unusable: '4000000000000002',
  balance: '4000000000009995',
  expired: '4000000000000069',
  cvc: '4000000000000127',
  network: '4000000000000119',
  failing: '4000000000003063',
  notEnrolled: '4000000000003220',
  unknown: '4000000000000010',
}

/** Starts the simulator of the gateway in this process, with a browser's actions. */
export const startGmoGateway = async () => gmoGatewayClient(await startSandbox())

export function gmoGatewayClient(sandbox: Pick<Sandbox, 'url' | 'stop'>) {
  const base = `${sandbox.url}/sandbox/gmo`
  const settings: GmoSettings = {
    base_url: base,
    shop_id: 'tshop00000001',
    shop_pass: 'sandboxpas',
    site_id: 'tsite00000001',
    site_pass: 'sandboxsit',
    timeout_ms: SIMULATOR_TIMEOUT_MS,
  }
  const json = (path: string, body: unknown) => postJson(`${base}${path}`, body)
  const transactions = async (orderId?: string) => {
    const res = await fetch(`${base}/transactions.json${orderId ? `?order_id=${orderId}` : ''}`)
    return ((await res.json()) as { transactions: Transaction[] }).transactions
  }
  const konbiniRecords = async (orderId?: string) => {
    const res = await fetch(`${base}/konbini.json${orderId ? `?order_id=${orderId}` : ''}`)
    return ((await res.json()) as { konbini: KonbiniRecord[] }).konbini
  }
  const ganbRecords = async (orderId?: string) => {
    const res = await fetch(`${base}/transfer.json${orderId ? `?order_id=${orderId}` : ''}`)
    return ((await res.json()) as { ganb: GanbRecord[] }).ganb
  }
  return {
    sandbox,
    base,
    settings,
    transactions,
    ...simulatorFaults(base, settings),
    /** Number of faults still to come. */
    async faults(): Promise<number> {
      return ((await (await fetch(`${base}/script`)).json()) as { scripts: object[] }).scripts.length
    },
    async token(cardno: string, expire = '3012'): Promise<string> {
      const card = { apiKey: 'sandbox-api-key', cardno, expire, securitycode: '123', holdername: 'HANAKO YAMAGUCHI' }
      const answer = (await (await json('/token', card)).json()) as { tokenObject: { token: string } }
      return answer.tokenObject.token
    },
    /** Makes a transaction `days` older. */
    age: (order_id: string, days: number) => json('/age', { order_id, days }),
    /** Sends 結果通知 of a transaction to the shop; returns its response. */
    async notice(order_id: string, url: string): Promise<string> {
      return ((await (await json('/notice', { order_id, url })).json()) as { answer: string }).answer
    },
    /** The customer pays a number at the register; `isLate`: also one that was cancelled or has expired. */
    payAtKonbini: (order_id: string, isLate = false) => json('/konbini/pay', { order_id, late: isLate ? '1' : '' }),
    konbiniRecords,
    /** The simulator's own record of a コンビニ transaction. */
    konbini: async (order_id: string): Promise<KonbiniRecord | null> => (await konbiniRecords(order_id))[0] ?? null,
    /** The customer transfers `amount` yen to the account of a payment; `isLate`: also to one that was stopped or has expired. */
    transfer: (order_id: string, amount: number, { name = '', isLate = false } = {}) =>
      json('/transfer/pay', { order_id, amount: String(amount), name, late: isLate ? '1' : '' }),
    ganbRecords,
    visit,
    stop: () => sandbox.stop(),
  }
}
export type GmoGatewayClient = ReturnType<typeof gmoGatewayClient>

interface KonbiniRecord {
  orderId: string
  amount: number
  status: string
  contact: string
  customerName: string
}

interface GanbRecord {
  orderId: string
  amount: number
  status: string
  transfers: { amount: number; name: string }[]
}

export interface Transaction {
  order_id: string
  status: string
  amount: number
  card_no: string
  tenant_name: string
  history: { api: string; job_cd: string; amount: number; status: string; err_info: string }[]
}

const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''

/** Visits the bank's page like a browser, submits `answer` if there is a page, and returns what is posted back. */
async function visit(redirectUrl: string, answer?: { action: 'verify' | 'cancel'; code?: string }): Promise<string> {
  let page = await (await fetch(redirectUrl)).text()
  // Of most cards the bank asks nothing.
  if (answer && hidden(page, 'AccessID') === '') {
    const form = { transId: hidden(page, 'transId'), t: hidden(page, 't'), code: '', ...answer }
    const target = new URL('/sandbox/gmo/3ds/challenge', redirectUrl)
    page = await (await fetch(target, { method: 'POST', body: new URLSearchParams(form) })).text()
  }
  return hidden(page, 'AccessID')
}
