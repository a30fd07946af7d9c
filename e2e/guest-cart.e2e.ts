import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { journey } from './lib/journey.ts'
import { logIn } from './lib/login.ts'
import { inCartOf, newMember } from './lib/member.ts'
import { guestCart } from './lib/shopping.ts'

/** The member's cart in the database: SKU, kind, quantity. */
const cartOf = (email: string) =>
  sql<{ product_sku_id: number; subscription: number; quantity: number }>(
    `select product_sku_id, subscription, quantity from cart_item i join customer c on c.id = i.customer_id
       where c.email = $1 order by subscription`,
    email,
  )

journey('two tabs have one cart, which survives a reload', async ({ page, device }) => {
  const add = async (tab: typeof page) => {
    await tab.getByRole('button', { name: 'カートに入れる' }).click()
    await tab.getByRole('link', { name: 'カートを見る' }).waitFor()
  }
  await page.goto('products/detail/13')
  await add(page)
  const second = await device.newPage()
  await second.goto('products/detail/13')
  await add(second)
  await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.getByRole('button', { name: '手ぬぐいをカートから削除' }).click()
  await second.getByRole('link', { name: 'カート(0点)' }).waitFor()
  await add(second)
  await page.getByRole('link', { name: 'カート(1点)' }).waitFor()
  // The tab that closes last does not restore old contents.
  await page.close()
  await second.reload()
  await second.getByRole('link', { name: 'カート(1点)' }).waitFor()
})

journey('a login adds the guest’s cart to the member’s once, although the answer is lost', async (visitor) => {
  const { page, expectProblem } = visitor
  expectProblem(/ERR_CONNECTION_RESET/)
  const member = await newMember()
  await inCartOf(member, { sku: 133, quantity: 1 })
  await guestCart(page, { sku: 133, quantity: 2 }, { sku: 133, subscription: true })
  await page.goto('login?next=%2Fproducts')
  await page.route(
    '**/v1/cart/items/sync',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await logIn(page, member.email)
  await page.getByRole('link', { name: /^カート/ }).click()
  await page.getByRole('tab', { name: /^通常購入\s*\(3\)/ }).waitFor()
  await page.getByRole('link', { name: 'カート(4点)' }).waitFor()
  expect(await cartOf(member.email)).toMatchObject([
    { product_sku_id: 133, subscription: 0, quantity: 3 },
    { product_sku_id: 133, subscription: 1, quantity: 1 },
  ])
  expect(await page.evaluate(() => localStorage.getItem('kushi.cart'))).toBe(null)
})
