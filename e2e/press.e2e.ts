import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journeyInBoth as journey } from './lib/journey.ts'
import { memberWith, newMember } from './lib/member.ts'
import { choose, putInCart } from './lib/shopping.ts'

/** A slow phone on a slow connection: the page is visible long before its code arrives. `arrive` lets the code load. */
async function beforeCode(page: Page): Promise<{ arrive: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/sh\/assets\/.*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { arrive: resolve }
}

const add = (page: Page) => page.getByRole('button', { name: 'カートに入れる' })
const count = (page: Page) => page.getByRole('link', { name: /^カート\(\d+点\)$/ }).textContent()

journey('presses on a product page before its code has loaded take effect afterwards', async ({ page }) => {
  const { arrive } = await beforeCode(page)
  await page.goto('products/detail/2', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '柚子' }).locator('..').click()
  await page.getByRole('button', { name: '1つ増やす' }).click()
  await page.getByRole('button', { name: '1つ増やす' }).click()
  await add(page).click()
  expect(await page.locator('[data-kept]').count()).toBe(3)
  arrive()
  await page.getByRole('link', { name: 'カートを見る' }).waitFor()
  expect(await page.getByRole('radio', { name: '柚子' }).isChecked()).toBe(true)
  expect(await count(page)).toContain('カート(3点)')
  expect(await page.locator('[data-kept]').count()).toBe(0)
})

journey('menu and sort of a list, selected before their code has loaded, take effect later', async ({ page }) => {
  const { arrive } = await beforeCode(page)
  await page.goto('products', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: '並び順' }).selectOption('価格の安い順')
  arrive()
  await page.waitForURL('**/products?sort=price_asc')
  expect(await page.getByRole('combobox', { name: '並び順' }).inputValue()).toBe('price_asc')

  const again = await beforeCode(page)
  await page.goto('products', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'メニュー' }).click()
  again.arrive()
  await page.getByRole('dialog', { name: 'メニュー' }).waitFor()
})

journey('a login typed and sent before its code has loaded succeeds afterwards', async ({ page }) => {
  const { email, password } = await newMember()
  const { arrive } = await beforeCode(page)
  await page.goto('login?next=%2Fcart', { waitUntil: 'commit' })
  const member = page.getByRole('region', { name: '会員の方' })
  await member.getByLabel('メールアドレス').fill(email)
  await member.getByLabel('パスワード', { exact: true }).fill(password)
  await member.getByLabel('パスワード', { exact: true }).press('Enter')
  // The press is neither submitted by the browser itself nor lost.
  expect(new URL(page.url()).search).toBe('?next=%2Fcart')
  arrive()
  await page.waitForURL('**/sh/cart')
  await page.getByText('通常購入の商品は入っていません').waitFor()
})

journey('a guest sees the cart before its code has loaded, without a layout shift afterwards', async ({ page }) => {
  await page.goto('cart')
  await page.getByText('通常購入の商品は入っていません').waitFor()
  await putInCart(page, { product: 15, subscription: false })
  const { arrive } = await beforeCode(page)
  await page.goto('cart', { waitUntil: 'commit' })
  await page.getByRole('link', { name: /^通常購入\s*\(1\)/ }).waitFor()
  const row = page.getByRole('main').getByRole('listitem').first()
  const before = (await row.boundingBox())!
  arrive()
  await page.getByRole('button', { name: 'ご購入手続きへ' }).waitFor()
  await page.getByRole('tab', { name: /^通常購入\s*\(1\)/ }).waitFor()
  const after = (await row.boundingBox())!
  expect(after.y).toBe(before.y)
  expect(Math.abs(after.height - before.height)).toBeLessThanOrEqual(2)
})

journey('links and the search work without any code', async ({ page }) => {
  await beforeCode(page)
  await page.goto('products', { waitUntil: 'commit' })
  await page.getByRole('searchbox', { name: '商品を探す' }).fill('シャンプー')
  await page.getByRole('button', { name: '探す' }).click()
  await page.getByRole('heading', { level: 1, name: '「シャンプー」の商品' }).waitFor()
  await page
    .getByRole('link', { name: /^シャンプー「泡紬」 / })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'シャンプー「泡紬」' }).waitFor()
})

journey(
  'a button that moves away under the finger is still pressed',
  async ({ page, device }) => {
    await memberWith(device, { sku: 133 })
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/v1/product/sku/list**', async (route) => {
      await promise
      await route.continue()
    })
    await page.goto('cart')
    const button = page.getByRole('button', { name: 'ご購入手続きへ' })
    const before = (await button.boundingBox())!
    const [x, y] = [before.x + before.width / 2, before.y + before.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    resolve()
    // The totals are taller than their placeholder.
    await expect.poll(async () => Math.abs((await button.boundingBox())!.y - before.y)).toBeGreaterThan(before.height)
    await page.mouse.up()
    await page.waitForURL('**/normal-purchase?loggedIn=true')
  },
  { on: ['desktop'] },
)

journey('a finger that leaves a button before lifting has not pressed it', async ({ page }) => {
  await page.goto('products/detail/2')
  await add(page).hover()
  await page.mouse.down()
  await page.mouse.move(20, 300)
  await page.mouse.up()
  await page.getByRole('button', { name: '1つ増やす' }).click()
  expect(await count(page)).toContain('カート(0点)')
})

journey('two quick presses add one piece to the cart, a later one adds another', async ({ page, device }) => {
  await page.goto('products/detail/2')
  await choose(page, ['柚子'])
  await add(page).dblclick()
  await expect.poll(() => count(page)).toContain('カート(1点)')
  await putInCart(page, { product: 2 })
  await expect.poll(() => count(page)).toContain('カート(2点)')

  await memberWith(device)
  await page.goto('products/detail/2')
  await add(page).dblclick()
  await expect.poll(() => count(page)).toContain('カート(3点)')
})
