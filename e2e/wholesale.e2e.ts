import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logIn } from './lib/login.ts'

const wholesale = (path: string) => `${process.env.SHOP_URL!.replace('localhost', 'wholesale.localhost')}/sh/${path}`

journey('the wholesale shop has its own products and header, and prices for its members only', async ({ page }) => {
  await sql(`update shop set price_visibility = 'approved' where id = 3`)
  try {
    const html = async (path: string) => {
      await page.goto(wholesale(path))
      return page.content()
    }
    await expect.poll(() => html('products')).not.toContain('¥')
    await page.getByRole('heading', { level: 1, name: '商品一覧' }).waitFor()
    expect(await page.getByRole('link', { name: /^シャンプー「泡紬」詰め替え/ }).count()).toBe(0)
    // Business accounts order from マイページ: the header has no cart, and the logo leads there.
    const banner = page.getByRole('banner')
    expect(await banner.getByRole('link', { name: /カート/ }).count()).toBe(0)
    expect(await banner.getByRole('link', { name: /椿野/ }).getAttribute('href')).toBe('/sh/mypage')
    await inspect(page, 'wholesale-products')

    expect(await html('products/detail/51')).not.toMatch(/¥|"price":\d/)
    await page.getByRole('heading', { level: 1, name: /24本入り/ }).waitFor()
    await page.getByText('価格は、お取引先さまにお見せしています').waitFor()
    expect(await page.getByRole('button', { name: 'カートに入れる' }).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'ログインする' }).click()
    await logIn(page, 'salon@example.com')
    await page.waitForURL(/products\/detail\/51/)
    await page.getByRole('button', { name: 'カートに入れる' }).first().waitFor()
    await page.getByRole('main').getByText('¥').first().waitFor()
    // Without its icon, the cart is reached from the menu, which has マイページ too.
    await page.getByRole('button', { name: 'メニュー' }).click()
    const menu = page.getByRole('dialog')
    await menu.getByRole('navigation', { name: 'マイページ' }).getByRole('link', { name: '購入履歴' }).waitFor()
    await inspect(page, 'wholesale-menu')
    await menu.getByRole('link', { name: 'カート', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'カート' }).waitFor()

    // A table to order in: the price of a piece, limits that are said, many kinds at once.
    await page.goto(wholesale('mypage/order-table'))
    const quantity = (name: string) => page.getByRole('textbox', { name })
    const oil = '純椿油「しずく」30mL 24本入り(無香料 / 24本)の数'
    await page.getByText('1本あたり ¥1,452').first().waitFor()
    await quantity(oil).fill('３')
    await quantity('シャンプー「泡紬」500mL 12本入り(白檀 / 12本)の数').fill('21')
    await page.getByText('一度に20までご注文いただけます。').waitFor()
    await inspect(page, 'order-table')
    await quantity('シャンプー「泡紬」500mL 12本入り(白檀 / 12本)の数').fill('1')
    await page.getByText('¥133,056(税込)').waitFor()
    await page.getByRole('button', { name: 'まとめてカートに入れる' }).click()
    await page.waitForURL('**/cart?tab=normal')
    await page.getByRole('main').getByText('¥104,544').first().waitFor()
  } finally {
    await sql(`update shop set price_visibility = 'everybody' where id = 3`)
  }
})
