import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf } from './lib/database.ts'
import { billsOf, reportVerdict, setNextVerdict } from './lib/deferred.ts'
import { inspect } from './lib/inspect.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { type Member, memberWith } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, field, section } from './lib/shopping.ts'

const sku = 133

const method = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const consent = (page: Page) => page.getByRole('checkbox', { name: '個人情報の提供と債権の譲渡に同意する' })

/** A member on the form; a subscription is delivered on the 5th. */
async function openForm({ page, device }: Visitor, subscription = false): Promise<Member> {
  const member = await memberWith(device, { sku, subscription })
  await page.goto(subscription ? 'cart?tab=periodic' : 'cart')
  await checkOut(page, subscription ? 'periodic' : 'normal')
  if (subscription) await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
  return member
}

/** 「ご注文をお預かりしました」; returns the order number. */
async function heldOrderNo(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'ご注文をお預かりしました' }).waitFor()
  return new URL(page.url()).searchParams.get('order_no') ?? ''
}

journey('NP後払い: needs consent, is refused at once, then accepted, and says so everywhere', async (visitor) => {
  const { page } = visitor
  const member = await openForm(visitor)
  await method(page, 'NP後払い').check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page.getByText('このお支払い方法のご利用には、個人情報の提供への同意が必要です。').waitFor()
  await page.getByText('株式会社ネットプロテクションズへ提供').waitFor()
  await inspect(page, 'deferred-np-consent')
  await consent(page).check()
  await toConfirmation(page)
  const terms = await section(page, 'お支払い方法と時期').innerText()
  expect(terms).toMatch(/請求書は、商品とは別に.*14日以内/s)
  for (const words of ['¥200,000まで', '同意済み']) expect(terms).toContain(words)

  // After a refusal, only the payment method has to be selected again.
  await setNextVerdict('np', 'ng')
  await order(page)
  await page.getByText(/審査の結果、このお支払い方法はご利用いただけませんでした/).waitFor()
  await method(page, 'NP後払い').check()
  await consent(page).check()
  await toConfirmation(page)
  await order(page)
  const order_no = await completed(page)
  expect(await page.getByRole('main').innerText()).toContain('14日以内')
  const [refused, placed] = await ordersOf(member.email)
  expect(refused).toMatchObject({ status: 'payment_error' })
  expect(placed).toMatchObject({ order_no, status: 'received', payment_method_id: 4 })
  expect(await billsOf('np', order_no)).toMatchObject([{ billed_amount: placed!.payment_total, is_shipped: false }])
  const mail = (await mailTo(member.email)).find(({ text }) => text.includes(order_no))
  expect(mail!.text).toContain('14日以内')
})

journey('後払い of a subscription is held and refused: mails say so; paid by cash on delivery', async (visitor) => {
  const { page } = visitor
  const member = await openForm(visitor, true)
  await method(page, '後払い').check()
  await page.getByText('GMOペイメントサービス株式会社へ提供').waitFor()
  await consent(page).check()
  await toConfirmation(page)
  const terms = section(page, 'お支払い方法と時期')
  const billed = await terms.innerText()
  for (const words of ['¥165,000まで', '14日以内', '1回分ずつの請求書', '同意済み']) expect(billed).toContain(words)
  await setNextVerdict('gmo-deferred', 'held')
  await order(page)
  const order_no = await heldOrderNo(page)
  await inspect(page, 'deferred-held')
  const [mail] = await mailTo(member.email)
  expect(mail).toMatchObject({ subject: expect.stringContaining('審査中'), text: expect.stringContaining(order_no) })

  await reportVerdict('gmo-deferred', order_no, 'ng')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'お支払いができませんでした' }).waitFor()
  await expect.poll(async () => (await mailTo(member.email))[0]!.subject).toContain('確定していません')
  await page.getByRole('link', { name: 'お支払い方法を変える' }).click()

  // Cash on delivery: its fee, and exact cash.
  await method(page, '代金引換').check()
  await page.getByText('手数料 ¥330').waitFor()
  await payCash(page)
  await toConfirmation(page)
  const cash = await terms.innerText()
  expect(cash).toMatch(/代引手数料¥330を含みます/)
  expect(cash).toContain('おつりのないよう')
  await order(page)
  await completed(page)
  expect(await ordersOf(member.email)).toMatchObject([
    { order_no, status: 'payment_error' },
    { status: 'received', payment_method_id: null, subscription_id: expect.any(Number) },
  ])
  await expect.poll(async () => (await mailTo(member.email))[0]!.text).toContain('おつりのないよう')
})
