/**
 * Measures the books of a large shop: a settlement file with a line for each order of a month, the month's page, its
 * journals and its closing, and the sales report of a year of these months:
 *
 *     node bench/accounting.ts [orders of the month, 100000] [months, 12]
 *
 * What is held while it works is seen with a small heap: `node --max-old-space-size=64 bench/accounting.ts 100000 1`.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalFiles } from '@kushi/adapters/journals/journal-files'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { exportJournals } from '@kushi/shop/accounting/journal/admin/journals'
import { closeMonth, showAccountingMonth } from '@kushi/shop/accounting/ledger/admin/month'
import { rollUpSalesDays } from '@kushi/shop/accounting/ledger/roll-up-sales'
import { sumSales } from '@kushi/shop/accounting/ledger/sum-sales'
import { assignSettlementColumns, uploadSettlementFile } from '@kushi/shop/accounting/settlement/admin/files'
import { revertSettlementFile } from '@kushi/shop/accounting/settlement/admin/revert-settlement-file'
import { processSettlementFiles } from '@kushi/shop/accounting/settlement/process-settlement-files'
import { testClock } from '@kushi/shop/testing/context'
import { operatorContext } from '@kushi/shop/testing/operator'
import { insertMembers } from '@kushi/shop/testing/order'
import { SALES_DIVISION_NAME, type SalesDivision } from '@kushi/values/sales-report'

const orders = Number(process.argv[2] ?? 100_000)
assert.ok(Number.isInteger(orders) && orders > 0, 'the number of orders is a whole number from 1 on')
/** The last is December. */
const MONTHS = Number(process.argv[3] ?? 12)
assert.ok(Number.isInteger(MONTHS) && MONTHS > 0 && MONTHS <= 12, 'the number of months is a whole number up to 12')
const FIRST = 13 - MONTHS
const AMOUNT = 3300
const FEE = 107

const folder = await mkdtemp(join(tmpdir(), 'kushi-books-'))
const postgres = await startEmbedded({ dataDir: folder, settings: { fsync: 'off', synchronous_commit: 'off' } })
await setUp(postgres.url, { demo: true })
const database = openDatabase(postgres.url, { statement_timeout: 900_000, query_timeout: 900_000 })
const { db, pool } = database
try {
  await fill()
  const clock = testClock('2027-01-05')
  const admin = await operatorContext(db, 'manager', { clock, ports: { journal_file: journalFiles } })
  await timed(`a file of ${orders} lines`, takeFile)
  await timed('that file taken back', async () => {
    const { rows } = await pool.query('select max(id)::int as id from settlement_file')
    await revertSettlementFile(admin, { id: rows[0].id, decision_reason: 'bench' })
    await processSettlementFiles(admin, { budgetMs: 3_600_000 })
    const sums = await pool.query(`select sum(amount)::int as n from ledger_entry where kind = 'received'`)
    assert.equal(sums.rows[0].n, 0)
  })
  await timed('and taken in again', takeFile)
  const month = '2026-12-01'
  await timed('the month’s page', () => showAccountingMonth(admin, { month }))
  await timed('journals by day', () => exportJournals(admin, { month, program: 'yayoi', grain: 'day', again: false }))
  await timed('journals by order', () =>
    exportJournals(admin, { month, program: 'yayoi', grain: 'order', again: true }),
  )
  for (let n = FIRST; n <= 12; n++) {
    const each = `2026-${String(n).padStart(2, '0')}-01`
    if (n < 12) await closeMonth(admin, { month: each })
    else await timed('closing the month', () => closeMonth(admin, { month: each }))
  }
  await timed(`日計 of ${MONTHS * 28} days`, () => rollUpSalesDays(admin))
  await pool.query('vacuum analyze sales_day, product_day, sales_due')
  for (const by of Object.keys(SALES_DIVISION_NAME) as SalesDivision[])
    await timed(`a year of ${MONTHS * orders} orders by ${by}`, async () => {
      const { total } = await sumSales(admin, { basis: 'sold', by, from: '2026-01-01', to: '2026-12-31' })
      assert.equal(total.amount, MONTHS * orders * AMOUNT)
    })

  async function takeFile(): Promise<void> {
    const file = await uploadSettlementFile(admin, { name: 'gmo.csv', content: writeFile() })
    await assignSettlementColumns(admin, { id: file.id, provider: 'gmo', columns: file.asked!.columns, paid_on: null })
    await processSettlementFiles(admin, { budgetMs: 3_600_000 })
    const { rows } = await pool.query(`select count(*)::int as n from settlement_line where state = 'matched'`)
    assert.equal(rows[0].n, orders)
  }
} finally {
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit()

function writeFile(): Uint8Array<ArrayBuffer> {
  const lines = ['オーダーID,利用金額,手数料,振込日']
  for (let n = 1; n <= orders; n++) lines.push(`B12-${n},${AMOUNT},${FEE},2026/12/31`)
  return new TextEncoder().encode(lines.join('\n'))
}

/** Months with as many orders each: sold, captured by card, and in the ledger. */
async function fill(): Promise<void> {
  const [member] = await insertMembers(db, 1)
  const run = (text: string) => pool.query(text)
  const day = `make_date(2026, m, 1 + n % 28)`
  await run(`insert into orders (shop_id, customer_id, order_no, status, name01, name02, kana01, kana02, postal_code01, postal_code02,
      pref_id, addr01, addr02, phone_number, delivery_id, payment_method_id, subtotal, discount_amount, delivery_fee, payment_fee,
      adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, is_repeat, created_at)
    select 2, ${member}, 'B' || m || '-' || n, 'delivered', 'あ', 'い', 'あ', 'い', '100', '0001', 13, '', '', '0300000000', 1, 1, ${AMOUNT}, 0, 0,
      0, 0, ${AMOUNT}, 300, '[{"tax_rate": 10, "total": ${AMOUNT}, "tax": 300}]', true, true, ${day} + time '12:00'
    from generate_series(${FIRST}, 12) m, generate_series(1, ${orders}) n`)
  await run(`insert into order_item (shop_id, order_id, product_id, product_sku_id, product_code, product_name, product_image, quantity,
      price, subtotal, discount_amount, tax_rate)
    select 2, id, 1, 101, '', '純椿油', '', 1, ${AMOUNT}, ${AMOUNT}, 0, 10 from orders where order_no like 'B%-%'`)
  await run(`insert into payment (shop_id, order_id, payment_method_id, account, state, amount, captured_amount, captured_at, provider_order_id)
    select 2, id, 1, 'gmo bench', 'captured', ${AMOUNT}, ${AMOUNT}, created_at, order_no from orders where order_no like 'B%-%'`)
  await run(`insert into ledger_entry (shop_id, day, happened_on, order_id, kind, tax_rate, amount, tax, payment_method_id, cause, created_at)
    select 2, created_at::date, created_at::date, id, 'sale', 10, ${AMOUNT}, 300, 1, 'sale', created_at from orders where order_no like 'B%-%'`)
  await run(
    `insert into sales_due (shop_id, day) select distinct 2::bigint, day from ledger_entry where cause = 'sale'`,
  )
  await run('vacuum analyze')
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  clearInterval(watch)
  const took = ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${what.padEnd(40)} ${took.padStart(10)}  memory ${Math.round(Math.max(most, process.memoryUsage.rss()) / 1024 / 1024)} MB`,
  )
}
