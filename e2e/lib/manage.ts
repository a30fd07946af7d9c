import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { sql } from './database.ts'
import { callAs, logInAgain, logInDevice, type Member, orderedBy } from './member.ts'
import { liveUntil, setClock, today } from './sandbox.ts'

/** What the API says of a subscription, as far as journeys look. */
export interface Subscribed {
  id: number
  version: number
  summary_status: number
  cycle: number
  next_delivery_date: string
  next_next_delivery_date: string
  change_deadline: string
  payment_total: number
}

/** A subscription of 地肌水, every month on the 5th, cash on delivery; begun on another day. */
export async function subscribedBy(member: Member, { sku = 118, quantity = 1 } = {}): Promise<Subscribed> {
  await orderedBy(member, { sku, quantity, subscription: true })
  const [newest] = (await allOf(member)).sort((a, b) => b.id - a.id)
  return newest!
}

const allOf = async (member: Member) =>
  (await callAs<{ items: Subscribed[] }>(member, 'GET', '/v1/order/subscription/')).items

export const subscriptionOf = (member: Member, id: number) =>
  callAs<Subscribed>(member, 'GET', `/v1/order/subscription/detail/${id}`)

/** What the member does on another device, in one step: `skip`, `pause`, … */
export async function onAnotherDevice(member: Member, id: number, what: string, body: object = {}): Promise<void> {
  const { version } = await subscriptionOf(member, id)
  const path = what.startsWith('skip') ? `${id}/${what}` : `update/${id}/${what}`
  await callAs(member, 'PATCH', `/v1/order/subscription/${path}`, { version, ...body })
}

/** 12月5日(土), as the screens say it. */
export const dayOf = (date: string) => {
  const [, month, day] = date.split('-').map(Number)
  return `${month}月${day}日(${'日月火水木金土'.charAt(new Date(date).getUTCDay())})`
}

/** 内容・変更 of one subscription, once it is there. */
export async function openSubscription(page: Page, id: number, part = ''): Promise<void> {
  await page.goto(`mypage/subscriptions/${id}/edit${part}`)
  // A dialog that the address asks for may be open by then, and hide the rest.
  await page.getByRole('heading', { name: '履歴', includeHidden: true }).waitFor()
}

/** An action's question; its dialog. */
export async function ask(page: Page, action: string) {
  await page.getByRole('button', { name: action, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').waitFor()
  return dialog
}

const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
export const dayAfter = (date: string) => daysAfter(date, 1)

/** The shop lives on until this morning; its member looks in now and then, and is logged in at the end, on `device` too. */
export async function liveOn(member: Member, date: string, device: BrowserContext): Promise<void> {
  for (let day = await today(); day < date; day = await today()) {
    const soon = daysAfter(day, 20)
    await liveUntil(soon < date ? soon : date)
    await logInAgain(member)
    await allOf(member)
  }
  await logInDevice(device, member)
}

/** For a file in which the shop lives on: everybody's subscriptions do, so the day and the stock are put back after it. */
export function timePasses(): void {
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
