import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

const statusShows = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
const give = (page: Page, text: string) =>
  page
    .getByLabel(/ファイルを選ぶ$/)
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Stock as CSV: exported, imported with an error and no change, then correctly by the difference. */
async function stockAsCsv(page: Page): Promise<void> {
  const [sku] = await sql<{ id: number; product_code: string; stock: number }>(
    'select id, product_code, stock from product_sku where shop_id = 2 and stock > 30 order by id limit 1',
  )
  const { id, product_code, stock } = sku!
  await page.goto(`/admin/stock?q=${product_code}`)
  await page.getByRole('heading', { level: 1, name: '在庫' }).waitFor()
  await inspect(page, 'admin-stock')
  await page.getByRole('button', { name: 'CSVを出力' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '出力する', exact: true }).click(),
  ])
  await statusShows(page, 'CSVを出力しました')
  const text = await readFile((await file.path())!, 'utf8')
  expect(text).toContain(`${product_code},`)

  await page.getByRole('link', { name: 'CSVを取り込む' }).click()
  await page.getByRole('heading', { level: 1, name: '在庫のCSVを取り込む' }).waitFor()
  const changed = (pieces: string) => text.replace(`,${stock},${stock},`, `,${stock},${pieces},`)
  await give(page, changed('たくさん'))
  await page.getByText('数字で入力してください。').waitFor()
  await inspect(page, 'admin-csv-fault')
  await give(page, changed(String(stock + 5)))
  await page.getByText('変わる 1行').waitFor()
  await expectFitsAllWidths(page, 'admin-csv')
  await page.getByRole('button', { name: '1行を取り込む' }).click()
  await statusShows(page, '在庫のCSVを取り込みました')
  const stockNow = () => sql<{ stock: number }>('select stock from product_sku where shop_id = 2 and id = $1', id)
  expect(await stockNow()).toEqual([{ stock: stock + 5 }])
  await sql('update product_sku set stock = stock - 5 where shop_id = 2 and id = $1', id)
}

const orderHeads =
  '注文番号,会員番号,注文日時,状態,商品コード,数量,単価,合計,姓,名,郵便番号,都道府県,市区町村,番地,電話番号'
const heads = '会員番号,メールアドレス,姓,名,郵便番号,都道府県,市区町村,番地,電話番号'

