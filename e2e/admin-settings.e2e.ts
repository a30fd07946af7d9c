import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
const photo = join(import.meta.dirname, '../apps/storefront/public/pictures/hero-1-1600.webp')
const save = (page: Page) => page.getByRole('button', { name: '保存する' }).click()

journey(
  'settings show in the shop: its logo and colour; a pale one is rejected. Then each group of settings, by its form',
  async ({ page, device, expectProblem }) => {
    await signIn(page, 'manager')
    try {
      await page.goto('/admin/setting')
      await heading(page, '店舗の設定')

      // A colour with too little contrast is reported before saving, and rejected.
      const colour = page.getByLabel(/^主なボタンと値引きの色$/)
      await colour.fill('#ff9eb5')
      await page.getByText(/^明暗の差 1\.\d:1。/).waitFor()
      expectProblem(/^422: PUT \/admin\/v1\/setting\/shop/)
      await save(page)
      await page.getByText('背景との明暗の差が足りず').waitFor()
      await colour.fill('#1f4e79')
      await page.getByLabel('ロゴを選ぶ').setInputFiles(photo)
      await page.getByRole('button', { name: 'ロゴを外す' }).waitFor()
      await inspect(page, 'admin-setting-face')
      await save(page)
      await told(page, '店舗の設定を保存しました')
      const shop = await device.newPage()
      await expect.poll(async () => (await shop.request.get('products')).text()).toContain('#1f4e79')
      await shop.goto('products/detail/1')
      await shop.getByRole('banner').getByRole('img', { name: '椿野' }).waitFor()
      const button = shop.getByRole('button', { name: 'カートに入れる' }).first()
      expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(31, 78, 121)')
      await inspect(shop, 'shop-of-other-colours')
      await shop.close()
    } finally {
      await sql('update shop set primary_color = null, logo_path = null where id = 2')
    }

    const group = (name: string) =>
      page.getByRole('navigation', { name: '設定の種類' }).getByRole('link', { name, exact: true }).click()
    await group('配送')
    await heading(page, '配送の設定')
    await inspect(page, 'admin-setting-delivery')
    await page.getByRole('link', { name: '宅配便', exact: true }).click()
    await heading(page, '宅配便')
    await page.getByRole('group', { name: '青森県' }).getByLabel('青森県の送料').fill('880')
    await page.getByRole('button', { name: '時間帯を増やす' }).click()
    await page.getByLabel('6番目の時間帯').fill('20–21時')
    await inspect(page, 'admin-setting-delivery-edit')
    const read = Promise.withResolvers<void>()
    await page.route('**/admin/v1/setting/deliveries', async (route) => read.promise.then(() => route.continue()))
    await save(page)
    const fee = page.getByLabel('青森県の送料')
    // Input before the reload has finished would be lost.
    await expect.poll(() => fee.isDisabled()).toBe(true)
    read.resolve()
    await told(page, '配送方法を保存しました')
    await expect.poll(() => fee.isEnabled()).toBe(true)
    const fees = await sql<{ fee: number }>('select fee from delivery_prefecture_fee where pref_id = 2')
    expect(fees).toEqual([{ fee: 880 }])
    await page.getByRole('button', { name: '6行目を消す' }).click()
    await page.getByLabel('青森県の送料').fill('')
    await save(page)
    await expect.poll(() => sql('select fee from delivery_prefecture_fee where pref_id = 2')).toEqual([])

    await openScreen(page, '/admin/setting/payment')
    await heading(page, '支払いの設定')
    await inspect(page, 'admin-setting-payment')
    await page.getByRole('link', { name: '代金引換', exact: true }).click()
    await heading(page, '代金引換')
    await inspect(page, 'admin-setting-payment-edit')

    await openScreen(page, '/admin/ranks')
    await heading(page, '会員ランク')
    expectProblem(/^422: PUT \/admin\/v1\/setting\/ranks/)
    await page.getByLabel('割引率').last().fill('101')
    await page.getByRole('button', { name: 'ランクを保存する' }).click()
    await page.getByText('割引率は0から100の範囲で入力してください。').waitFor()
    await inspect(page, 'admin-setting-rank')
    await page.getByLabel('割引率').last().fill('5')

    page.on('dialog', (dialog) => void dialog.accept())
    await openScreen(page, '/admin/setting/choice')
    await heading(page, '選択肢の設定')
    await inspect(page, 'admin-setting-choice')
    await page.getByRole('link', { name: '解約の理由', exact: true }).click()
    await heading(page, '解約の理由')
    await inspect(page, 'admin-setting-choice-edit')
    for (const [path, title] of [
      ['setting/line', 'LINEの設定'],
      ['setting/reminder', 'お知らせメールの設定'],
      ['setting/carriers', '配送会社'],
      ['setting/card-lock', 'カード入力の停止'],
    ] as const) {
      await openScreen(page, `/admin/${path}`)
      await heading(page, title)
      await inspect(page, `admin-${path.replace('/', '-')}`)
    }
  },
  { on: ['desktop'] },
)
