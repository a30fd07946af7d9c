import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/launch/environment.ts'
// @ts-expect-error: plain JavaScript, which must run before anything is installed
import { findBundle, programFile } from '../../scripts/lib/bundles.mjs'

type DeferredProvider = 'np' | 'gmo-deferred'
const base = (provider: DeferredProvider) => `${process.env.SHOP_URL}/sandbox/${provider}`

async function post(provider: DeferredProvider, path: string, body: object): Promise<void> {
  const answer = await fetch(`${base(provider)}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${provider}/${path}: ${await answer.text()}`)
}

/** Sets the result of the provider's next examination. */
export const setNextVerdict = (provider: DeferredProvider, verdict: 'held' | 'ng') =>
  post(provider, 'next', { verdict })

interface Bill {
  billed_amount: number
  is_shipped: boolean
  is_cancelled: boolean
  np_transaction_id?: string
  gmo_transaction_id?: string
}

/** The provider's records of an order. */
export async function billsOf(provider: DeferredProvider, orderNo: string): Promise<Bill[]> {
  const answer = await fetch(`${base(provider)}/transactions.json?shop_transaction_id=${orderNo}`)
  return ((await answer.json()) as { transactions: Bill[] }).transactions
}

/** The provider's examiner approves or rejects, and the shop queries the result. */
export async function reportVerdict(provider: DeferredProvider, orderNo: string, verdict: 'ok' | 'ng'): Promise<void> {
  const [bill] = await billsOf(provider, orderNo)
  const { np_transaction_id, gmo_transaction_id } = bill!
  await post(provider, 'decide', { np_transaction_id, gmo_transaction_id, verdict })
  await runCommand('payments', 'ask')
}

/** Runs `npm run shop -- …` beside the shop of this journey. */
async function runCommand(...words: string[]): Promise<string> {
  const main = join(root, programFile(findBundle(root), 'apps/server', 'cli'))
  const { PATH, NODE_COMPILE_CACHE, SHOP_DATA_DIR, SHOP_DATABASE_URL } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: SHOP_DATA_DIR, DATABASE_URL: SHOP_DATABASE_URL }
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], { env, timeout: 60_000 })
  return stdout
}