/** Members of another system: a file, a rehearsal with its errors, the run after a word about the backup, and all of it taken back. */
async function membersMoveIn(page: Page): Promise<void> {
  const email = `moved-in-desk@screen.example`
  const former_system = '前のお店'
  const row = (no: string, to: string) => `desk-${no},${to},椿,花子,248-0006,神奈川県,鎌倉市小町,1-2-3,09000000001`
  const text = [heads, row('1', email), row('2', 'no address'), row('3', `second-${email}`)].join('\n')
  await openScreen(page, '/admin/move-in')
  await page.getByRole('heading', { level: 1, name: 'ほかのシステムからの移行' }).waitFor()
  const given = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  const bought = (no: string, who: string) =>
    `desk-order-${no},${who},2026-10-05 10:00,発送済み,TN-OIL-N030,1,1500,1500,椿,客子,248-0006,神奈川県,鎌倉市小町,9-9-9,09000000009`
  const sold = [orderHeads, bought('1', ''), bought('2', 'desk-left')].join('\n')
  const orders = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(sold) }
  await page.getByLabel('ファイルを選ぶ', { exact: true }).setInputFiles([given, orders])
  await page.getByText('orders.csv', { exact: true }).waitFor()
  await page.getByLabel('移行元').fill(former_system)
  await page.getByRole('button', { name: '予行する', exact: true }).click()
  await page.getByText('見つかった問題 3件').waitFor()
  await page.getByLabel(/^ゲストの注文も取り込む/).check()
  await page.getByLabel(/^退会した会員の注文も取り込む/).check()
  await page.getByRole('button', { name: '予行する', exact: true }).click()
  await page.getByText('会員のファイルにない会員番号が1個あり(desk-left)').waitFor()
  await page.getByText('ゲスト 1件、退会した会員 1件').waitFor()
  await inspect(page, 'admin-move-in-checked')
  await expectFitsAllWidths(page, 'admin-move-in-checked')
  await page.getByRole('button', { name: '4件を取り込む', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('問題のある1件は取り込みません。').waitFor()
  await dialog.getByRole('button', { name: '取り込む', exact: true }).click()
  await dialog.getByText('この24時間のバックアップが確かめられません').waitFor()
  await expectFitsAllWidths(page, 'admin-move-in-backup')
  await dialog.getByLabel('バックアップを取らずに進めるとき').fill('バックアップなし')
  await dialog.getByRole('button', { name: '取り込む', exact: true }).click()
  await page.getByRole('heading', { name: '取り込みの結果', exact: true }).waitFor()
  expect(await sql('select name01 from customer where email = $1', email)).toEqual([{ name01: '椿' }])
  await page.getByRole('button', { name: 'ファイルをすべて消す' }).waitFor({ state: 'detached' })
  await importGuestOrder(page)
  await openScreen(page, '/admin/move-in')
  await takeBackMove(page, { former_system, email })
}

/** Whoever has only the order is told by it. */
async function importGuestOrder(page: Page): Promise<void> {
  const [order] = await sql<{ id: number }>("select id from orders where order_no = 'desk-order-1'")
  await openScreen(page, `/admin/orders/${order!.id}`)
  await page.getByRole('link', { name: 'ゲスト(移行)', exact: true }).waitFor()
  await page.getByText('椿 客子').first().waitFor()
  await expectFitsAllWidths(page, 'admin-guest-order')
  await page.getByRole('link', { name: 'ゲスト(移行)', exact: true }).click()
  await page.getByText('最初のご注文').waitFor()
  await expectFitsAllWidths(page, 'admin-guest')
}

/** One of the two was blocked meanwhile, and stays. */
async function takeBackMove(page: Page, { former_system, email }: { former_system: string; email: string }) {
  const left = () => sql<{ email: string }>('select email from customer where email like $1', `%${email}`)
  await sql('update customer set blocked_at = now() where email = $1', email)
  await page
    .getByRole('listitem')
    .filter({ hasText: former_system })
    .getByRole('button', { name: '取り消しを予行する' })
    .click()
  await page.getByText('残る会員と理由').waitFor()
  await page.getByText('利用停止', { exact: true }).waitFor()
  await expectFitsAllWidths(page, 'admin-move-in-back-checked')
  await page.getByRole('button', { name: '3人を取り消す' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('バックアップを取らずに進めるとき').fill('バックアップなし')
  await dialog.getByLabel(/^移行元の名前/).fill('ほかのお店')
  await dialog.getByRole('button', { name: '取り消す', exact: true }).click()
  await dialog.getByText(`取り消す移行元の名前「${former_system}」を入力してください。`).waitFor()
  await expectFitsAllWidths(page, 'admin-move-in-back-asked')
  expect(await left()).toHaveLength(2)
  await dialog.getByLabel(/^移行元の名前/).fill(former_system)
  await dialog.getByRole('button', { name: '取り消す', exact: true }).click()
  await page.getByText(`「${former_system}」の取り消しの結果`).waitFor()
  await inspect(page, 'admin-move-in-taken-back')
  await expectFitsAllWidths(page, 'admin-move-in-taken-back')
  expect(await left()).toEqual([{ email }])
}

/** A code for a leaflet, whose figures are exported. */
async function createLeafletCode(page: Page): Promise<void> {
  // A long name that the table has to fit.
  const name = '新聞の折込チラシ(関東・東海版)'
  const code = 'leaflet'.padEnd(40, '-of-winter')
  await openScreen(page, '/admin/ad-codes')
  await page.getByRole('button', { name: '広告コードを登録する' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^コード/).fill(code)
  await dialog.getByLabel(/^名前/).fill(name)
  await dialog.getByLabel('LINEの友だち追加キャンペーンに使う').check()
  await dialog.getByText(`/v1/line/campaign/${code}`).waitFor()
  await dialog.getByLabel(/^あいさつ/).fill('ようこそ。')
  await expectFitsAllWidths(page, 'admin-ad-code-new')
  await dialog.getByRole('button', { name: '保存する' }).click()
  await page.getByText(name, { exact: true }).filter({ visible: true }).waitFor()
  await inspect(page, 'admin-ad-codes')
  await expectFitsAllWidths(page, 'admin-ad-codes')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSVを出力する' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^ad-codes-.*\.csv$/)
  await sql('delete from ad_campaign where adcd = $1', code)
}

journey(
  'files in and out: stock as CSV, members of another system, figures of an advertisement',
  async ({ page, expectProblem }) => {
    // Without the word about the backup, and with another name.
    expectProblem(/422: POST \/admin\/v1\/move-in\/run/)
    expectProblem(/422: POST \/admin\/v1\/move-in\/back\/run/)
    await signIn(page, 'manager')
    await stockAsCsv(page)
    await membersMoveIn(page)
    await createLeafletCode(page)
  },
  { on: ['desktop'] },
)
