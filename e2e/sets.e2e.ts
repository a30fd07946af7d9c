import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut, choose } from './lib/shopping.ts'
import { confirmChange, openEditor, toConfirm } from './lib/subscription.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/**
 * Creates a set of one oil (10 %) and two teas (8 %) for ¥5,000 in the editor. With a subscription price it is sold as 定期便
 * too.
 */
async function createSet(
  page: Page,
  name: string,
  code: string,
  subscribed?: { first: string; following: string },
): Promise<{ sku: number; product: number }> {
  await signIn(page, 'manager')
  await page.goto('/admin/products')
  await page.getByRole('link', { name: '商品を登録する' }).click()
  await heading(page, '商品の登録')
  await page.getByLabel(/^商品名必須/).fill(name)
  await page.getByLabel(/^商品名\(かな\)/).fill('あさとよる')
  await page.getByLabel(/^カテゴリ/).selectOption({ label: '贈りものと暮らし' })
  await page.getByLabel(/^URL用の名前/).fill(code.toLowerCase())
  const kind = page.getByRole('group', { name: '種類1', exact: true })
  await kind.getByLabel('商品コード').fill(code)
  await kind.getByLabel('価格(円)', { exact: true }).fill('5000')
  if (subscribed) {
    await page.getByLabel(/^販売種別/).selectOption('3')
    await kind.getByLabel(/^定期 初回/).fill(subscribed.first)
    await kind.getByLabel(/^定期 2回目/).fill(subscribed.following)
  }
  await kind.getByRole('button', { name: /^セットにする/ }).click()
  await kind.getByLabel(/^中身1/).selectOption('101')
  await kind.getByRole('button', { name: '中身を足す' }).click()
  await kind.getByLabel(/^中身2/).selectOption('101')
  await kind.getByLabel(/^点数/).nth(1).fill('2')
  await page.getByLabel('ショップに公開する').check()
  await page.getByRole('button', { name: '登録する', exact: true }).click()
  await kind.getByText('同じ商品は1行にまとめてください。').waitFor()
  await kind.getByLabel(/^中身2/).selectOption('133')
  await inspect(page, subscribed ? 'admin-product-set-subscription' : 'admin-product-set')
  await page.getByRole('button', { name: '登録する', exact: true }).click()
  await heading(page, name)
  const [row] = await sql<{ sku: number; product: number; parts: object }>(
    'select id::int as sku, product_id::int as product, parts from product_sku where shop_id = 2 and product_code = $1',
    code,
  )
  expect(row!.parts).toEqual([
    { product_sku_id: 101, pieces: 1 },
    { product_sku_id: 133, pieces: 2 },
  ])
  return row!
}

