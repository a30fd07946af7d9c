import { expect } from 'vitest'
import { amazonChargesOf, answerAtAmazon, chooseAsBuyer, payWithAmazon, pressAmazon } from './lib/amazon.ts'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { PASSWORD } from './lib/login.ts'
import { memberWith } from './lib/member.ts'
import { agreeToTerms, completed, order, toConfirmation } from './lib/purchase.ts'
import { checkOut, field, guestCart, section } from './lib/shopping.ts'

journey('a guest buys with Amazon Pay from the cart: name, address, e-mail are filled in', async ({ page }) => {
  const email = 'taro@amazon.example'
  await guestCart(page, { sku: 133 })
  await page.goto('cart')
  await page.getByRole('button', { name: 'Amazon Pay でお支払いに進む' }).waitFor()
  await pressAmazon(page)
  await chooseAsBuyer(page, '佐藤太郎')

  const part = section(page, 'お客様情報')
  await field(part, 'せい').fill('さとう')
  await field(part, 'めい').fill('たろう')
  await field(part, 'メールアドレス(確認)').fill(email)
  await field(part, 'パスワード').fill(PASSWORD)
  await field(part, 'パスワード(確認)').fill(PASSWORD)
  expect(await page.getByRole('radio', { name: /^Amazon Pay/ }).isChecked()).toBe(true)
  expect([
    await field(part, '姓').inputValue(),
    await field(part, '名').inputValue(),
    await field(part, '郵便番号').inputValue(),
    await field(part, '市区町村・町名').inputValue(),
    await field(part, '番地').inputValue(),
    await field(part, '電話番号').inputValue(),
  ]).toEqual(['佐藤', '太郎', '1000005', '千代田区丸の内', '1-1-1', '0312345678'])
  await agreeToTerms(page)
  await page.getByRole('button', { name: 'お支払い方法を変更する' }).and(page.locator(':enabled')).waitFor()
  await inspect(page, 'purchase-amazon')
  await toConfirmation(page)
  await section(page, 'お支払い方法と時期')
    .getByText(/Amazon Pay/)
    .first()
    .waitFor()
  await order(page)
  const order_no = await completed(page)
  expect(await ordersOf(email)).toMatchObject([{ order_no, status: 'received' }])
  const [placed] = await ordersOf(email)
  expect(await amazonChargesOf(order_no)).toMatchObject([
    { amount: placed!.payment_total, status: { state: 'Authorized' } },
  ])
})

journey('a member subscribes with Amazon Pay, after selecting another card there', async ({ page, device }) => {
  const member = await memberWith(device, { sku: 118, subscription: true })
  await page.goto('cart')
  await checkOut(page, 'periodic')
  await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
  await payWithAmazon(page)
  await chooseAsBuyer(page, '山田 花子')
  await page.getByText('Visa ****1111').waitFor()
  await page.getByRole('button', { name: 'お支払い方法を変更する' }).and(page.locator(':enabled')).click()
  await page.getByRole('radio', { name: /^JCB/ }).check()
  await answerAtAmazon(page, 'この内容でお店に戻る')
  await page.getByText('JCB ****0000').waitFor()
  await toConfirmation(page)
  await order(page)
  const order_no = await completed(page)
  const [placed] = await ordersOf(member.email)
  expect(placed).toMatchObject({ order_no, status: 'received' })
  expect(await amazonChargesOf(order_no)).toMatchObject([
    { amount: placed!.payment_total, status: { state: 'Authorized' } },
  ])
  const rows = await sql<{ charge_permission_id: string }>(
    'select charge_permission_id from subscription where id = $1',
    placed!.subscription_id,
  )
  expect(rows).toMatchObject([{ charge_permission_id: expect.stringMatching(/^S03-/) }])
  // The member's own name and address are unchanged.
  expect(await sql('select name01, addr01 from customer where email = $1', member.email)).toMatchObject([
    { name01: member.name01, addr01: '渋谷区神宮前' },
  ])
})
