import { isDeepStrictEqual } from 'node:util'
import type { LandingPageInput } from '@kushi/contract/admin/landing-page'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { japanDayStartSql } from '@kushi/db/japan-day'
import { shop_payment } from '@kushi/db/schema/delivery'
import { landing_page } from '@kushi/db/schema/landing-page'
import { orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { landing_day } from '@kushi/db/schema/report'
import { refersToCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import { maxPurchasePieces } from '@kushi/values/cart'
import { isPaymentMethodOffered } from '@kushi/values/landing-page'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { cardSheetOf, notForFirstDeliveryText } from '@kushi/values/payment-method'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { SALE_TYPE } from '@kushi/values/product'
import { and, count, desc, eq, gte, inArray, isNotNull, ne, sum } from 'drizzle-orm'
import { buildSkuItems, loadSkuRows } from '../../../catalogue/price/index.ts'
import { thumbnailUrl } from '../../../catalogue/product/index.ts'
import { listLandingPagePromotions } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { createPreviewKey, landingSlug, readLandingPageBlocks, shopUrl } from '../../../foundation/setting/index.ts'
import {
  experimentStateError,
  findRunningPageExperiment,
  NOT_DELETED_WHILE_COMPARED_TEXT,
} from '../../../sales/experiment/index.ts'
import { invalidFields, notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { blockPicturePath } from '../internal/block-picture.ts'
import { changeSetting, lockSettings, withSettingVersion } from '../internal/change-setting.ts'
import { openPeriodFromInput, openPeriodFromRow } from '../internal/open-period.ts'
import { refuseUnknownPictures } from '../internal/refuse-unknown-pictures.ts'

const MOST = 500
/** Days of visits that the list shows. */
const DAYS = 7
const own = (shop_id: number, id: number) => and(eq(landing_page.shop_id, shop_id), eq(landing_page.id, id))
/** The path of a page, as visits are counted and the shop's links have it. */
const pathOf = (slug: string) => `/lp/${slug}`

export const listLandingPages: AdminHandler<'GET /admin/v1/landing-pages'> = async (ctx) => {
  const { db, shop_id, clock } = ctx
  const rows = await db
    .select()
    .from(landing_page)
    .where(eq(landing_page.shop_id, shop_id))
    .orderBy(desc(landing_page.id))
  const visits = await db
    .select({ landing_path: landing_day.landing_path, visits: sum(landing_day.visits).mapWith(Number) })
    .from(landing_day)
    .where(
      and(
        eq(landing_day.shop_id, shop_id),
        gte(landing_day.day, addDays(clock.today(), -DAYS)),
        inArray(
          landing_day.landing_path,
          rows.map(({ slug }) => pathOf(slug)),
        ),
      ),
    )
    .groupBy(landing_day.landing_path)
  const visitsOf = new Map(visits.map((one) => [one.landing_path, one.visits]))
  const placed = await db
    .select({ slug: orders.landing_slug, orders: count() })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, shop_id),
        isNotNull(orders.landing_slug),
        gte(orders.created_at, japanDayStartSql(addDays(clock.today(), -DAYS))),
        inArray(orders.status, COUNTED_ORDER_STATUSES),
      ),
    )
    .groupBy(orders.landing_slug)
  const ordersOf = new Map(placed.map((one) => [one.slug, one.orders]))
  const skus = await loadSkuRows(
    { db, shop_id },
    rows.flatMap(({ items }) => items.map(({ product_sku_id }) => product_sku_id)),
  )
  const offered = await offeredMethods(db, shop_id)
  const running = new Set((await listLandingPagePromotions(ctx)).map(({ id }) => id))
  return {
    items: rows.map((row) => ({
      ...moments(row),
      visits: visitsOf.get(pathOf(row.slug)) ?? 0,
      orders: ordersOf.get(row.slug) ?? 0,
      is_orderable: isOrderable(skus, row) && isPayable(offered, row),
      is_promotion_over: row.promotion_id !== null && !running.has(row.promotion_id),
    })),
  }
}

/** The shop's own お支払い方法. */
const offeredMethods = async (db: Queryable, shop_id: number) =>
  await db
    .select({ id: shop_payment.payment_method_id, for_subscriptions: shop_payment.for_subscriptions })
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, shop_id), eq(shop_payment.visible, true)))

type OfferedMethods = Awaited<ReturnType<typeof offeredMethods>>

