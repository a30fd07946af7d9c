import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { moveTo } from './lib/shopping.ts'

const names = (page: Page) => page.locator('main h3').allTextContents()
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

journeyInBoth('the list is filtered, sorted and searched', async ({ page }) => {
  await page.goto('products')
  await heading(page, '商品一覧')
  await inspect(page, 'products')
  expect(await page.getByText('15点').isVisible()).toBe(true)
  // The list shows the price to be paid, as the product page does.
  expect(await page.getByRole('link', { name: /^椿油 一年便/ }).textContent()).toContain('¥24,684')
  // Hidden products are not on sale yet.
  expect(await names(page)).not.toContain('純椿油「しずく」沈丁花')

  await page.getByRole('navigation', { name: 'カテゴリー' }).getByRole('link', { name: '櫛とブラシ' }).click()
  await heading(page, '櫛とブラシ')
  expect(await names(page)).toEqual(['本つげ櫛', '猪毛ブラシ'])
  expect(page.url()).toContain('category=comb')

  // On a phone the row of 悩み scrolls sideways; the chosen one is in view.
  await moveTo(page, 'products?worry=grey-shine')
  const worry = page.getByRole('link', { name: '白髪まわりのツヤ' }).and(page.locator('[aria-current]'))
  const box = (await worry.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width)

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
