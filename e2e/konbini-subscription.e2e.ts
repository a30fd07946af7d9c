import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { openSubscription } from './lib/manage.ts'
import { memberWith } from './lib/member.ts'
import { order, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, field, section } from './lib/shopping.ts'

const isOffered = (is: boolean) =>
  sql('update shop_payment set visible = $1, for_subscriptions = $1 where shop_id = 2 and payment_method_id = 6', is)

async function paidAtStore(order_id: string): Promise<void> {
  const url = `${process.env.SHOP_URL}/v1/payment/gmo/notification`
  const post = (path: string, body: object) =>
    fetch(`${process.env.SHOP_URL}/sandbox/gmo/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('konbini/pay', { order_id })
  expect(await (await post('notice', { order_id, url })).json()).toEqual({ answer: '0' })
}

journeyInBoth(
  '定期便: the first delivery is paid at a store, the later ones at the door',
  async ({ page, device, step }) => {
    await isOffered(true)
    try {
      const member = await memberWith(device, { sku: 118, subscription: true })
      step('the form asks for the way of the later deliveries')
      await page.goto('cart?tab=periodic')
      await checkOut(page, 'periodic')
      await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
      await page.getByRole('radio', { name: /^コンビニ払い/ }).check()
      await page.getByRole('radio', { name: 'ローソン' }).check()
      const later = page.getByRole('group', { name: /^2回目からのお支払い方法/ })
      await later.getByRole('radio', { name: /^代金引換/ }).waitFor()
      await page.getByRole('button', { name: '入力内容を確認する' }).click()
      await page.getByText('2回目からのお支払い方法を選択してください。').first().waitFor()
      await inspect(page, 'konbini-subscription-form')

      step('what was named for the later deliveries is not taken for another meaning')
      const cashOnDelivery = later.getByRole('radio', { name: /^代金引換/ })
      await cashOnDelivery.check()
      await page.getByRole('radio', { name: /^クレジットカード/ }).check()
      await later.waitFor({ state: 'detached' })
      await page.getByRole('radio', { name: /^コンビニ払い/ }).check()
      await cashOnDelivery.waitFor()
      expect(await cashOnDelivery.isChecked()).toBe(false)

      step('the confirmation says both')
      await cashOnDelivery.check()
      await toConfirmation(page)
      const terms = await section(page, 'お支払い方法と時期').innerText()
      for (const words of ['1回目: コンビニ払い', '2回目からのお支払い方法', '代金引換', '商品と引き換えに'])
        expect(terms).toContain(words)
      await inspect(page, 'konbini-subscription-confirm')

      step('ordered: it begins with the money')
      await order(page)
      await page.getByText('定期便は、ご入金を確認するとはじまります。').waitFor()
      await inspect(page, 'konbini-subscription-complete')
      const placed = (await ordersOf(member.email)).at(-1)!
      await paidAtStore(placed.order_no)
      await expect
        .poll(async () => (await mailTo(member.email)).find(({ text }) => text.includes('を受領しました'))?.text)
        .toContain('2回目からのお支払い方法: 代金引換')

      step('my page')
      await openSubscription(page, placed.subscription_id!)
      await page.getByText('代金引換').first().waitFor()
      await inspect(page, 'konbini-subscription-detail')
    } finally {
      await isOffered(false)
    }
  },
)
