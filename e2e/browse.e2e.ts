import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut, choose } from './lib/shopping.ts'

const names = (page: Page) => page.locator('main h3').allTextContents()
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

journeyInBoth('the list is filtered and sorted', async ({ page }) => {
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
  expect(await names(page)).toContain('地肌水')
  await page.goBack()
  await expect.poll(() => names(page)).toContain('本つげ櫛')
})

journeyInBoth('a search finds by name, reading and character width, and reports no result', async ({ page }) => {
  await page.goto('products')
  await heading(page, '商品一覧')
  for (const keyword of ['しゃんぷー', 'シャンプー', 'シャンプー']) {
    await page.getByRole('searchbox', { name: '商品を探す' }).fill(keyword)
    await page.getByRole('button', { name: '探す' }).click()
    await heading(page, `「${keyword}」の商品`)
    expect(await names(page)).toContain('シャンプー「泡紬」')
    expect(await names(page)).not.toContain('本つげ櫛')
  }
  for (const [keyword, name] of [
    ['つばき油', '純椿油「しずく」'],
    ['クシ', '本つげ櫛'],
    ['ギフト', '贈りもの箱'],
    ['シャンブー', 'シャンプー「泡紬」'],
  ] as const) {
    await page.goto(`products?keyword=${encodeURIComponent(keyword)}`)
    await expect.poll(() => names(page)).toContain(name)
  }
  await page.getByText('「シャンブー」に一致する商品がないため').waitFor()
  await inspect(page, 'products-approximate')
  await page.getByRole('searchbox', { name: '商品を探す' }).fill('掃除機')
  await page.getByRole('searchbox', { name: '商品を探す' }).press('Enter')
  await page.getByText('条件に合う商品がありません').waitFor()
  await inspect(page, 'products-empty')
  await page.getByRole('link', { name: 'すべての商品を見る' }).click()
  await heading(page, '商品一覧')
  expect(await names(page)).toHaveLength(15)
})

journeyInBoth('a product is viewed and its variant selected', async ({ page }) => {
  await page.goto('products')
  await page
    .getByRole('link', { name: /^シャンプー「泡紬」 / })
    .first()
    .click()
  await heading(page, 'シャンプー「泡紬」')
  await inspect(page, 'detail')
  const price = page.locator('main [data-price]')
  await choose(page, ['500mL'])
  await expect.poll(() => price.textContent()).toContain('¥3,960')
  // Yuzu is not sold in that size: the size is deselected, and was marked before.
  expect(await page.getByText('柚子取り扱いなし').count()).toBe(1)
  await choose(page, ['柚子'])
  expect(await page.getByRole('radio', { name: '300mL' }).isChecked()).toBe(true)
  await expect.poll(() => price.textContent()).toContain('¥2,640')

  await page.getByRole('radio', { name: /^定期便で買う/ }).check()
  await expect.poll(() => price.textContent()).toContain('¥2,112')
  expect(await price.textContent()).toContain('2回目から ¥2,376')
  await page.getByRole('combobox', { name: 'お届け間隔' }).selectOption({ index: 2 })
  await inspect(page, 'detail-subscription')
  await page.getByRole('button', { name: '写真2を見る' }).click()
  await expect.poll(() => page.getByRole('button', { name: '写真2を見る' }).getAttribute('aria-current')).toBe('true')
})

journeyInBoth('sold out, low stock and the purchase limit are shown before the cart', async ({ page }) => {
  await page.goto('products/detail/8')
  await heading(page, '猪毛ブラシ')
  await page.getByText('ただいま在庫を切らしています').filter({ visible: true }).waitFor()
  expect(await page.getByRole('button', { name: 'カートに入れる' }).count()).toBe(0)
  await inspect(page, 'detail-sold-out')

  await page.goto('products/detail/7')
  await page.getByText('残り3点(一度に3点まで)').last().waitFor()
  await page.goto('products/detail/11')
  await page.getByText(/^12回分を最初にまとめてお支払いいただきます/).waitFor()
  expect(await page.locator('main [data-price]').first().textContent()).toMatch(/^一括¥24,684/)
  await inspect(page, 'detail-yearly')
  // The list shows the price to be paid, as the product page does.
  await page.goto('products')
  expect(await page.getByRole('link', { name: /^椿油 一年便/ }).textContent()).toContain('¥24,684')
  // A change by a selection is announced once.
  await page.goto('products/detail/1')
  await choose(page, ['柚子', '60mL'])
  const said = page.getByRole('main').locator('[aria-live], [role="status"]').filter({ hasText: /\S/ })
  await expect.poll(() => said.allTextContents()).toEqual(['柚子 / 60mL ¥4,180 在庫あり'])
})

journey('the code of an advert is stored for the order, and not in the page', async ({ page, device }) => {
  await page.goto('products/detail/1?abmtcd=mail-0420&adcd=leaflet7')
  const kept = () =>
    page.evaluate(() => {
      const { adcd, abmtcd } = JSON.parse(localStorage.getItem('kushi.ad') ?? '{}')
      return [adcd?.code, abmtcd?.code]
    })
  await expect.poll(kept).toEqual(['leaflet7', 'mail-0420'])
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/products\/detail\/1$/)
  await page.goto('products/detail/2?abmtcd=mail-0421')
  await expect.poll(kept).toEqual(['leaflet7', 'mail-0421'])

  const member = await memberWith(device, { sku: 133 })
  await page.goto('cart')
  await checkOut(page)
  await payCash(page)
  await toConfirmation(page)
  await order(page)
  await completed(page)
  expect(await ordersOf(member.email)).toMatchObject([{ abmtcd: 'mail-0421' }])
})
