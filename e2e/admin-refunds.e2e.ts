import { randomUUID } from 'node:crypto'
import type { RefundKind } from '@kushi/values/order-credit'
import type { APIRequestContext, BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { alive, newDevice } from './lib/browser.ts'
import { ordersOf, sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { type Member, newMember, orderedBy } from './lib/member.ts'
import { shipParcel } from './lib/morning.ts'
import { adminCall, openScreen, signIn } from './lib/operator.ts'
import { linkTo } from './lib/sandbox.ts'

/** An order paid at the door, exchanged for something cheaper: the difference is owed. */
async function exchangeOrder(request: APIRequestContext, member: Member): Promise<{ id: number; order_no: string }> {
  const order_no = await orderedBy(member, { sku: 112 })
  const [order] = await ordersOf(member.email)
  const { id } = order!
  await shipParcel(request, order_no)
  await adminCall(request, 'POST', `orders/${id}/receive`, {})
  const [item] = await sql<{ id: number }>('select id from order_item where order_id = $1', id)
  await adminCall(request, 'POST', `orders/${id}/replacement`, {
    kind: 'exchange',
    items: [{ order_item_id: Number(item!.id), product_sku_id: 111, quantity: 1 }],
    decision_reason: '小さいものへの交換',
    notify: false,
    idempotency_key: randomUUID(),
  })
  return { id, order_no }
}

/** The customer names the account by the link in the mail, on a phone and without login. */
async function enterBankAccount(phone: BrowserContext, email: string): Promise<void> {
  const page = await phone.newPage()
  await page.goto(await linkTo(email, '返金の振込先をお知らせください'))
  await alive(page)
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: '返金の振込先' }).waitFor()
  const give = main.getByRole('button', { name: 'この口座への振込を依頼する' })
  await give.click()
  await expect.poll(() => main.getByLabel('銀行名').getAttribute('aria-invalid')).toBe('true')
  await inspect(page, 'refund-account-refused')
  await main.getByLabel('銀行名').fill('みずほ銀行')
  await main.getByLabel('銀行コード').fill('0001')
  await main.getByLabel('支店名').fill('渋谷支店')
  await main.getByLabel('支店コード').fill('210')
  await main.getByLabel('口座番号').fill('1234567')
  await main.getByLabel('口座名義').fill('つばきの さき')
  await inspect(page, 'refund-account')
  await give.click()
  await main.getByText('みずほ銀行 渋谷支店 普通 ****567').waitFor()
  await inspect(page, 'refund-account-given')
  await page.close()
}

const sender = {
  委託者コード: '1234567890',
  '依頼人名(カナ)': 'カ)ツバキノ',
  銀行名: 'みずほ銀行',
  銀行コード: '0001',
  支店名: '本店',
  支店コード: '001',
  口座番号: '7654321',
}

