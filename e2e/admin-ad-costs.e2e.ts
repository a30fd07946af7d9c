import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

journeyInBoth(
  'a media’s CSV of costs: its columns are asked for once, then remembered',
  async ({ page, step, expectProblem }) => {
    expectProblem(/422: POST \/admin\/v1\/ad-costs\/files/)
    // Heads of its own, so that they are new when the journey is repeated.
    const [code, cost] = [`J${Date.now()}`, `費用${Date.now()}`]
    const name = `春の初回${code}`
    await sql('insert into ad_campaign (shop_id, adcd, campaign_name) values (2, $1, $2)', code, name)
    const put = (file: string, ...lines: string[]) =>
      page.getByLabel('媒体のCSV', { exact: true }).setInputFiles({
        name: file,
        mimeType: 'text/csv',
        buffer: Buffer.from(['キャンペーン レポート', `日,キャンペーン,広告グループ,${cost}`, ...lines].join('\n')),
      })
    const costs = () => sql('select day::text, yen from ad_cost where shop_id = 2 and adcd = $1 order by day', code)
    await signIn(page, 'manager')
    await page.goto('/admin/reports/ads')

    step('the columns are asked for')
    await put('google-11.csv', `2026-11-01,${name},A,"1,000"`, `2026-11-01,${name},B,500`, '2026-11-01,ブランド,A,70')
    const item = (file: string) => page.getByRole('listitem').filter({ hasText: file })
    await page.getByRole('button', { name: 'この列で入れる' }).waitFor()
    expect(await page.getByLabel(/^費用(?!.*CSV)/).inputValue()).toBe(cost)
    await inspect(page, 'admin-ad-costs-columns')
    await expectFitsAllWidths(page, 'admin-ad-costs-columns')
    await page.getByLabel(/^広告コードか広告の名前/).selectOption('広告グループ')
    await page.getByRole('button', { name: 'この列で入れる' }).click()
    await page.getByRole('alert').getByText('「A」などの名前は').waitFor()
    expect(await costs()).toEqual([])
    await page.getByLabel(/^広告コードか広告の名前/).selectOption('キャンペーン')
    await page.getByRole('button', { name: 'この列で入れる' }).click()
    await item('google-11.csv').getByText('1件(日と広告コードの組)、合計¥1,500を入れました。').waitFor()
    await item('google-11.csv')
      .getByText(/広告コードのない費用 ¥70/)
      .click()
    await inspect(page, 'admin-ad-costs-taken')
    expect(await costs()).toEqual([{ day: '2026-11-01', yen: 1_500 }])

    step('the next file of the same heads is taken in at once')
    await put('google-12.csv', `2026-11-02,${name},A,30`)
    await item('google-12.csv').getByText('合計¥30を入れました。').waitFor()
    expect(await costs()).toEqual([
      { day: '2026-11-01', yen: 1_500 },
      { day: '2026-11-02', yen: 30 },
    ])

    step('a file with lines that can’t be read says which')
    await put('broken.csv', `2026-11-31,${name},A,30`, `2026-11-03,${name},A,三十`)
    await page.getByRole('alert').getByText('broken.csv: 3行目: 日付「2026-11-31」が読めません。').waitFor()
    await inspect(page, 'admin-ad-costs-broken')
    await sql('delete from ad_cost where shop_id = 2 and adcd = $1', code)
    await sql('delete from ad_campaign where shop_id = 2 and adcd = $1', code)
  },
)
