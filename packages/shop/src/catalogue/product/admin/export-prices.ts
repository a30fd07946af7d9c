import { price_history, product, product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { variantName } from '@kushi/values/product'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { type CsvColumn, csvFile } from '../../../foundation/csv/index.ts'
import { findProvenPrices } from '../../price-history/index.ts'
import { beginProductExport } from './export-by-product.ts'

interface PriceRow {
  product_code: string
  name: string
  price: number | null
  since: string
  until: string
  is_proven: boolean
}

const columns: CsvColumn<PriceRow>[] = [
  { head: '商品コード', of: ({ product_code }) => product_code },
  { head: '商品', of: ({ name }) => name },
  { head: '1回だけ買うときの価格(税込)', of: ({ price }) => price },
  { head: '販売', of: ({ price }) => (price === null ? 'していない' : 'している') },
  { head: 'いつから', of: ({ since }) => since },
  { head: 'いつまで', of: ({ until }) => until },
  { head: '出力した日に、比較の元にできる', of: ({ is_proven }) => is_proven },
]

/** 価格の履歴のCSV: since when each price of the products in the list was charged, as the proof of a comparison. */
export const exportPrices: AdminHandler<'POST /admin/v1/products/prices/export'> = async (
  ctx,
  { filter, encoding },
) => {
  const pages = await beginProductExport(ctx, '価格の履歴', filter)
  return csvFile(`prices-${ctx.clock.today()}`, columns, encoding, rowsOf(ctx, pages))
}

async function* rowsOf(ctx: OperatorContext, pages: AsyncGenerator<number[]>): AsyncGenerator<PriceRow[]> {
  for await (const ids of pages) {
    const found = await ctx.db
      .select({ sku: product_sku, product_name: product.product_name, one: price_history })
      .from(price_history)
      .innerJoin(product_sku, refersToCondition(price_history.product_sku_id, product_sku))
      .innerJoin(product, refersToCondition(product_sku.product_id, product))
      .where(and(eq(price_history.shop_id, ctx.shop_id), inArray(product_sku.product_id, ids)))
      .orderBy(
        asc(product_sku.product_id),
        asc(product_sku.sort_no),
        asc(price_history.started_at),
        asc(price_history.id),
      )
    const proven = await findProvenPrices(ctx, [...new Map(found.map(({ sku }) => [sku.id, sku])).values()])
    yield found.map(({ sku, product_name, one }, n) => {
      const next = found[n + 1]?.sku.id === sku.id ? found[n + 1]!.one : null
      return {
        product_code: sku.product_code,
        name: [product_name, variantName(sku)].filter(Boolean).join(' '),
        price: one.price,
        since: dayOf(one.started_at),
        until: next ? dayOf(next.started_at) : '',
        is_proven: next === null && proven.has(sku.id),
      }
    })
  }
}

const dayOf = (at: Date) => formatDateWithWeekday(timestampToJapanDate(at.toISOString()))
