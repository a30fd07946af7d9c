import { expect } from 'vitest'
import { newDevice } from './lib/browser.ts'
import { sql } from './lib/database.ts'
import { journey } from './lib/journey.ts'
import { logIn } from './lib/login.ts'
import { inCartOf, newMember } from './lib/member.ts'
import { putInCart } from './lib/shopping.ts'

const SYNC = '**/v1/cart/items/sync'

/** The member's cart in the database: SKU, kind, quantity. */
const cartOf = (email: string) =>
  sql<{ product_sku_id: number; subscription: number; quantity: number }>(
    `select product_sku_id, subscription, quantity from cart_item i join customer c on c.id = i.customer_id
       where c.email = $1 order by product_sku_id`,
    email,
  )

journey('the cart survives a reload and a browser restart', async ({ page, device, size }) => {
  await putInCart(page, { product: 15, subscription: false, quantity: 2 })
  await page.reload()
  await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  await putInCart(page, { product: 15, subscription: true })
  const storageState = await device.storageState()
  const next = await newDevice(size, { storageState })
  try {
    const later = await next.newPage()
    await later.goto('cart')
    await later.getByRole('tab', { name: /^通常購入\s*\(2\)/ }).waitFor()
    await later.getByRole('tab', { name: /^定期購入\s*\(1\)/ }).waitFor()
  } finally {
    await next.close()
  }
})

journey('two tabs have one cart', async ({ page, device }) => {
  await putInCart(page, { product: 13 })
  const second = await device.newPage()
  await putInCart(second, { product: 15, subscription: false, quantity: 2 })
  await page.getByRole('link', { name: 'カート(3点)' }).waitFor()
  await page.goto('cart')
  await page.getByRole('button', { name: '手ぬぐいをカートから削除' }).click()
  await second.getByRole('link', { name: 'カート(2点)' }).waitFor()
  // The tab that closes last does not restore old contents.
  await page.close()
  await second.reload()
  await second.getByRole('link', { name: 'カート(2点)' }).waitFor()
})

journey('a login adds the guest’s cart to the member’s', async ({ page }) => {
  const member = await newMember()
  await inCartOf(member, { sku: 133, quantity: 1 })
  await putInCart(page, { product: 15, subscription: false, quantity: 2 })
  await putInCart(page, { product: 15, subscription: true })
  await page.goto('login?next=%2Fcart')
  await logIn(page, member.email)
  await page.getByRole('tab', { name: /^通常購入\s*\(3\)/ }).waitFor()
  expect(await cartOf(member.email)).toMatchObject([
    { product_sku_id: 133, subscription: 0, quantity: 3 },
    { product_sku_id: 133, subscription: 1, quantity: 1 },
  ])
  expect(await page.evaluate(() => localStorage.getItem('kushi.cart'))).toBe(null)
  await page.reload()
  await page.getByRole('link', { name: 'カート(4点)' }).waitFor()
})

for (const [name, isTaken] of [
  ['before the shop has it', false],
  ['after the shop has it, with its answer', true],
] as const)
  journey(`a sync that is lost ${name} loses and duplicates nothing`, async ({ page, expectProblem }) => {
    expectProblem(/ERR_CONNECTION_RESET/)
    const member = await newMember()
    await putInCart(page, { product: 15, subscription: false, quantity: 2 })
    await page.goto('login?next=%2Fcart')
    await page.route(
      SYNC,
      async (route) => {
        if (isTaken) await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await logIn(page, member.email)
    await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
    await page.getByRole('link', { name: /椿野/ }).first().click()
    await page.waitForURL('**/products')
    await expect.poll(() => cartOf(member.email)).toMatchObject([{ product_sku_id: 133, quantity: 2 }])
    await page.reload()
    await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  })
