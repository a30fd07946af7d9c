import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, logInDevice, type Member, newMember } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'
import { cards, completed, order, passChallenge, payCash, toConfirmation, typeCard } from './lib/purchase.ts'
import { chargesOf, linkTo } from './lib/sandbox.ts'
import { checkOut, moveTo } from './lib/shopping.ts'

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Orders by phone: cash on delivery, and 年払い, whose payment by card is asked for by a link. */
async function orderByPhone(page: Page, id: number, email: string): Promise<void> {
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  const ask = async (how: 'once' | 'subscription', payment: RegExp, sku = '101') => {
    await heading(page, /様の代理注文$/)
    await page.getByRole('combobox', { name: 'ご注文の種類', exact: true }).selectOption(how)
    if (how === 'subscription') await page.getByRole('combobox', { name: '日', exact: true }).selectOption('5日')
    await page.getByRole('combobox', { name: /^商品/ }).selectOption(sku)
    const ways = page.getByRole('combobox', { name: 'お支払い方法', exact: true })
    const way = await ways.getByRole('option', { name: payment }).getAttribute('value')
    await ways.selectOption(way)
    if (how === 'once') await page.getByLabel('クーポンコード').fill('NANIKA')
    await page.getByRole('button', { name: '金額とお届け日を確かめる', exact: true }).click()
    if (how === 'once') await page.getByRole('dialog').getByText('「NANIKA」は適用されません。').waitFor()
    await page
      .getByRole('dialog')
      .getByText(how === 'once' ? 'お支払い合計(税込)' : /^2回目からの(毎回の)?お支払い/)
      .waitFor()
  }
  await page.getByRole('link', { name: 'お電話の注文を受ける', exact: true }).click()
  await ask('once', /^代金引換/)
  await inspect(page, 'admin-phone-order-coupon')
  await inDialog('この内容で注文する')
  await heading(page, /^注文/)
  expect(await ordersOf(email)).toMatchObject([{ status: 'received', payment_method_id: null }])

  await openScreen(page, `/admin/customers/${id}/order`)
  await ask('subscription', /^クレジットカード/, '127')
  await inspect(page, 'admin-phone-order-subscription')
  await expectFitsAllWidths(page, 'admin-phone-order-subscription')
  await inDialog('支払いのリンクをメールで送る')
  await page.getByText('お支払い待ち').waitFor()
  await inspect(page, 'admin-customer-order-request')
}

/** The member pays behind the link. */
async function payByLink(page: Page, id: number, member: Member): Promise<void> {
  await page.goto(await linkTo(member.email, 'お電話でのご注文のお支払い'))
  await heading(page, 'お電話でのご注文の確認')
  // The member reads the terms that bind for a year themselves, behind the link.
  await page.getByText('全12回のお届けです').waitFor()
  await page.getByText('12回分を、ご注文の確定時にまとめて請求します。').waitFor()
  await inspect(page, 'order-request-yearly')
  await expectFitsAllWidths(page, 'order-request-yearly')
  await typeCard(page, cards.challenge)
  await order(page)
  await passChallenge(page)
  const order_no = await completed(page)
  const placed = await ordersOf(member.email)
  expect(placed.map(({ status }) => status)).toEqual(['received', 'received', 'received'])
  expect(placed[2]).toMatchObject({ order_no, payment_method_id: 1 })
  const begun = await sql('select param2 from subscription where customer_id = $1 and summary_status = 1', id)
  expect(begun).toEqual([{ param2: 5 }])
  expect(await chargesOf(order_no)).toHaveLength(1)
}

/** Opens the shop as the member whose page is open, in a new tab. */
async function actAs(page: Page, device: BrowserContext): Promise<Page> {
  await page.getByRole('button', { name: '代理ログイン', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^理由/).fill('お電話でのご相談')
  await dialog.getByRole('button', { name: 'リンクを作る' }).click()
  const link = dialog.getByRole('link', { name: /としてショップを開く$/ })
  await inspect(page, 'admin-acting')
  const opened = device.waitForEvent('page')
  await link.click()
  const shop = await opened
  await shop.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()
  return shop
}

journey(
  'for a member: orders by phone, one paid through a link; 代理ログイン, which buys for them and shows what only they may do',
  async ({ page, device }) => {
    const member = await newMember()
    const [sku] = await sql<{ id: number }>(
      'select id::int from product_sku where shop_id = 2 and product_id = 15 order by sort_no, id limit 1',
    )
    await inCartOf(member, { sku: sku!.id })
    await inCartOf(member, { sku: 118, subscription: true })
    const [row] = await sql<{ id: number }>('select id::int from customer where email = $1', member.email)
    const { id } = row!
    await signIn(page, 'manager')
    await page.goto(`/admin/customers/${id}`)
    await orderByPhone(page, id, member.email)
    const shop = await actAs(page, device)
    expect(shop.url()).not.toContain('#')
    const band = shop.getByRole('complementary', { name: '代理ログイン' })
    await band.getByText(/様として操作しています\(担当: 椿 花・/).waitFor()
    await inspect(shop, 'acting-mypage')

    await moveTo(shop, 'cart')
    await shop.getByRole('tab', { name: /^定期購入/ }).click()
    await shop.getByText('定期便のお申し込みは、ご本人だけができます。').first().waitFor()
    expect(await shop.getByRole('button', { name: '定期便のお手続きへ' }).count()).toBe(0)
    await shop.getByRole('tab', { name: /^通常購入/ }).click()
    await checkOut(shop)
    await shop.waitForURL('**/normal-purchase**')
    await band.waitFor()
    await payCash(shop)
    // Cards and wallets need their owner.
    expect(await shop.getByRole('radio', { name: /^(クレジットカード|Amazon Pay)/ }).count()).toBe(0)
    await toConfirmation(shop)
    await band.waitFor()
    await order(shop)
    const order_no = await completed(shop)
    await band.waitFor()
    // The operator may not read the member's e-mail address.
    await shop.getByText('確認のメールをお送りしました。').waitFor()
    const [placed] = await sql<{ actor_kind: string; name: string; customer_id: number }>(
      `select e.actor_kind, p.name, o.customer_id::int from order_status_event e join orders o on o.id = e.order_id
       join operator p on p.id = e.actor_id where o.order_no = $1 order by e.id limit 1`,
      order_no,
    )
    expect(placed).toEqual({ actor_kind: 'operator', name: '椿 花', customer_id: id })

    // Visible but disabled; opening its URL directly explains why.
    await moveTo(shop, 'mypage/payments')
    await shop.getByText('登録されているカードはありません').waitFor()
    await shop.getByText('カードの追加・変更・削除は、ご本人だけができます。').waitFor()
    expect(await shop.getByRole('link', { name: 'カードを追加する' }).count()).toBe(0)
    await moveTo(shop, 'contact')
    await heading(shop, 'ご本人だけができるお手続きです')
    await band.waitFor()
    await inspect(shop, 'acting-own-affair')

    // The operator's other tabs are not logged in as the member.
    await page.goto('mypage')
    await heading(page, 'ログイン')

    await band.getByRole('button', { name: '終了' }).click()
    await shop.waitForURL(/\/sh\/$/)
    await shop.getByRole('heading', { level: 1 }).waitFor()
    expect(await band.count()).toBe(0)
    await shop.close()

    await logInDevice(device, member)
    await payByLink(page, id, member)
  },
  { on: ['desktop'] },
)
