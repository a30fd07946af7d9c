import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { adminCall, signIn } from './lib/operator.ts'

const nextYear = new Date().getFullYear() + 1
const day = `${nextYear}-01-05`

journey(
  'every kind of change is planned by its form',
  async ({ page, expectProblem }) => {
    expectProblem(/^422: POST \/admin\/v1\/schedule/)
    await sql('delete from scheduled_change where shop_id = 2')
    await signIn(page, 'manager')
    const ofProduct = ['price', 'tax_rate', 'visibility'].map((kind) => `${kind}&subject=15`)
    const [own] = await sql<{ id: number }>(
      `insert into promotion (shop_id, promotion_name, status, trigger, audience, starts_at, effect, created_at, updated_at)
       values (2, '予定の特典', 'draft', 'automatic', 'everybody', now(), '{"kind": "free_delivery"}', now(), now()) returning id::int`,
    )
    const ofPromotion = `promotion&subject=${own!.id}`
    for (const kind of [
      ...ofProduct,
      ofPromotion,
      'content&subject=banner/0',
      'delivery_fee',
      'free_amount',
      'closing',
    ]) {
      await page.goto(`/admin/schedule/new?kind=${kind}`)
      const isClosing = kind === 'closing'
      await page.getByLabel(isClosing ? /休業の最初の日/ : /^始まり/).fill(isClosing ? day : `${day}T00:00`)
      if (isClosing) await page.getByLabel(/休業の最後の日/).fill(day)
      // What stands now is no change.
      const amount = page.getByLabel(/^(価格|送料)/).first()
      if (await amount.count()) {
        await page.getByRole('button', { name: '予定する' }).click()
        await page.getByText('そのときの内容と同じです。').waitFor()
        await amount.fill('1234')
      }
      await page.getByRole('button', { name: '予定する' }).click()
      await page.getByRole('status').getByText('変更を予定しました').waitFor()
    }
    const planned = await sql('delete from scheduled_change where shop_id = 2 returning id')
    expect(planned).toHaveLength(8)
  },
  { on: ['desktop'] },
)

journey(
  'a change is planned and withdrawn; the shop is previewed as of a day, from 予定 to an open page of the shop and back',
  async ({ page, device, expectProblem, step }) => {
    await sql('delete from scheduled_change where shop_id = 2')
    await signIn(page, 'manager')
    await page.goto('/admin/schedule')
    await page.getByText('予定はありません。').waitFor()
    step('planned and withdrawn')
    await page.getByRole('link', { name: '変更を予定する' }).click()
    await page.getByRole('link', { name: '送料無料の金額', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '送料無料の金額の変更を予定する' }).waitFor()

    await page.getByLabel(/送料が無料になる金額/).fill('5,500')
    await inspect(page, 'admin-schedule-new')
    await page.getByLabel(/始まり/).fill(`${nextYear}-01-01T00:00`)
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByRole('status').getByText('変更を予定しました').waitFor()
    await page.getByText('送料無料: ¥6,600 → ¥5,500').waitFor()
    const rows = await sql<{ starts_at: Date }>('select starts_at from scheduled_change where shop_id = 2')
    expect(rows.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual([
      `${nextYear - 1}-12-31T15:00:00.000Z`,
    ])
    await page.getByRole('button', { name: '取り消す' }).click()
    await page.getByRole('button', { name: '予定を取り消す' }).click()
    await page.getByText('予定はありません。').waitFor()

    const sku = { subscription_first_price: null, subscription_price: null, price: 7_654 }
    const [own] = await sql<{ id: number }>(
      'select id::int from product_sku where shop_id = 2 and product_id = 15 order by sort_no, id limit 1',
    )
    for (const change of [
      { kind: 'content', subject_id: 'banner/0', after: { title: 'お知らせ', html: '<p>初売りを始めました</p>' } },
      { kind: 'price', subject_id: '15', after: { skus: [{ ...sku, id: own!.id }] } },
      { kind: 'tax_rate', subject_id: '15', after: { tax_rate: 10 } },
    ]) {
      const starts_at = `${day}T00:00:00+09:00`
      await adminCall(page.request, 'POST', 'schedule', { ...change, starts_at, ends_at: null })
    }
    const other = await device.newPage()
    await other.goto('products')
    await other.getByRole('heading', { level: 1 }).waitFor()

    step('その日のショップ')
    await page.getByRole('link', { name: 'その日のショップを見る' }).click()
    await page.getByLabel(/^日時/).fill(`${day}T00:00`)
    await page.getByRole('button', { name: 'この日時で見る' }).click()
    await page.getByRole('row', { name: /¥7,654.*10%/ }).waitFor()
    await inspect(page, 'admin-schedule-as-of')
    await expectFitsAllWidths(page, 'admin-schedule-as-of')
    const opened = device.waitForEvent('page')
    await page.getByRole('link', { name: 'ショップを開く' }).click()
    const shop = await opened
    const band = shop.getByRole('complementary', { name: 'プレビュー' })
    await band.getByText(`${nextYear}年1月5日 0:00 のショップを表示しています`).waitFor()
    expect(shop.url()).toMatch(/\/sh\/$/)
    await inspect(shop, 'as-of-home')
    await expectFitsAllWidths(shop, 'as-of-home')

    step('a page that was already open changes too')
    // A page that was already open changes to that day as a whole.
    const otherBand = other.getByRole('complementary', { name: 'プレビュー' })
    expect(await otherBand.count()).toBe(0)
    await other.locator('a[href$="/products/detail/15"]').first().click()
    await otherBand.waitFor()
    await other.getByText('7,654').first().waitFor()

    step('back to today')
    await band.getByRole('button', { name: '終了' }).click()
    await shop.waitForURL(/\/sh\/$/)
    await shop.getByRole('heading', { level: 1 }).waitFor()
    expect(await band.count()).toBe(0)
    // A call that the other page still makes as of that day is refused; then it changes back as a whole.
    expectProblem(/^409: GET \/v1\//)
    await other.getByRole('link', { name: '特定商取引法に基づく表記' }).first().click()
    await other.getByRole('heading', { level: 1, name: '特定商取引法に基づく表記' }).waitFor()
    expect(await otherBand.count()).toBe(0)

    step('the calendar of 予定')
    await page.getByRole('link', { name: '予定', exact: true }).first().click()
    await page.getByRole('heading', { level: 2, name: 'カレンダー' }).waitFor()
    await page.getByText('消費税率: 8% → 10%').waitFor()
    await inspect(page, 'admin-schedule')
    await expectFitsAllWidths(page, 'admin-schedule')
    await sql('delete from scheduled_change where shop_id = 2')
  },
  { on: ['desktop'] },
)
