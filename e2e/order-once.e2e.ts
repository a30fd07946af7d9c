import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { counted } from './lib/data-layer.ts'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, memberWith } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

const sku = 133
const ORDERING = '**/v1/order/public/new'

/** From the cart to 「注文を確定する」. */
async function goToConfirmation(page: Page): Promise<void> {
  await checkOut(page)
  await payCash(page)
  await toConfirmation(page)
}

/** Changes the goods during a purchase, and restores them afterwards. */
async function withProductColumn<T>(column: 'stock' | 'price', value: string, walk: () => Promise<T>): Promise<T> {
  const [before] = await sql<{ was: number }>(`select ${column} as was from product_sku where id = $1`, sku)
  await sql(`update product_sku set ${column} = ${value} where id = $1`, sku)
  try {
    return await walk()
  } finally {
    await sql(`update product_sku set ${column} = $2 where id = $1`, sku, before!.was)
  }
}

/** The shop accepts the order, but its response never arrives. */
const dropAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort('connectionreset')
}

journey(
  'sold out, a new price, offline, a lost response, a double click, back and forward: one order',
  async ({ page, device, expectProblem, step }) => {
    expectProblem(/^409: POST \/v1\/order\/public\/new/, /ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/)
    const before = await stockOf(sku)
    const member = await memberWith(device, { sku })
    await page.goto('cart')
    await goToConfirmation(page)

    const refusal = page.getByRole('alert').filter({ hasText: 'このままではご注文いただけません' })
    step('sold out meanwhile')
    // Another buyer takes the last piece; then the price rises: the new one is shown and must be accepted.
    await withProductColumn('stock', '0', async () => {
      await order(page)
      await refusal.getByText(/は在庫切れのため、ご購入いただけません。/).waitFor()
      await page.getByRole('button', { name: '注文を確定する' }).waitFor()
    })
    // The goods are back: the next press looks again, and the one after it orders.
    await refusal.getByRole('link', { name: 'カートを見る' }).waitFor()
    await order(page)
    await refusal.waitFor({ state: 'detached' })
    step('a new price')
    const order_no = await withProductColumn('price', 'price + 300', async () => {
      await order(page)
      const change = page.getByRole('alert').filter({ hasText: '内容が変わりました' })
      await change.getByText(/¥[\d,]+ から ¥[\d,]+/).waitFor()
      await inspect(page, 'confirm-changed')
      const [old, risen] = (await change.innerText()).match(/¥[\d,]+/g)!.map((yen) => Number(yen.replace(/\D/g, '')))
      expect(risen).toBe(old! + 300)

      const alert = page.getByRole('alert').filter({ hasText: 'ご注文を確認できませんでした' })
      step('offline')
      await device.setOffline(true)
      await order(page)
      await alert.getByText(/二重に注文・請求されることはありません/).waitFor()
      await device.setOffline(false)
      expect(await ordersOf(member.email)).toEqual([])

      step('a lost response and double clicks')
      // Both presses come before the screen can change; the response to the first never arrives.
      await page.route(ORDERING, dropAnswer, { times: 1 })
      const twice = () =>
        page.getByRole('button', { name: '注文を確定する' }).evaluate((button: HTMLElement) => {
          button.click()
          button.click()
        })
      await twice()
      await expect.poll(() => ordersOf(member.email)).toHaveLength(1)
      await alert.waitFor()
      await twice()
      const placed = await completed(page)
      expect(await ordersOf(member.email)).toMatchObject([
        { order_no: placed, status: 'received', payment_total: risen },
      ])
      return placed
    })

    step('back and forward')
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sh/')
    expect(await page.getByRole('button', { name: '注文を確定する' }).count()).toBe(0)
    await page.goForward()
    await completed(page)
    expect(await ordersOf(member.email)).toHaveLength(1)
    expect(await stockOf(sku)).toBe(before - 1)

    step('an older completion page beside a new order')
    // The completion page opened again while another order is confirmed belongs to the first order alone.
    const complete = page.url()
    await inCartOf(member, { sku })
    await page.goto('cart')
    await goToConfirmation(page)
    const other = await device.newPage()
    await other.goto(complete)
    await completed(other)
    expect(await counted(other, 'purchase')).toEqual([])

    step('the tab is closed while the order is sent')
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
