import { REPORTS, type ReportName } from '@kushi/contract/admin/report'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

journeyInBoth(
  'each report is opened, one is kept and comes by mail; reasons and the offers beside them are the shop’s',
  async ({ page, step }) => {
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    const clickButton = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await signIn(page, 'manager')
    await page.goto('/admin/reports/sales')
    for (const name of Object.keys(REPORTS) as ReportName[]) {
      step(`レポート: ${name}`)
      await openScreen(page, `/admin/reports/${name}`)
      await heading(REPORTS[name].title)
      await inspect(page, `admin-report-${name}`)
    }

    step('a report is kept, and comes by mail')
    // An address of its own, so that it is not kept yet when the journey is repeated.
    const adcd = `J${Date.now()}`
    await openScreen(page, `/admin/reports/sales?period=last_week&adcd=${adcd}`)
    await heading('売上')
    await clickButton('この表示を保存')
    const name = `先週 ${adcd}`
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名前').fill(name)
    await dialog.getByRole('button', { name: '保存する' }).click()
    await clickButton('メールで受け取る')
    await dialog.getByRole('checkbox', { name: '毎週月曜の朝' }).check()
    await inspect(page, 'admin-report-mail')
    await dialog.getByRole('button', { name: '保存する' }).click()
    await page.getByText('このレポートをメールでお送りします').waitFor()
    const mails = () =>
      sql('select m.every from report_mail m join saved_view v on v.id = m.view_id where v.view_name = $1', name)
    expect(await mails()).toEqual([{ every: 'monday' }])
    await clickButton('メールで受け取る')
    await dialog.getByRole('checkbox', { name: '毎週月曜の朝' }).uncheck()
    await dialog.getByRole('button', { name: '保存する' }).click()
    await page.getByText('メールで受け取るのをやめました').waitFor()
    expect(await mails()).toEqual([])

    step('広告 by the page that it opened, and the file of conversions for a medium')
    await page.goto(`/sh/products/detail/1?adcd=${adcd}&gclid=Cj0-${adcd}`)
    const visits = () => sql('select landing_path, visits from landing_day where shop_id = 2 and adcd = $1', adcd)
    await expect.poll(visits).toEqual([{ landing_path: '/products/detail/1', visits: 1 }])
    await page.goto(`/admin/reports/ads?by=landing&adcd=${adcd}`)
    await page.getByRole('rowheader', { name: '/products/detail/1', exact: true }).waitFor()
    await inspect(page, 'admin-report-landing')
    await page.getByLabel(/^媒体(?!の)/).selectOption('yclid')
    await page.getByLabel(/^コンバージョン名/).fill('購入')
    const file = page.waitForEvent('download')
    await clickButton('コンバージョンのCSVを出力する')
    expect((await file).suggestedFilename()).toMatch(/^conversions-yclid-/)
    step('the number of the click is kept by the browser only where the shop has it on')
    const visitor = await page.context().newPage()
    const keptBy = async (click_id_flag: boolean) => {
      await sql('update shop set click_id_flag = $1 where id = 2', click_id_flag)
      await visitor.goto(`/sh/products/detail/1?adcd=${adcd}&gclid=Cj0-${adcd}`)
      await visitor.waitForFunction((code) => localStorage.getItem('kushi.ad')?.includes(`"${code}"`), adcd)
      return visitor.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('kushi.ad')!)))
    }
    await expect.poll(() => keptBy(true)).toContain('gclid')
    await expect.poll(() => keptBy(false)).not.toContain('gclid')
    await visitor.close()
    await sql('delete from landing_day where shop_id = 2 and adcd = $1', adcd)

    step('reasons of お休み')
    await openScreen(page, '/admin/reports/reasons?view=skipped')
    await heading('解約の理由')
    expect(await page.getByLabel('見方').inputValue()).toBe('skipped')

    step('what is offered beside a 解約の理由')
    await openScreen(page, '/admin/setting/choice/cancel_reason')
    await heading('解約の理由')
    expect(await page.getByLabel('1番目のご案内1', { exact: true }).isVisible()).toBe(false)
    await inspect(page, 'admin-setting-cancel-reasons')
    await page.locator('summary', { hasText: '1番目の理由' }).click()
    expect(await page.getByLabel('1番目のご案内1', { exact: true }).inputValue()).toBe('pace')
    await inspect(page, 'admin-setting-cancel-reason-open')
    await openScreen(page, '/admin/setting/choice/skip_reason')
    await heading('お休みの理由')

    step('お届けの予定')
    await openScreen(page, '/admin/subscriptions/calendar')
    await heading('お届けの予定(60日間)')
    await inspect(page, 'admin-calendar')
  },
)
