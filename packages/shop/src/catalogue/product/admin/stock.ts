import { type StockListRow as Row, stockEventList, stockList } from '@kushi/contract/admin/stock'
import type { Tx } from '@kushi/db/connect'
import { product, product_sku, stock_event } from '@kushi/db/schema/product'
import { subscription_benefit } from '@kushi/db/schema/subscription'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { type StockEventKind, variantName } from '@kushi/values/product'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  type ListSource,
  loadListPage,
  type OperatorContext,
  type OperatorQueryContext,
  rowCounter,
  startsWithCondition,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import { chilledLetterboxFailure } from '../internal/letterbox-failures.ts'
import { stockStateOf } from '../rules/check-product.ts'

const columns = {
  id: product_sku.id,
  product_id: product_sku.product_id,
  product_code: product_sku.product_code,
  product_name: product.product_name,
  set_item_name1: product_sku.set_item_name1,
  set_item_name2: product_sku.set_item_name2,
  stock: sellableStockSql(),
  is_set: sql<boolean>`${product_sku.parts} <> '[]'`,
  low_stock: product_sku.low_stock,
  shelf: product_sku.shelf,
  barcode: product_sku.barcode,
  temperature: product_sku.temperature,
  is_sold: sql<boolean>`(${product_sku.visible} and ${product.visible})`,
}
type Sku = typeof product_sku.$inferSelect
export type StockRow = Omit<Row, 'state' | 'choices'> & Pick<Sku, 'set_item_name1' | 'set_item_name2'>

const shown = (row: StockRow): Row => ({ ...row, choices: variantName(row), state: stockStateOf(row) })
const ofProduct = and(eq(product.shop_id, product_sku.shop_id), eq(product.id, product_sku.product_id))

const states: Record<string, SQL> = {
  in_stock: sql`${sellableStockSql()} > greatest(${product_sku.low_stock}, 0)`,
  low: sql`(${sellableStockSql()} > 0 and ${sellableStockSql()} <= ${product_sku.low_stock})`,
  out: sql`${sellableStockSql()} <= 0`,
}

/** 在庫一覧: every SKU of the shop. */
export const listStock: AdminHandler<'GET /admin/v1/stock'> = async (ctx, query) => {
  const page = await loadListPage(stockList, query, stockListSource(ctx))
  return { ...page, items: page.items.map(shown) }
}

/** Finds the products first, so that an index leads from them to their SKUs. */
const productsOf = (ctx: OperatorContext, which: SQL) =>
  sql`array(select p.id from product p where p.shop_id = ${ctx.shop_id} and ${which})`

export const stockListSource = (ctx: OperatorContext): ListSource<typeof stockList, StockRow> => ({
  where: eq(product_sku.shop_id, ctx.shop_id),
  id: product_sku.id,
  sorts: { product_code: product_sku.product_code },
  filters: {
    state: (asked: string[]) => or(...asked.map((one) => states[one]), sql`false`),
    visible: (is: boolean) =>
      is
        ? sql`(${product_sku.visible} and ${product.visible})`
        : sql`(not ${product_sku.visible} or ${product_sku.product_id} = any(${productsOf(ctx, sql`not p.visible`)}))`,
  },
  search: (words) =>
    or(
      startsWithCondition(sql`lower(${product_sku.product_code})`, words.toLowerCase()),
      sql`${product_sku.product_id} = any(${productsOf(ctx, sql`strpos(lower(p.product_name), lower(${words})) > 0`)})`,
    ),
  rows: ({ where, orderBy, limit, sort_value }) =>
    ctx.db
      .select({ ...columns, sort_value })
      .from(product_sku)
      .innerJoin(product, ofProduct)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  count: rowCounter(ctx.db, sql`${product_sku} join ${product} on ${ofProduct}`),
})

/** Shows the stock of one SKU. @throws ShopError 404 */
export const showStock: AdminHandler<'GET /admin/v1/stock/{id}'> = async (ctx, { id }) => {
  const [row] = await ctx.db
    .select(columns)
    .from(product_sku)
    .innerJoin(product, ofProduct)
    .where(and(eq(product_sku.shop_id, ctx.shop_id), eq(product_sku.id, id)))
  if (!row) throw notFound()
  const gift = sql`(${subscription_benefit.terms} -> 'effect' ->> 'product_sku_id')::bigint`
  const [kept] = await ctx.db
    .select({ pieces: sql<number>`coalesce(sum(${subscription_benefit.set_aside}), 0)::int` })
    .from(subscription_benefit)
    .where(and(eq(subscription_benefit.shop_id, ctx.shop_id), sql`set_aside > 0`, eq(gift, id)))
  return { ...shown(row), set_aside: kept!.pieces }
}

/** 入荷・訂正の履歴 of a SKU. */
export const listStockEvents: AdminHandler<'GET /admin/v1/stock/{id}/events'> = async (ctx, { id, ...query }) => {
  await showStock(ctx, { id })
  const page = await loadListPage(stockEventList, query as never, {
    where: and(eq(stock_event.shop_id, ctx.shop_id), eq(stock_event.product_sku_id, id)),
    id: stock_event.id,
    sorts: { created_at: stock_event.created_at },
    filters: { kind: stock_event.kind },
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ event: stock_event, id: stock_event.id, sort_value })
        .from(stock_event)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, stock_event),
  })
  return {
    ...page,
    items: page.items.map(({ event }) => ({ ...event, created_at: event.created_at.toISOString() })),
  }
}

