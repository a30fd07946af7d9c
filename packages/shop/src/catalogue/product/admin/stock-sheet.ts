import { stockList } from '@kushi/contract/admin/stock'
import { product, product_sku, stock_event } from '@kushi/db/schema/product'
import { itemName, variantName } from '@kushi/values/product'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type AdminHandler, type OperatorContext, readEveryPage } from '../../../foundation/admin/index.ts'
import { beginExport, csvFile, type ImportColumn, parseWholeNumber, runImport } from '../../../foundation/csv/index.ts'
import { type StockRow, stockListSource, writeLowStockThreshold, writeStockChange } from './stock.ts'

const code: ImportColumn<StockRow> = { head: '商品コード', of: ({ product_code }) => product_code }
const before: ImportColumn<StockRow> = { head: '出力したときの在庫', of: ({ stock }) => stock }
const stock: ImportColumn<StockRow> = {
  head: '在庫',
  of: ({ stock: pieces }) => pieces,
  name: 'stock',
  read: parseWholeNumber,
}
const low: ImportColumn<StockRow> = {
  head: '残りわずかの目安',
  of: ({ low_stock }: StockRow) => low_stock,
  name: 'low_stock',
  read: parseWholeNumber,
}
const columns = [
  code,
  { head: '商品名', of: ({ product_name }: StockRow) => product_name },
  { head: '種類', of: (row: StockRow) => variantName(row) },
  before,
  stock,
  low,
]

/** 在庫のCSV of the SKUs in the list. */
export const exportStock: AdminHandler<'POST /admin/v1/stock/export'> = async (ctx, { filter, encoding }) => {
  await beginExport(ctx, '在庫', { list: stockList, filter, source: stockListSource(ctx) })
  return csvFile(
    `stock-${ctx.clock.today()}`,
    columns,
    encoding,
    readEveryPage(stockList, filter, stockListSource(ctx)),
  )
}

/** Checks 在庫のCSV: reports what its import would change, and changes nothing. */
export const checkStockImport: AdminHandler<'POST /admin/v1/stock/import/check'> = (ctx, { content }) =>
  importStock(ctx, content, true)
/** Imports 在庫のCSV: the whole file, or nothing if one row is wrong. */
export const runStockImport: AdminHandler<'POST /admin/v1/stock/import/run'> = (ctx, { content }) =>
  importStock(ctx, content, false)

const MOST = 1_000_000

/**
 * 在庫の取り込み. The difference between the two columns counts: how many pieces more or fewer than when the file was
 * exported. It is added to the current stock, so that pieces sold meanwhile do not reappear. A file counts once.
 */
const importStock = (ctx: OperatorContext, content: Uint8Array, isCheck: boolean) =>
  runImport(ctx, { kind: '在庫', content, columns, needed: [code.head], isCheck }, async (tx, all) => {
    const codes = all.csv.rows.map(({ cells }) => cells.get(code.head)!.trim())
    const known = new Map((await loadStock(ctx, codes)).map((row) => [row.product_code, row]))
    const seen = new Set<string>()
    const keyOf = ({ id }: StockRow) => `csv-${all.digest}-${id}`
    const counted = await takenKeys(ctx, [...known.values()].map(keyOf))
    for (const csv of all.csv.rows) {
      const own = csv.cells.get(code.head)!.trim()
      const row = known.get(own)
      if (!row) all.fault(csv.row, code.head, 'この商品コードはありません。')
      else if (seen.has(own)) all.fault(csv.row, code.head, 'ほかの行と同じ商品コードです。')
      seen.add(own)
      if (!row) continue
      // The difference is calculated from the file's own old stock.
      const then = all.typed(csv, [{ ...before, name: 'then', read: parseWholeNumber }], null)[0]?.value as
        | number
        | null
        | undefined
      const asWritten = { ...row, stock: then ?? row.stock }
      const cells = all.typed(csv, counted.has(keyOf(row)) ? [low] : [stock, low], asWritten)
      if (cells.length === 0) continue
      const value = (name: string) => cells.find((cell) => cell.name === name)?.value as number | null | undefined
      const [pieces, low_stock] = [value('stock'), value('low_stock')]
      for (const [head, given] of [
        [stock.head, pieces],
        [low.head, low_stock],
      ] as const)
        if (given !== undefined && (given === null || given < 0 || given > MOST))
          all.fault(csv.row, head, '0〜1,000,000の数字で入力してください。')
      if (pieces !== undefined && then == null)
        all.fault(csv.row, before.head, '在庫を変えるには「出力したときの在庫」の列が必要です。')
      all.noteChange(
        csv,
        itemName(row),
        columns,
        asWritten,
        cells.map(({ head }) => head),
      )
      if (all.isFaulty(csv)) continue
      const change = { id: row.id, reason: '在庫のCSVの取り込み', idempotency_key: keyOf(row) }
      await all.attempt(
        csv.row,
        () => ({ head: stock.head }),
        async () => {
          if (pieces != null) await writeStockChange(tx, ctx, 'correction', { ...change, quantity: pieces - then! })
          if (low_stock != null) await writeLowStockThreshold(tx, ctx, { id: row.id, low_stock })
        },
      )
    }
  })

/** Keys of rows that this same file has changed before. */
async function takenKeys(ctx: OperatorContext, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await ctx.db
    .select({ key: stock_event.idempotency_key })
    .from(stock_event)
    .where(and(eq(stock_event.shop_id, ctx.shop_id), inArray(stock_event.idempotency_key, keys)))
  return new Set(rows.map(({ key }) => key))
}

async function loadStock(ctx: OperatorContext, codes: string[]): Promise<StockRow[]> {
  if (codes.length === 0) return []
  return stockListSource(ctx).rows({
    where: and(eq(product_sku.shop_id, ctx.shop_id), inArray(product_sku.product_code, codes)),
    orderBy: [sql`${product.id}`],
    limit: codes.length,
    sort_value: sql<string>`''`,
  })
}
