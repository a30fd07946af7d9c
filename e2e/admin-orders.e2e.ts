import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { expectFitsAllWidths, inspect, untilSettled } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { type Member, newMember, orderedBy } from './lib/member.ts'
import { shipParcel } from './lib/morning.ts'
import { openScreen, signIn } from './lib/operator.ts'

/** Lost goods are sent again from the page of their order, free of charge. */
async function sendAgain(page: Page, member: Member, sku: number): Promise<void> {
  const order_no = await orderedBy(member, { sku, quantity: 2 })
  await shipParcel(page.request, order_no)
  const before = await stockOf(sku)
  const main = page.getByRole('main')
  const [sent] = await sql<{ id: number }>('select id from orders where order_no = $1', order_no)
  await openScreen(page, `/admin/orders/${sent!.id}`)
  await main.getByRole('link', { name: '再送・交換する' }).click()
  await main.getByRole('heading', { level: 1, name: `注文 ${order_no} の再送・交換` }).waitFor()
  await main.getByLabel('数量').fill('1')
  await main.getByLabel(/^理由/).fill('配送中に紛失')
  await inspect(page, 'admin-order-replacement')
  await main.getByRole('button', { name: '代金なしで送る' }).click()
  await main.getByText('再送の注文です。').waitFor()
  const made = (await ordersOf(member.email)).at(-1)
  expect(made).toMatchObject({ payment_total: 0 })
  expect(await stockOf(sku)).toBe(before - 1)
}

/** A product that is sold out, and a mail that failed seven times, whose subject is returned. */
async function failureNotice(): Promise<string> {
  await sql(`update product_sku set stock = 0 where shop_id = 2 and product_code = 'TN-OIL-N060'`)
  const name = randomUUID().slice(0, 8)
  const subject = `発送のお知らせ ${name}`
  await sql(
    `insert into outbox (shop_id, kind, dedupe_key, payload, subject, attempts, failed_at, error)
      values (2, 'mail', $1, $2, $3, 7, now(), '550 mailbox full')`,
    name,
    JSON.stringify({ to: `${name}@example.com`, subject, text: '本日、商品を発送しました。' }),
    subject,
  )
  return subject
}

/** 今日 lists the tasks; one leads to a mail that failed, which is read and sent again. */
async function dayBegins(page: Page): Promise<void> {
  const subject = await failureNotice()
  await page.goto('/admin/')
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()
  await main.getByRole('list', { name: '今日の出荷' }).getByText('出荷できる').waitFor()
  const tasks = main.getByRole('listitem')
  await tasks.filter({ hasText: '在庫がありません' }).getByRole('link', { name: '入荷を記録する' }).waitFor()
  await main.getByText('表で見る').first().click()
  await main.getByText('表で見る').last().click()
  await main.getByRole('table', { name: '日ごとの受注金額' }).waitFor()
  await inspect(page, 'admin-today')
  await expectFitsAllWidths(page, 'admin-today')

  const unsent = tasks.filter({ hasText: '送れなかったメール・LINE' })
  await unsent.getByRole('link', { name: '送れなかったものを見る' }).click()
  await main.getByRole('heading', { level: 1, name: '連絡' }).waitFor()
  await main.getByRole('button', { name: /をもう一度送る$/ }).waitFor()
  await inspect(page, 'admin-messages')
  await main.getByRole('row').filter({ hasText: subject }).getByRole('link').first().click()
  await main.getByRole('heading', { level: 1, name: subject }).waitFor()
  await main.getByText('本日、商品を発送しました。').waitFor()
  await main.getByText('550 mailbox full').waitFor()
  await inspect(page, 'admin-message')
  await expectFitsAllWidths(page, 'admin-message')
  await main.getByRole('button', { name: 'もう一度送る' }).click()
  await page.getByRole('status').getByText('もう一度送ります').waitFor()
}

journey(
  '今日 and its tasks; an order is found by its number with keys only, noted, changed and cancelled; lost goods are sent again',
  async ({ page, step }) => {
    const member = await newMember()
    // Used by no other journey, so that its stock can be counted here.
    const sku = 131
    const before = await stockOf(sku)
    const order_no = await orderedBy(member, { sku, quantity: 2 })
    const [placed] = await ordersOf(member.email)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const opened = (name: string) => main.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await signIn(page, 'manager')
    step('今日 and its tasks')
    await dayBegins(page)

    step('an order is found with keys only')
    // Found and opened with the keyboard only.
    const { keyboard } = page
    await openScreen(page, '/admin/stock')
    await opened('在庫')
    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'キーの一覧' }).getByText('注文へ').waitFor()
    await inspect(page, 'admin-keys')
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keyboard.type('go')
    await opened('注文')
    await keyboard.press('/')
    await keyboard.type(order_no)
    await keyboard.press('Enter')
    await main.getByRole('row').filter({ hasText: order_no }).waitFor()
    await inspect(page, 'admin-orders-found')
    await keyboard.type('jx')
    await main.getByText('1件を選択中').waitFor()
    await keyboard.press('Escape')
    await main.getByText('1件を選択中').waitFor({ state: 'detached' })
    step("it can't be marked as delivered")
    // An order that was not sent cannot be marked as delivered: reported per order before anything changes.
    await keyboard.press('x')
    await main.getByRole('button', { name: 'お届け済みにする', exact: true }).click()
    await dialog.getByRole('button', { name: '変わる件数を確かめる' }).click()
    await main.getByText('変えられません').first().waitFor()
    await openScreen(page, `/admin/orders?q=${order_no}`)
    await main.getByRole('row').filter({ hasText: order_no }).waitFor()
    await untilSettled(page)
    await keyboard.press('j')
    await keyboard.press('Enter')
    await opened(`注文 ${order_no}`)
    await inspect(page, 'admin-order')
    await expectFitsAllWidths(page, 'admin-order')

    step('a note')
    await main.getByLabel('新しいメモ').fill('玄関先に置いてほしいとお電話あり')
    await main.getByRole('button', { name: 'メモを付ける' }).click()
    // In the notes, and in the timeline.
    await expect.poll(() => main.getByText('玄関先に置いてほしいとお電話あり').count()).toBe(2)

    step('changed')
    await main.getByRole('link', { name: '内容を変更する' }).click()
    await opened(`注文 ${order_no} の変更`)
    await main.getByLabel('数量').fill('1')
    await main.getByLabel(/^理由/).fill('お電話で1点に変更')
    await inspect(page, 'admin-order-change')
    await main.getByRole('button', { name: '変更の内容を確かめる' }).click()
    await dialog.getByRole('heading', { name: 'この内容で変更しますか' }).waitFor()
    await dialog.getByRole('button', { name: 'この内容で変更する' }).click()
    await opened(`注文 ${order_no}`)
    const [changed] = await ordersOf(member.email)
    expect(changed!.payment_total).toBeLessThan(placed!.payment_total)
    expect(await stockOf(sku)).toBe(before - 1)

    step('cancelled')
    await main.getByRole('button', { name: 'キャンセルする' }).click()
    await dialog.getByText('商品1点を在庫に戻します。').waitFor()
    await dialog.getByLabel(/^理由/).fill('お客様のご都合')
    await inspect(page, 'admin-order-cancel')
    await dialog.getByRole('button', { name: 'この注文をキャンセルする' }).click()
    await page.getByText('注文をキャンセルしました').first().waitFor()
    await main.getByText('キャンセル', { exact: true }).first().waitFor()
    expect(await stockOf(sku)).toBe(before)
    step('lost goods are sent again')
    await sendAgain(page, member, sku)
  },
)