interface StockChange {
  id: number
  quantity: number
  reason: string
  idempotency_key: string
}

/** 入荷: adds received pieces to the stock of a SKU. */
export const receiveStock: AdminHandler<'POST /admin/v1/stock/{id}/receipt'> = (ctx, input) =>
  changeStock(ctx, 'receipt', input)

/** 訂正: corrects the stock of a SKU. */
export const correctStock: AdminHandler<'POST /admin/v1/stock/{id}/correction'> = (ctx, input) =>
  changeStock(ctx, 'correction', input)

/**
 * Adds to the current stock, even if it changed since the screen was shown, and records the reason. A repeated request
 * counts once.
 * @throws ShopError 422 when the stock would become negative
 */
const changeStock = (ctx: OperatorContext, kind: StockEventKind, input: StockChange) =>
  ctx.db.transaction((tx) => writeStockChange(tx, ctx, kind, input))

/** Writes a receipt or a correction of stock in the transaction of the caller. */
export async function writeStockChange(
  tx: Tx,
  ctx: OperatorQueryContext,
  kind: StockEventKind,
  { id, quantity, reason, idempotency_key }: StockChange,
) {
  const { shop_id } = ctx
  const own = and(eq(product_sku.shop_id, shop_id), eq(product_sku.id, id))
  // Locks the SKU first, so that the same request sent twice at once finds the first one's event.
  const [found] = await tx.select().from(product_sku).where(own).for('update')
  if (!found) throw notFound()
  const subject = { subject: 'product_sku', subject_id: id, subject_name: found.product_code }
  const sameKey = and(eq(stock_event.shop_id, shop_id), eq(stock_event.idempotency_key, idempotency_key))
  const [done] = await tx.select().from(stock_event).where(sameKey)
  if (done) {
    await recordAudit(tx, ctx, subject)
    return { stock: done.stock }
  }
  if (found.parts.length > 0)
    throw invalidFields([
      { ...fewer(0), message: 'セットの在庫は、中身の在庫で決まります。中身の商品の在庫を変えてください。' },
    ])
  const stock = found.stock + quantity
  if (stock < 0) throw invalidFields([fewer(found.stock)])
  if (stock > 2_000_000_000) throw invalidFields([{ ...fewer(found.stock), message: '在庫が多すぎます。' }])
  await tx
    .update(product_sku)
    .set({ stock: sql`${product_sku.stock} + ${quantity}` })
    .where(own)
  await tx.insert(stock_event).values({
    shop_id,
    product_sku_id: id,
    kind,
    quantity,
    stock,
    reason,
    idempotency_key,
    ...ctx.actor,
    created_at: ctx.clock.now(),
  })
  await recordAudit(tx, ctx, { ...subject, before: { stock: found.stock }, after: { stock } })
  return { stock }
}

const fewer = (left: number) => ({
  path: 'quantity',
  message_id: 'cmn-err-008',
  message: `いまの在庫は${left}個です。それより多くは減らせません。`,
})

/** 残りわずかの目安 of a SKU. */
export const setLowStockThreshold: AdminHandler<'PUT /admin/v1/stock/{id}/low-stock'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    await writeLowStockThreshold(tx, ctx, input)
    return {}
  })

/** Writes 残りわずかの目安 of a SKU in the transaction of the caller. */
export async function writeLowStockThreshold(
  tx: Tx,
  ctx: OperatorQueryContext,
  { id, low_stock }: { id: number; low_stock: number },
) {
  const own = and(eq(product_sku.shop_id, ctx.shop_id), eq(product_sku.id, id))
  const [found] = await tx.select().from(product_sku).where(own).for('update')
  if (!found) throw notFound()
  await tx.update(product_sku).set({ low_stock }).where(own)
  await recordAudit(tx, ctx, {
    subject: 'product_sku',
    subject_id: id,
    subject_name: found.product_code,
    before: { low_stock: found.low_stock },
    after: { low_stock },
  })
}

/**
 * 棚番・バーコード・温度帯: saves the storage place, the barcode and the transport temperature of a SKU.
 * @throws ShopError 404, 422 for cooled goods with the tick メール便
 */
export const saveStorageDetails: AdminHandler<'PUT /admin/v1/stock/{id}/place'> = async (ctx, { id, ...place }) => {
  const own = and(eq(product_sku.shop_id, ctx.shop_id), eq(product_sku.id, id))
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select().from(product_sku).where(own).for('update')
    if (!found) throw notFound()
    if (found.light_flag && found.parts.length === 0 && place.temperature !== 'normal')
      throw invalidFields([{ ...chilledLetterboxFailure(place.temperature), path: 'temperature' }])
    await tx.update(product_sku).set(place).where(own)
    const { shelf, barcode, temperature, product_code } = found
    await recordAudit(tx, ctx, {
      subject: 'product_sku',
      subject_id: id,
      subject_name: product_code,
      before: { shelf, barcode, temperature },
      after: place,
    })
  })
  return {}
}
