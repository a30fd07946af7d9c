import type { Queryable, Tx } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { SALE_TYPE, variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, sql } from 'drizzle-orm'
import { lockCatalogue } from '../../../../catalogue/product/index.ts'
import { refusedField } from '../../../../shop-error.ts'
import { type ScheduleTarget, type ScheduleTargetState, subjectRowId } from './kind.ts'

const permission = 'catalogue.write'
const lock = lockCatalogue

const ofProduct = (shop_id: number, subject_id: string) =>
  and(eq(product.shop_id, shop_id), eq(product.id, subjectRowId(subject_id)))
const ofSku = (shop_id: number, subject_id: string, id: number) =>
  and(eq(product_sku.shop_id, shop_id), eq(product_sku.product_id, subjectRowId(subject_id)), eq(product_sku.id, id))

/** Raises the version, so that an operator with the product's screen open can't overwrite the change. */
const raise = async (tx: Tx, shop_id: number, subject_id: string) => {
  await tx
    .update(product)
    .set({ version: sql`${product.version} + 1` })
    .where(ofProduct(shop_id, subject_id))
}

async function readSkus(db: Queryable, shop_id: number, subject_id: string) {
  const [found] = await db.select().from(product).where(ofProduct(shop_id, subject_id))
  if (!found) return null
  const skus = await db
    .select()
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), eq(product_sku.product_id, found.id)))
    .orderBy(asc(product_sku.sort_no), asc(product_sku.id))
  return { name: found.product_name, product: found, skus }
}

const nameOf = (sku: typeof product_sku.$inferSelect) => variantName(sku) || sku.product_code

const PRICES = { price: '価格', subscription_first_price: '定期初回', subscription_price: '定期2回目から' } as const
type PriceName = keyof typeof PRICES
type SkuPrices = { id: number } & Record<'price', number> & Record<Exclude<PriceName, 'price'>, number | null>
interface NamedRow {
  name: string
}

interface PricesNow {
  skus: (SkuPrices & NamedRow)[]
  sale_type: number
}

export const priceScheduleTarget: ScheduleTarget<{ skus: SkuPrices[] }, PricesNow> = {
  permission,
  writes: ['product', 'product_sku'],
  lock,
  async read(db, shop_id, subject_id) {
    const found = await readSkus(db, shop_id, subject_id)
    if (!found) return null
    const skus = found.skus.map((sku) => ({ ...pricesOf(sku), name: nameOf(sku) }))
    return { name: found.name, now: { skus, sale_type: found.product.sale_type } }
  },
  /** Only the prices of this product that differ, or that another 予定 changes. */
  plan(_, asked, { now, others }) {
    const isOnce = now.sale_type === SALE_TYPE.normal
    for (const [n, sku] of asked.skus.entries())
      for (const name of ['subscription_first_price', 'subscription_price'] as const)
        if (isOnce && sku[name] !== null)
          throw refusedField(`after.skus.${n}.${name}`, '定期便で販売しない商品です。空欄にしてください。')
    const differs = (sku: SkuPrices) => {
      const was = now.skus.find(({ id }) => id === sku.id)
      if (!was) throw refusedField('after.skus', 'この商品の種類ではないものがあります。画面を読み込み直してください。')
      return !isSame(was, sku)
    }
    const planned = new Set(others.flatMap(({ after }) => (after as { skus: SkuPrices[] }).skus.map(({ id }) => id)))
    return { skus: asked.skus.filter((sku) => differs(sku) || planned.has(sku.id)) }
  },
  unchanged_field: 'after.skus.0.price',
  async write(tx, shop_id, subject_id, after) {
    for (const { id, ...prices } of after.skus)
      await tx
        .update(product_sku)
        .set(prices)
        .where(ofSku(shop_id, subject_id, id))
    await raise(tx, shop_id, subject_id)
  },
  async restore(tx, shop_id, subject_id, before, after) {
    const found = await this.read(tx, shop_id, subject_id)
    const skus = after.skus.flatMap((set) => {
      const now = found?.now.skus.find(({ id }) => id === set.id)
      const was = before.skus.find(({ id }) => id === set.id)
      return now && was && isSame(now, set) ? [pricesOf(was)] : []
    })
    await this.write(tx, shop_id, subject_id, { skus })
  },
  describe: (before, after) =>
    after.skus.flatMap((sku) => {
      const was = before.skus.find(({ id }) => id === sku.id)
      return (Object.keys(PRICES) as PriceName[]).flatMap((name) =>
        was === undefined || was[name] === sku[name]
          ? []
          : [`${was.name} ${PRICES[name]}: ${sayYen(was[name])} → ${sayYen(sku[name])}`],
      )
    }),
}

const pricesOf = ({ id, price: once, subscription_first_price, subscription_price }: SkuPrices): SkuPrices => ({
  id,
  price: once,
  subscription_first_price,
  subscription_price,
})
const isSame = (one: SkuPrices, other: SkuPrices) =>
  (Object.keys(PRICES) as PriceName[]).every((name) => one[name] === other[name])
const sayYen = (yen: number | null) => (yen === null ? 'なし' : formatYen(yen))

export const taxRateScheduleTarget: ScheduleTarget<
  { tax_rate: number },
  { skus: { id: number; tax_rate: number; name: string }[] }
> = {
  permission,
  writes: ['product', 'product_sku'],
  lock,
  async read(db, shop_id, subject_id) {
    const found = await readSkus(db, shop_id, subject_id)
    if (!found) return null
    const skus = found.skus.map((sku) => ({ id: sku.id, tax_rate: sku.tax_rate, name: nameOf(sku) }))
    return { name: found.name, now: { skus } }
  },
  async write(tx, shop_id, subject_id, after) {
    const all = and(eq(product_sku.shop_id, shop_id), eq(product_sku.product_id, subjectRowId(subject_id)))
    await tx.update(product_sku).set({ tax_rate: after.tax_rate }).where(all)
    await raise(tx, shop_id, subject_id)
  },
  async restore(tx, shop_id, subject_id, before, after) {
    for (const was of before.skus)
      await tx
        .update(product_sku)
        .set({ tax_rate: was.tax_rate })
        .where(and(ofSku(shop_id, subject_id, was.id), eq(product_sku.tax_rate, after.tax_rate)))
    await raise(tx, shop_id, subject_id)
  },
  describe: (before, after) => [
    `消費税率: ${[...new Set(before.skus.map((sku) => `${sku.tax_rate}%`))].join('・')} → ${after.tax_rate}%`,
  ],
}

interface Visible {
  visible: boolean
}

export const visibilityScheduleTarget: ScheduleTarget<Visible, Visible> = {
  permission,
  writes: ['product'],
  lock,
  async read(db, shop_id, subject_id): Promise<ScheduleTargetState<Visible> | null> {
    const [found] = await db.select().from(product).where(ofProduct(shop_id, subject_id))
    return found ? { name: found.product_name, now: { visible: found.visible } } : null
  },
  async write(tx, shop_id, subject_id, { visible }) {
    await tx.update(product).set({ visible }).where(ofProduct(shop_id, subject_id))
    await raise(tx, shop_id, subject_id)
  },
  async restore(tx, shop_id, subject_id, before, after) {
    const found = await this.read(tx, shop_id, subject_id)
    if (found?.now.visible === after.visible) await this.write(tx, shop_id, subject_id, before)
  },
  describe: (before, after) => [`${sayVisible(before)} → ${sayVisible(after)}`],
}

const sayVisible = ({ visible }: Visible) => (visible ? '公開' : '非公開')
