import { NEW_PRODUCT, NEW_SKU, ProductInput, type SkuInput } from '@kushi/contract/admin/product'
import type { Tx } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { isSpreadsheetConverted, spreadsheetConvertedMessage } from '@kushi/values/spreadsheet'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import {
  type ChangedCell,
  type CsvRow,
  type FileImport,
  parseOrRefuse,
  runImport,
} from '../../../foundation/csv/index.ts'
import {
  loadCategorySlugs,
  loadSkuCodes,
  loadStoredProducts,
  type ProductSheetRow,
  productSheetColumns,
  type StoredProduct,
} from '../internal/product-sheet.ts'
import { canSeeCosts } from '../internal/sku-costs.ts'
import { countSubscriptionsOfProducts } from './running-subscriptions.ts'
import { applyProductChange, insertProduct } from './save-product.ts'

type Columns = ReturnType<typeof productSheetColumns>

/** A product of the file: its rows and the resulting product. */
interface Draft {
  before: StoredProduct | null
  after: StoredProduct
  rows: { csv: CsvRow; sku: SkuInput; before: ProductSheetRow | null; cells: ChangedCell[] }[]
}

/** Checks 商品のCSV: reports what its import would change, and changes nothing. */
export const checkProductImport: AdminHandler<'POST /admin/v1/products/import/check'> = (ctx, { content }) =>
  importProducts(ctx, content, true)
/** Imports 商品のCSV: the whole file, or nothing if one row is wrong. */
export const runProductImport: AdminHandler<'POST /admin/v1/products/import/run'> = (ctx, { content }) =>
  importProducts(ctx, content, false)

/**
 * 商品の取り込み: finds SKUs by their code and products by their number. A row with neither creates a product, by its slug.
 */
async function importProducts(ctx: OperatorContext, content: Uint8Array, isCheck: boolean) {
  const columns = productSheetColumns(await loadCategorySlugs(ctx.db, ctx.shop_id), {
    codes: await loadSkuCodes(ctx.db, ctx.shop_id),
    hasCosts: canSeeCosts(ctx),
  })
  const file = { kind: '商品', content, columns: columns.all, needed: [columns.code.head], isCheck }
  return runImport(ctx, file, async (tx, all) => {
    const drafts = await readDrafts(tx, ctx, all, columns)
    const concerned: number[] = []
    for (const draft of drafts) {
      if (draft.before && draft.rows.every(({ cells }) => cells.length === 0)) continue
      noteChanges(all, draft, columns)
      if (draft.before && isConcern(draft)) concerned.push(draft.before.id)
      const headOf = (path: string) => placeOf(path, draft, columns)
      if (draft.rows.some(({ csv }) => all.isFaulty(csv))) continue
      await all.attempt(draft.rows[0]!.csv.row, headOf, () => save(tx, ctx, draft))
    }
    if (isCheck && concerned.length > 0) {
      const { subscriptions } = await countSubscriptionsOfProducts(ctx, { chosen: { ids: concerned } })
      all.report.subscriptions = subscriptions
    }
  })
}

async function save(tx: Tx, ctx: OperatorQueryContext, { before, after }: Draft): Promise<void> {
  const input = parseOrRefuse(ProductInput, after)
  if (before) await applyProductChange(tx, ctx, { ...input, id: before.id, version: before.version })
  else await insertProduct(tx, ctx, input)
}

async function readDrafts(tx: Tx, ctx: OperatorQueryContext, all: FileImport, columns: Columns): Promise<Draft[]> {
  const known = await knownProducts(tx, ctx, all, columns)
  const byCode = new Map(
    [...known.values()].flatMap((one) => one.skus.map((sku) => [sku.product_code, { product: one, sku }])),
  )
  const drafts = new Map<string, Draft>()
  for (const csv of all.csv.rows) {
    const cell = (head: string) => csv.cells.get(head)?.trim() ?? ''
    const [code, number] = [cell(columns.code.head), cell(columns.number.head)]
    const before = byCode.get(code) ?? null
    const own = before?.product ?? (number ? known.get(Number(number)) : undefined) ?? null
    if (number && String(own?.id) !== number) {
      all.fault(
        csv.row,
        columns.number.head,
        before ? 'この商品コードは別の商品のものです。' : 'この番号の商品はありません。',
      )
      continue
    }
    const key = own ? `#${own.id}` : `new ${cell('URL用の名前')}`
    const draft = drafts.get(key) ?? {
      before: own,
      after: structuredClone(own ?? { ...NEW_PRODUCT, id: 0, version: 0, skus: [] }),
      rows: [],
    }
    drafts.set(key, draft)
    put(all, draft, csv, { code, before }, columns)
  }
  return [...drafts.values()]
}

