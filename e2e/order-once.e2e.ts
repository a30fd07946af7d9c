import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { counted } from './lib/data-layer.ts'
import { ordersOf, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { inCartOf, type Member, memberWith } from './lib/member.ts'
import { cards, completed, order, passChallenge, payCash, payWithCard, toConfirmation } from './lib/purchase.ts'
import { chargesOf } from './lib/sandbox.ts'
import { checkOut } from './lib/shopping.ts'

const sku = 133
const ORDERING = '**/v1/order/public/new'

/** A member at 「注文を確定する」. */
async function atConfirmation(
  { page, device }: Visitor,
  pay: (page: Page) => Promise<void> = payCash,
): Promise<Member> {
  const member = await memberWith(device, { sku })
  await page.goto('cart')
  await checkOut(page)
  await pay(page)
  await toConfirmation(page)
  return member
}

/** Checks for exactly one order and one piece less, whatever happened before. */
async function hasOrderedOnce({ email }: Member, before: number): Promise<void> {
  expect(await ordersOf(email)).toMatchObject([{ status: 'received' }])
  expect(await stockOf(sku)).toBe(before - 1)
}

/** The shop accepts the order, but its response never arrives. */
const loseAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort('connectionreset')
}

journey('a double click orders once', async (visitor) => {
  const { page } = visitor
  const before = await stockOf(sku)
  const member = await atConfirmation(visitor)
  // Both presses come before the screen can change.
  await page.getByRole('button', { name: '注文を確定する' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await completed(page)
  await hasOrderedOnce(member, before)
})

journey('offline at the press: reported, and ordered when the connection is back', async (visitor) => {
  const { page, device, expectProblem } = visitor
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  const before = await stockOf(sku)
  const member = await atConfirmation(visitor)
  await device.setOffline(true)
  await order(page)
  const alert = page.getByRole('alert').filter({ hasText: 'ご注文を確認できませんでした' })
  await alert.getByText(/二重に注文・請求されることはありません/).waitFor()
  await device.setOffline(false)
  await inspect(page, 'confirm-unanswered')
  await order(page)
  await completed(page)
  await hasOrderedOnce(member, before)
})

journey('the response is lost after the shop accepted the order: the next press finds it', async (visitor) => {
  const { page, expectProblem } = visitor
  expectProblem(/ERR_CONNECTION_RESET/)
  const before = await stockOf(sku)
  const member = await atConfirmation(visitor)
  await page.route(ORDERING, loseAnswer, { times: 1 })
  await order(page)
  await page.getByRole('alert').filter({ hasText: 'ご注文を確認できませんでした' }).waitFor()
  await order(page)
  const order_no = await completed(page)
  expect(await ordersOf(member.email)).toMatchObject([{ order_no }])
  await hasOrderedOnce(member, before)
})

journey('a reload while the order is being sent shows the order', async (visitor) => {
  const { page } = visitor
  const before = await stockOf(sku)
  const member = await atConfirmation(visitor)
  const isTaken = hold(page)
  await order(page)
  await isTaken
  await page.reload()
  const order_no = await completed(page)
  expect(await ordersOf(member.email)).toMatchObject([{ order_no }])
  await hasOrderedOnce(member, before)
})

journey('a tab closed while the order is being sent: the next one shows the order', async (visitor) => {
  const { page, device } = visitor
  const before = await stockOf(sku)
  const member = await atConfirmation(visitor)
  const isTaken = hold(page)
  await order(page)
  await isTaken
  await page.close()
  const next = await device.newPage()
  await next.goto('normal-purchase/confirm?loggedIn=true')
  const order_no = await completed(next)
  expect(await ordersOf(member.email)).toMatchObject([{ order_no }])
  await hasOrderedOnce(member, before)
})

journey('the complete screen places no order on the way back, and leaves the next one alone', async (visitor) => {
  const { page, device } = visitor
  const before = await stockOf(sku)
  const member = await atConfirmation(visitor)
  await order(page)
  await completed(page)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/sh/')
  expect(await page.getByRole('button', { name: '注文を確定する' }).count()).toBe(0)
  await page.goForward()
  await completed(page)
  await hasOrderedOnce(member, before)

  // Its page opened again while another order is confirmed belongs to the first order alone.
  const complete = page.url()
  await inCartOf(member, { sku })
  await page.goto('cart')
  await checkOut(page)
  await payCash(page)
  await toConfirmation(page)
  const other = await device.newPage()
  await other.goto(complete)
  await completed(other)
  expect(await counted(other, 'purchase')).toEqual([])
  await page.reload()
  await order(page)
  await completed(page)
  expect(await ordersOf(member.email)).toHaveLength(2)
})

journey('going back from the bank: the order waits, and can be completed', async (visitor) => {
  const { page } = visitor
  const before = await stockOf(sku)
  const member = await atConfirmation(visitor, (form) => payWithCard(form, cards.challenge))
  await order(page)
  await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor()
  await page.goBack()
  await page.getByText('お支払いの途中のご注文があります').waitFor()
  await inspect(page, 'confirm-under-way')
  await page.getByRole('button', { name: '本人認証に進む' }).click()
  await passChallenge(page)
  const order_no = await completed(page)
  expect(await chargesOf(order_no)).toHaveLength(1)
  await hasOrderedOnce(member, before)
})

/**
 * The shop accepts the order, and the browser waits for the response until it is closed. Resolves when the order is
 * stored.
 */
function hold(page: Page): Promise<void> {
  return new Promise((resolve, reject) => {
    void page.route(
      ORDERING,
      (route) =>
        route.fetch().then(
          () => resolve(),
          (error: unknown) => reject(error),
        ),
      { times: 1 },
    )
  })
}