/**
 * Whether one of the page's payment methods is offered by the shop, fits the kind of purchase, and works in every
 * browser.
 */
const isPayable = (offered: OfferedMethods, page: Pick<Row, 'payment_method_ids' | 'cart_type'>) =>
  offered.some(
    ({ id, for_subscriptions }) =>
      isPaymentMethodOffered(page, id) &&
      cardSheetOf(id) === undefined &&
      (page.cart_type === 0 || notForFirstDeliveryText(id, for_subscriptions) === null),
  )

/** The check that the page makes before it shows its button. */
function isOrderable(skus: Awaited<ReturnType<typeof loadSkuRows>>, { items, cart_type }: Row) {
  const asked = items.map((item) => ({ ...item, subscription: cart_type }))
  const sold = buildSkuItems(skus, asked)
  return sold.length === items.length && sold.every((item) => item.is_product_sku_valid && !item.is_out_stock)
}

type Row = typeof landing_page.$inferSelect
const moments = ({ shop_id: _, ...row }: Row) => ({ ...row, ...openPeriodFromRow(row) })

const load = async (db: Queryable, shop_id: number, id: number) => {
  const [row] = await db.select().from(landing_page).where(own(shop_id, id))
  if (!row) throw notFound()
  const is_compared = (await findRunningPageExperiment(db, shop_id, id)) !== null
  return { ...moments(row), blocks: readLandingPageBlocks(row.blocks), is_compared }
}

/** Adds the pictures' URLs, which are not part of the values. */
const withPictures = (ctx: OperatorContext, page: Awaited<ReturnType<typeof load>> & { version: string }) => ({
  ...page,
  blocks: page.blocks.map((block) => ({ ...block, image_url: thumbnailUrl(ctx, blockPicturePath(block)) })),
})

export const getAdminLandingPage: AdminHandler<'GET /admin/v1/landing-pages/{id}'> = async (ctx, { id }) =>
  withPictures(ctx, withSettingVersion(await load(ctx.db, ctx.shop_id, id)))

export const listPagePromotions: AdminHandler<'GET /admin/v1/landing-pages/promotions'> = async (ctx) => ({
  items: await listLandingPagePromotions(ctx),
})

