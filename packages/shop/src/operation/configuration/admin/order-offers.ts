import { isDeepStrictEqual } from 'node:util'
import type { OrderOfferInput } from '@kushi/contract/admin/order-offer'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { japanDayStartSql } from '@kushi/db/japan-day'
import { experiment } from '@kushi/db/schema/experiment'
import { landing_page } from '@kushi/db/schema/landing-page'
import { orders } from '@kushi/db/schema/order'
import { order_offer, order_offer_answer } from '@kushi/db/schema/order-offer'
import { product, product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { refersToCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import { maxPurchasePieces } from '@kushi/values/cart'
import { MAX_ORDER_OFFERS } from '@kushi/values/order-offer'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { itemName, SALE_TYPE } from '@kushi/values/product'
import { and, asc, count, eq, gte, inArray, type SQL, sql, sum } from 'drizzle-orm'
import { buildSkuItems, loadSkuRows } from '../../../catalogue/price/index.ts'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import {
  experimentStateError,
  NOT_DELETED_WHILE_COMPARED_TEXT,
  runningOfferExperimentCondition,
} from '../../../sales/experiment/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { openPeriodFromInput, openPeriodFromRow } from '../internal/open-period.ts'

/** Days of orders that the list counts. */
const DAYS = 30
const own = (shop_id: number, id: number) => and(eq(order_offer.shop_id, shop_id), eq(order_offer.id, id))

type Row = typeof order_offer.$inferSelect
const moments = ({ shop_id: _, ...row }: Row) => ({ ...row, ...openPeriodFromRow(row) })

export const listOrderOffers: AdminHandler<'GET /admin/v1/order-offers'> = async ({ db, shop_id, clock }) => {
  const rows = await db
    .select()
    .from(order_offer)
    .where(eq(order_offer.shop_id, shop_id))
    .orderBy(asc(order_offer.offer_place), asc(order_offer.sort_no), asc(order_offer.id))
  const skus = await loadSkuRows(
    { db, shop_id },
    rows.map(({ product_sku_id }) => product_sku_id),
  )
  const figures = await figuresSince({ db, shop_id }, japanDayStartSql(addDays(clock.today(), -DAYS)))
  return {
    items: rows.map((row) => {
      const { product_sku_id, quantity, cart_type } = row
      const [item] = buildSkuItems(skus, [{ product_sku_id, quantity, subscription: cart_type }])
      const { text: _text, for_sku_ids: _for, ...shown } = moments(row)
      return {
        ...shown,
        goods: item ? itemName(item) : '',
        is_orderable: item?.is_product_sku_valid === true && maxPurchasePieces(item) >= quantity,
        ...(figures.get(row.id) ?? { shown: 0, taken: 0, taken_yen: 0 }),
      }
    }),
  }
}

/** Counts orders that are not cancelled. */
async function figuresSince({ db, shop_id }: { db: Queryable; shop_id: number }, since: SQL) {
  const { is_taken, total_before, total_after, order_offer_id } = order_offer_answer
  const taken_yen = sum(sql`case when ${is_taken} then ${total_after} - ${total_before} else 0 end`)
  const rows = await db
    .select({
      order_offer_id,
      shown: count(),
      taken: sql<number>`count(*) filter (where ${is_taken})`.mapWith(Number),
      taken_yen: taken_yen.mapWith(Number),
    })
    .from(order_offer_answer)
    .innerJoin(orders, refersToCondition(order_offer_answer.order_id, orders))
    .where(
      and(
        eq(order_offer_answer.shop_id, shop_id),
        gte(order_offer_answer.created_at, since),
        inArray(orders.status, COUNTED_ORDER_STATUSES),
      ),
    )
    .groupBy(order_offer_id)
  return new Map(rows.map(({ order_offer_id: id, ...figures }) => [id, figures]))
}

const load = async (db: Queryable, shop_id: number, id: number) => {
  const [row] = await db.select().from(order_offer).where(own(shop_id, id))
  if (!row) throw notFound()
  return moments(row)
}

export const getOrderOffer: AdminHandler<'GET /admin/v1/order-offers/{id}'> = async ({ db, shop_id }, { id }) =>
  withSettingVersion(await load(db, shop_id, id))

const about = (id: number, subject_name: string) => ({ subject: 'order_offer', subject_id: String(id), subject_name })
const dated = (input: OrderOfferInput) => ({ ...input, ...openPeriodFromInput(input) })

/** @throws ShopError 422 when its goods are not sold so, or its page does not exist; 409 ERROR_TOO_MANY */
export const addOrderOffer: AdminHandler<'POST /admin/v1/order-offers'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    if ((await tx.$count(order_offer, eq(order_offer.shop_id, shop_id))) >= MAX_ORDER_OFFERS)
      throw new ShopError(409, 'ERROR_TOO_MANY', `注文のときのご案内は${MAX_ORDER_OFFERS}件までです。`)
    await refuseFaults(tx, shop_id, input)
    const [row] = await tx
      .insert(order_offer)
      .values({ ...dated(input), shop_id })
      .returning({ id: order_offer.id })
    await writeFlag(tx, shop_id)
    await recordAudit(tx, ctx, { ...about(row!.id, input.title), after: input })
    return { id: row!.id }
  })

