import { addDays } from '@kushi/values/calendar-date'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openSubscription, subscribedBy } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'
import { linkTo, mailTo, today } from './lib/sandbox.ts'

// On one device only: a shop has one 一斉送信 at a time.
journey(
  'a member gets a bulk mail and a request for a higher price, and agrees by the link',
  async ({ page, device }) => {
    const member = await newMember()
    const { id } = await subscribedBy(member)
    const [{ customer_id, sku }] = (await sql<{ customer_id: number; sku: number }>(
      `update subscription_order_item i set following_price = 1000 from subscription s
         where s.id = i.subscription_id and s.id = $1 returning s.customer_id, i.product_sku_id as sku`,
      id,
    )) as [{ customer_id: number; sku: number }]
    const press = (label: string | RegExp) => page.getByRole('button', { name: label, exact: true }).click()
    const inDialog = (label: string) =>
      page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
    await signIn(page, 'support')

    const subject = `年末年始のお届け ${customer_id}`
    await page.goto(`/admin/customers?q=${customer_id}`)
    await page.getByLabel('この行を選ぶ').check()
    await page.getByRole('link', { name: 'メールを送る', exact: true }).click()
    await page.getByLabel(/^件名/).fill(subject)
    await page.getByLabel(/^本文/).fill('{宛名}\n\nお届けが遅れます。')
    await page
      .getByRole('region', { name: /^お客様に届く形/ })
      .getByText('お届けが遅れます。')
      .waitFor()
    await inspect(page, 'admin-bulk-message')
    await press('届く人数を確かめる')
    await press('1人に送る')
    await inDialog('実行する')
    const subjects = async () => (await mailTo(member.email)).map((one) => one.subject)
    await expect.poll(subjects).toContain(subject)

    await openScreen(page, `/admin/subscriptions?customer_id=${customer_id}`)
    await page.getByLabel('この行を選ぶ').check()
    await press('まとめて変える')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^すること/).selectOption('change_price')
    await dialog.getByLabel(/^商品/).selectOption(String(sku))
    await dialog.getByLabel(/^新しい価格/).fill('1100')
    await dialog.getByLabel(/^このお届け日から/).fill(addDays(await today(), 45))
    await inspect(page, 'admin-bulk-price')
    await inDialog('変わる件数を確かめる')
    await press('1件に実行する')
    await inDialog('実行する')

    const link = await linkTo(member.email, '価格の変更について')
    // No member is logged in on this device.
    await page.goto(link)
    await page.getByRole('button', { name: '新しい価格に同意する', exact: true }).waitFor()
    expect(page.url()).toMatch(/\/sh\/price-change$/)
    await inspect(page, 'price-change')
    await page.getByRole('button', { name: '新しい価格に同意する', exact: true }).click()
    await page.getByText('ご同意ありがとうございます。').waitFor()

    await logInDevice(device, member)
    await openSubscription(page, id)
    await page.getByText('ご同意ありがとうございます。').waitFor()
    await inspect(page, 'subscription-price')
  },
  { on: ['desktop'] },
)
