import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

journeyInBoth('原価 is entered beside a SKU, and 商品 says the 粗利', async ({ page, step }) => {
  await sql('delete from sku_cost where shop_id = 2')
  await signIn(page, 'manager')
  await page.goto('/admin/products/1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  step('原価 from two days on')
  const kind = page.getByRole('group', { name: '種類1', exact: true })
  for (const [n, day, yen] of [
    [0, '2024-01-01', '９００'],
    [1, '2026-10-01', '950'],
  ] as const) {
    await kind.getByRole('button', { name: '原価を足す' }).click()
    await kind.getByLabel('いつから', { exact: true }).nth(n).fill(day)
    await kind.getByLabel('1点の原価(円)').nth(n).fill(yen)
  }
  await inspect(page, 'admin-product-costs')
  await page.getByRole('button', { name: '保存する' }).click()
  await page.getByRole('status').getByText('商品を保存しました').waitFor()
  expect(await sql('select cost_from::text, unit_cost from sku_cost where shop_id = 2 order by 1')).toEqual([
    { cost_from: '2024-01-01', unit_cost: 900 },
    { cost_from: '2026-10-01', unit_cost: 950 },
  ])
  step('商品 counts with it')
  await sql('delete from sales_due')
  // Two days of a shop that sold: one product with 原価, one without.
  await sql(`insert into product_day (shop_id, basis, day, product_id, orders, pieces, pieces_back, pieces_missing, goods, discount,
      returned, amount_10, amount_8, pieces_costed, costed, cost)
    values (2, 'sold', '2026-11-01', 1, 40, 52, 2, 1, 171600, -8580, -6600, 156420, 0, 52, 142200, 46000),
      (2, 'sold', '2026-11-02', 9, 12, 12, 0, 0, 26400, 0, 0, 26400, 0, 0, 0, 0) on conflict do nothing`)
  await openScreen(page, '/admin/reports/products?from=2022-01-01&to=2026-11-30')
  await page.getByRole('columnheader', { name: '粗利(税抜)' }).waitFor()
  await inspect(page, 'admin-report-products')
  await expectFitsAllWidths(page, 'admin-report-products')
  step('codes have groups')
  await openScreen(page, '/admin/ad-codes')
  await page.getByRole('button', { name: '広告コードを登録する' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^コード/).fill('META-SPRING-01')
  await dialog.getByLabel(/^名前/).fill('春の初回・動画')
  await dialog.getByLabel(/^グループ/).fill('Meta 春の初回')
  await dialog.getByRole('button', { name: '保存する' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('グループ').selectOption('Meta 春の初回')
  await page.getByText('META-SPRING-01・Meta 春の初回').first().waitFor()
  await inspect(page, 'admin-ad-codes-of-group')
  await openScreen(page, '/admin/reports/ads?by=ad_group&period=last_12')
  await page.getByRole('heading', { name: '広告グループごと' }).waitFor()
  await inspect(page, 'admin-report-ads')
  await sql("delete from ad_campaign where shop_id = 2 and adcd = 'META-SPRING-01'")
})
