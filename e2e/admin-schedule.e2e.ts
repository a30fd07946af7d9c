import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

journeyInBoth(
  'a change is planned, waits for its moment, and is taken back',
  async ({ page, expectProblem }) => {
    await sql('delete from scheduled_change where shop_id = 2')
    await signIn(page, 'manager')
    await page.goto('/admin/schedule')
    await page.getByText('予定はありません。').waitFor()
    await page.getByRole('link', { name: '変更を予定する' }).click()
    await page.getByRole('link', { name: '送料無料の金額', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '送料無料の金額の変更を予定する' }).waitFor()
    await inspect(page, 'admin-schedule-new')

    expectProblem(/^422: POST \/admin\/v1\/schedule/)
    await page.getByLabel(/送料が無料になる金額/).fill('5,500')
    await page.getByLabel(/始まり/).fill('2020-01-01T00:00')
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByText('始まりは、これからの日時にしてください。').waitFor()
    const nextYear = new Date().getFullYear() + 1
    await page.getByLabel(/始まり/).fill(`${nextYear}-01-01T00:00`)
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByRole('status').getByText('変更を予定しました').waitFor()
    await page.getByText('送料無料: ¥6,600 → ¥5,500').waitFor()
    await inspect(page, 'admin-schedule')
    const rows = await sql<{ starts_at: Date }>('select starts_at from scheduled_change where shop_id = 2')
    expect(rows.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual([
      `${nextYear - 1}-12-31T15:00:00.000Z`,
    ])

    await page.getByRole('button', { name: '取り消す' }).click()
    await page.getByRole('button', { name: '予定を取り消す' }).click()
    await page.getByText('予定はありません。').waitFor()
  },
  { on: ['desktop'] },
)

journey(
  'a text and a tax rate are planned; the calendar and the shop of that day show them before anybody else sees them',
  async ({ page }) => {
    await sql('delete from scheduled_change where shop_id = 2')
    await signIn(page, 'manager')
    const day = `${new Date().getFullYear() + 1}-01-05`
    await page.goto('/admin/schedule/new?kind=content&subject=banner/0')
    await page.getByLabel(/^文章/).fill('<p>初売りを始めました</p>')
    await page.getByLabel(/始まり/).fill(`${day}T10:00`)
    await inspect(page, 'admin-schedule-text')
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByRole('heading', { level: 2, name: 'カレンダー' }).waitFor()
    await page.goto('/admin/schedule/new?kind=tax_rate&subject=13')
    await page.getByLabel('消費税率').selectOption('8%(軽減税率)')
    await page.getByLabel(/始まり/).fill(`${day}T10:00`)
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByText('消費税率: 10% → 8%').waitFor()
    await inspect(page, 'admin-schedule-grid')

    await page.getByRole('link', { name: 'その日のショップを見る' }).click()
    await page.getByLabel(/^日時/).fill(`${day}T12:00`)
    await page.getByRole('button', { name: 'この日時で見る' }).click()
    await page.getByText('初売りを始めました').waitFor()
    await inspect(page, 'admin-schedule-as-of')
    await sql('delete from scheduled_change where shop_id = 2')
  },
  { on: ['desktop'] },
)
