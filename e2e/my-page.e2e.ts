import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { logInDevice, type Member, newMember, orderedBy } from './lib/member.ts'

/** Days from today in Japan, as 2026-12-03. */
const inDays = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(Date.now() + days * 86_400_000)
/** 12月3日(木) */
const shown = (date: string) =>
  new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric', weekday: 'short', timeZone: 'UTC' }).format(
    new Date(date),
  )
const subscriptionOf = (member: Member, set: string, ...values: unknown[]) =>
  sql(
    `update subscription set ${set} where customer_id = (select id from customer where email = $1)`,
    member.email,
    ...values,
  )

journey('マイページ: rank, next delivery with its deadline, and problems', async ({ page, device }) => {
  const member = await newMember()
  await orderedBy(member, { sku: 118, subscription: true })
  const date = inDays(20)
  await subscriptionOf(member, 'next_delivery_date = $2, next_next_delivery_date = $3', date, inDays(50))
  await sql(`update customer set customer_rank_id = 2 where email = $1`, member.email)
  await logInDevice(device, member)
  await page.goto('mypage')
  const main = page.getByRole('main')
  await page.getByRole('heading', { level: 1, name: new RegExp(`${member.name01} ${member.name02}`) }).waitFor()
  const [rank] = await sql<{ rank_name: string }>('select rank_name from customer_rank where id = 2')
  await main.getByText(rank!.rank_name, { exact: true }).waitFor()
  const delivery = main.getByRole('article', { name: `${shown(date)}のお届け` })
  await delivery.getByText(`${shown(inDays(10))}まで変更できます`).waitFor()
  await main.getByRole('link', { name: 'すべてのご注文を見る' }).waitFor()

  // The card is declined.
  await subscriptionOf(member, 'summary_status = 2, next_delivery_date = $2', inDays(5))
  await sql(
    `update customer set customer_rank_id = null, account_type = true, company_name = '株式会社渚', manager_name = '渚 花'
         where email = $1`,
    member.email,
  )
  await page.reload()
  await main.getByRole('alert').getByText('定期便のお支払いができませんでした').waitFor()
  // A company sees its name and its manager's.
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/株式会社渚\s+渚 花/)
  await main.getByText('お支払いが済むまで、お届けの準備を止めています').waitFor()
  await main.getByRole('navigation').getByText('お支払いを確認してください').waitFor()
  expect(await main.getByText(rank!.rank_name, { exact: true }).count()).toBe(0)
  await inspect(page, 'mypage-payment-error')
})
