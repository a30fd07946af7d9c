import { PAYMENT_METHODS } from '@kushi/values/payment-method'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { inCartOf, memberWith } from './lib/member.ts'
import { shipParcel } from './lib/morning.ts'
import { adminCall, signIn } from './lib/operator.ts'
import { completed, order, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, section } from './lib/shopping.ts'

const sku = 133
const wallets = PAYMENT_METHODS.filter(({ gmo_wallet }) => gmo_wallet)
/** Beside every other way that a shop can show. */
const hidden = PAYMENT_METHODS.filter(({ is_once_only, links_account }) => is_once_only || links_account).map(
  ({ id }) => id,
)
const isShown = (visible: boolean) =>
  sql('update shop_payment set visible = $1 where shop_id = 2 and payment_method_id = any($2)', visible, hidden)
const way = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

interface WalletOrder {
  orderId: string
  walletType: string
  status: string
  amount: number
}
async function at(order_no: string): Promise<WalletOrder | undefined> {
  const answer = await fetch(`${process.env.SHOP_URL}/sandbox/gmo-openapi/transactions.json`)
  return ((await answer.json()) as { orders: WalletOrder[] }).orders.find(({ orderId }) => orderId === order_no)
}

journeyInBoth(
  '楽天ペイ: refused on its page, then paid there, shipped and given back; 定期便 says why not',
  async ({ page, device, step }) => {
    await isShown(true)
    try {
      const member = await memberWith(device, { sku })
      const before = await stockOf(sku)
      step('chosen on the form, and the confirmation says what follows')
      await page.goto('cart')
      await checkOut(page, 'normal')
      for (const { name } of wallets) await way(page, name).waitFor()
      await way(page, '楽天ペイ').check()
      await inspect(page, 'wallet-form')
      await toConfirmation(page)
      expect(await section(page, 'お支払い方法と時期').innerText()).toContain('楽天ペイの画面に移ります')
      await inspect(page, 'wallet-confirm')

      step('too little on the account, then やめる: nothing is charged, and the stock is back')
      await order(page)
      await page.getByRole('button', { name: '残高が足りない' }).click()
      await page.getByRole('alert').getByText('残高が足りません').waitFor()
      if (process.env.JOURNEY_PICTURES)
        await page.screenshot({ path: `${process.env.JOURNEY_PICTURES}/wallet-page.png`, fullPage: true })
      await page.getByRole('button', { name: 'やめる' }).click()
      await page.getByRole('heading', { level: 1, name: 'お支払いができませんでした' }).waitFor()
      await inspect(page, 'wallet-stopped')
      const [stopped] = await ordersOf(member.email)
      expect(stopped).toMatchObject({ status: 'payment_error', payment_method_id: 8 })
      expect(await at(stopped!.order_no)).toMatchObject({ status: 'PAYFAIL' })
      expect(await stockOf(sku)).toBe(before)

      step('chosen again and paid')
      await page.getByRole('link', { name: 'お支払い方法を変える' }).click()
      await way(page, '楽天ペイ').check()
      await toConfirmation(page)
      await order(page)
      await page.getByRole('button', { name: '支払う', exact: true }).click()
      const order_no = await completed(page)
      await inspect(page, 'wallet-complete')
      const placed = (await ordersOf(member.email)).at(-1)!
      expect(placed).toMatchObject({ order_no, status: 'received', payment_method_id: 8 })
      expect(await at(order_no)).toMatchObject({ walletType: 'RAKUTEN', status: 'AUTH', amount: placed.payment_total })
      await expect
        .poll(async () => (await mailTo(member.email)).find(({ text }) => text.includes(order_no))?.text)
        .toContain('楽天ペイ')

      step('the order says until when it can be captured, and 今日 tells it near its end')
      await signIn(page, 'manager')
      const openOrder = () => page.goto(`${process.env.SHOP_URL}/admin/orders/${placed.id}`)
      await openOrder()
      await page.getByText('仮売上の期限').waitFor()
      await sql(`update payment set capture_until = now() + interval '2 days' where provider_order_id = $1`, order_no)
      await page.goto(`${process.env.SHOP_URL}/admin/`)
      await page.getByText('出荷の前に、仮売上の期限が切れそうです').waitFor()
      await inspect(page, 'wallet-admin-today')
      await page.getByRole('link', { name: '期限の近い注文を見る' }).click()
      await page.getByRole('link', { name: order_no }).waitFor()

      step('shipped: captured; a part goes back, then all of it')
      await shipParcel(page.request, order_no)
      await expect.poll(async () => (await at(order_no))?.status).toBe('SALES')
      const refund = (what: object, refunded_amount: number) =>
        adminCall(page.request, 'POST', `orders/${placed.id}/refund`, {
          refund: what,
          by_hand: false,
          seen: { refunded_amount, repaid_amount: 0, owed_amount: 0 },
          decision_reason: '箱の傷み',
          notify: false,
        })
      await refund({ kind: 'reduction', amount: 300 }, 0)
      expect(await at(order_no)).toMatchObject({ status: 'SALES', amount: placed.payment_total - 300 })
      await refund({ kind: 'return', restock: false, keep_subscription: false }, 300)
      expect((await at(order_no))?.status).toMatch(/RETURN$/)
      await openOrder()
      await page.getByText('楽天ペイ').first().waitFor()
      await inspect(page, 'wallet-admin-order')

      step('a 定期便 says where it is chosen why not')
      await inCartOf(member, { sku, subscription: true })
      await page.goto('cart?tab=periodic')
      await checkOut(page, 'periodic')
      for (const { name } of wallets) {
        await page.getByText(`${name}は、定期便ではご利用いただけません。`).waitFor()
        expect(await way(page, name).isDisabled()).toBe(true)
      }
      await inspect(page, 'wallet-subscription')
    } finally {
      await isShown(false)
    }
  },
)
