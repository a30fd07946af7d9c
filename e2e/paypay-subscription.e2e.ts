import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { ask, letTimePass, openSubscription, simulateUntil, subscribedBy } from './lib/manage.ts'
import { inCartOf, logInDevice, memberWith, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { completed, order, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, field, section } from './lib/shopping.ts'

letTimePass()

/** The window's clock stays: the shop reports its own time, and the window repeats the request. */
const otherClock = /400: GET \/v1\/common\/init/

const METHOD = PAYMENT_METHOD.paypay
const paypay = (page: Page) => page.getByRole('radio', { name: /^PayPay/ })
const isOffered = (is: boolean) =>
  sql(
    'update shop_payment set visible = $1, for_subscriptions = $1 where shop_id = 2 and payment_method_id = $2',
    is,
    METHOD,
  )

interface Payment {
  merchantPaymentId: string
  status: string
  captured: number
}
async function paymentAt(number: string): Promise<Payment | undefined> {
  const answer = await fetch(`${process.env.SHOP_URL}/sandbox/paypay/transactions.json`)
  return ((await answer.json()) as { payments: Payment[] }).payments.find((one) => one.merchantPaymentId === number)
}
const numbersOf = async (order_no: string) =>
  (
    await sql<{ provider_order_id: string }>(
      `select p.provider_order_id from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
         where o.shop_id = 2 and o.order_no = $1`,
      order_no,
    )
  ).map((row) => row.provider_order_id)

journeyInBoth(
  '定期便 by PayPay: linked with the first order, charged for the next one, seen and kept in my page',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(otherClock)
    await isOffered(true)
    try {
      const member = await memberWith(device, { sku: 118, subscription: true })
      step('chosen on the form, and the confirmation says when it is charged')
      await page.goto('cart')
      await checkOut(page, 'periodic')
      await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
      await paypay(page).check()
      await inspect(page, 'paypay-subscription-form')
      await toConfirmation(page)
      const terms = section(page, 'お支払い方法と時期')
      expect(await terms.innerText()).toContain('先にPayPayの画面で連携')
      expect(await terms.innerText()).toContain('2回目から: 変更の締切の翌日に')
      await inspect(page, 'paypay-subscription-confirm')

      step('やめる on PayPay’s page: nothing is charged')
      await order(page)
      await page.getByRole('heading', { name: 'PayPayの連携' }).waitFor()
      if (process.env.JOURNEY_PICTURES)
        await page.screenshot({ path: `${process.env.JOURNEY_PICTURES}/paypay-link-page.png`, fullPage: true })
      await page.getByRole('button', { name: 'やめる' }).click()
      await page.getByRole('heading', { level: 1, name: 'お支払いができませんでした' }).waitFor()
      await inspect(page, 'paypay-subscription-stopped')

      step('linked, and charged at the same time')
      await page.getByRole('link', { name: 'お支払い方法を変える' }).click()
      await paypay(page).check()
      await toConfirmation(page)
      await order(page)
      await page.getByRole('button', { name: '連携する', exact: true }).click()
      const order_no = await completed(page)
      await inspect(page, 'paypay-subscription-complete')
      const placed = (await ordersOf(member.email)).find((one) => one.order_no === order_no)!
      expect(placed).toMatchObject({ status: 'received', payment_method_id: METHOD })
      expect(await paymentAt(order_no)).toMatchObject({ status: 'COMPLETED', captured: placed.payment_total })
      await expect
        .poll(async () => (await mailTo(member.email)).find(({ text }) => text.includes(order_no))?.text)
        .toContain('を受領しました')

      step('my page shows what is linked, and why it can’t be unlinked now')
      await page.goto('mypage/payments')
      const linked = page.getByRole('article', { name: 'PayPay' })
      await linked.getByText(`定期便(契約番号 ${placed.subscription_id})のお支払いに使用中`).waitFor()
      await inspect(page, 'paypay-linked')
      await linked.getByRole('button', { name: '連携を解除する' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('先に、定期便のお支払い方法を変更してください。').waitFor()
      await inspect(page, 'paypay-unlink-refused')
      await dialog.getByText('閉じる', { exact: true }).click()

      step('the next delivery is charged when it is arranged')
      const [{ next_delivery_date } = { next_delivery_date: '' }] = await sql<{ next_delivery_date: string }>(
        'select next_delivery_date::text from subscription where id = $1',
        placed.subscription_id,
      )
      await simulateUntil(member, next_delivery_date, device)
      const next = (await ordersOf(member.email)).find(
        (one) => one.subscription_id === placed.subscription_id && one.order_no !== order_no,
      )!
      const [number] = await numbersOf(next.order_no)
      expect(await paymentAt(number!)).toMatchObject({ status: 'COMPLETED', captured: next.payment_total })
      await openSubscription(page, placed.subscription_id!)
      await inspect(page, 'paypay-subscription-detail')

      step('a second 定期便 is charged at once, without PayPay’s page')
      await inCartOf(member, { sku: 118, subscription: true })
      await page.goto('cart')
      await checkOut(page, 'periodic')
      await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
      await paypay(page).check()
      await toConfirmation(page)
      await order(page)
      const at_once = await completed(page)
      const second = (await ordersOf(member.email)).find((one) => one.order_no === at_once)!
      expect(await paymentAt(second.order_no)).toMatchObject({ status: 'COMPLETED', captured: second.payment_total })

      step('the desk sees the link, and what becomes of the money of an order that is called off')
      await signIn(page, 'manager')
      const [ids] = await sql<{ id: number; customer_id: number }>(
        'select id::int, customer_id::int from orders where order_no = $1',
        second.order_no,
      )
      await page.goto(`${process.env.SHOP_URL}/admin/customers/${ids!.customer_id}`)
      await page.getByText('に連携').waitFor()
      await inspect(page, 'paypay-admin-member')
      await page.goto(`${process.env.SHOP_URL}/admin/orders/${ids!.id}`)
      await page.getByRole('button', { name: 'キャンセルする' }).click()
      const cancel = page.getByRole('dialog')
      await cancel.getByText('PayPayにそのままお返しします。').waitFor()
      await inspect(page, 'paypay-admin-cancel')
      await cancel.getByLabel('理由').fill('お客様のご希望')
      await cancel.getByRole('button', { name: 'この注文をキャンセルする' }).click()
      await page.getByText('注文をキャンセルしました').first().waitFor()
      await inspect(page, 'paypay-admin-cancelled')

      step('whether its contract grants 定期便 is a setting')
      await page.goto(`${process.env.SHOP_URL}/admin/setting/payment`)
      await page.getByRole('link', { name: 'PayPay' }).click()
      await page.getByLabel('定期便でも使う').waitFor()
      await inspect(page, 'paypay-admin-setting')
    } finally {
      await isOffered(false)
    }
  },
)

journeyInBoth(
  'a running 定期便 moves to PayPay and back, and PayPay is unlinked',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(otherClock)
    await isOffered(true)
    try {
      const member = await newMember()
      const { id } = await subscribedBy(member)
      await logInDevice(device, member)
      step('PayPay is chosen in the dialog, which leads to its page first')
      await openSubscription(page, id)
      const dialog = await ask(page, 'お支払い方法を変更')
      await dialog.getByRole('radio', { name: /^PayPay/ }).check()
      await dialog.getByText('先に連携してください').waitFor()
      await inspect(page, 'paypay-change-unlinked')
      await dialog.getByRole('button', { name: 'PayPayを連携する' }).click()
      await page.getByRole('button', { name: '連携する', exact: true }).click()

      step('back at the 定期便, PayPay is chosen, and one confirmation is left')
      const back = page.getByRole('dialog')
      await back.getByText('連携したお支払い方法を選んでいます').waitFor()
      await inspect(page, 'paypay-change-linked')
      await back.getByRole('button', { name: '変更する' }).click()
      await back.waitFor({ state: 'hidden' })
      await expect
        .poll(async () => (await sql('select payment_method_id from subscription where id = $1', id))[0])
        .toMatchObject({ payment_method_id: METHOD })

      step('back to cash, and unlinked')
      await openSubscription(page, id)
      const again = await ask(page, 'お支払い方法を変更')
      await again.getByRole('radio', { name: /^代金引換/ }).check()
      await again.getByRole('button', { name: '変更する' }).click()
      await again.waitFor({ state: 'hidden' })
      await expect
        .poll(async () => (await sql('select payment_method_id from subscription where id = $1', id))[0])
        .toMatchObject({ payment_method_id: null })
      await page.goto('mypage/payments')
      await page.getByRole('article', { name: 'PayPay' }).getByRole('button', { name: '連携を解除する' }).click()
      await inspect(page, 'paypay-unlink')
      await page.getByRole('dialog').getByRole('button', { name: '解除する' }).click()
      await page.getByText('PayPayの連携を解除しました。').waitFor()
      await page.getByRole('button', { name: 'PayPayを連携する' }).waitFor()
      await inspect(page, 'paypay-unlinked')
    } finally {
      await isOffered(false)
    }
  },
)
