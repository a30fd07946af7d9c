import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { cards, completed, order, payCash, payWithCard, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

/** Changes a SKU during a purchase, and restores it afterwards. */
async function meanwhile(change: string, sku: number, walk: () => Promise<void>): Promise<void> {
  const [before] = await sql('select * from product_sku where id = $1', sku)
  try {
    await sql(`update product_sku set ${change} where id = $1`, sku)
    await walk()
  } finally {
    const { stock, price, visible, revision } = before!
    await sql(
      'update product_sku set stock = $2, price = $3, visible = $4, revision = $5 where id = $1',
      sku,
      stock,
      price,
      visible,
      revision,
    )
  }
}

journey('another buyer takes the last piece right before the order', async ({ page, device, expectProblem }) => {
  expectProblem(/^409: POST \/v1\/order\/public\/new/)
  const member = await memberWith(device, { sku: 122 })
  await page.goto('cart')
  await checkOut(page)
  await payWithCard(page, cards.good)
  await toConfirmation(page)
  await meanwhile('stock = 0', 122, async () => {
    await order(page)
    const alert = page.getByRole('alert').filter({ hasText: 'このままではご注文いただけません' })
    await alert.getByText('「本つげ櫛(荒歯)」は在庫切れのため、ご購入いただけません。').waitFor()
    await inspect(page, 'confirm-sold-out')
    expect(await ordersOf(member.email)).toEqual([])
    expect(await stockOf(122)).toBe(0)
    await alert.getByRole('link', { name: 'カートを見る' }).click()
    await page.getByText('「本つげ櫛(荒歯)」は在庫切れのため、ご購入いただけません。').waitFor()
    await inspect(page, 'cart-sold-out')
    await page.getByRole('button', { name: 'カートから削除する' }).click()
    await page.getByText('通常購入の商品は入っていません').waitFor()
    await inspect(page, 'cart-empty')
  })
})

journey(
  'the price rises right before the order: the new one is shown and must be accepted',
  async ({ page, device, expectProblem }) => {
    expectProblem(/^409: POST \/v1\/order\/public\/new/)
    const member = await memberWith(device, { sku: 129 })
    await page.goto('cart')
    await checkOut(page)
    await payCash(page)
    await toConfirmation(page)
    await meanwhile('price = price + 300', 129, async () => {
      await order(page)
      const alert = page.getByRole('alert').filter({ hasText: '内容が変わりました' })
      await alert.getByText(/¥19,140 から ¥19,440/).waitFor()
      await inspect(page, 'confirm-changed')
      expect(await ordersOf(member.email)).toEqual([])
      await order(page)
      const order_no = await completed(page)
      expect(await ordersOf(member.email)).toMatchObject([{ order_no, payment_total: 19_440 }])
    })
  },
)

journey('no longer sold, other contents, less stock: the cart says so', async ({ page }) => {
  await page.goto('products/detail/13')
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await meanwhile('visible = false', 130, async () => {
    await page.goto('cart')
    await page.getByText('「手ぬぐい(青海波)」は現在ご購入いただけません。').waitFor()
    await inspect(page, 'cart-not-sold')
  })
  await meanwhile('stock = 0', 130, async () => {
    await page.goto('cart')
    await page.getByText('「手ぬぐい(青海波)」は在庫切れのため、ご購入いただけません。').waitFor()
  })
  await meanwhile('revision = revision + 1', 130, async () => {
    await page.goto('cart')
    await page.getByText(/「手ぬぐい\(青海波\)」は内容が変更されたため、カートから削除しました。/).waitFor()
    await page.getByText('通常購入の商品は入っていません').waitFor()
    await inspect(page, 'cart-contents-changed')
  })
})
