import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './lib/journey.ts'
import { logInDevice, newMember } from './lib/member.ts'

/** A slow connection: the page is visible long before its code arrives. `arrive` lets the code load. */
async function beforeCode(page: Page): Promise<{ arrive: () => void }> {
  await page.unrouteAll()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/sh\/assets\/.*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return { arrive: resolve }
}

const add = (page: Page) => page.getByRole('button', { name: 'カートに入れる' })
const count = (page: Page) => page.getByRole('link', { name: /^カート\(\d+点\)$/ }).textContent()

journey(
  'before its code has loaded links, search and the cart work, and presses and a login take effect later',
  async ({ page }) => {
    const { arrive } = await beforeCode(page)
    await page.goto('products', { waitUntil: 'commit' })
    await page.getByRole('searchbox', { name: '商品を探す' }).fill('シャンプー')
    await page.getByRole('button', { name: '探す' }).click()
    await page.getByRole('heading', { level: 1, name: '「シャンプー」の商品' }).waitFor()
    await page
      .getByRole('link', { name: /^シャンプー「泡紬」 / })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'シャンプー「泡紬」' }).waitFor()
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

    const list = await beforeCode(page)
    await page.goto('products', { waitUntil: 'commit' })
    await page.getByRole('combobox', { name: '並び順' }).selectOption('価格の安い順')
    list.arrive()
    await page.waitForURL('**/products?sort=price_asc')
    expect(await page.getByRole('combobox', { name: '並び順' }).inputValue()).toBe('price_asc')

    // A guest sees the cart, without a layout shift afterwards. Its rows are drawn before the page goes on: a browser
    // that has only a part of the page may paint it.
    expect(await (await page.request.get('cart')).text()).toMatch(/<ul data-early-cart[^>]*><\/ul><script>/)
    const cart = await beforeCode(page)
    // Late enough that the placeholder of the cart is hydrated meanwhile.
    await page.route('**/v1/common/init**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.goto('cart', { waitUntil: 'commit' })
    await page.getByRole('link', { name: /^通常購入\s*\(3\)/ }).waitFor()
    const row = page.getByRole('main').getByRole('listitem').first()
    const before = (await row.boundingBox())!
    await page.getByRole('button', { name: 'メニュー' }).click()
    cart.arrive()
    // A press on the menu takes effect later, too.
    await page.getByRole('dialog', { name: 'メニュー' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'ご購入手続きへ' }).waitFor()
    await page.getByRole('tab', { name: /^通常購入\s*\(3\)/ }).waitFor()
    const after = (await row.boundingBox())!
    // Only an empty cart loads the code of the goods that it offers.
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(files.filter((name) => /\/assets\/(list|goods)-/.test(name))).toEqual([])
    expect(after.y).toBe(before.y)
    expect(Math.abs(after.height - before.height)).toBeLessThanOrEqual(2)

    const { email, password } = await newMember()
    const login = await beforeCode(page)
    await page.goto('login?next=%2Fcart', { waitUntil: 'commit' })
    const member = page.getByRole('region', { name: '会員の方' })
    await member.getByLabel('メールアドレス').fill(email)
    await member.getByLabel('パスワード', { exact: true }).fill(password)
    await member.getByLabel('パスワード', { exact: true }).press('Enter')
    // The press is neither submitted by the browser itself nor lost.
    expect(new URL(page.url()).search).toBe('?next=%2Fcart')
    login.arrive()
    await page.waitForURL('**/sh/cart')
    // The guest's items are in the member's cart.
    await page.getByRole('tab', { name: /^通常購入\s*\(3\)/ }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('kushi.cart'))).toBe(null)
  },
)

journey(
  'a press that slips off counts for nothing, a double one once, a later one again; a button that moves away is pressed',
  async ({ page, device }) => {
    // The page responds, but the code that acts on the cart is still on its way.
    const acts = Promise.withResolvers<void>()
    await page.route(/\/sh\/assets\/guard-.*\.js$/, async (route) => {
      await acts.promise
      await route.continue()
    })
    await page.goto('products/detail/2')
    await page.locator('html[data-idle]').waitFor()
    await add(page).hover()
    await page.mouse.down()
    await page.mouse.move(20, 300)
    await page.mouse.up()
    await add(page).dblclick()
    expect(await page.locator('[data-kept]').count()).toBe(0)
    acts.resolve()
    await expect.poll(() => count(page)).toContain('カート(1点)')
    // Later than the second press of a double click.
    await page.waitForTimeout(600)
    await add(page).click()
    await expect.poll(() => count(page)).toContain('カート(2点)')

    await logInDevice(device, await newMember())
    await page.reload()
    await add(page).dblclick()
    await expect.poll(() => count(page)).toContain('カート(3点)')

    // A button that moves away under the finger is still pressed.
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