/** @throws ShopError 409 when someone else changed it meanwhile, 422 as for a new one */
export const changeOrderOffer: AdminHandler<'PUT /admin/v1/order-offers/{id}'> = (ctx, { id, version, ...input }) =>
  changeSetting(ctx, {
    ...about(id, input.title),
    version,
    load: (db) => load(db, ctx.shop_id, id),
    write: async (tx, before) => {
      await refuseFaults(tx, ctx.shop_id, input)
      await refuseComparedChange(tx, ctx.shop_id, id, before, input)
      await tx.update(order_offer).set(dated(input)).where(own(ctx.shop_id, id))
      await writeFlag(tx, ctx.shop_id)
    },
  })

/** Fields that can't change while a 比較 runs; an offer can still be ended, or shown before or after another one. */
const COMPARED = [
  'offer_place',
  'title',
  'text',
  'cart_type',
  'product_sku_id',
  'quantity',
  'for_sku_ids',
  'landing_slug',
  'take_within_minutes',
] as const

async function refuseComparedChange(
  tx: Tx,
  shop_id: number,
  order_offer_id: number,
  before: OrderOfferInput,
  input: OrderOfferInput,
): Promise<void> {
  const changed = COMPARED.find((name) => !isDeepStrictEqual(before[name], input[name]))
  if (changed !== undefined && (await isCompared(tx, shop_id, order_offer_id)))
    throw refusedField(changed, '効果をくらべているあいだは、変えられません。比較を終えてから変えてください。')
}

/** Locks the offer first, as a 比較 that begins does. */
async function isCompared(tx: Tx, shop_id: number, order_offer_id: number): Promise<boolean> {
  await tx.select({ id: order_offer.id }).from(order_offer).where(own(shop_id, order_offer_id)).for('update')
  return (await tx.$count(experiment, runningOfferExperimentCondition(shop_id, order_offer_id))) > 0
}

/** @throws ShopError 409 while it is compared: its figures would go with it */
export const deleteOrderOffer: AdminHandler<'DELETE /admin/v1/order-offers/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const before = await load(tx, ctx.shop_id, id)
    if (await isCompared(tx, ctx.shop_id, id)) throw experimentStateError(NOT_DELETED_WHILE_COMPARED_TEXT)
    await tx.delete(order_offer).where(own(ctx.shop_id, id))
    await writeFlag(tx, ctx.shop_id)
    await recordAudit(tx, ctx, { ...about(id, before.title), before })
    return {}
  })

/** Writes the flag that saves forms and orders of a shop without offers a query. */
async function writeFlag(tx: Tx, shop_id: number): Promise<void> {
  const shown = and(eq(order_offer.shop_id, shop_id), eq(order_offer.visible, true))
  const order_offer_flag = (await tx.$count(order_offer, shown)) > 0
  await tx.update(shop).set({ order_offer_flag }).where(eq(shop.id, shop_id))
}

async function refuseFaults(
  tx: Tx,
  shop_id: number,
  { product_sku_id, quantity, cart_type, for_sku_ids, landing_slug }: OrderOfferInput,
): Promise<void> {
  const page = and(eq(landing_page.shop_id, shop_id), eq(landing_page.slug, landing_slug))
  if (landing_slug !== '' && (await tx.$count(landing_page, page)) === 0)
    throw refusedField('landing_slug', 'この申し込みページはありません。')
  const sold = await tx
    .select({
      id: product_sku.id,
      sale_limit: product_sku.sale_limit,
      sale_type: product.sale_type,
      is_yearly: product.lump_sum_payment_flag,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.id, [product_sku_id, ...for_sku_ids])))
  const sku = sold.find(({ id }) => id === product_sku_id)
  if (!sku) throw refusedField('product_sku_id', '商品を選んでください。')
  const way = cart_type === 1 ? SALE_TYPE.subscription : SALE_TYPE.normal
  if (sku.sale_type !== way && sku.sale_type !== SALE_TYPE.both)
    throw refusedField('product_sku_id', `この商品は、${cart_type === 1 ? '定期便' : '1回ずつ'}では販売していません。`)
  if (cart_type === 1 && sku.is_yearly) throw refusedField('product_sku_id', '年払いの商品は、ご案内できません。')
  const most = maxPurchasePieces(sku)
  if (quantity > most) throw refusedField('quantity', `1回に${most}点までの商品です。`)
  if (!for_sku_ids.every((id) => sold.some((one) => one.id === id)))
    throw refusedField('for_sku_ids', '対象の商品を選び直してください。')
}
