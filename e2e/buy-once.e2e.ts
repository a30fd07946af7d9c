import { expect } from 'vitest'
import { ordersOf, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { somebody } from './lib/people.ts'
import {
  agree,
  cards,
  completed,
  fillMemberForm,
  order,
  passChallenge,
  payWithCard,
  toConfirmation,
} from './lib/purchase.ts'
import { chargesOf, ledgerOf, mailTo } from './lib/sandbox.ts'
import { checkOutAsNew, choose, field, section } from './lib/shopping.ts'

const oilYuzu60 = 104

/** The card data go from the browser only to the card company: no request to the shop may contain them in any form. */
journey('a guest buys once, with 3-D Secure', async ({ page, device }) => {
  const sent: string[] = []
  device.on('request', (request) => {
    const isOurs = !new URL(request.url()).pathname.startsWith('/sandbox/')
    if (isOurs) sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  })
  const before = await stockOf(oilYuzu60)
  const person = somebody()

  await page.goto('products')
  await page
    .getByRole('link', { name: /^純椿油「しずく」/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: '純椿油「しずく」' }).waitFor()
  await choose(page, ['柚子', '60mL'])
  await page.getByRole('button', { name: '1つ増やす' }).click()
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.getByText('送料無料でお届けします').waitFor()
  await inspect(page, 'cart')

  await checkOutAsNew(page, person)
  await fillMemberForm(page, person)
  const delivery = section(page, 'お届け方法')
  await field(delivery, 'お届け希望日').selectOption({ index: 3 })
  const day = await field(delivery, 'お届け希望日').locator('option:checked').textContent()
  await field(delivery, '時間帯').selectOption('18–20時')
  await payWithCard(page, cards.challenge)
  await agree(page)
  await inspect(page, 'purchase-filled')
  await toConfirmation(page)
  await inspect(page, 'confirm')

  // 特定商取引法 12条の6: quantity, price, payment, delivery, offer deadline, and how to withdraw.
  const main = page.getByRole('main')
  expect(await section(page, 'ご注文の商品と数量').textContent()).toMatch(/柚子 \/ 60mL.*数量 2点/)
  expect(await section(page, 'お支払い金額').textContent()).toMatch(
    /商品合計¥8,360送料無料手数料なしお支払い合計¥8,360税込/,
  )
  expect(await section(page, 'お支払い方法と時期').textContent()).toContain('クレジットカード(一括払い)')
  expect(await section(page, 'お届け先とお届けの時期').innerText()).toContain('〒150-0001 東京都渋谷区神宮前0-0-11')
  expect((await main.innerText()).replace(/\s/g, '')).toContain(day!.replace(/\s/g, ''))
  expect(await main.textContent()).toContain('お申し込みの期限')
  expect(await section(page, 'キャンセル・返品').textContent()).toMatch(/ご注文のキャンセル.*返品・交換/)
  expect(await ordersOf(person.email)).toEqual([])

  await order(page)
  await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor()
  // Nothing is charged before the bank has approved.
  expect(await ordersOf(person.email)).toMatchObject([{ status: 'payment_pending' }])
  await passChallenge(page)
  const order_no = await completed(page)
  await inspect(page, 'complete')
  expect(await page.getByRole('main').textContent()).toContain(order_no)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'カレンダーに追加', exact: true }).click()
  expect((await file).suggestedFilename()).toBe(`${order_no}.ics`)
  await page.getByText('次からは、定期便にすると').waitFor()

  expect(await ordersOf(person.email)).toMatchObject([{ order_no, status: 'received', payment_total: 8360 }])
  expect(await stockOf(oilYuzu60)).toBe(before - 2)
  expect(await chargesOf(order_no)).toMatchObject([{ amount: 8360 }])
  const [transaction] = await ledgerOf(order_no)
  expect(transaction!.history.filter(({ status }) => status === transaction!.status)).toHaveLength(1)
  const mails = await mailTo(person.email)
  expect(mails.filter(({ subject }) => subject.includes('ご注文ありがとうございます'))).toMatchObject([
    { subject: `【椿野】ご注文ありがとうございます(${order_no})` },
  ])
  // The cart is empty, and loading the page again places no order.
  expect(await page.getByRole('link', { name: 'カート(0点)' }).count()).toBe(1)
  await page.reload()
  expect(await completed(page)).toBe(order_no)
  expect(await ordersOf(person.email)).toHaveLength(1)

  expect(sent.length).toBeGreaterThan(20)
  const number = new RegExp([...cards.challenge].join('[^0-9]{0,3}'))
  expect(sent.filter((request) => number.test(request))).toEqual([])
  expect(sent.filter((request) => request.includes('SAKI TSUBAKINO'))).toEqual([])
})
