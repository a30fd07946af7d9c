import { expect } from 'vitest'
import { sql } from './database.ts'

const sandbox = (path: string) => `${process.env.SHOP_URL}/sandbox/${path}`

interface Mail {
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
}

/** Waits for mails to this address and returns them, newest first, without the one of its registration. */
export async function mailTo(email: string): Promise<Mail[]> {
  let mails: Mail[] = []
  await expect
    .poll(
      async () => {
        const answer = await fetch(sandbox(`mail/messages.json?to=${encodeURIComponent(email)}`))
        const { messages } = (await answer.json()) as { messages: Mail[] }
        mails = messages.filter(({ subject }) => !subject.includes('会員登録が完了しました'))
        return mails.length
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  return mails
}

/** The shop's URL in the newest mail with this subject. */
export async function linkTo(email: string, subject: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const mail = (await mailTo(email)).find((one) => one.subject.includes(subject))
      link = /https?:\S+/.exec(mail?.text ?? '')?.[0]
      return link
    })
    .toBeTruthy()
  return link!
}

interface Transaction {
  status: string
  amount: number
  card_no: string
  history: { api: string; status: string; err_info: string }[]
}

/** The card company's records of an order, by the numbers of its payments there. */
export async function transactionsOf(orderNo: string): Promise<Transaction[]> {
  const payments = await sql<{ provider_order_id: string }>(
    'select p.provider_order_id from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id where o.order_no = $1',
    orderNo,
  )
  const numbers = new Set(payments.map(({ provider_order_id }) => provider_order_id))
  const answer = await fetch(sandbox('gmo/transactions.json'))
  const { transactions } = (await answer.json()) as { transactions: (Transaction & { order_id: string })[] }
  return transactions.filter(({ order_id }) => numbers.has(order_id))
}

/** How often its amount was captured or reserved. */
export const chargesOf = async (orderNo: string) =>
  (await transactionsOf(orderNo)).filter(({ status }) => ['AUTH', 'CAPTURE', 'SALES'].includes(status))

/** Makes the next `times` calls of a third party fail: `willFail('postcode-jp', 'postcodes', 'error:503')`. */
export async function scriptFailure(provider: string, api: string, kind: string, times = 1): Promise<void> {
  const answer = await fetch(sandbox(`${provider}/script`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api, kind, times }),
  })
  if (!answer.ok) throw new Error(`${provider}/script: ${await answer.text()}`)
}
export const clearFailures = (provider: string) => fetch(sandbox(`${provider}/script`), { method: 'DELETE' })

/** The current day of the shop's clock. */
export async function today(): Promise<string> {
  return ((await (await fetch(sandbox('clock'))).json()) as { today: string }).today
}

const DAY_MS = 86_400_000

/** Advances the shop day by day to the morning of this date: due deliveries are arranged, and parcels arrive. */
export async function runJobsUntil(date: string): Promise<void> {
  const now = (await (await fetch(sandbox('clock'))).json()) as { today: string; offset_days: number }
  const days = Math.round((Date.parse(date) - Date.parse(now.today)) / DAY_MS)
  if (days > 0) await setClock(now.offset_days + days)
}
export const setClock = async (offset_days: number): Promise<void> => {
  const answer = await fetch(sandbox('clock'), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_days }),
  })
  if (!answer.ok) throw new Error(`clock: ${await answer.text()}`)
}
