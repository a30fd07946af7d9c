import { ProductInput, SkuInput } from '@kushi/contract/admin/product'
import type { FieldFailure } from '@kushi/contract/failure'
import type { Tx } from '@kushi/db/connect'
import { category, product, product_sku, stock_event } from '@kushi/db/schema/product'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { hasLabelField, labelFields } from '@kushi/values/product-label'
import { and, eq, inArray, max, ne, sql } from 'drizzle-orm'
import type { AdminHandler, AdminQueryContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { sanitiseHtml } from '../../../foundation/setting/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { recordPrices } from '../../price-history/index.ts'
import { costsChanged } from '../hooks.ts'
import { chilledLetterboxFailures } from '../internal/letterbox-failures.ts'
import { loadProduct, lockCatalogue, type SkuRow } from '../internal/load-product.ts'
import { saveProductPictures, unknownPictureFailures } from '../internal/save-pictures.ts'
import { relatedProductFailures, saveRelatedProductIds } from '../internal/save-related.ts'
import { productSetFailures } from '../internal/set-failures.ts'
import { loadSkuCosts, replaceSkuCosts, requireCostPermission } from '../internal/sku-costs.ts'
import { productFieldFailures } from '../rules/check-product.ts'

/**
 * Creates a product at the end of the list.
 * @throws ShopError 403 for 原価 of those who may not see it, 422 with the invalid fields
 */
export const createProduct: AdminHandler<'POST /admin/v1/products'> = async (ctx, input) => {
  requireCostPermission(ctx, input.skus)
  return ctx.db.transaction((tx) => insertProduct(tx, ctx, input))
}

/** Adds a product at the end of the list. @throws ShopError 422 with the invalid fields */
export async function insertProduct(tx: Tx, ctx: AdminQueryContext, input: ProductInput) {
  await lockCatalogue(tx, ctx.shop_id)
  await refuseFaults(tx, ctx.shop_id, input, null, [])
  const [last] = await tx
    .select({ n: max(product.sort_no) })
    .from(product)
    .where(eq(product.shop_id, ctx.shop_id))
  const [row] = await tx
    .insert(product)
    .values({ ...columnsOf(input), shop_id: ctx.shop_id, sort_no: (last?.n ?? 0) + 1 })
    .returning()
  await saveProductPictures(tx, ctx.shop_id, row!.id, input.pictures)
  await saveRelatedProductIds(tx, ctx.shop_id, row!.id, input.related)
  await recordProduct(tx, ctx, row!.id, null, input)
  await saveSkus(tx, ctx, row!.id, input, [])
  await recordPrices(tx, ctx, [row!.id])
  return { id: row!.id, version: row!.version }
}

/**
 * Saves the operator's changes if the product is unchanged since the screen loaded it.
 * @throws ShopError 409 ERROR_CHANGED_MEANWHILE when it was saved meanwhile, 422 with the invalid fields
 */
export const updateProduct: AdminHandler<'PUT /admin/v1/products/{id}'> = async (ctx, input) => {
  requireCostPermission(ctx, input.skus)
  return ctx.db.transaction((tx) => applyProductChange(tx, ctx, input))
}

/**
 * Saves the changes of a product in the transaction of the caller.
 * @throws ShopError 409 ERROR_CHANGED_MEANWHILE when it was saved meanwhile, 422 with the invalid fields
 */
export async function applyProductChange(
  tx: Tx,
  ctx: OperatorQueryContext,
  { id, version, ...typed }: ProductInput & { id: number; version: number },
) {
  await lockCatalogue(tx, ctx.shop_id)
  const { product: before, skus } = await loadProduct(tx, ctx.shop_id, id)
  if (before.version !== version)
    throw new ShopError(
      409,
      'ERROR_CHANGED_MEANWHILE',
      'この画面を開いたあとに、ほかの担当者がこの商品を保存しました。入力した内容はこの画面に残っています。最新の内容を確かめてから、保存し直してください。',
    )
  const input = { label_kind: before.label_kind, ...typed, skus: typed.skus.map((sku) => withParts(sku, skus)) }
  const saved = skus.map((sku) => sku.id)
  await refuseFaults(tx, ctx.shop_id, input, id, saved)
  await tx
    .update(product)
    .set({ ...columnsOf(input), version: version + 1 })
    .where(and(eq(product.shop_id, ctx.shop_id), eq(product.id, id)))
  const pictures = await saveProductPictures(tx, ctx.shop_id, id, input.pictures)
  const related = await saveRelatedProductIds(tx, ctx.shop_id, id, input.related)
  await recordProduct(tx, ctx, id, { ...columnsOf(before), pictures, related }, input)
  await saveSkus(tx, ctx, id, input, skus)
  await recordPrices(tx, ctx, [id])
  return { id, version: version + 1 }
}

/** A client that knows no sets leaves them out, and the rules hold for them too. */
const withParts = (sku: SkuInput, saved: readonly SkuRow[]): SkuInput => ({
  ...sku,
  parts: sku.parts ?? saved.find(({ id }) => id === sku.id)?.parts ?? [],
})

type ProductColumn = keyof typeof product.$inferSelect & keyof ProductInput
/**
 * The fields of the form that are columns of `product`: without lists that have their own table, and fields of the
 * SKUs.
 */
const productColumns = Object.keys(ProductInput.shape).filter((name) => name in product) as ProductColumn[]

function columnsOf(input: Pick<ProductInput, ProductColumn> | typeof product.$inferSelect) {
  // What a client left out stays as it is.
  const given = productColumns.filter((name) => input[name] !== undefined)
  const typed = Object.fromEntries(given.map((name) => [name, input[name]])) as Pick<ProductInput, ProductColumn>
  const kind = input.label_kind
  const foreign = kind === undefined ? [] : labelFields.filter((name) => !hasLabelField(kind, name))
  return {
    ...typed,
    ...Object.fromEntries(foreign.map((name) => [name, ''])),
    how_to_use: input.how_to_use.filter((line) => line !== ''),
    lump_sum_payment_num: input.lump_sum_payment_flag ? input.lump_sum_payment_num : null,
    lump_sum_fee_rate: input.lump_sum_rule === 'fee' ? input.lump_sum_fee_rate : 0,
    story_html: sanitiseHtml(input.story_html),
  }
}

const recordProduct = (tx: Tx, ctx: AdminQueryContext, id: number, before: object | null, input: ProductInput) =>
  recordAudit(tx, ctx, {
    subject: 'product',
    subject_id: id,
    subject_name: input.product_name,
    before: before as Record<string, unknown> | null,
    after: { ...columnsOf(input), pictures: input.pictures, related: input.related },
  })

async function refuseFaults(tx: Tx, shopId: number, input: ProductInput, id: number | null, saved: number[]) {
  const faults = [
    ...productFieldFailures(input, saved),
    ...(await takenNames(tx, shopId, input, id, saved)),
    ...(await unknownPictureFailures(tx, shopId, input.pictures)),
    ...(await relatedProductFailures(tx, shopId, id, input.related)),
    ...(await productSetFailures(tx, shopId, input)),
    ...(await chilledLetterboxFailures(tx, shopId, input)),
  ]
  if (faults.length > 0) throw invalidFields(faults)
}

/** Checks against other rows: slug and codes are unique in the shop, and the category exists in it. */
async function takenNames(tx: Tx, shopId: number, input: ProductInput, id: number | null, saved: number[]) {
  const faults: FieldFailure[] = []
  const fault = (path: string, message: string) => faults.push({ path, message_id: 'cmn-err-003', message })
  const [own] = await tx
    .select({ id: category.id })
    .from(category)
    .where(and(eq(category.shop_id, shopId), eq(category.id, input.category_id)))
  if (!own) fault('category_id', 'カテゴリを選択してください。')
  const [sameSlug] = await tx
    .select({ product_name: product.product_name })
    .from(product)
    .where(and(eq(product.shop_id, shopId), eq(product.slug, input.slug), ne(product.id, id ?? 0)))
  if (sameSlug) fault('slug', `${wrapInQuoteMarks(sameSlug.product_name)}で使われています。ほかのものにしてください。`)
  const codes = await tx
    .select({ id: product_sku.id, product_code: product_sku.product_code, product_name: product.product_name })
    .from(product_sku)
    .innerJoin(product, and(eq(product.shop_id, product_sku.shop_id), eq(product.id, product_sku.product_id)))
    .where(
      and(
        eq(product_sku.shop_id, shopId),
        inArray(
          product_sku.product_code,
          input.skus.map((sku) => sku.product_code),
        ),
      ),
    )
  input.skus.forEach(({ product_code }, n) => {
    const other = codes.find((one) => one.product_code === product_code && !saved.includes(one.id))
    if (other)
      fault(
        `skus.${n}.product_code`,
        `${wrapInQuoteMarks(other.product_name)}で使われています。ほかのものにしてください。`,
      )
  })
  return faults
}

type SkuColumn = Exclude<keyof SkuRow & keyof SkuInput, 'id' | 'stock'>
/** Without stock, because orders change it at the same time. */
const skuColumns = Object.keys(SkuInput.shape).filter(
  (name) => name in product_sku && name !== 'id' && name !== 'stock',
) as SkuColumn[]

const columnsOfSku = (input: ProductInput, sku: SkuInput, sort_no: number) => {
  const { sku_parent_item_name1, sku_parent_item_name2 } = input
  // What a client left out stays as it is.
  const given = skuColumns.filter((name) => sku[name] !== undefined)
  const typed = Object.fromEntries(given.map((name) => [name, sku[name]])) as Pick<SkuInput, SkuColumn>
  return { ...typed, sku_parent_item_name1, sku_parent_item_name2, sort_no }
}

async function saveSkus(tx: Tx, ctx: AdminQueryContext, productId: number, input: ProductInput, saved: SkuRow[]) {
  const { shop_id } = ctx
  const own = (id: number) => and(eq(product_sku.shop_id, shop_id), eq(product_sku.id, id))
  const costsOf = await loadSkuCosts(
    tx,
    shop_id,
    saved.map(({ id }) => id),
  )
  const costDays: CalendarDate[] = []
  const saveCosts = async (id: number, sku: SkuInput) => {
    const day = sku.costs && (await replaceSkuCosts(tx, shop_id, id, costsOf(id), sku.costs))
    if (day) costDays.push(day)
  }
  // Two SKUs may swap their codes, but codes must be unique after every statement.
  for (const { id, product_code } of input.skus)
    if (saved.some((sku) => sku.product_code === product_code && sku.id !== id))
      await tx
        .update(product_sku)
        .set({ product_code: sql`'~' || id` })
        .where(and(eq(product_sku.shop_id, shop_id), eq(product_sku.product_code, product_code)))
  for (const [n, sku] of input.skus.entries()) {
    const after = columnsOfSku(input, sku, n + 1)
    const before = saved.find(({ id }) => id === sku.id)
    const about = {
      subject: 'product_sku',
      subject_name: `${input.product_name} ${sku.product_code}`,
      is_food: input.label_kind === 'food',
    }
    if (before) {
      const costs = (all: SkuInput['costs']) => (sku.costs ? { costs: all } : {})
      const was = { ...pick(before, after), ...costs(costsOf(before.id)) }
      const becomes = { ...after, ...costs(sku.costs) }
      if (JSON.stringify(was) === JSON.stringify(becomes)) continue
      await tx.update(product_sku).set(after).where(own(before.id))
      await saveCosts(before.id, sku)
      await recordAudit(tx, ctx, { ...about, subject_id: before.id, before: was, after: becomes })
      continue
    }
    const [row] = await tx
      .insert(product_sku)
      .values({ ...after, ...sku.place, shop_id, product_id: productId, stock: sku.stock })
      .returning({ id: product_sku.id })
    await saveCosts(row!.id, sku)
    await recordAudit(tx, ctx, {
      ...about,
      subject_id: row!.id,
      after: { ...after, ...sku.place, ...(sku.costs?.length && { costs: sku.costs }) },
    })
    if (sku.stock > 0)
      await tx.insert(stock_event).values({
        shop_id,
        product_sku_id: row!.id,
        kind: 'receipt',
        quantity: sku.stock,
        stock: sku.stock,
        reason: '商品の登録',
        ...ctx.actor,
        idempotency_key: `product-sku-${row!.id}`,
        created_at: ctx.clock.now(),
      })
  }
  if (costDays.length > 0) await costsChanged(tx, shop_id, productId, costDays.sort()[0]!)
}

const pick = (row: SkuRow, names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, row[name as keyof SkuRow]]))
