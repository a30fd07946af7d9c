import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { choose, moveTo } from './lib/shopping.ts'

const names = (page: Page) => page.locator('main h3').allTextContents()
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

journeyInBoth('the list is filtered, sorted and searched', async ({ page }) => {
  await page.goto('products')
  await heading(page, '商品一覧')
  await inspect(page, 'products')
  expect(await page.getByText('15点').isVisible()).toBe(true)
  // Hidden products are not on sale yet.
  expect(await names(page)).not.toContain('純椿油「しずく」沈丁花')

  await page.getByRole('navigation', { name: 'カテゴリー' }).getByRole('link', { name: '櫛とブラシ' }).click()
  await heading(page, '櫛とブラシ')
  expect(await names(page)).toEqual(['本つげ櫛', '猪毛ブラシ'])
  expect(page.url()).toContain('category=comb')

  await page.getByRole('navigation', { name: 'カテゴリー' }).getByRole('link', { name: 'すべて' }).click()
  await heading(page, '商品一覧')
  await page.getByRole('combobox', { name: '並び順' }).selectOption('価格の安い順')
  // Each list has one URL: default values are not part of it.
  await page.waitForURL('**/products?sort=price_asc')
  await expect.poll(async () => (await names(page))[0]).toBe('はじめての三包')
  await page.getByRole('combobox', { name: '買い方' }).selectOption('定期便で買えるもの')
  await page.waitForURL('**/products?sale_type=2&sort=price_asc')
  await expect.poll(() => names(page)).not.toContain('本つげ櫛')
  await page.goBack()
  await expect.poll(() => names(page)).toContain('本つげ櫛')

  const search = page.getByRole('searchbox', { name: '商品を探す' })
  await search.fill('シャンブー')
  await page.getByRole('button', { name: '探す' }).click()
  await page.getByText('「シャンブー」に一致する商品がないため').waitFor()
  expect(await names(page)).toContain('シャンプー「泡紬」')
  await search.fill('掃除機')
  await search.press('Enter')
  await page.getByText('条件に合う商品がありません').waitFor()
  await inspect(page, 'products-empty')
  await page.getByRole('link', { name: 'すべての商品を見る' }).click()
  await heading(page, '商品一覧')
  expect(await names(page)).toHaveLength(15)
})

journeyInBoth('variants, sold out, low stock and the purchase limit are shown before the cart', async ({ page }) => {
  await page.goto('products')
  // The list shows the price to be paid, as the product page does.
  expect(await page.getByRole('link', { name: /^椿油 一年便/ }).textContent()).toContain('¥24,684')
  await page.getByRole('link', { name: /^椿油 一年便/ }).click()
  await heading(page, '椿油 一年便')
  await page.getByText(/^12回分を最初にまとめてお支払いいただきます/).waitFor()
  const price = page.locator('main [data-price]')
  expect(await price.first().textContent()).toMatch(/^一括¥24,684/)
  await inspect(page, 'detail-yearly')

  await moveTo(page, 'products/detail/8')
  await heading(page, '猪毛ブラシ')
  await page.getByText('ただいま在庫を切らしています').filter({ visible: true }).waitFor()
  expect(await page.getByRole('button', { name: 'カートに入れる' }).count()).toBe(0)
  await inspect(page, 'detail-sold-out')

  await moveTo(page, 'products/detail/7')
  await heading(page, '本つげ櫛')
  await page.getByText('残り3点(一度に3点まで)').last().waitFor()

  await moveTo(page, 'products/detail/2')
  await heading(page, 'シャンプー「泡紬」')
  await choose(page, ['500mL'])
  await expect.poll(() => price.textContent()).toContain('¥3,960')
  // Yuzu is not sold in that size: the size is deselected, and was marked before.
  expect(await page.getByText('柚子取り扱いなし').count()).toBe(1)
  await choose(page, ['柚子'])
  expect(await page.getByRole('radio', { name: '300mL' }).isChecked()).toBe(true)
  await expect.poll(() => price.textContent()).toContain('¥2,640')
  // A change by a selection is announced once.
  const said = page.getByRole('main').locator('[aria-live], [role="status"]').filter({ hasText: /\S/ })
  await expect.poll(() => said.allTextContents()).toEqual(['柚子 / 300mL ¥2,640 在庫あり'])
  await page.getByRole('radio', { name: /^定期便で買う/ }).check()
  await expect.poll(() => price.textContent()).toContain('¥2,112')
  expect(await price.textContent()).toContain('2回目から ¥2,376')
  await page.getByRole('button', { name: '写真2を見る' }).click()
  await expect.poll(() => page.getByRole('button', { name: '写真2を見る' }).getAttribute('aria-current')).toBe('true')
})
