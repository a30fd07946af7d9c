import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { callAs, inCartOf, type Member, memberWith } from './lib/member.ts'
import { adminCall, signIn } from './lib/operator.ts'
import { order, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, section } from './lib/shopping.ts'

const sku = 133
const konbini = (page: Page) => page.getByRole('radio', { name: /^コンビニ払い/ })
const bankTransfer = (page: Page) => page.getByRole('radio', { name: /^銀行振込/ })
const isShown = (visible: boolean) =>
  sql('update shop_payment set visible = $1 where shop_id = 2 and payment_method_id in (6, 7)', visible)

const gmo = (path: string, body: object) =>
  fetch(`${process.env.SHOP_URL}/sandbox/gmo/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
/** 結果通知 of the simulator; the shop asks, and answers 0. */
async function notify(order_id: string): Promise<void> {
  const url = `${process.env.SHOP_URL}/v1/payment/gmo/notification`
  expect(await (await gmo('notice', { order_id, url })).json()).toEqual({ answer: '0' })
}

/** 「ご注文を受け付けました」; returns the order number. */
async function orderAwaitingPayment(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'ご注文を受け付けました' }).waitFor()
  return new URL(page.url()).searchParams.get('order_no') ?? ''
}

async function toForm(page: Page, kind: 'normal' | 'periodic' = 'normal'): Promise<void> {
  await page.goto(kind === 'normal' ? 'cart' : 'cart?tab=periodic')
  await checkOut(page, kind)
}

async function orderedByTransfer(page: Page): Promise<string> {
  await toForm(page)
  await bankTransfer(page).check()
  await toConfirmation(page)
  await order(page)
  return orderAwaitingPayment(page)
}

async function orderedAtStore(page: Page, store: string): Promise<string> {
  await toForm(page)
  await konbini(page).check()
  await page.getByRole('radio', { name: store }).check()
  await toConfirmation(page)
  await order(page)
  return orderAwaitingPayment(page)
}

journey('コンビニ払い: a number on screen, in the mail and in my page, then paid at the register', async (visitor) => {
  const { page, device, step } = visitor
  await isShown(true)
  try {
    const member = await memberWith(device, { sku })
    const before = await stockOf(sku)
    step('the store is asked for, and the confirmation says until when')
    await toForm(page)
    const firstDate = () => page.getByLabel('お届け希望日').locator('option').first().innerText()
    const without = await firstDate()
    await konbini(page).check()
    // From the deadline on.
    await expect.poll(firstDate).not.toBe(without)
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await page.getByText('お支払いになるコンビニを選択してください。').waitFor()
    await inspect(page, 'konbini-form')
    await page.getByRole('radio', { name: 'ローソン' }).check()
    await toConfirmation(page)
    const terms = await section(page, 'お支払い方法と時期').innerText()
    for (const words of ['コンビニ払い', 'ローソン', '期限は、', 'ご入金を確認してから']) expect(terms).toContain(words)
    await inspect(page, 'konbini-confirm')

    step('ordered: the number is shown, and comes by mail')
    await order(page)
    const order_no = await orderAwaitingPayment(page)
    const main = await page.getByRole('main').innerText()
    const number = /\d{11}/.exec(main.replace(order_no, ''))?.[0]
    expect(number).toBeTruthy()
    expect(main).toContain('400008')
    await inspect(page, 'konbini-complete')
    expect(await stockOf(sku)).toBe(before - 1)
    expect((await ordersOf(member.email)).at(-1)).toMatchObject({ order_no, status: 'payment_pending' })
    const mail = (await mailTo(member.email)).find(({ subject }) => subject.includes('お支払いのお願い'))
    for (const words of [order_no, number!, '400008', 'Loppi']) expect(mail?.text).toContain(words)

    step('my page shows it again')
    await page.getByRole('link', { name: '注文履歴を見る' }).click()
    await page.getByText('お支払いをお待ちしています').first().waitFor()
    await page.goto(`mypage/history?order_no=${order_no}`)
    await page.getByText(number!).first().waitFor()
    await inspect(page, 'konbini-history')

    step('paid at the register of the simulator')
    await page.goto(`${process.env.SHOP_URL}/sandbox/gmo/konbini/`)
    await page
      .getByRole('row', { name: new RegExp(order_no) })
      .getByRole('button', { name: 'レジで支払う' })
      .click()
    await page
      .getByRole('row', { name: new RegExp(order_no) })
      .getByText('入金済み')
      .waitFor()
    await notify(order_no)
    expect((await ordersOf(member.email)).at(-1)).toMatchObject({ order_no, status: 'received' })
    await expect
      .poll(async () => (await mailTo(member.email)).find(({ text }) => text.includes('受領しました'))?.subject)
      .toContain('ご注文ありがとうございます')
    await page.goto(`mypage/history?order_no=${order_no}`)
    await page
      .getByText('お届けまでの状況')
      .or(page.getByRole('list', { name: 'お届けまでの状況' }))
      .first()
      .waitFor()
    expect(await page.getByText('お支払いをお待ちしています').count()).toBe(0)

    step('a 定期便 says where it is chosen why not')
    await inCartOf(member, { sku, subscription: true })
    await toForm(page, 'periodic')
    await page.getByText('コンビニ払いは、定期便ではご利用いただけません。').waitFor()
    expect(await konbini(page).isDisabled()).toBe(true)
  } finally {
    await isShown(false)
  }
})

journeyInBoth('an operator sees what is awaited, cancels what is paid, and owes it', async ({ page, device, step }) => {
  await isShown(true)
  try {
    const member: Member = await memberWith(device, { sku })
    const order_no = await orderedAtStore(page, 'セブン-イレブン')
    const [found] = await sql<{ id: number }>('select id from orders where order_no = $1', order_no)
    await signIn(page, 'manager')
    step('入金待ち, with the numbers')
    await page.goto(`${process.env.SHOP_URL}/admin/orders/${found!.id}`)
    await page.getByText('払込票番号').waitFor()
    await inspect(page, 'konbini-admin-awaiting')

    step('paid, then cancelled: the money is owed, and the account is asked for')
    expect((await gmo('konbini/pay', { order_id: order_no })).ok).toBe(true)
    await notify(order_no)
    await adminCall(page.request, 'POST', `orders/${found!.id}/cancel`, {
      ...{ decision_reason: 'お客様のご希望', notify: true, keep_subscription: false },
    })
    await page.reload()
    await page.getByRole('button', { name: '振込先の口座をメールで伺う' }).waitFor()
    await inspect(page, 'konbini-admin-owed')
    await page.goto(`${process.env.SHOP_URL}/admin/setting/payment`)
    await page.getByRole('link', { name: 'コンビニ払い' }).click()
    await page.getByText('日以内').waitFor()
    await inspect(page, 'konbini-admin-setting')
    const { items } = await callAs<{ items: { status: string }[] }>(
      member,
      'GET',
      `/v1/order/public/list?order_no=${order_no}`,
    )
    expect(items).toMatchObject([{ status: 'cancelled' }])
  } finally {
    await isShown(false)
  }
})

journey('銀行振込: an account on screen, in the mail and in my page; too little, then its rest', async (visitor) => {
  const { page, device, step } = visitor
  await isShown(true)
  try {
    const member = await memberWith(device, { sku })
    step('no store is asked for, and the confirmation says until when')
    await toForm(page)
    await bankTransfer(page).check()
    await page.getByText('振込先の口座は、ご注文のあとの画面とメールでお知らせします。').waitFor()
    expect(await page.getByText('お支払いになるコンビニ').count()).toBe(0)
    await inspect(page, 'transfer-form')
    await toConfirmation(page)
    const terms = await section(page, 'お支払い方法と時期').innerText()
    for (const words of ['銀行振込', '期限は、', 'ご入金を確認してから']) expect(terms).toContain(words)
    await inspect(page, 'transfer-confirm')

    step('ordered: the account is shown, and comes by mail')
    await order(page)
    const order_no = await orderAwaitingPayment(page)
    const number = /\d{7}/.exec(await page.getByText(/^\d{7}$/).innerText())?.[0]
    expect(number).toBeTruthy()
    await inspect(page, 'transfer-complete')
    const mail = (await mailTo(member.email)).find(({ subject }) => subject.includes('お支払いのお願い'))
    for (const words of [order_no, `口座番号: ${number}`, 'テストショップ']) expect(mail?.text).toContain(words)

    step('too little at the bank of the simulator: my page and a mail say what is missing')
    await page.goto(`${process.env.SHOP_URL}/sandbox/gmo/transfer/`)
    const row = page.getByRole('row', { name: new RegExp(order_no) })
    const whole = Number(await row.getByRole('textbox', { name: '金額' }).inputValue())
    await row.getByRole('textbox', { name: '金額' }).fill(String(whole - 220))
    await row.getByRole('button', { name: '振り込む' }).click()
    await row.getByText('1回').waitFor()
    await notify(order_no)
    expect((await ordersOf(member.email)).at(-1)).toMatchObject({ order_no, status: 'payment_pending' })
    await expect
      .poll(async () => (await mailTo(member.email)).find(({ subject }) => subject.includes('金額をご確認'))?.text)
      .toContain('不足している金額: ¥220')
    await page.goto(`mypage/history?order_no=${order_no}`)
    await page.getByText('不足している金額').first().waitFor()
    await inspect(page, 'transfer-history')

    step('the rest, and the order is received')
    expect((await gmo('transfer/pay', { order_id: order_no, amount: '220' })).ok).toBe(true)
    await notify(order_no)
    expect((await ordersOf(member.email)).at(-1)).toMatchObject({ order_no, status: 'received' })
  } finally {
    await isShown(false)
  }
})

journeyInBoth(
  '銀行振込: an operator takes too little as paid, and owes what is too much',
  async ({ page, device, step }) => {
    await isShown(true)
    try {
      await memberWith(device, { sku })
      const order_no = await orderedByTransfer(page)
      const [found] = await sql<{ id: number; payment_total: number }>(
        'select id, payment_total from orders where order_no = $1',
        order_no,
      )
      const { id, payment_total } = found!
      await gmo('transfer/pay', { order_id: order_no, amount: String(payment_total - 220) })
      await notify(order_no)
      await signIn(page, 'manager')
      step('今日 says that it is too little')
      await page.goto(`${process.env.SHOP_URL}/admin/`)
      await page.getByText('振込の金額が足りないご注文があります').waitFor()
      await inspect(page, 'transfer-admin-today')
      await page.getByRole('link', { name: '足りない注文を見る' }).click()
      await page.getByText(order_no).first().waitFor()

      step('its page has the account, the transfer and the way out')
      await page.goto(`${process.env.SHOP_URL}/admin/orders/${id}`)
      await page.getByText('お客様には、不足をメールでお知らせしました').waitFor()
      await page.getByRole('list', { name: '入金した振込' }).waitFor()
      await inspect(page, 'transfer-admin-short')
      await page.getByRole('button', { name: '足りないまま受け取る' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('理由').fill('振込手数料が引かれていたため')
      await inspect(page, 'transfer-admin-take')
      await dialog.getByRole('button', { name: /で受け取る/ }).click()
      await page.getByText('ご注文を確定しました').first().waitFor()
      await expect
        .poll(async () => (await sql<{ status: string }>('select status from orders where id = $1', id))[0]?.status)
        .toBe('received')

      step('the rest after all: owed, and the account is asked for')
      await gmo('transfer/pay', { order_id: order_no, amount: '220', late: '1' })
      await notify(order_no)
      await page.reload()
      await page.getByRole('button', { name: '振込先の口座をメールで伺う' }).waitFor()
      await inspect(page, 'transfer-admin-over')

      step('its days and its fee are settings')
      await page.goto(`${process.env.SHOP_URL}/admin/setting/payment`)
      await page.getByRole('link', { name: '銀行振込' }).click()
      await page.getByText('日以内').waitFor()
      await inspect(page, 'transfer-admin-setting')
      await page.goto(`${process.env.SHOP_URL}/admin/settlement/terms`)
      await page.getByRole('button', { name: '支払方法を加える' }).click()
      await page.getByLabel('お支払い方法').selectOption({ label: '銀行振込' })
      await inspect(page, 'transfer-admin-fee')
    } finally {
      await isShown(false)
    }
  },
)