/** Applies a row to its product. If two rows of one product contradict each other, reports the second. */
function put(
  all: FileImport,
  draft: Draft,
  csv: CsvRow,
  { code, before }: { code: string; before: ProductSheetRow | null },
  columns: Columns,
): void {
  const reference = before ?? (draft.before && { product: draft.before, sku: NEW_SKU })
  const ofProduct = all.typed(csv, columns.product, reference)
  const ofSku = all.typed(csv, columns.sku, before)
  for (const { head, name, value } of ofProduct) {
    const other = draft.rows.flatMap(({ cells }) => cells).find((one) => one.head === head)
    if (other && JSON.stringify(other.value) !== JSON.stringify(value))
      all.fault(csv.row, head, 'ほかの行と違います。同じ商品の行は、同じ内容にしてください。')
    Object.assign(draft.after, { [name]: value })
  }
  let sku = draft.after.skus.find((one) => one.product_code === code) as SkuInput | undefined
  if (!sku) {
    sku = { ...NEW_SKU, product_code: code }
    if (isSpreadsheetConverted(code)) all.warn(csv.row, columns.code.head, spreadsheetConvertedMessage(code))
    draft.after.skus.push(sku as StoredProduct['skus'][number])
  } else if (draft.rows.some((row) => row.sku === sku))
    all.fault(csv.row, columns.code.head, 'ほかの行と同じ商品コードです。')
  for (const { name, value } of ofSku) Object.assign(sku, { [name]: value })
  // A new SKU is a change, even if its row changes nothing of the product.
  const added = before ? [] : [{ head: columns.code.head, name: 'product_code', value: code }]
  draft.rows.push({ csv, sku, before, cells: [...ofProduct, ...ofSku, ...added] })
}

/** Loads all products that the file names by number or by code. */
async function knownProducts(
  tx: Tx,
  ctx: OperatorQueryContext,
  all: FileImport,
  columns: Columns,
): Promise<Map<number, StoredProduct>> {
  const given = (head: string) => all.csv.rows.map(({ cells }) => cells.get(head)?.trim() ?? '').filter(Boolean)
  const numbers = given(columns.number.head)
    .map(Number)
    .filter((n) => Number.isSafeInteger(n) && n < 2_147_483_648)
  const codes = given(columns.code.head)
  if (codes.length === 0) return new Map()
  const found = await tx
    .selectDistinct({ id: product.id })
    .from(product)
    .leftJoin(product_sku, and(eq(product_sku.shop_id, product.shop_id), eq(product_sku.product_id, product.id)))
    .where(
      and(
        eq(product.shop_id, ctx.shop_id),
        or(inArray(product_sku.product_code, codes), ...(numbers.length > 0 ? [inArray(product.id, numbers)] : [])),
      ),
    )
  return loadStoredProducts(
    tx,
    ctx.shop_id,
    found.map(({ id }) => id),
  )
}

function noteChanges(all: FileImport, draft: Draft, columns: Columns): void {
  for (const { csv, before, cells } of draft.rows) {
    if (cells.length === 0) continue
    const name = `${draft.after.product_name} ${csv.cells.get(columns.code.head)}`
    all.noteChange(
      csv,
      name,
      columns.all,
      before,
      cells.map(({ head }) => head),
    )
  }
}

const prices = ['price', 'subscription_first_price', 'subscription_price', 'visible']
const isConcern = ({ rows }: Draft) =>
  rows.some(({ before, cells }) => before && cells.some(({ name }) => prices.includes(name)))

/** The column and row of the file that contain a field of the product. */
function placeOf(path: string, draft: Draft, columns: Columns): { head: string; row?: number } {
  const [, index, name] = /^skus\.(\d+)\.(\w+)/.exec(path) ?? []
  if (!name) return { head: columns.product.find((one) => one.name === path)?.head ?? '' }
  const sku = draft.after.skus[Number(index)]
  const row = draft.rows.find((one) => one.sku === sku)?.csv.row
  const head = name === 'product_code' ? columns.code.head : columns.sku.find((one) => one.name === name)?.head
  return { head: head ?? '', ...(row === undefined ? {} : { row }) }
}
