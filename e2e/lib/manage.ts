import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { sql } from './database.ts'
import { callAs, logInAgain, logInDevice, type Member, orderedBy } from './member.ts'
import { runJobsUntil, setClock, today } from './sandbox.ts'

/** The fields of a subscription in the API that journeys use. */
export interface SubscriptionFields {
  id: number
  version: number
  summary_status: number
  cycle: number
  next_delivery_date: string
  next_next_delivery_date: string
  change_deadline: string
  payment_total: number
}

/** Creates a subscription of 地肌水, every month on the 5th, cash on delivery, begun on an earlier day. */
export async function subscribedBy(member: Member, { sku = 118, quantity = 1 } = {}): Promise<SubscriptionFields> {
  await orderedBy(member, { sku, quantity, subscription: true })
  const [newest] = (await allOf(member)).sort((a, b) => b.id - a.id)
  return newest!
}

const allOf = async (member: Member) =>
  (await callAs<{ items: SubscriptionFields[] }>(member, 'GET', '/v1/order/subscription/')).items

export const subscriptionOf = (member: Member, id: number) =>
  callAs<SubscriptionFields>(member, 'GET', `/v1/order/subscription/detail/${id}`)

/** One action of the member on another device: `skip`, `pause`, … */
export async function onAnotherDevice(member: Member, id: number, what: string, body: object = {}): Promise<void> {
  const { version } = await subscriptionOf(member, id)
  const path = what.startsWith('skip') ? `${id}/${what}` : `update/${id}/${what}`
  await callAs(member, 'PATCH', `/v1/order/subscription/${path}`, { version, ...body })
}

/** 12月5日(土), the screens' format. */
export const dayOf = (date: string) => {
  const [, month, day] = date.split('-').map(Number)
  return `${month}月${day}日(${'日月火水木金土'.charAt(new Date(date).getUTCDay())})`
}

/** Opens 内容・変更 of one subscription and waits for it. */
export async function openSubscription(page: Page, id: number, part = ''): Promise<void> {
  await page.goto(`mypage/subscriptions/${id}/edit${part}`)
  // A dialog requested by the URL may already be open and hide the rest.
  await page.getByRole('heading', { name: '履歴', includeHidden: true }).waitFor()
}

/** Opens an action's dialog and returns it. */
export async function ask(page: Page, action: string) {
  await page.getByRole('button', { name: action, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').waitFor()
  return dialog
}

const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
export const dayAfter = (date: string) => daysAfter(date, 1)

/**
 * Advances the shop day by day to this morning; its member visits now and then, and is logged in at the end, also on
 * `device`.
 */
export async function simulateUntil(member: Member, date: string, device: BrowserContext): Promise<void> {
  for (let day = await today(); day < date; day = await today()) {
    const soon = daysAfter(day, 20)
    await runJobsUntil(soon < date ? soon : date)
    await logInAgain(member)
    await allOf(member)
  }
  await logInDevice(device, member)
}

/**
 * For a file that advances the clock: all subscriptions advance too, so the day and the stock are restored afterwards.
 */
export function letTimePass(): void {
  let stocks: { id: number; stock: number }[] = []
  beforeAll(async () => {
    stocks = await sql('select id, stock from product_sku')
    await sql('update product_sku set stock = 5000 where id in (118, 127)')
  })
  afterAll(async () => {
    await setClock(0)
    await sql(
      `update product_sku p set stock = r.stock from json_to_recordset($1) as r(id int, stock int)
         where p.id = r.id and (p.stock < r.stock or p.id in (118, 127))`,
      JSON.stringify(stocks),
    )
  })
}
