import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { logIn } from './lib/login.ts'
import { logInDevice, type Member, newMember, orderedBy } from './lib/member.ts'

const entries = (page: Page) =>
  page.getByRole('main').getByRole('navigation', { name: 'マイページ' }).getByRole('link').allInnerTexts()
const firstLine = (text: string) => text.split('\n')[0]!

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

journey('マイページ: rank, next delivery with its deadline, and problems', async (visitor) => {
  const { page, device } = visitor
  const member = await newMember()
  await orderedBy(member, { sku: 118, subscription: true })
  const date = inDays(20)
  await subscriptionOf(member, 'next_delivery_date = $2, next_next_delivery_date = $3', date, inDays(50))
  await sql(`update customer set rank_use_flag = true, customer_rank_id = 2 where email = $1`, member.email)
  await logInDevice(device, member)
  await page.goto('mypage')
  const main = page.getByRole('main')
  await page.getByRole('heading', { level: 1, name: new RegExp(`${member.name01} ${member.name02}`) }).waitFor()
  const [rank] = await sql<{ rank_name: string }>('select rank_name from customer_rank where id = 2')
  await main.getByText(rank!.rank_name, { exact: true }).waitFor()
  const delivery = main.getByRole('article', { name: `${shown(date)}のお届け` })
  await delivery.getByText(`${shown(inDays(10))}まで変更できます`).waitFor()
  await main.getByRole('link', { name: 'すべてのご注文を見る' }).waitFor()
  await inspect(page, 'mypage-top')

  // From ten days before delivery on, the parcel is being prepared.
  await subscriptionOf(member, 'next_delivery_date = $2', inDays(5))
  await page.reload()
  await main.getByText('発送の準備に入りました。お受け取りになるまで、変更はできません').waitFor()
  // But the card is declined.
  await subscriptionOf(member, 'summary_status = 2')
  await sql(`update customer set rank_use_flag = false where email = $1`, member.email)
  await page.reload()
  await main.getByRole('alert').getByText('定期便のお支払いができませんでした').waitFor()
  await main.getByText('お支払いが済むまで、お届けの準備を止めています').waitFor()
  await main.getByRole('navigation').getByText('お支払いを確認してください').waitFor()
  expect(await main.getByText(rank!.rank_name, { exact: true }).count()).toBe(0)
  await inspect(page, 'mypage-payment-error')
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('dialog').getByText('お支払いを確認してください').waitFor()
})

journey('マイページ: the menus contain only enabled features', async ({ page, device }) => {
  const flags = ['menu_purchase_on', 'menu_shipping_on', 'menu_payment_on']
  const member = await newMember()
  await logInDevice(device, member)
  const set = (on: boolean) => sql(`update shop set ${flags.map((flag) => `${flag} = ${on}`)} where id = 2`)
  try {
    await set(false)
    await expect
      .poll(async () => {
        await page.goto('mypage')
        await page.getByRole('button', { name: 'ログアウト' }).waitFor()
        return (await entries(page)).map(firstLine)
      })
      .toEqual(['定期便一覧', '会員情報', 'お問い合わせの履歴'])
    await inspect(page, 'mypage-few-entries')
    await page.getByRole('button', { name: 'メニュー' }).click()
    const menu = page.getByRole('dialog').getByRole('navigation', { name: 'マイページ' }).getByRole('link')
    await expect.poll(() => menu.allInnerTexts()).toEqual(['マイページ', '定期便一覧', '会員情報'])
  } finally {
    await set(true)
  }
})

journey('the wholesale shop: its members start at マイページ, purchases before subscriptions', async ({ page }) => {
  const wholesale = `${process.env.SHOP_URL!.replace('localhost', 'wholesale.localhost')}/sh/`
  await page.goto(`${wholesale}login?next=/mypage`)
  await logIn(page, 'salon@example.com')
  await page.getByRole('button', { name: 'ログアウト' }).waitFor()
  const labels = (await entries(page)).map(firstLine)
  expect(labels.slice(0, 2)).toEqual(['購入履歴', '定期便一覧'])
  // Shows the names of company and manager; the header has no cart.
  const [salon] = await sql<{ company_name: string }>(
    `select company_name from customer where email = 'salon@example.com'`,
  )
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(salon!.company_name)
  const banner = page.getByRole('banner')
  expect(await banner.getByRole('link', { name: /^カート/ }).count()).toBe(0)
  await inspect(page, 'mypage-wholesale')
  await banner.getByRole('link', { name: /椿野/ }).click()
  await page.waitForURL('**/mypage')
})

journey('会員ランクのご案内 and サイトマップ lead to every page', async ({ page, device }) => {
  await page.goto('contents/customer-rank')
  await page.waitForURL('**/contents/customer_rank.html')
  await inspect(page, 'ranks')
  await logInDevice(device, await newMember())
  await page.goto('sitemaps')
  await page.getByRole('heading', { level: 1, name: 'サイトマップ' }).waitFor()
  const links = page.getByRole('main').getByRole('link')
  await expect.poll(() => links.count()).toBeGreaterThan(10)
  await inspect(page, 'site-map')
  const paths = [...new Set(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)))]
  const answers = await Promise.all(paths.map(async (path) => [path, (await fetch(path)).status] as const))
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
})
