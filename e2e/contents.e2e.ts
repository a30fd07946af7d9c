import { expect, test } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { moveTo } from './lib/shopping.ts'

const shop = `${process.env.SHOP_URL}/sh`
const pages = {
  faq: 'よくあるご質問',
  company: '会社概要',
  defrayal: '特定商取引法に基づく表記',
  privacy: 'プライバシーポリシー',
  'terms-of-use': 'ご利用規約',
  accessibility: 'アクセシビリティ方針',
  customer_rank: '会員ランク',
}

test.each(Object.entries(pages))('the page %s with the shop’s own text', async (name, title) => {
  const answer = await fetch(`${shop}/contents/${name}.html`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toMatch(new RegExp(`<h1[^>]*>${title}`))
})

test.each([
  ['contents/faq', 'faq'],
  ['help/terms-of-use', 'terms-of-use'],
  ['contents/customer-rank', 'customer_rank'],
])('the short URL %s leads to %s', async (from, to) => {
  const answer = await fetch(`${shop}/${from}`)
  expect([answer.status, answer.url]).toEqual([200, `${shop}/contents/${to}.html`])
})

// A product not on sale yet looks the same as one that does not exist.
test.each([16, 99_999])('there is no product %i', async (id) => {
  const answer = await fetch(`${shop}/products/detail/${id}`)
  expect(answer.status).toBe(404)
  const html = await answer.text()
  expect(html).toMatch(/<h1[^>]*>ページが見つかりません/)
  expect(html.match(/<title>/g)).toHaveLength(1)
})

journey(
  'an unknown URL, the menu with its suggestions and former searches, and the sitemap lead on',
  async (visitor) => {
    const { page, expectProblem } = visitor
    expectProblem(/^404: GET \/sh\/page-not-found/)
    await page.goto('no/such/page')
    await page.waitForURL('**/sh/page-not-found')
    await page.getByRole('heading', { level: 1, name: 'ページが見つかりません' }).waitFor()
    await inspect(page, 'not-found')
    const button = page.getByRole('button', { name: 'メニュー' })
    const menu = page.getByRole('dialog', { name: 'メニュー' })
    await button.click()
    await menu.getByRole('link', { name: 'ログイン' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)

    await button.click()
    const search = menu.getByRole('searchbox', { name: '商品を探す' })
    await search.fill('くし')
    const found = menu.getByRole('list', { name: '候補' })
    for (const name of ['本つげ櫛', '櫛とブラシ カテゴリー'])
      await found.getByRole('link', { name, exact: true }).waitFor()
    await inspect(page, 'menu-suggestions')
    await search.press('Enter')
    await page.getByRole('heading', { level: 1, name: '「くし」の商品' }).waitFor()
    await menu.waitFor({ state: 'hidden' })
    await button.click()
    await menu.getByRole('link', { name: 'くし', exact: true }).waitFor()
    await menu.getByRole('link', { name: 'うねり・広がり', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'うねりや広がりが気になる髪に' }).waitFor()
    await moveTo(page, 'sitemaps')
    await page.getByRole('heading', { level: 1, name: 'サイトマップ' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: '椿の葉茶' }).click()
    await page.getByRole('heading', { level: 1, name: '椿の葉茶' }).waitFor()
  },
)
