import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  amazonChargesOf,
  answerAtAmazon,
  chooseAsBuyer,
  letSessionExpire,
  payWithAmazon,
  pressAmazon,
} from './lib/amazon.ts'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { PASSWORD } from './lib/login.ts'
import { type Member, memberWith } from './lib/member.ts'
import { agree, completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut, field, putInCart, section } from './lib/shopping.ts'

type Kind = 'normal' | 'periodic'
const skus = { normal: 133, periodic: 118 } as const

/** A member on the form, who has selected Amazon Pay as `buyer`. */
async function chosen({ page, device }: Visitor, kind: Kind, buyer: string): Promise<Member> {
  const member = await memberWith(device, { sku: skus[kind], subscription: kind === 'periodic' })
  await page.goto('cart')
  await checkOut(page, kind)
  if (kind === 'periodic') await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
  await payWithAmazon(page)
  await chooseAsBuyer(page, buyer)
  return member
}

/** The order failed: nothing is charged, the stock is restored, and another method can be chosen. */
async function paysOtherwise(page: Page, kind: Kind, member: Member, before: number): Promise<void> {
  const [failed] = await ordersOf(member.email)
  expect(failed).toMatchObject({ status: 'payment_error' })
  expect(await amazonChargesOf(failed!.order_no)).toEqual([])
  expect(await stockOf(skus[kind])).toBe(before)
  await page.getByRole('link', { name: 'お支払い方法を変える' }).click()
  await payCash(page)
  await toConfirmation(page)
  await order(page)
  await completed(page)
}

journey('a guest buys with Amazon Pay from the cart: name, address, e-mail are filled in', async ({ page, size }) => {
  const buyer = size === 'phone' ? '佐藤太郎' : '伊藤 百合'
  const email = size === 'phone' ? 'taro@amazon.example' : 'yuri@amazon.example'
  await putInCart(page, { product: 13 })
  await page.goto('cart')
  await page.getByRole('button', { name: 'Amazon Pay でお支払いに進む' }).waitFor()
  await inspect(page, 'cart-amazon')
  await pressAmazon(page)
  await chooseAsBuyer(page, buyer)

  const part = section(page, 'お客様情報')
  await field(part, 'せい').fill('さとう')
  await field(part, 'めい').fill('たろう')
  await field(part, 'メールアドレス(確認)').fill(email)
  await field(part, 'パスワード').fill(PASSWORD)
  await field(part, 'パスワード(確認)').fill(PASSWORD)
  expect(await page.getByRole('radio', { name: /^Amazon Pay/ }).isChecked()).toBe(true)
  if (size === 'phone')
    expect([
      await field(part, '姓').inputValue(),
      await field(part, '名').inputValue(),
      await field(part, '郵便番号').inputValue(),
      await field(part, '市区町村・町名').inputValue(),
      await field(part, '番地').inputValue(),
      await field(part, '電話番号').inputValue(),
    ]).toEqual(['佐藤', '太郎', '1000005', '千代田区丸の内', '1-1-1', '0312345678'])
  await agree(page)
  await page.getByRole('button', { name: 'お支払い方法を変更する' }).and(page.locator(':enabled')).waitFor()
  await inspect(page, 'purchase-amazon')
  await toConfirmation(page)
  await section(page, 'お支払い方法と時期')
    .getByText(/Amazon Pay/)
    .first()
    .waitFor()
  await inspect(page, 'confirm-amazon')
  await order(page)
  const order_no = await completed(page)
  expect(await ordersOf(email)).toMatchObject([{ order_no, status: 'received' }])
  const [placed] = await ordersOf(email)
  expect(await amazonChargesOf(order_no)).toMatchObject([
    { amount: placed!.payment_total, status: { state: 'Authorized' } },
  ])
})

journey('a member subscribes with Amazon Pay, and changes the card there', async (visitor) => {
  const { page } = visitor
  const member = await chosen(visitor, 'periodic', '山田 花子')
  await page.getByText('Visa ****1111').waitFor()
  await page.getByRole('button', { name: 'お支払い方法を変更する' }).and(page.locator(':enabled')).click()
  await page.getByRole('radio', { name: /^JCB/ }).check()
  await answerAtAmazon(page, 'この内容でお店に戻る')
  await page.getByText('JCB ****0000').waitFor()
  await toConfirmation(page)
  await inspect(page, 'confirm-amazon-subscription')
  await order(page)
  const order_no = await completed(page)
  const [placed] = await ordersOf(member.email)
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

journey('declined at Amazon: reported, and paid by another method', async (visitor) => {
  const { page } = visitor
  const before = await stockOf(skus.periodic)
  const member = await chosen(visitor, 'periodic', '高橋 琴')
  await toConfirmation(page)
  await order(page)
  await answerAtAmazon(page, 'やめてお店に戻る')
  await page.getByRole('heading', { level: 1, name: 'お支払いができませんでした' }).waitFor()
  await inspect(page, 'complete-amazon-declined')
  await paysOtherwise(page, 'periodic', member, before)
})

journey('cancelled at Amazon: reported, and paid by another method', async (visitor) => {
  const { page } = visitor
  const before = await stockOf(skus.normal)
  const member = await chosen(visitor, 'normal', '中村 舞')
  await toConfirmation(page)
  await order(page)
  await answerAtAmazon(page, '取りやめる')
  await page.getByText('お支払いのお手続きが取り消されました').waitFor()
  await paysOtherwise(page, 'normal', member, before)
})

journey('the session expires: reported beside the selection, and selected again', async (visitor) => {
  const { page, expectProblem } = visitor
  expectProblem(/409: PATCH .*checkout-sessions/)
  const member = await chosen(visitor, 'periodic', '山田 花子')
  await letSessionExpire(page, 'periodic')
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page.getByText('Amazon Payのお手続きの有効期限が切れました').first().waitFor()
  await inspect(page, 'purchase-amazon-expired')
  await pressAmazon(page)
  await chooseAsBuyer(page, '山田 花子')
  await toConfirmation(page)
  await letSessionExpire(page, 'periodic')
  await order(page)
  // Nothing was charged; the selection is repeated on the same screen.
  await page.waitForURL('**/periodic-purchase?loggedIn=true')
  await page.getByText('お支払いのお手続きの有効期限が切れました').first().waitFor()
  await page.getByRole('button', { name: 'Amazon Pay でお支払いに進む' }).waitFor()
  expect(await ordersOf(member.email)).toMatchObject([{ status: 'payment_error' }])
})

journey('back from Amazon with an expired session: the customer can continue', async ({ page, expectProblem }) => {
  expectProblem(/409: GET .*checkout-sessions/)
  await page.goto('redirect/amazon?kind=normal&amazonCheckoutSessionId=00000000-0000-0000-0000-000000000000')
  await page.getByRole('heading', { name: 'Amazon Payのお手続きを続けられません' }).waitFor()
  await inspect(page, 'redirect-amazon-expired')
  await page.getByRole('link', { name: 'カートからやり直す' }).click()
  await page.waitForURL('**/cart?tab=normal')
})
