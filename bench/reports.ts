/**
 * Measures the reports of a shop with a year of deliveries, on a separate database:
 *
 *     node bench/reports.ts [orders]                     (1,000,000; a tenth as many contracts)
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPORTS, type ReportName, type ReportQuery } from '@kushi/contract/admin/report'
import { jobTimeouts, openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { rollUpSalesDays } from '@kushi/shop/accounting/ledger/roll-up-sales'
import { showReport } from '@kushi/shop/growth/report/admin/show-report'
import { operatorContext } from '@kushi/shop/testing/operator'
import { fillReports } from './reports/fill.ts'

const [orders = 1_000_000] = process.argv.slice(2).map(Number)
const ROUNDS = 5

const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
// The data need not survive a crash of the machine.
const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', synchronous_commit: 'off' } })
const database = openDatabase(postgres.url, { ...jobTimeouts, statement_timeout: 0, query_timeout: 3_600_000 })
try {
  await setUp(postgres.url, { demo: true })
  await fillReports(database.db, orders)
  const ctx = await operatorContext(database.db, 'manager')
  console.log(`${orders} orders of two years\n`)
  const beganToRoll = performance.now()
  const days = await rollUpSalesDays(ctx)
  console.log(`日計 of ${days} days: ${((performance.now() - beganToRoll) / 1000).toFixed(1)} s`)
  await database.pool.query('vacuum analyze sales_day, product_day, sales_due')
  const queries: [ReportName, string, ReportQuery][] = [
    ...(Object.keys(REPORTS) as ReportName[]).map((name): [ReportName, string, ReportQuery] => [
      name,
      'as it opens',
      {},
    ]),
    ['sales', 'a year by month', { period: 'last_12', by: 'month' }],
    ['sales', 'a year by way to pay', { period: 'last_12', by: 'method' }],
    ['sales', 'a year by product', { period: 'last_12', by: 'product' }],
    ['sales', 'a year of one code by month', { period: 'last_12', by: 'month', adcd: 'AD3' }],
    ['sales', 'a year of 受注 by 定期便の回', { period: 'last_12', by: 'cycle', view: 'ordered' }],
    ['ads', 'a year, 獲得', { period: 'last_12' }],
    ['ads', 'a year, LTVと回収', { period: 'last_12', view: 'lived' }],
    ['cohorts', 'two years, 継続率', { period: 'last_24', view: 'continuing' }],
    ['cohorts', 'a year by product, 乗換 too', { by: 'product', switched: 'with' }],
  ]
  for (const [report, what, query] of queries) {
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await showReport(ctx, { report, ...query })
      took.push(performance.now() - began)
    }
    const [first, ...rest] = took
    rest.sort((a, b) => a - b)
    console.log(
      `${report.padEnd(14)} ${what.padEnd(32)} first ${first!.toFixed(0)} ms, median ${rest[rest.length >> 1]!.toFixed(0)} ms`,
    )
  }
} finally {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
