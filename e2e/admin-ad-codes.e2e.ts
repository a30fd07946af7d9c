import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

journey('a code is registered for a leaflet, and its figures are exported', async ({ page, size }) => {
  // A long name that the table has to fit.
  const name = '新聞の折込チラシ(関東・東海版)'
  const code = `leaflet-${size}`.padEnd(40, '-of-winter')
  await signIn(page, 'manager')
  await page.goto('/admin/ad-codes')
  await page.getByRole('button', { name: '広告コードを登録する' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^コード/).fill(code)
  await dialog.getByLabel(/^名前/).fill(name)
  await dialog.getByLabel('LINEの友だち追加キャンペーンに使う').check()
  await dialog.getByText(`/v1/line/campaign/${code}`).waitFor()
  await dialog.getByLabel(/^あいさつ/).fill('ようこそ。')
  await fitsEverywhere(page, 'admin-ad-code-new')
  await dialog.getByRole('button', { name: '保存する' }).click()
  await page.getByText(name, { exact: true }).filter({ visible: true }).waitFor()
  await inspect(page, 'admin-ad-codes')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSVを出力する' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^ad-codes-.*\.csv$/)
  await sql('delete from ad_campaign where adcd = $1', code)
})
