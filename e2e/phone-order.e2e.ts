import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { cards, completed, order, passChallenge, typeCard } from './lib/purchase.ts'
import { chargesOf, linkTo } from './lib/sandbox.ts'

journey('an order by phone: cash on delivery, and 年払い paid by card through a link', async ({ page, device }) => {
  const member = await memberWith(device)
  const [row] = await sql<{ id: number }>('select id from customer where email = $1', member.email)
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  const ask = async (how: 'once' | 'subscription', payment: RegExp, sku = '101') => {
    await page.goto(`/admin/customers/${row!.id}`)
    await page.getByRole('link', { name: 'お電話の注文を受ける', exact: true }).click()
    await heading(/様の代理注文$/)
    await page.getByRole('combobox', { name: 'ご注文の種類', exact: true }).selectOption(how)
    if (how === 'subscription') await page.getByRole('combobox', { name: '日', exact: true }).selectOption('5日')
    await page.getByRole('combobox', { name: /^商品/ }).selectOption(sku)
    const ways = page.getByRole('combobox', { name: 'お支払い方法', exact: true })
    const way = await ways.getByRole('option', { name: payment }).getAttribute('value')
    await ways.selectOption(way)
    await page.getByRole('button', { name: '金額とお届け日を確かめる', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByText(how === 'once' ? 'お支払い合計(税込)' : /^2回目からの(毎回の)?お支払い/)
      .waitFor()
  }
  await signIn(page, 'orders')
  await ask('once', /^代金引換/)
  await inDialog('この内容で注文する')
  await heading(/^注文/)
  expect(await ordersOf(member.email)).toMatchObject([{ status: 'received', payment_method_id: null }])

  // An order that was not sent cannot be marked as delivered: reported per order before anything changes.
  await page.goto(`/admin/orders?customer_id=${row!.id}`)
  await page.getByLabel('この行を選ぶ').check()
  await page.getByRole('button', { name: 'お届け済みにする', exact: true }).click()
  await inDialog('変わる件数を確かめる')
  await page.getByText('変えられません').first().waitFor()

  await ask('subscription', /^クレジットカード/, '127')
  await inspect(page, 'admin-phone-order-subscription')
  await inDialog('支払いのリンクをメールで送る')
  await page.getByText('お支払い待ち').waitFor()
  await inspect(page, 'admin-customer-order-request')

  await page.goto(await linkTo(member.email, 'お電話でのご注文のお支払い'))
  await heading('お電話でのご注文の確認')
  // The member reads the terms that bind for a year themselves, behind the link.
  await page.getByText('全12回のお届けです').waitFor()
  await page.getByText('12回分を、ご注文の確定時にまとめて請求します。').waitFor()
  await inspect(page, 'order-request-yearly')
  await typeCard(page, cards.noMoney)
  await order(page)
  await page.getByRole('link', { name: 'カードを入力し直す', exact: true }).click()
  await heading('お電話でのご注文の確認')
  await typeCard(page, cards.challenge)
  await order(page)
  await passChallenge(page)
  const order_no = await completed(page)
  const placed = await ordersOf(member.email)
  expect(placed.map(({ status }) => status)).toEqual(['received', 'payment_error', 'received'])
  expect(placed[2]).toMatchObject({ order_no, payment_method_id: 1 })
  const begun = await sql('select param2 from subscription where customer_id = $1 and summary_status = 1', row!.id)
  expect(begun).toEqual([{ param2: 5 }])
  expect(await chargesOf(order_no)).toHaveLength(1)
})
