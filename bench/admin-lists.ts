/**
 * Measures the admin's lists in a large shop, with every query that they offer, on a separate database:
 *
 *     node bench/admin-lists.ts [orders] [members] [skus]     (1,000,000 300,000 100,000)
 *     KEEP=/somewhere node bench/admin-lists.ts                fills a folder once, and reuses it for later runs
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carrierFiles } from '@kushi/adapters/carriers/carrier-files'
import { auditList } from '@kushi/contract/admin/audit'
import { customerList } from '@kushi/contract/admin/customer'
import { inquiryList } from '@kushi/contract/admin/inquiry'
import { type List, type ListQuery, listQuery } from '@kushi/contract/admin/list'
import { messageList } from '@kushi/contract/admin/message'
import { orderList } from '@kushi/contract/admin/order'
import { privacyList } from '@kushi/contract/admin/privacy'
import { productList } from '@kushi/contract/admin/product'
import { stockList } from '@kushi/contract/admin/stock'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import { supplierList } from '@kushi/contract/admin/supplier'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { listAllProducts } from '@kushi/shop/catalogue/product/admin/list-products'
import { listStock } from '@kushi/shop/catalogue/product/admin/stock'
import type { OperatorContext } from '@kushi/shop/foundation/admin/context'
import { listAudit } from '@kushi/shop/foundation/audit/list-audit'
import { listPrivacyRequests } from '@kushi/shop/operation/membership/admin/requests'
import { showToday } from '@kushi/shop/operation/today/admin/show-today'
import { listMessages } from '@kushi/shop/people/correspondence/admin/list-messages'
import { listCustomers } from '@kushi/shop/people/customer/admin/list-customers'
import { listInquiries } from '@kushi/shop/people/inquiry/admin/list-inquiries'
import { listAdminSupplierApplications } from '@kushi/shop/people/inquiry/admin/suppliers'
import { listAllOrders } from '@kushi/shop/sales/order/admin/list-orders'
import { listAllSubscriptions } from '@kushi/shop/sales/subscription/admin/list-all'
import { operatorContext } from '@kushi/shop/testing/operator'
import { casesOf } from './admin-lists/cases.ts'
import { fillShop } from './admin-lists/fill.ts'
import { fillDesk } from './admin-lists/fill-desk.ts'

const [orders = 1_000_000, members = 300_000, skus = 100_000] = process.argv.slice(2).map(Number)
const ROUNDS = 11
const DEPTH = 100_000
const AIM_MS = 300

type Listing = (ctx: OperatorContext, query: ListQuery) => Promise<{ next: string | null }>
const person = ['佐藤花', 'さとう', '09000000500', 'm500@example', 'm1', '見つからない']
const lists = [
  [
    orderList,
    listAllOrders,
    { product_id: '20', product_code: 'B20', adcd: 'AD20', customer_id: '500' },
    ['BN00500000', '4000000050', ...person],
  ],
  [customerList, listCustomers, {}, person],
  [subscriptionList, listAllSubscriptions, { product_id: '20', product_code: 'B20', customer_id: '500' }, person],
  [messageList, listMessages, { customer_id: '500', order_id: '500' }, person],
  [productList, listAllProducts, { category: '1' }, ['B500-1', 'ツゲ櫛 500', '見つからない']],
  [
    auditList,
    listAudit,
    { operator: '1', subject: '商品', subject_id: '10', field: '価格' },
    ['櫛', '椿油', 'シャンプー 4', 'TN251123', '佐藤', 'コマンド', '1', '99999999', '見つからない'],
  ],
  [inquiryList, listInquiries, { inquiry_category_id: '1', operator_id: '1' }, ['Q00000500', ...person]],
  [supplierList, listAdminSupplierApplications, {}, ['S00000500', ...person]],
  [privacyList, listPrivacyRequests, {}, []],
  [stockList, listStock, {}, ['B500-1', 'ツゲ櫛 500', '見つからない']],
] as unknown as [List, Listing, Record<string, string>, string[]][]

const { KEEP } = process.env
const dataDir = KEEP ?? (await mkdtemp(join(tmpdir(), 'kushi-bench-')))
const isFilled = existsSync(join(dataDir, 'filled'))
// The data need not survive a crash of the machine.
const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', synchronous_commit: 'off' } })
const database = openDatabase(postgres.url)
try {
  if (!isFilled) {
    const began = performance.now()
    await setUp(postgres.url, { demo: true })
    await fillShop(postgres.url, { orders, members, skus })
    await fillDesk(postgres.url, { orders })
    await writeFile(join(dataDir, 'filled'), '')
    const took = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${orders} orders, ${members} members, ${skus} SKUs, written in ${took} s\n`)
  }
  const ctx = await operatorContext(database.db, 'manager', { ports: { carrier_file: carrierFiles() } })
  for (const one of lists) await measureList(ctx, ...one)
  print('今日', 'all of it', await timed(async () => showToday(ctx, {} as never)))
} finally {
  await database.close()
  await postgres.stop()
  if (!KEEP) await rm(dataDir, { recursive: true, force: true })
}
process.exit()

async function measureList(
  ctx: OperatorContext,
  list: List,
  handler: Listing,
  texts: Record<string, string>,
  searches: string[],
) {
  const ask = (more: object) => handler(ctx, listQuery(list).parse(more))
  for (const [what, query] of casesOf(list, texts, searches)) print(list.name, what, await timed(() => ask(query)))
  let after: string | undefined
  let depth = 0
  for (; depth < DEPTH; depth += 100) {
    const { next } = await ask({ per_page: 100, ...(after && { after }) })
    if (!next) break
    after = next
  }
  print(list.name, `the page at depth ${depth}`, await timed(() => ask({ after })))
}

/**
 * Times the first run with a cold cache, and the median and p95 of the others; null: aborted after ten seconds, the
 * limit of any screen action.
 */
async function timed(work: () => Promise<unknown>) {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    try {
      await work()
    } catch (error) {
      if (!/statement timeout/.test(String((error as Error).cause))) throw error
      return null
    }
    took.push(performance.now() - began)
    // A query that takes seconds is measured only three times.
    if (round === 2 && took[2]! > 2000) break
  }
  const [first, ...rest] = took
  rest.sort((a, b) => a - b)
  return { first: first!, median: rest[rest.length >> 1]!, p95: rest.at(-1)! }
}

function print(list: string, what: string, found: Awaited<ReturnType<typeof timed>>) {
  const ms = (value: number) => value.toFixed(0).padStart(6)
  const figures = found && `median ${ms(found.median)}  p95 ${ms(found.p95)}  first ${ms(found.first)} ms`
  const isSlow = !found || found.p95 > AIM_MS
  console.log(`${list.padEnd(14)} ${what.padEnd(34)} ${figures ?? 'cut off'}${isSlow ? '  SLOW' : ''}`)
}
