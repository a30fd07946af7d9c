import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { billsOf, type Deferred, decided, nextVerdict, operate } from './lib/deferred.ts'
import { inspect } from './lib/inspect.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { ask, onAnotherDevice, openSubscription, subscribedBy } from './lib/manage.ts'
import { logInDevice, type Member, memberWith, newMember } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, field, section } from './lib/shopping.ts'

const sku = 133
const names = { np: 'NP後払い', 'gmo-deferred': '後払い' } as const
const told = {
  np: { company: '株式会社ネットプロテクションズ', limit: '¥200,000まで' },
  'gmo-deferred': { company: 'GMOペイメントサービス株式会社', limit: '¥165,000まで' },
} as const

const method = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const consent = (page: Page) => page.getByRole('checkbox', { name: '個人情報の提供と債権の譲渡に同意する' })

/** A member on the form; a subscription is delivered on the 5th. */
async function atForm({ page, device }: Visitor, subscription = false): Promise<Member> {
  const member = await memberWith(device, { sku, subscription })
  await page.goto(subscription ? 'cart?tab=periodic' : 'cart')
  await checkOut(page, subscription ? 'periodic' : 'normal')
  if (subscription) await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
  return member
}

/** The same member at 「注文を確定する」, paying by deferred payment. */
async function atConfirmation(visitor: Visitor, provider: Deferred, subscription = false): Promise<Member> {
  const member = await atForm(visitor, subscription)
  await method(visitor.page, names[provider]).check()
  await visitor.page.getByText(`${told[provider].company}へ提供`).waitFor()
  await consent(visitor.page).check()
  await toConfirmation(visitor.page)
  return member
}

/** 「ご注文をお預かりしました」; returns the order number. */
async function held(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'ご注文をお預かりしました' }).waitFor()
  return new URL(page.url()).searchParams.get('order_no') ?? ''
}

/** After a refusal, only the payment method has to be selected again. */
async function payCashInstead(page: Page, { email }: Member): Promise<void> {
  await payCash(page)
  await toConfirmation(page)
  await order(page)
  await completed(page)
  expect(await ordersOf(email)).toMatchObject([{ status: 'payment_error' }, { status: 'received' }])
}

journey('NP後払い: accepted, shown everywhere, billed at shipping', async (visitor) => {
  const { page } = visitor
  const member = await atForm(visitor)
  await method(page, names.np).check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page.getByText('このお支払い方法のご利用には、個人情報の提供への同意が必要です。').waitFor()
  await inspect(page, 'deferred-np-consent')
  await consent(page).check()
  await toConfirmation(page)
  await inspect(page, 'deferred-np-confirm')
  const terms = await section(page, 'お支払い方法と時期').innerText()
  expect(terms).toMatch(/請求書は、商品とは別に.*14日以内/s)
  expect(terms).toContain(told.np.limit)
  expect(terms).toContain('同意済み')

  await order(page)
  const order_no = await completed(page)
  await inspect(page, 'deferred-np-complete')
  expect(await page.getByRole('main').innerText()).toContain('14日以内')
  const [placed] = await ordersOf(member.email)
  expect(placed).toMatchObject({ order_no, status: 'received', payment_method_id: 4 })
  const { payment_total } = placed!
  expect(await billsOf('np', order_no)).toMatchObject([{ billed_amount: payment_total, is_shipped: false }])
  const [mail] = await mailTo(member.email)
  expect(mail!.text).toContain('14日以内')
  await operate('orders', 'ship', order_no, '--tracking', '1234-5678-9012')
  expect(await billsOf('np', order_no)).toMatchObject([{ is_shipped: true }])
})

journey('NP後払い refused at once, for a subscription: only the payment method is selected again', async (visitor) => {
  const { page } = visitor
  const member = await atConfirmation(visitor, 'np', true)
  expect(await section(page, 'お支払い方法と時期').innerText()).toContain('1回分ずつの請求書')
  await inspect(page, 'deferred-subscription')
  await nextVerdict('np', 'ng')
  await order(page)
  await page.getByText(/審査の結果、このお支払い方法はご利用いただけませんでした/).waitFor()
  await inspect(page, 'deferred-refused-at-once')
  await payCashInstead(page, member)
  const [refused, placed] = await ordersOf(member.email)
  expect(placed!.subscription_id).toEqual(expect.any(Number))
  expect(await billsOf('np', placed!.order_no)).toEqual([])
  expect(await billsOf('np', refused!.order_no)).toMatchObject([{ is_shipped: false }])
})

journey(
  'NP後払い, held: reported on the screen and by mail, then approved',
  async (visitor) => {
    const { page } = visitor
    const member = await atConfirmation(visitor, 'np')
    await nextVerdict('np', 'held')
    await order(page)
    const order_no = await held(page)
    await inspect(page, 'deferred-held')
    const [mail] = await mailTo(member.email)
    expect(mail).toMatchObject({ subject: expect.stringContaining('審査中'), text: expect.stringContaining(order_no) })
    expect(await operate('payments', 'held')).toContain(order_no)
    await decided('np', order_no, 'ok')
    await page.reload()
    await completed(page)
    expect(await ordersOf(member.email)).toMatchObject([{ order_no, status: 'received' }])
  },
  { on: ['phone'] },
)

