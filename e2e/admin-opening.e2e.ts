import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { emptyShop } from './lib/empty-shop.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
const save = (page: Page) => page.getByRole('button', { name: '保存する', exact: true }).click()
const back = (page: Page) => page.getByRole('link', { name: '開店の準備', exact: true }).click()

/** What a list without a row says, and where its link leads; and a list whose rows are hidden by a filter. */
async function lookAround(page: Page, shop_id: number): Promise<void> {
  const main = page.getByRole('main')
  for (const [name, text, way] of [
    ['定期便', 'まだ定期便はありません。', '定期便で売る商品を決める'],
    ['個人情報の請求', 'まだ請求はありません。', '会員を探す'],
    ['注文', 'まだ注文はありません。', '商品を整える'],
  ] as const) {
    await page.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name, exact: true }).click()
    await heading(page, name)
    await main.getByText(text).waitFor()
    await main.getByRole('link', { name: way }).waitFor()
  }
  await openScreen(page, '/admin/orders?status=received&q=K1')
  await main.getByText('まだ注文はありません。').waitFor()
  await sql(
    `insert into customer (shop_id, email, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, phone_number)
     values ($1, 'only@example.com', '緑', '花子', 'みどり', 'はなこ', '248', '0006', 14, '鎌倉市', '1', '0312345678')`,
    shop_id,
  )
  await openScreen(page, '/admin/customers?q=見つからない')
  await main.getByText('条件に合うものはありません。').waitFor()
  await main.getByRole('button', { name: '絞り込みをすべて外す' }).click()
  await main.getByText('緑 花子').waitFor()
}

journey(
  'the lists of an empty shop say how to begin; then it opens by the steps of its list',
  async ({ page }) => {
    await signIn(page, 'manager')
    const id = await emptyShop()
    const seen = async () => (await page.request.get('/v1/product', { headers: { 'x-shop-id': String(id) } })).status()
    await page.addInitScript(`sessionStorage.setItem('kushi-admin-shop', '${id}')`)
    await page.goto('/admin/')
    await heading(page, '開店の準備')
    await page.getByText('公開まで、あと5項目です。').waitFor()
    await inspect(page, 'admin-opening')
    expect(await page.getByRole('button', { name: 'ショップを公開する' }).isDisabled()).toBe(true)
    expect(await seen()).toBe(403)
    await lookAround(page, id)
    await back(page)

    await page.getByRole('link', { name: '店舗の設定を開く' }).click()
    await heading(page, '店舗の設定')
    for (const [label, text] of [
      ['店舗名', 'みどり堂'],
      ['会社名', '緑 花子'],
      ['所在地', '東京都港区1-2-3'],
      ['電話番号', '03-1234-5678'],
      ['メールアドレス', 'shop@midori.example'],
    ] as const)
      await page
        .getByLabel(new RegExp(`^${label}`))
        .first()
        .fill(text)
    await save(page)
    await told(page, '店舗の設定を保存しました')

    await openScreen(page, '/admin/setting/delivery/new')
    await page.getByLabel(/^名前/).fill('宅配便')
    await page.getByLabel(/^表示順/).fill('1')
    await page.getByLabel(/^送料/).first().fill('660')
    await page.getByLabel(/^離島の追加料金/).fill('0')
    await page.getByLabel('ショップに表示する').check()
    await save(page)
    await expect
      .poll(() => sql('select flat_rate_delivery_fee as fee from delivery where shop_id = $1', id))
      .toEqual([{ fee: 660 }])

    await back(page)
    await page.getByRole('link', { name: '項目を入力する' }).click()
    await heading(page, '特定商取引法に基づく表記')
    expect(await page.getByLabel(/^販売業者/).inputValue()).toBe('緑 花子')
    await page.getByLabel(/^運営統括責任者/).fill('緑 花子')
    await page.getByLabel(/^商品の引渡時期/).fill('ご注文から3日でお届けします。')
    await page.getByLabel(/^返品・交換/).fill('お届けから8日以内に承ります。')
    await page.getByLabel(/^返品の送料/).fill('お客様にご負担いただきます。')
    await inspect(page, 'admin-opening-law')
    await page.getByRole('button', { name: 'ページにする' }).click()
    await page.getByRole('region', { name: 'プレビュー' }).getByText('ご注文から3日でお届けします。').waitFor()

    for (const [name, title] of [
      ['privacy', 'プライバシーポリシー'],
      ['terms-of-use', 'ご利用規約'],
    ] as const) {
      await back(page)
      await page.getByRole('link', { name: `${title}を書く` }).click()
      await heading(page, title)
      if (name === 'privacy') {
        await page.getByRole('button', { name: 'ひな形を入れる' }).click()
        await page.getByRole('status').filter({ hasText: 'ひな形のままです。' }).waitFor()
        await page.getByRole('region', { name: 'プレビュー' }).getByText('「みどり堂」').first().waitFor()
        await inspect(page, 'admin-draft')
      }
      await page.getByRole('button', { name: 'HTMLで直す' }).click()
      await page.getByLabel('文章(HTML)').fill(`<p>${title}の文章です。</p>`)
      if (name === 'terms-of-use') await page.getByLabel(/^規約の文章が変わりました/).selectOption('keep')
      await save(page)
      await told(page, `「${title}」を保存しました`)
    }

    await back(page)
    await page.getByText('公開まで、あと1項目です。').waitFor()
    await page.getByRole('link', { name: '商品の一覧', exact: true }).click()
    await page.getByRole('link', { name: '商品を登録する' }).last().click()
    await heading(page, '商品の登録')
    await page.getByRole('button', { name: '新しいカテゴリを追加する' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^カテゴリ名/).fill('石けん')
    await dialog.getByLabel(/^URL用の名前/).fill('soap')
    await dialog.getByRole('button', { name: '追加する' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel(/^商品名必須/).fill('みどりの石けん')
    await page.getByLabel(/^商品名\(かな\)/).fill('みどりのせっけん')
    await page.getByLabel(/^カテゴリ/).selectOption({ label: '石けん' })
    await page.getByLabel(/^URL用の名前/).fill('midori-soap')
    await page.getByLabel('商品コード', { exact: true }).fill('MS-1')
    await page.getByLabel('価格(円)', { exact: true }).fill('880')
    await page.getByLabel('在庫(個)', { exact: true }).fill('20')
    await page.getByLabel('ショップに公開する').check()
    await page.getByRole('button', { name: '登録する', exact: true }).click()
    await heading(page, 'みどりの石けん')

    await back(page)
    await page.getByText('準備がととのいました。公開できます。').waitFor()
    await page.getByRole('button', { name: 'ショップを公開する' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '公開する', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /みどり堂$/ }).waitFor()
    await expect.poll(seen).toBe(200)
  },
  { on: ['desktop'] },
)
