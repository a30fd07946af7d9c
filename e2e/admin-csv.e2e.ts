import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
const give = (page: Page, text: string) =>
  page
    .getByLabel(/ファイルを選ぶ$/)
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

journey(
  'stock is exported as CSV, imported with an error and no change, then imported correctly by the difference',
  async ({ page }) => {
    await signIn(page, 'manager')
    const [sku] = await sql<{ id: number; product_code: string; stock: number }>(
      'select id, product_code, stock from product_sku where shop_id = 2 and stock > 30 order by id limit 1',
    )
    const { id, product_code, stock } = sku!
    await page.goto(`/admin/stock?q=${product_code}`)
    await page.getByRole('button', { name: 'CSVを出力' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '出力する', exact: true }).click(),
    ])
    await told(page, 'CSVを出力しました')
    const text = await readFile((await file.path())!, 'utf8')
    expect(text).toContain(`${product_code},`)

    await page.getByRole('link', { name: 'CSVを取り込む' }).click()
    await page.getByRole('heading', { level: 1, name: '在庫のCSVを取り込む' }).waitFor()
    await give(page, text)
    await page.getByText('変わらない 1行').waitFor()
    const changed = (pieces: string) => text.replace(`,${stock},${stock},`, `,${stock},${pieces},`)
    await give(page, changed('たくさん'))
    await page.getByText('数字で入力してください。').waitFor()
    await inspect(page, 'admin-csv-fault')
    await give(page, changed(String(stock + 5)))
    await page.getByText('変わる 1行').waitFor()
    await fitsEverywhere(page, 'admin-csv')
    await page.getByRole('button', { name: '1行を取り込む' }).click()
    await told(page, '在庫のCSVを取り込みました')
    const stockNow = () => sql<{ stock: number }>('select stock from product_sku where shop_id = 2 and id = $1', id)
    expect(await stockNow()).toEqual([{ stock: stock + 5 }])
    await sql('update product_sku set stock = stock - 5 where shop_id = 2 and id = $1', id)
  },
  { on: ['desktop'] },
)
