import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

const heads = '会員番号,メールアドレス,姓,名,郵便番号,都道府県,市区町村,番地,電話番号'

journey('members move in by the screen: files, a rehearsal with its errors, and the run', async ({ page, size }) => {
  const email = `moved-in-${size}@screen.example`
  const row = (no: string, to: string) => `${size}-${no},${to},椿,花子,248-0006,神奈川県,鎌倉市小町,1-2-3,09000000001`
  const text = [heads, row('1', email), row('2', 'no address')].join('\n')
  await signIn(page, 'manager')
  await page.goto('/admin/move-in')
  await page.getByRole('heading', { level: 1, name: 'ほかのシステムからの移行' }).waitFor()
  const given = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('ファイルを選ぶ', { exact: true }).setInputFiles(given)
  await page.getByText('members.csv', { exact: true }).waitFor()
  await inspect(page, 'admin-move-in-files')
  await page.getByRole('button', { name: '予行する', exact: true }).click()
  await page.getByText('見つかった問題 1件').waitFor()
  await inspect(page, 'admin-move-in-checked')
  await page.getByRole('button', { name: '1件を取り込む', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('問題のある1件は取り込みません。').waitFor()
  await dialog.getByRole('button', { name: '取り込む', exact: true }).click()
  await page.getByRole('heading', { name: '取り込みの結果', exact: true }).waitFor()
  await inspect(page, 'admin-move-in-done')
  expect(await sql('select name01 from customer where email = $1', email)).toEqual([{ name01: '椿' }])
  await page.getByRole('button', { name: 'ファイルをすべて消す' }).waitFor({ state: 'detached' })
})
