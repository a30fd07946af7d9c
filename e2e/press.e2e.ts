import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logInDevice, newMember } from './lib/member.ts'

/** A slow connection: the page is visible long before its code arrives. `releaseCode` lets the code load. */
async function beforeCode(page: Page): Promise<{ releaseCode: () => void }> {
  await page.unrouteAll()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/sh\/assets\/.*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return { releaseCode: resolve }
}

const add = (page: Page) => page.getByRole('button', { name: 'カートに入れる' })
const count = (page: Page) => page.getByRole('link', { name: /^カート\(\d+点\)$/ }).textContent()

journey(
  'before its code has loaded links, search and the cart work, and presses and a login take effect later',
  async ({ page }) => {
    const { releaseCode } = await beforeCode(page)
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
    releaseCode()
    await page.getByRole('link', { name: 'カートを見る' }).waitFor()
    expect(await page.getByRole('radio', { name: '柚子' }).isChecked()).toBe(true)
    expect(await count(page)).toContain('カート(3点)')
    expect(await page.locator('[data-kept]').count()).toBe(0)

    const list = await beforeCode(page)
    await page.goto('products', { waitUntil: 'commit' })
    await page.getByRole('combobox', { name: '並び順' }).selectOption('価格の安い順')
    list.releaseCode()
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
    const before = (await page.locator('[data-early-cart] li').first().boundingBox())!
    cart.releaseCode()
    await page.getByRole('button', { name: 'ご購入手続きへ' }).waitFor()
    await page.getByRole('tab', { name: /^通常購入\s*\(3\)/ }).waitFor()
    const after = (await page.getByRole('main').getByRole('listitem').first().boundingBox())!
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
    login.releaseCode()
    await page.waitForURL('**/sh/cart')
    // The guest's items are in the member's cart.
    await page.getByRole('tab', { name: /^通常購入\s*\(3\)/ }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('kushi.cart'))).toBe(null)
  },
)

const menuButton = (page: Page) => page.getByRole('button', { name: 'メニュー' })
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'メニュー' })
const isFocused = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement))

journey(
  'before its code has loaded the menu opens, closes, and leads on; its code takes it over as it is',
  async ({ page, device, size }) => {
    const { releaseCode } = await beforeCode(page)
    const open = async () => {
      await page.goto('products', { waitUntil: 'commit' })
      await menuButton(page).click()
      await menuOf(page).waitFor()
    }
    await open()
    expect(await isFocused(menuOf(page).getByRole('button', { name: '閉じる' }))).toBe(true)
    expect(await page.locator('[data-kept]').count()).toBe(0)
    await inspect(page, 'menu-early')
    // It is modal: Tab does not lead to the page behind it.
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab')
      const isBehind = await page.evaluate(() => document.activeElement?.matches('main *, footer *, header > div > *'))
      expect(isBehind).toBe(false)
    }
    await menuOf(page).getByRole('button', { name: '閉じる' }).focus()
    await page.keyboard.press('Escape')
    await menuOf(page).waitFor({ state: 'hidden' })
    expect(await isFocused(menuButton(page))).toBe(true)
    await page.keyboard.press('Enter')
    await menuOf(page).getByRole('button', { name: '閉じる' }).click()
    await menuOf(page).waitFor({ state: 'hidden' })

    // A press beside it closes it, and does not reach what is behind it.
    await menuButton(page).click()
    const before = page.url()
    await page.mouse.click(size === 'phone' ? 380 : 640, 300)
    await menuOf(page).waitFor({ state: 'hidden' })
    expect(page.url()).toBe(before)

    await menuButton(page).click()
    await menuOf(page).getByRole('link', { name: 'うねり・広がり', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'うねりや広がりが気になる髪に' }).waitFor()
    await menuButton(page).click()
    await menuOf(page).getByRole('searchbox', { name: '商品を探す' }).fill('くし')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '「くし」の商品' }).waitFor()

    // The code arrives while it is open: it stays, with what is being typed.
    await open()
    if (size === 'phone') {
      await page.mouse.wheel(0, 500)
      await page.waitForTimeout(100)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }
    await menuOf(page).getByRole('searchbox', { name: '商品を探す' }).fill('椿')
    releaseCode()
    await page.locator('html[data-idle]').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await menuOf(page).count()).toBe(1)
    expect(await menuOf(page).getByRole('searchbox').inputValue()).toBe('椿')
    await menuOf(page).getByRole('button', { name: '閉じる' }).click()
    await menuOf(page).waitFor({ state: 'hidden' })
    // The suggestions come from its code.
    await menuButton(page).click()
    await menuOf(page).getByRole('searchbox').fill('くし')
    await menuOf(page).getByRole('list', { name: '候補' }).waitFor()
    await menuOf(page).getByRole('link', { name: 'うねり・広がり', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'うねりや広がりが気になる髪に' }).waitFor()
    await menuOf(page).waitFor({ state: 'hidden' })

    // A member is offered the pages of マイページ that the shop shows, in place of the login.
    await logInDevice(device, await newMember())
    await sql('update shop set menu_purchase_on = false where id = 2')
    try {
      await beforeCode(page)
      await expect.poll(async () => (await page.request.get('products')).text()).not.toContain('/sh/mypage/purchases"')
      await open()
      expect(await menuOf(page).getByRole('link', { name: 'ログイン' }).isVisible()).toBe(false)
      await menuOf(page).getByRole('link', { name: '定期便一覧' }).waitFor()
      expect(await menuOf(page).getByRole('link', { name: '購入履歴' }).count()).toBe(0)
    } finally {
      await sql('update shop set menu_purchase_on = true where id = 2')
    }
  },
  { on: ['phone', 'desktop'] },
)

journey(
  'a press that slips off counts for nothing, a double one once, a later one again; a button that moves away is pressed',
  async ({ page, device }) => {
    // The page responds, but the code that acts on the cart is still on its way.
    const acts = Promise.withResolvers<void>()
    await page.route(/\/sh\/assets\/later-.*\.js$/, async (route) => {
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
    // The journey's device has only the token, and a page left while the member is asked for drops it.
    await page.getByRole('link', { name: 'マイページ', exact: true }).first().waitFor()

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
