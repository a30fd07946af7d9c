import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, memberWith } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

const sku = 122

/** Changes the goods during a purchase, and restores it afterwards. */
async function meanwhile(change: string, walk: () => Promise<void>): Promise<void> {
  const [before] = await sql('select stock, price, visible, revision from product_sku where id = $1', sku)
  const { stock, price, visible, revision } = before!
  await sql(`update product_sku set ${change} where id = $1`, sku)
  try {
    await walk()
  } finally {
    await sql(
      'update product_sku set stock = $2, price = $3, visible = $4, revision = $5 where id = $1',
      ...[sku, stock, price, visible, revision],
    )
  }
}

journey(
  'right before the order the last piece goes, the sale ends, the price rises: reported, and the new price accepted',
  async ({ page, device, expectProblem }) => {
    expectProblem(/^409: POST \/v1\/order\/public\/new/)
    const member = await memberWith(device, { sku })
    const toTheLastStep = async () => {
      await checkOut(page)
      await payCash(page)
      await toConfirmation(page)
    }
    await page.goto('cart')
    await toTheLastStep()
    // Another buyer takes the last piece.
    await meanwhile('stock = 0', async () => {
      await order(page)
      const alert = page.getByRole('alert').filter({ hasText: 'このままではご注文いただけません' })
      await alert.getByText('「本つげ櫛(荒歯)」は在庫切れのため、ご購入いただけません。').waitFor()
      expect(await ordersOf(member.email)).toEqual([])
      await alert.getByRole('link', { name: 'カートを見る' }).click()
      await page.getByText('「本つげ櫛(荒歯)」は在庫切れのため、ご購入いただけません。').waitFor()
      await inspect(page, 'cart-sold-out')
    })
    await meanwhile('visible = false', async () => {
      await page.reload()
      await page.getByText('「本つげ櫛(荒歯)」は現在ご購入いただけません。').waitFor()
    })
    await page.reload()
    await toTheLastStep()
    // The price rises: the new one is shown and must be accepted.
    await meanwhile('price = price + 300', async () => {
      await order(page)
      const alert = page.getByRole('alert').filter({ hasText: '内容が変わりました' })
      await alert.getByText(/¥[\d,]+ から ¥[\d,]+/).waitFor()
      await inspect(page, 'confirm-changed')
      const [before, after] = (await alert.innerText()).match(/¥[\d,]+/g)!.map((yen) => Number(yen.replace(/\D/g, '')))
      expect(after).toBe(before! + 300)
      expect(await ordersOf(member.email)).toEqual([])
      await order(page)
      const order_no = await completed(page)
      expect(await ordersOf(member.email)).toMatchObject([{ order_no, payment_total: after }])
    })

    await inCartOf(member, { sku })
    await meanwhile('revision = revision + 1', async () => {
      await page.goto('cart')
      await page.getByText(/「本つげ櫛\(荒歯\)」は内容が変更されたため、カートから削除しました。/).waitFor()
      await page.getByText('通常購入の商品は入っていません').waitFor()
      await inspect(page, 'cart-empty')
    })
  },
)
