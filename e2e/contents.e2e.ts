import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'

const pages = {
  faq: 'よくあるご質問',
  company: '会社概要',
  defrayal: '特定商取引法に基づく表記',
  privacy: 'プライバシーポリシー',
  'terms-of-use': 'ご利用規約',
  customer_rank: '会員ランク',
}

journey('every page with the shop’s own text opens', async ({ page }) => {
  for (const [name, title] of Object.entries(pages)) {
    await page.goto(`contents/${name}.html`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await inspect(page, `contents-${name}`)
  }
})

journey('the short URLs lead to them', async ({ page }) => {
  const ways = { 'contents/faq': 'faq', 'help/terms-of-use': 'terms-of-use', 'contents/customer-rank': 'customer_rank' }
  for (const [from, to] of Object.entries(ways)) {
    await page.goto(from)
    await page.waitForURL(`**/sh/contents/${to}.html`)
  }
})

journey('the sitemap leads everywhere', async ({ page }) => {
  await page.goto('sitemaps')
  await page.getByRole('heading', { level: 1, name: 'サイトマップ' }).waitFor()
  await inspect(page, 'sitemaps')
  await page.getByRole('main').getByRole('link', { name: '椿の葉茶' }).click()
  await page.getByRole('heading', { level: 1, name: '椿の葉茶' }).waitFor()
})

journey('what does not exist says so', async ({ page, expectProblem }) => {
  expectProblem(/^404: GET \/sh\/(page-not-found|products\/detail\/(16|99999))/)
  await page.goto('no/such/page')
  await page.waitForURL('**/sh/page-not-found')
  await page.getByRole('heading', { level: 1, name: 'ページが見つかりません' }).waitFor()
  await inspect(page, 'not-found')
  // A product not on sale yet looks the same as one that does not exist.
  for (const id of [16, 99_999]) {
    expect((await page.goto(`products/detail/${id}`))?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'ページが見つかりません' }).waitFor()
  }
  await page.getByRole('main').getByRole('link', { name: '商品一覧を見る' }).click()
  await page.getByRole('heading', { level: 1, name: '商品一覧' }).waitFor()
})

journey('the menu opens, closes by its button and by Escape, and its links work', async ({ page }) => {
  await page.goto('products')
  const button = page.getByRole('button', { name: 'メニュー' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'メニュー' })
  await menu.getByRole('link', { name: 'ログイン' }).waitFor()
  await inspect(page, 'menu')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.click()
  await menu.getByRole('link', { name: '会社概要' }).click()
  await page.getByRole('heading', { level: 1, name: '会社概要' }).waitFor()
  await menu.waitFor({ state: 'hidden' })
})

journey(
  'the menu lists products by category and worry, suggests them by name and remembers searches',
  async ({ page }) => {
    await page.goto('products')
    const button = page.getByRole('button', { name: 'メニュー' })
    const menu = page.getByRole('dialog', { name: 'メニュー' })
    await button.click()
    const search = menu.getByRole('searchbox', { name: '商品を探す' })
    await search.fill('くし')
    const found = menu.getByRole('list', { name: '候補' })
    for (const name of ['本つげ櫛', '櫛とブラシ カテゴリー'])
      await found.getByRole('link', { name, exact: true }).waitFor()
    await inspect(page, 'menu-suggestions')
    await search.press('Enter')
    await page.getByRole('heading', { level: 1, name: '「くし」の商品' }).waitFor()
    await button.click()
    await menu.getByRole('link', { name: 'くし', exact: true }).waitFor()
    await inspect(page, 'menu-recent')
    await menu.getByRole('link', { name: '櫛とブラシ' }).click()
    await page.getByRole('heading', { level: 1, name: '櫛とブラシ' }).waitFor()
    await button.click()
    await menu.getByRole('link', { name: 'うねり・広がり', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'うねりや広がりが気になる髪に' }).waitFor()
    await page.getByRole('navigation', { name: '悩みから探す' }).getByRole('link', { name: 'うねり・広がり' }).click()
    await page.getByRole('heading', { level: 1, name: '商品一覧' }).waitFor()
    await button.click()
    await menu.getByRole('link', { name: '読みもの' }).click()
    await page.getByRole('heading', { level: 1, name: '読みもの' }).waitFor()
  },
)