journey(
  'money that is owed goes back by bank transfer: asked for, given on a phone, filed by one and approved by another operator, paid',
  async ({ page, step, expectProblem }) => {
    expectProblem(/422/)
    await signIn(page, 'manager')
    const member = await newMember()
    const { id, order_no } = await exchangeOrder(page.request, member)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const opened = (name: string) => main.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    page.on('dialog', (question) => void question.accept())

    step('the account is asked for, on the page of the order')
    await page.goto(`/admin/orders/${id}`)
    await opened(`注文 ${order_no}`)
    await main.getByText('お客様への返金 ¥1,760 が済んでいません。').waitFor()
    await main.getByRole('button', { name: '振込先の口座をメールで伺う' }).click()
    await main.getByText('口座を伺っています').waitFor()
    await inspect(page, 'admin-refund-asked')
    await main.getByRole('link', { name: '振込での返金' }).click()
    await opened('振込での返金')
    const row = main.getByRole('listitem').filter({ hasText: order_no })
    await row.getByText('口座を伺っています').waitFor()

    step('the account of the shop')
    await main.getByRole('button', { name: '保存する' }).click()
    await main.getByText('委託者コードは、数字10桁で入力してください。').waitFor()
    await inspect(page, 'admin-refunds-refused')
    for (const [label, text] of Object.entries(sender)) await main.getByLabel(label).fill(text)
    await main.getByRole('button', { name: '保存する' }).click()
    await page.getByRole('status').getByText('依頼人を保存しました').waitFor()

    step('the customer gives the account, on a phone')
    const phone = await newDevice('phone')
    await enterBankAccount(phone, member.email)
    await phone.close()

    step('one operator makes the file')
    await openScreen(page, '/admin/accounting')
    await openScreen(page, '/admin/bank-refunds')
    await opened('振込での返金')
    await row.getByText('みずほ銀行 渋谷支店 普通 ****567').waitFor()
    await inspect(page, 'admin-refunds-given')
    await expectFitsAllWidths(page, 'admin-refunds-given')
    await main.getByRole('button', { name: /^振込ファイルを作る/ }).click()
    await dialog.getByText('合わせて').waitFor()
    await dialog.getByRole('button', { name: '作って承認を待つ' }).click()
    await dialog.getByText('振込指定日を入力してください。').waitFor()
    await inspect(page, 'admin-refunds-file')
    // It can be 振込済み from that day on.
    const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
    await dialog.getByLabel('振込指定日').fill(today)
    await dialog.getByRole('button', { name: '作って承認を待つ' }).click()
    await main.getByText('別の担当者の承認を待っています。').waitFor()
    expect(await main.getByRole('button', { name: '承認する' }).count()).toBe(0)
    await inspect(page, 'admin-refunds-prepared')

    step('another operator approves it')
    const other = await newDevice('desktop')
    await signIn(other, 'accounting')
    const desk = await other.newPage()
    desk.on('dialog', (question) => void question.accept())
    await desk.goto('/admin/bank-refunds')
    await desk.getByRole('button', { name: '承認する' }).click()
    await desk.getByText('承認済み').waitFor()
    await inspect(desk, 'admin-refunds-approved')

    step('the file for the bank')
    const file = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'ファイルを受け取る' }).click()
    expect((await file).suggestedFilename()).toMatch(/^sogofurikomi-.+\.txt$/)

    step('paid: booked, and the customer is told')
    await desk.getByRole('button', { name: '振込済みにする' }).click()
    await desk.getByText('振込済み', { exact: true }).first().waitFor()
    await desk.getByText('内訳').click()
    await desk.getByRole('button', { name: '振り込めなかった' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: '振り込めなかった' }).click()
    await desk.getByText('理由を入力してください。').waitFor()
    await inspect(desk, 'admin-refunds-returned')
    await other.close()
    const [paid] = await sql<{ repaid_amount: number }>('select repaid_amount from payment where order_id = $1', id)
    expect(paid!.repaid_amount).toBe(1_760)
    await linkTo(member.email, 'ご返金')
    await openScreen(page, `/admin/orders/${id}`)
    await opened(`注文 ${order_no}`)
    await main.getByText('お店から返金 ¥1,760').waitFor()
  },
  { on: ['desktop'] },
)

journey(
  '返金する: all goods are no part, a sum of nothing is refused beside it, a price reduction is recorded',
  async ({ page, step, expectProblem }) => {
    expectProblem(/422/)
    await signIn(page, 'manager')
    const member = await newMember()
    const order_no = await orderedBy(member, { sku: 112 })
    const [order] = await ordersOf(member.email)
    await shipParcel(page.request, order_no)
    await adminCall(page.request, 'POST', `orders/${order!.id}/receive`, {})
    const dialog = page.getByRole('dialog')
    const confirmRefund = () => dialog.getByRole('button', { name: '確定する' }).click()
    const opened = async (kind: RefundKind) => {
      await page.getByRole('button', { name: '返金する', exact: true }).click()
      await dialog.getByLabel('返金のしかた').selectOption(kind)
      await dialog.getByLabel('理由').fill('箱の傷み')
    }
    page.on('dialog', (question) => void question.accept())

    step('goods')
    await page.goto(`/admin/orders/${order!.id}`)
    await opened('goods')
    await dialog.getByLabel('数', { exact: true }).selectOption('1')
    for (const fee of await dialog.getByLabel(/も返す$/).all()) await fee.check()
    await confirmRefund()
    const refusal = dialog.getByRole('alert').getByText('すべてを返すときは')
    await refusal.waitFor()
    await inspect(page, 'admin-refund-goods')
    // A refusal that no field shows is asked for again as any other.
    const sentAgain = page.waitForResponse((answer) => answer.url().endsWith('/refund'))
    await confirmRefund()
    await sentAgain
    await refusal.waitFor()
    await dialog.getByRole('button', { name: '閉じる' }).click()

    step('a price reduction')
    await opened('reduction')
    await confirmRefund()
    await dialog.getByText('1円単位の数字で入力してください').waitFor()
    await dialog.getByLabel('返金する金額').fill('300')
    await confirmRefund()
    await page.getByRole('status').getByText('記録しました').waitFor()
    await page.getByText('お客様への返金 ¥300 が済んでいません。').waitFor()
  },
)