journeyInBoth(
  'a set is made of other products, bought as one, packed as its parts, and changed as a whole',
  async ({ page, device, step, expectProblem }) => {
    const name = '朝と夜のひとそろい'
    step('made in the editor')
    expectProblem(/422: POST .*admin\/v1\/products/)
    const { sku, product } = await createSet(page, name, `SET-${Date.now()}`)
    try {
      step('its product page and the cart say what is in it')
      const contents = /^セットの内容: 純椿油「しずく」\(無香料 \/ 30mL\) × 1、.+ × 2$/
      await page.goto(`products/detail/${product}`)
      const inside = page.getByRole('list', { name: 'セットの内容' }).getByRole('listitem')
      await expect
        .poll(() => inside.allTextContents())
        .toEqual(['純椿油「しずく」(無香料 / 30mL) × 1', '椿の葉茶(40g) × 2'])
      await inspect(page, 'product-set')
      await memberWith(device, { sku, quantity: 2 })
      await page.goto('cart')
      await page.getByText(contents).waitFor()
      await inspect(page, 'cart-set')

      step('bought')
      await checkOut(page)
      await payCash(page)
      await toConfirmation(page)
      await page.getByText(contents).waitFor()
      await inspect(page, 'confirm-set')
      await order(page)
      const order_no = await completed(page)
      await page.getByText(`${name}の中身`).first().waitFor()
      await inspect(page, 'complete-set')
      const items = await sql<{ product_sku_id: number; quantity: number; subtotal: number; set_quantity: number }>(
        `select i.product_sku_id::int, i.quantity, i.subtotal, i.set_quantity from order_item i join orders o on o.id = i.order_id
         where o.order_no = $1 order by i.id`,
        order_no,
      )
      expect(items.map((one) => [one.product_sku_id, one.quantity, one.set_quantity])).toEqual([
        [101, 2, 2],
        [133, 4, 2],
      ])
      expect(items[0]!.subtotal + items[1]!.subtotal).toBe(10_000)
      await page.goto(`mypage/history?order_no=${order_no}`)
      await page.getByRole('list', { name: 'セットの内容' }).getByText('4点').waitFor()
      await page.getByText('¥5,000 × 2').waitFor()
      await inspect(page, 'history-set')

      step('the operator sees its parts, and changes it as a whole')
      const [row] = await sql<{ id: number }>('select id::int from orders where order_no = $1', order_no)
      await page.goto(`/admin/orders/${row!.id}`)
      await page.getByText(`${name} × 2の中身`).first().waitFor()
      await inspect(page, 'admin-order-set')
      await openScreen(page, `/admin/orders/${row!.id}/change`)
      await page.getByText(/^セット\(純椿油「しずく」/).waitFor()
      await page.getByLabel(/^数量/).fill('1')
      await page.getByLabel(/^理由/).fill('お電話でのご依頼')
      await inspect(page, 'admin-order-change-set')
      await page.getByRole('button', { name: '変更の内容を確かめる' }).click()
      await page.getByRole('dialog').getByText(`${name} 1点`).waitFor()
      await openScreen(page, `/admin/stock/${sku}`)
      await page.getByText('セットの在庫は、中身の在庫でつくれる数です。').waitFor()
      await inspect(page, 'admin-stock-set')
    } finally {
      await sql('update product set visible = false where shop_id = 2 and id = $1', product)
    }
  },
)

journeyInBoth(
  'a set is subscribed to, seen and changed as one in my page, and sent as its parts; other contents reach no contract by themselves',
  async ({ page, device, step, expectProblem }) => {
    const name = '毎月のひとそろい'
    step('made in the editor, with its prices as 定期便')
    expectProblem(/422: POST .*admin\/v1\/products/)
    const made = await createSet(page, name, `TEIKI-${Date.now()}`, { first: '3900', following: '4500' })
    try {
      const contents = /^セットの内容: 純椿油「しずく」\(無香料 \/ 30mL\) × 1、.+ × 2$/
      step('subscribed to')
      await memberWith(device)
      await page.goto(`products/detail/${made.product}`)
      await choose(page, ['定期便で買う'])
      await page.getByRole('button', { name: 'カートに入れる' }).click()
      await page.getByRole('link', { name: 'カートを見る' }).click()
      await page.getByRole('tab', { name: /定期購入/, selected: true }).waitFor()
      await page.getByText(contents).waitFor()
      await checkOut(page, 'periodic')
      await payCash(page)
      await toConfirmation(page)
      await page.getByText(contents).waitFor()
      await inspect(page, 'confirm-set-subscription')
      await order(page)
      const order_no = await completed(page)
      const [row] = await sql<{ id: number; subscription_id: number }>(
        'select id::int, subscription_id::int from orders where order_no = $1',
        order_no,
      )
      const id = row!.subscription_id
      const items = await sql<{ product_sku_id: number; following_price: number; parts: object }>(
        'select product_sku_id::int, following_price, parts from subscription_order_item where subscription_id = $1',
        id,
      )
      const parts = [
        { product_sku_id: 101, pieces: 1 },
        { product_sku_id: 133, pieces: 2 },
      ]
      expect(items).toEqual([{ product_sku_id: made.sku, following_price: 4500, parts }])

      step('my page: one item, of which there are to be two')
      await page.goto('mypage/subscriptions')
      await page.getByText(contents).first().waitFor()
      await inspect(page, 'subscriptions-set')
      await openEditor(page, id)
      await page.getByText(contents).first().waitFor()
      await page.getByRole('button', { name: '1つ増やす' }).click()
      await inspect(page, 'edit-subscription-set')
      await toConfirm(page)
      await page.getByText(contents).first().waitFor()
      await inspect(page, 'confirm-change-set')
      await confirmChange(page)
      await page.getByText('¥9,000').first().waitFor()

      step('the operator sees its parts in the order, and the set in the contract')
      await page.goto(`/admin/orders/${row!.id}`)
      await page.getByText(`${name} × 1の中身`).first().waitFor()
      await openScreen(page, `/admin/subscriptions/${id}`)
      await page.getByText(/^セットの中身: 純椿油「しずく」/).waitFor()
      await inspect(page, 'admin-subscription-set')
      await openScreen(page, `/admin/subscriptions/${id}/change`)
      await page.getByText(/セットの中身: 純椿油「しずく」/).waitFor()

      step('other contents: the editor says what becomes of the contract')
      await openScreen(page, `/admin/products/${made.product}`)
      const kind = page.getByRole('group', { name: '種類1', exact: true })
      await kind.getByLabel(/^点数/).nth(1).fill('3')
      await page.getByRole('button', { name: '保存する', exact: true }).click()
      const question = page.getByRole('dialog')
      await question.getByText(/続いている定期便1件は、お約束した中身のままお届けします。/).waitFor()
      await question.getByRole('button', { name: 'この内容で保存する' }).click()
      await page.getByText('商品を保存しました').first().waitFor()
      await openScreen(page, `/admin/subscriptions/${id}`)
      await page.getByText(/^セットの中身: .+ × 2$/).waitFor()
    } finally {
      await sql('update product set visible = false where shop_id = 2 and id = $1', made.product)
    }
  },
)