/** Returns a link to the page as it is saved, also if visitors do not see it. */
export const previewLandingPage: AdminHandler<'POST /admin/v1/landing-pages/{id}/preview'> = async (ctx, { id }) => {
  const { slug } = await load(ctx.db, ctx.shop_id, id)
  const query = new URLSearchParams({ preview: createPreviewKey(ctx, `landing_page ${id}`) })
  return { url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh${pathOf(slug)}?${query}` }
}

const about = (id: number, subject_name: string) => ({ subject: 'landing_page', subject_id: String(id), subject_name })
const dated = (input: LandingPageInput) => ({ ...input, ...openPeriodFromInput(input) })

/** @throws ShopError 422 when its address is taken, a picture or successor does not exist or its goods are not sold so, 409 ERROR_TOO_MANY */
export const addLandingPage: AdminHandler<'POST /admin/v1/landing-pages'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    if ((await tx.$count(landing_page, eq(landing_page.shop_id, shop_id))) >= MOST)
      throw new ShopError(409, 'ERROR_TOO_MANY', `申し込みページは${MOST}件までです。`)
    await refuseFaults(tx, ctx, input, null)
    const [row] = await tx
      .insert(landing_page)
      .values({ ...dated(input), shop_id })
      .returning({ id: landing_page.id })
    await recordAudit(tx, ctx, { ...about(row!.id, input.title), after: input })
    return { id: row!.id }
  })

/** @throws ShopError 409 when someone else changed it meanwhile, 422 as for a new one */
export const changeLandingPage: AdminHandler<'PUT /admin/v1/landing-pages/{id}'> = async (
  ctx,
  { id, version, ...input },
) => {
  const saved = await changeSetting(ctx, {
    ...about(id, input.title),
    version,
    load: (db) => load(db, ctx.shop_id, id),
    write: async (tx, before) => {
      await refuseFaults(tx, ctx, input, before)
      refuseComparedBlocks(input, before)
      await tx.update(landing_page).set(dated(input)).where(own(ctx.shop_id, id))
    },
  })
  return withPictures(ctx, saved)
}

/** Blocks that are being compared can't change; all パターン have the same goods and ways of buying. */
function refuseComparedBlocks({ blocks }: LandingPageInput, before: Awaited<ReturnType<typeof load>>): void {
  if (!before.is_compared || isDeepStrictEqual(blocks, before.blocks)) return
  const message = 'くらべているあいだは、部品を変えられません。比較を終えてから変えてください。'
  throw refusedField('blocks', message)
}

/** @throws ShopError 409 while its パターン are compared: their figures would go with it */
export const deleteLandingPage: AdminHandler<'DELETE /admin/v1/landing-pages/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await lockSettings(tx, ctx.shop_id)
    const before = await load(tx, ctx.shop_id, id)
    if (before.is_compared) throw experimentStateError(NOT_DELETED_WHILE_COMPARED_TEXT)
    await tx.delete(landing_page).where(own(ctx.shop_id, id))
    await recordAudit(tx, ctx, { ...about(id, before.title), before })
    return {}
  })

async function refuseFaults(
  tx: Tx,
  { shop_id, clock }: Pick<OperatorContext, 'shop_id' | 'clock'>,
  { slug, blocks, items, cart_type, successor, payment_method_ids, promotion_id }: LandingPageInput,
  before: Awaited<ReturnType<typeof load>> | null,
): Promise<void> {
  const id = before?.id ?? 0
  const [taken] = await tx
    .select({ title: landing_page.title })
    .from(landing_page)
    .where(and(eq(landing_page.shop_id, shop_id), eq(landing_page.slug, slug), ne(landing_page.id, id)))
  const message = `${wrapInQuoteMarks(taken?.title ?? '')}で使われています。ほかのものにしてください。`
  if (taken) throw invalidFields([{ path: 'slug', message_id: 'cmn-err-003', message }])
  const leadsTo = landingSlug(successor)
  const next = and(eq(landing_page.shop_id, shop_id), eq(landing_page.slug, leadsTo ?? ''), ne(landing_page.id, id))
  if (leadsTo !== undefined && (await tx.$count(landing_page, next)) === 0)
    throw refusedField('successor', 'この申し込みページはありません。')
  await refuseUnknownPictures(
    tx,
    shop_id,
    before?.blocks.map(blockPicturePath) ?? [],
    blocks.map((block, n) => ({ path: blockPicturePath(block), field: `blocks.${n}.image_path` })),
  )
  const isNamed = promotion_id !== null && promotion_id !== before?.promotion_id
  if (isNamed && !(await listLandingPagePromotions({ db: tx, shop_id, clock })).some((one) => one.id === promotion_id))
    throw refusedField('promotion_id', 'いま公開している、申し込みページの特典から選んでください。')
  const offered = payment_method_ids.length > 0 ? await offeredMethods(tx, shop_id) : []
  if (!payment_method_ids.every((one) => offered.some(({ id }) => id === one)))
    throw refusedField('payment_method_ids', 'お店で使えるお支払い方法から選んでください。')
  if (offered.length > 0 && !isPayable(offered, { payment_method_ids, cart_type }))
    throw refusedField(
      'payment_method_ids',
      cart_type === 0
        ? 'ブラウザーによっては使えないお支払い方法だけです。ほかのお支払い方法も選んでください。'
        : '定期便で使えるお支払い方法も選んでください。',
    )
  const sold = await tx
    .select({ id: product_sku.id, sale_limit: product_sku.sale_limit, sale_type: product.sale_type })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(
      and(
        eq(product_sku.shop_id, shop_id),
        isAnyOfCondition(
          product_sku.id,
          items.map((item) => item.product_sku_id),
        ),
      ),
    )
  const way = cart_type === 1 ? SALE_TYPE.subscription : SALE_TYPE.normal
  const faults = items.flatMap(({ product_sku_id, quantity }, n) => {
    const sku = sold.find((one) => one.id === product_sku_id)
    const refused = (field: string, message: string) => ({
      path: `items.${n}.${field}`,
      message_id: 'refused' as const,
      message,
    })
    if (!sku) return [refused('product_sku_id', '商品を選んでください。')]
    if (sku.sale_type !== way && sku.sale_type !== SALE_TYPE.both)
      return [refused('product_sku_id', `この商品は、${cart_type === 1 ? '定期便' : '1回ずつ'}では販売していません。`)]
    const most = maxPurchasePieces(sku)
    return quantity > most ? [refused('quantity', `1回に${most}点までの商品です。`)] : []
  })
  if (faults.length > 0) throw invalidFields(faults)
}
