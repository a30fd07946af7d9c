import type { BrowserContext, Page } from 'playwright-core'
import { sql } from './database.ts'
import { logInDevice, type Member, newMember, orderedBy } from './member.ts'

export interface SubscriptionRow {
  id: number
  version: number
  next: string
  next_next: string
  subscription_division_id: number
  param1: number
  param2: number | null
  param3: number | null
  delivery_id: number
  delivery_time_id: number | null
  addr01: string
  delivery_notes: string
}

/** A subscription's row in the database. */
export async function subscriptionRow(id: number): Promise<SubscriptionRow> {
  const [row] = await sql<SubscriptionRow>(
    `select id, version, next_delivery_date::text as next, next_next_delivery_date::text as next_next,
       subscription_division_id, param1, param2, param3, delivery_id::int, delivery_time_id, addr01, delivery_notes
       from subscription where id = $1`,
    id,
  )
  return row!
}

/** Its items: SKU, quantity, and the single cycle that an item is for. */
export const itemsIn = (id: number) =>
  sql<{ product_sku_id: number; quantity: number; only_cycle: number | null }>(
    'select product_sku_id, quantity, only_cycle from subscription_order_item where subscription_id = $1 order by id',
    id,
  )

/** A member on this device with a subscription, cash on delivery, every month on the 5th. */
export async function subscriber(device: BrowserContext, sku = 118): Promise<{ member: Member; id: number }> {
  const member = await newMember()
  await logInDevice(device, member)
  return { member, id: await subscribe(member, sku) }
}

export async function subscribe(member: Member, sku: number): Promise<number> {
  const order_no = await orderedBy(member, { sku, subscription: true })
  const [row] = await sql<{ subscription_id: number }>(
    'select subscription_id from orders where order_no = $1',
    order_no,
  )
  return row!.subscription_id
}

/** Opens a subscription's form and waits until all of its options are loaded. */
export async function openEditor(page: Page, id: number): Promise<void> {
  await page.goto(`mypage/subscriptions/${id}/edit`)
  await page.getByRole('button', { name: '変更内容を確認する' }).waitFor()
}

export async function toConfirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: '変更内容を確認する' }).click()
  await page.getByRole('button', { name: 'この内容で変更する' }).waitFor()
}

export async function confirmChange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'この内容で変更する' }).click()
  await page.waitForURL('**/edit')
}

/** 2027-01-05 in the screens' format, without weekday. */
export const said = (date: string) => {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}
