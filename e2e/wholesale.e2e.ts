import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logIn, PASSWORD, tryToLogIn } from './lib/login.ts'

const wholesale = (path: string) => `${process.env.SHOP_URL!.replace('localhost', 'wholesale.localhost')}/sh/${path}`

journey('the wholesale shop has its own products, prices and header', async ({ page }) => {
  await page.goto(wholesale('products'))
  await page.getByRole('heading', { level: 1, name: '商品一覧' }).waitFor()
  await page.getByRole('link', { name: /純椿油「しずく」30mL 24本入り/ }).waitFor()
  expect(await page.getByRole('link', { name: /^シャンプー「泡紬」詰め替え/ }).count()).toBe(0)
  // Business accounts order from マイページ: the header has no cart, and the logo leads there.
  expect(
    await page
      .getByRole('banner')
      .getByRole('link', { name: /カート/ })
      .count(),
  ).toBe(0)
  expect(await page.getByRole('banner').getByRole('link', { name: /椿野/ }).getAttribute('href')).toBe('/sh/mypage')
  await inspect(page, 'wholesale-products')
  await page.getByRole('link', { name: /純椿油「しずく」30mL 24本入り/ }).click()
  await page.getByRole('heading', { level: 1, name: /24本入り/ }).waitFor()
  await inspect(page, 'wholesale-detail')
  // Without its icon, the cart is reached from the menu.
  await page.getByRole('button', { name: 'メニュー' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'カート', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'カート' }).waitFor()
})

journey('prices can be for members only: others see none, members see them and buy', async ({ page }) => {
  await sql(`update shop set price_visibility = 'approved' where id = 3`)
  try {
    const html = async (path: string) => {
      await page.goto(wholesale(path))
      return page.content()
    }
    await expect.poll(() => html('products')).not.toContain('¥')
    expect(await html('products/detail/51')).not.toMatch(/¥|"price":\d/)
    await page.getByText('価格は、お取引先さまにお見せしています').waitFor()
    expect(await page.getByRole('button', { name: 'カートに入れる' }).count()).toBe(0)
    await inspect(page, 'wholesale-no-prices')
    await page.getByRole('main').getByRole('link', { name: 'ログインする' }).click()
    await logIn(page, 'salon@example.com')
    await page.waitForURL(/products\/detail\/51/)
    await page.getByRole('button', { name: 'カートに入れる' }).first().waitFor()
    await page.getByRole('main').getByText('¥').first().waitFor()
    await page.goto(wholesale('products'))
    await page.getByRole('main').getByText('¥').first().waitFor()
  } finally {
    await sql(`update shop set price_visibility = 'everybody' where id = 3`)
  }
})

journey(
  'its members see purchases before subscriptions; the two shops share no members',
  async ({ page, expectProblem }) => {
    await page.goto(wholesale('login'))
    await logIn(page, 'salon@example.com')
    await page.getByRole('button', { name: 'メニュー' }).click()
    const entries = page.getByRole('dialog').getByRole('navigation', { name: 'マイページ' }).getByRole('link')
    await entries.first().waitFor()
    const labels = await entries.allTextContents()
    expect(labels.indexOf('購入履歴')).toBeGreaterThan(-1)
    expect(labels.indexOf('購入履歴')).toBeLessThan(labels.indexOf('定期便一覧'))
    await inspect(page, 'wholesale-menu')

    expectProblem(/^422: POST \/v1\/common\/login/)
    await page.goto('login')
    await tryToLogIn(page, 'salon@example.com', PASSWORD)
    await page.getByRole('alert').getByText('正しいメールアドレスとパスワードを入力してください。').waitFor()
  },
)
