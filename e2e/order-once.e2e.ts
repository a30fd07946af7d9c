import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { counted } from './lib/data-layer.ts'
import { ordersOf, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, memberWith } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

const sku = 133
const ORDERING = '**/v1/order/public/new'

/** From the cart to 「注文を確定する」. */
async function confirmed(page: Page): Promise<void> {
  await page.goto('cart')
  await checkOut(page)
  await payCash(page)
  await toConfirmation(page)
}

/** The shop accepts the order, but its response never arrives. */
const loseAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort('connectionreset')
}

journey(
  'offline, a lost response, a double click, back and forward: one order',
  async ({ page, device, expectProblem }) => {
    expectProblem(/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/)
    const before = await stockOf(sku)
    const member = await memberWith(device, { sku })
    await confirmed(page)
    const alert = page.getByRole('alert').filter({ hasText: 'ご注文を確認できませんでした' })
    await device.setOffline(true)
    await order(page)
    await alert.getByText(/二重に注文・請求されることはありません/).waitFor()
    await device.setOffline(false)
    await inspect(page, 'confirm-unanswered')
    expect(await ordersOf(member.email)).toEqual([])

    // Both presses come before the screen can change; the response to the first never arrives.
    await page.route(ORDERING, loseAnswer, { times: 1 })
    const twice = () =>
      page.getByRole('button', { name: '注文を確定する' }).evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await twice()
    await expect.poll(() => ordersOf(member.email)).toHaveLength(1)
    await alert.waitFor()
    await twice()
    const order_no = await completed(page)
    expect(await ordersOf(member.email)).toMatchObject([{ order_no, status: 'received' }])

    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sh/')
    expect(await page.getByRole('button', { name: '注文を確定する' }).count()).toBe(0)
    await page.goForward()
    await completed(page)
    expect(await ordersOf(member.email)).toHaveLength(1)
    expect(await stockOf(sku)).toBe(before - 1)

    // The completion page opened again while another order is confirmed belongs to the first order alone.
    const complete = page.url()
    await inCartOf(member, { sku })
    await confirmed(page)
    const other = await device.newPage()
    await other.goto(complete)
    await completed(other)
    expect(await counted(other, 'purchase')).toEqual([])

    // The tab is closed while the order is being sent: the next one shows the order.
    const isTaken = hold(page)
    await order(page)
    await isTaken
    await page.close()
    await other.goto('normal-purchase/confirm?loggedIn=true')
    await expect.poll(() => completed(other)).not.toBe(order_no)
    expect(await ordersOf(member.email)).toHaveLength(2)
    expect(await stockOf(sku)).toBe(before - 2)
  },
)

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
