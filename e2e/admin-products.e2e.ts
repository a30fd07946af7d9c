import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

const field = (page: Page, label: string | RegExp) => page.getByLabel(label)
const kind = (page: Page, n: number) => page.getByRole('group', { name: `種類${n}`, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const statusShows = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

/** Products change places in their list; a worry gets a heading and a product. */
async function arrangeProducts(page: Page): Promise<void> {
  const rows = page.locator('tbody tr')
  const second = await rows.nth(1).getByRole('link').innerText()
  const isFirst = () => expect.poll(() => rows.first().getByRole('link').innerText()).toBe(second)
  await rows.nth(1).getByTitle('ドラッグして並べ替える').dragTo(rows.first())
  await isFirst()
  // With keys too, and the focus stays for the next press.
  await page.getByRole('button', { name: `${second}を下へ` }).press('Enter')
  await expect.poll(() => rows.nth(1).getByRole('link').innerText()).toBe(second)
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`${second}を下へ`)
  await page.getByRole('link', { name: '悩み', exact: true }).click()
  await heading(page, '悩み')
  await page.getByRole('button', { name: '悩みを加える' }).click()
  const added = page.locator('section').filter({ has: page.getByRole('heading', { name: /新しい悩み$/ }) })
  await added.getByLabel('商品を加える').selectOption({ label: '本つげ櫛' })
  await added.getByLabel(/^URL用の名前/).fill('static')
  await added.getByLabel(/^一覧の見出し/).fill('静電気が気になる季節に')
  // Changed last, because this heading identifies the section.
  await added.getByLabel(/^悩み必須/).fill('静電気')
  await inspect(page, 'admin-worries')
  await page.getByRole('button', { name: '保存する' }).click()
  await statusShows(page, '悩みを保存しました')
  await expect.poll(async () => (await page.request.get('products?worry=static')).text()).toContain('静電気が気になる')
  await sql(`delete from worry where shop_id = 2 and slug = 'static'`)
}

journey(
  'products and worries are arranged; a product with two SKUs is added, seen in the shop, repriced and received',
  async ({ page, expectProblem, step }) => {
    await signIn(page, 'manager')
    await page.goto('/admin/products')
    await heading(page, '商品')
    await inspect(page, 'admin-products')
    step('products and worries are arranged')
    await arrangeProducts(page)
    await openScreen(page, '/admin/products')
    step('a product with two SKUs is typed')
    await page.getByRole('link', { name: '商品を登録する' }).click()
    await heading(page, '商品の登録')
    await field(page, /^商品名必須/).fill('梳き油「さざなみ」')
    await field(page, /^商品名\(かな\)/).fill('すきあぶら さざなみ')
    await page.getByRole('button', { name: '新しいカテゴリを追加する' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^カテゴリ名/).fill('梳き油')
    await dialog.getByLabel(/^URL用の名前/).fill('combing-oil')
    await dialog.getByRole('button', { name: '追加する' }).click()
    await dialog.waitFor({ state: 'detached' })
    await field(page, /^カテゴリ/).selectOption({ label: '梳き油' })
    await field(page, /^URL用の名前/).fill('camellia-oil')
    // 商品の表示: the fields of the kind that is chosen, and no others.
    await field(page, /^表示の種類/).selectOption({ label: '食品' })
    await field(page, /^アレルゲン/).fill('なし')
    await field(page, /^表示の種類/).selectOption({ label: '化粧品' })
    expect(await field(page, /^アレルゲン/).count()).toBe(0)
    await field(page, /^全成分/).fill('ツバキ種子油')
    await field(page, /^製造販売業者/).fill('株式会社 緑 東京都港区1-2-3')
    await inspect(page, 'admin-product-label')
    await field(page, /^規格1の名前/).fill('香り')
    await page.getByRole('button', { name: '種類を追加する' }).click()
    for (const [n, scent, price] of [
      [1, '柚子', '１，９８０'],
      [2, '無香', '1760'],
    ] as const) {
      await kind(page, n).getByLabel('商品コード').fill(`SZ-${n}`)
      await kind(page, n).getByLabel('香り').fill(scent)
      await kind(page, n).getByLabel('価格(円)', { exact: true }).fill(price)
      await kind(page, n).getByLabel('在庫(個)').fill('4')
    }
    await field(page, 'ショップに公開する').check()
    await page.getByRole('button', { name: '種類1を下へ' }).press('Enter')
    expect(await kind(page, 1).getByLabel('商品コード').inputValue()).toBe('SZ-2')
    await kind(page, 2).getByTitle('ドラッグして並べ替える').dragTo(kind(page, 1))
    expect(await kind(page, 1).getByLabel('商品コード').inputValue()).toBe('SZ-1')
    await page.getByRole('button', { name: '種類2を上へ' }).press('Enter')

    step('it is rejected beside the field, then saved')
    // Rejected beside the field, and no input is lost.
    expectProblem(/422: POST .*admin\/v1\/products/)
    await page.getByRole('button', { name: '登録する', exact: true }).click()
    await page.getByText('「純椿油『しずく』」で使われています').waitFor()
    await inspect(page, 'admin-product-refused')
    await field(page, /^URL用の名前/).fill('sazanami')
    await page.getByRole('button', { name: '登録する', exact: true }).click()
    await heading(page, '梳き油「さざなみ」')
    await page.getByRole('group', { name: 'SZ-2', exact: true }).getByLabel('棚番').fill('B-02')
    await page.getByRole('button', { name: '棚番と温度帯を更新する' }).click()
    await page.getByRole('status').getByText('棚番と温度帯を更新しました').waitFor()
    expect(
      await sql(`select shelf from product_sku where product_code in ('SZ-1', 'SZ-2') order by product_code`),
    ).toEqual([{ shelf: '' }, { shelf: 'B-02' }])

    step('repriced, by the shortcut')
    const href = await page.getByRole('link', { name: 'ショップで見る' }).getAttribute('href')
    await kind(page, 2).getByLabel('価格(円)', { exact: true }).fill('2090')
    // A repeated shortcut does not trigger the browser's own save either, although saving has blurred the field.
    await page.evaluate(() =>
      addEventListener('keydown', ({ key, repeat, defaultPrevented }) => {
        if (key === 's' && repeat) document.title = `s ${defaultPrevented}`
      }),
    )
    await page.keyboard.down('Control')
    await page.keyboard.down('s')
    await page.waitForFunction(() => document.activeElement === document.body)
    await page.keyboard.down('s')
    expect(await page.title()).toBe('s true')
    await page.keyboard.up('s')
    await page.keyboard.up('Control')
    await statusShows(page, '商品を保存しました')
    step('received into stock')
    await openScreen(page, '/admin/stock?q=SZ-1')
    await page.getByRole('link', { name: 'SZ-1', exact: true }).click()
    await heading(page, '梳き油「さざなみ」(柚子)')
    await field(page, /^届いた数/).fill('12')
    await page.getByRole('button', { name: '入荷を記録する' }).click()
    await statusShows(page, '入荷を記録しました')
    await page.getByText('16個').first().waitFor()
    await inspect(page, 'admin-stock-item')
    await expectFitsAllWidths(page, 'admin-stock-item')

    step('seen in the shop')
    // It has no picture yet, and nothing requests one: neither its page nor the list.
    const { pathname } = new URL(href!)
    await page.goto(pathname)
    await heading(page, '梳き油「さざなみ」')
    await page.getByText('1,760').first().waitFor()
    await page.getByRole('img', { name: '写真は準備中です' }).waitFor()
    await inspect(page, 'product-without-picture')
    for (const path of [pathname, '/sh/products'])
      expect(await (await page.request.get(path)).text()).toMatch(/^(?!.*pictures\/-).*梳き油/s)
    await sql(
      `update product set visible = false, category_id = (select category_id from product where id = 1)
         where shop_id = 2 and slug = 'sazanami'`,
    )
    await sql(`delete from category where shop_id = 2 and slug = 'combing-oil'`)
  },
  { on: ['desktop'] },
)