journey(
  '後払い of a subscription, held: a bill for each delivery once it is approved',
  async (visitor) => {
    const { page } = visitor
    const member = await atConfirmation(visitor, 'gmo-deferred', true)
    const terms = await section(page, 'お支払い方法と時期').innerText()
    for (const words of [told['gmo-deferred'].limit, '14日以内', '1回分ずつの請求書', '同意済み'])
      expect(terms).toContain(words)
    await nextVerdict('gmo-deferred', 'held')
    await order(page)
    const order_no = await held(page)
    await inspect(page, 'deferred-held-subscription')
    await decided('gmo-deferred', order_no, 'ok')
    await page.reload()
    await completed(page)
    expect(await ordersOf(member.email)).toMatchObject([
      { order_no, status: 'received', payment_method_id: 3, subscription_id: expect.any(Number) },
    ])
    expect(await billsOf('gmo-deferred', order_no)).toHaveLength(1)
  },
  { on: ['desktop'] },
)

journey(
  '後払い, held and refused: a mail says so, and the customer pays another way',
  async (visitor) => {
    const { page } = visitor
    const member = await atConfirmation(visitor, 'gmo-deferred')
    await nextVerdict('gmo-deferred', 'held')
    await order(page)
    const order_no = await held(page)
    await decided('gmo-deferred', order_no, 'ng')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'お支払いができませんでした' }).waitFor()
    await inspect(page, 'deferred-refused')
    await expect.poll(async () => (await mailTo(member.email))[0]!.subject).toContain('確定していません')
    await page.getByRole('link', { name: 'お支払い方法を変える' }).click()
    await payCashInstead(page, member)
  },
  { on: ['phone'] },
)

journey(
  'cash on delivery: its fee, exact cash, and the reason where it is not available',
  async (visitor) => {
    const { page } = visitor
    const member = await atForm(visitor)
    await method(page, '代金引換').check()
    await page.getByText('手数料 ¥330').waitFor()
    await field(page, '置き配').selectOption('宅配ボックス')
    await page.getByText('代金引換は、置き配や宅配ボックスでのお受け取りではご利用いただけません。').waitFor()
    expect(await method(page, '代金引換').isDisabled()).toBe(true)
    await inspect(page, 'cash-refused')
    await field(page, '置き配').selectOption('')
    await payCash(page)
    await toConfirmation(page)
    const terms = await section(page, 'お支払い方法と時期').innerText()
    expect(terms).toMatch(/代引手数料¥330を含みます/)
    expect(terms).toContain('おつりのないよう')
    await order(page)
    await completed(page)
    await inspect(page, 'cash-complete')
    const [mail] = await mailTo(member.email)
    expect(mail!.text).toContain('おつりのないよう')
  },
  { on: ['phone'] },
)

journey(
  'a subscription changes to deferred payment, manually and by reopening: only with consent',
  async ({ page, device }) => {
    const member = await newMember()
    await logInDevice(device, member)
    const missing = page.getByText('このお支払い方法のご利用には、個人情報の提供への同意が必要です。')
    const byHand = await subscribedBy(member)
    const paused = await subscribedBy(member)
    await openSubscription(page, byHand.id)
    const dialog = await ask(page, 'お支払い方法を変更')
    await method(page, 'NP後払い').check()
    await dialog.getByRole('button', { name: '変更する', exact: true }).click()
    await missing.waitFor()
    await inspect(page, 'deferred-move')
    await consent(page).check()
    await dialog.getByRole('button', { name: '変更する', exact: true }).click()
    await page.getByText('これからのお支払いはNP後払いになります。').waitFor()

    await onAnotherDevice(member, paused.id, 'pause')
    await sql('update shop_payment set visible = false where payment_method_id is null')
    try {
      await openSubscription(page, paused.id)
      await ask(page, '再開')
      await page.getByText(`${told.np.company}へ提供`).waitFor()
      await dialog.getByRole('button', { name: 'このまま再開する' }).click()
      await missing.waitFor()
      await inspect(page, 'deferred-reopen')
      await consent(page).check()
      await dialog.getByRole('button', { name: 'このまま再開する' }).click()
      await page.getByText(/^定期便を再開しました。/).waitFor()
    } finally {
      await sql('update shop_payment set visible = true where payment_method_id is null')
    }
    const agreed = await sql<{ event: string; words: string }>(
      `select event, detail ->> 'third_party_consent' as words from subscription_event
         where subscription_id in ($1, $2) and detail ? 'third_party_consent' order by id`,
      ...[byHand.id, paused.id],
    )
    expect(agreed).toMatchObject([
      { event: 'payment_changed', words: expect.stringContaining(told.np.company) },
      { event: 'reopened', words: expect.stringContaining(told.np.company) },
    ])
  },
  { on: ['phone'] },
)
