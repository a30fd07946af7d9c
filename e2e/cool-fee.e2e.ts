import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

journeyInBoth(
  'クール代: the shop sets it, the page of frozen goods names it, and it stands in cart, confirmation and order',
  async ({ page, device, step }) => {
    try {
      step('the shop sets it, more for 北海道')
      await sql(`update product_sku set temperature = 'frozen' where id = 133`)
      await signIn(page, 'manager')
      await page.goto('/admin/setting/delivery/1')
      await page.getByLabel(/^クール代/).fill('330')
      await page.getByLabel('北海道のクール代').fill('660')
      await inspect(page, 'admin-delivery-cool')
      await page.getByRole('button', { name: '保存する', exact: true }).click()
      await page.getByText('配送方法を保存しました').waitFor()

      step('the pages say it before it is charged')
      const [sku] = await sql<{ product_id: number }>('select product_id::int from product_sku where id = 133')
      await page.goto(`products/detail/${sku!.product_id}`)
      await page.getByText('クール代 ¥330(税込)から、お届け先によります。').waitFor()
      await inspect(page, 'product-cool')
      await page.goto('contents/defrayal.html')
      await page.getByText('クール便', { exact: true }).first().waitFor()
      await inspect(page, 'law-cool')

      step('a member orders')
      const member = await memberWith(device, { sku: 133 })
      await page.goto('cart')
      await page.getByText('クール代', { exact: true }).waitFor()
      await inspect(page, 'cart-cool')
      await checkOut(page)
      await payCash(page)
      await toConfirmation(page)
      await page.getByText('クール代', { exact: true }).first().waitFor()
      await inspect(page, 'confirm-cool')
      await order(page)
      await completed(page)
      const [placed] = await ordersOf(member.email)
      await page.goto(`/admin/orders/${placed!.id}`)
      await page.getByText('クール代', { exact: true }).first().waitFor()
      await inspect(page, 'admin-order-cool')
    } finally {
      await sql(`update product_sku set temperature = 'normal' where id = 133`)
      await sql('delete from delivery_cool_fee where delivery_id = 1')
      await sql('update delivery set cool_fee = 0 where id = 1')
    }
  },
)
