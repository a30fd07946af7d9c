import { randomUUID } from 'node:crypto'
import { CONTENT_NAME, type ContentName } from '@kushi/contract/admin/content'
import type { Opening } from '@kushi/contract/admin/opening'
import type { Queryable, Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { initialShop as unnamed } from '@kushi/db/seed/reference/shop'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { TEMPLATE_MARK_TEXT } from '@kushi/values/law-page'
import { lineRequirement } from '@kushi/values/line'
import { missingLabelHeadings } from '@kushi/values/product-label'
import type { SelfCheckItem } from '@kushi/values/self-check'
import { RUNNING_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { selectDeliveryMethods } from '../../../catalogue/delivery/index.ts'
import { findPromiseDisagreements, loadShopFacts } from '../../../catalogue/promise/index.ts'
import { contextInTransaction } from '../../../context.ts'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import { listPaymentMethods } from '../../../sales/payment/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { checkOrderConfirmations, loadLastSelfCheck, storeSelfCheck } from '../internal/check-confirmations.ts'
import { openingSteps } from '../rules/opening-steps.ts'
import { missingLawLabels } from './content.ts'

/** Returns the checklist of the opening (開店の準備). Shows the last 自己点検 and does not run a new one. */
export const showOpeningChecklist: AdminHandler<'GET /admin/v1/opening'> = (ctx) => look(ctx)

/** Opens the shop to the public. @throws ShopError 409 ERROR_NOT_READY while something is missing */
export const openShopToPublic: AdminHandler<'POST /admin/v1/opening'> = (ctx) =>
  ctx.db.transaction(async (tx) => {
    const inside = await lockDoor(tx, ctx)
    const items = await checkOrderConfirmations(inside)
    const { opened_at, closed_at, steps } = await look(inside, items)
    if (opened_at !== null) throw notReady('このショップは、もう公開されています。')
    if (steps.some(({ is_required, is_done }) => is_required && !is_done))
      throw notReady('公開するには、まだ足りないものがあります。一覧をご確認ください。')
    const now = ctx.clock.now()
    await tx.update(shop).set({ opened_at: now, closed_at: null }).where(eq(shop.id, ctx.shop_id))
    await storeSelfCheck(tx, ctx, items)
    const before = { opened_at, closed_at }
    await recordAudit(tx, ctx, { ...about(ctx), before, after: { opened_at: now, closed_at: null } })
    return look(inside)
  })

/** 自己点検: checks the order confirmations again and saves the result. */
export const runSelfCheck: AdminHandler<'POST /admin/v1/opening/self-check'> = (ctx) =>
  ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const items = await checkOrderConfirmations(inside)
    await storeSelfCheck(tx, ctx, items)
    const lacking = items
      .filter(({ is_met }) => !is_met)
      .map(({ subject, label, fact }) => `${subject} ${label}: ${fact}`)
    const subject = { subject: 'shop', subject_id: ctx.shop_id, subject_name: '確認画面の自己点検' }
    await recordAudit(tx, ctx, { ...subject, after: { looked: items.length, lacking } })
    return look(inside)
  })

/**
 * 臨時休業: customers can't view or buy anything until the shop opens again. Subscriptions continue as promised. A customer
 * who is at a provider right now may return and complete the order.
 * @throws ShopError 409 ERROR_NOT_OPEN
 */
export const closeShopTemporarily: AdminHandler<'POST /admin/v1/opening/close'> = (ctx, { closed_text }) =>
  ctx.db.transaction(async (tx) => {
    const inside = await lockDoor(tx, ctx)
    const { opened_at, closed_text: text } = await loadShop(inside)
    if (opened_at === null) throw new ShopError(409, 'ERROR_NOT_OPEN', 'このショップは、もう閉じています。')
    const after = { opened_at: null, closed_at: ctx.clock.now(), closed_text }
    await tx.update(shop).set(after).where(eq(shop.id, ctx.shop_id))
    await recordAudit(tx, ctx, { ...about(ctx), before: { opened_at, closed_at: null, closed_text: text }, after })
    return look(inside)
  })

export const changeClosedText: AdminHandler<'PUT /admin/v1/opening/closed-text'> = (ctx, { closed_text }) =>
  ctx.db.transaction(async (tx) => {
    const inside = await lockDoor(tx, ctx)
    const before = await loadShop(inside)
    await tx.update(shop).set({ closed_text }).where(eq(shop.id, ctx.shop_id))
    await recordAudit(tx, ctx, { ...about(ctx), before: { closed_text: before.closed_text }, after: { closed_text } })
    return look(inside)
  })

/** Replaces the visit link; visitors who entered by the old one lose access. */
export const renewVisitLink: AdminHandler<'POST /admin/v1/opening/visit-link'> = (ctx) =>
  ctx.db.transaction(async (tx) => {
    const inside = await lockDoor(tx, ctx)
    await tx.update(shop).set({ visit_key: randomUUID() }).where(eq(shop.id, ctx.shop_id))
    await recordAudit(tx, ctx, { ...about(ctx), after: { visit_link: '作り直し' } })
    return look(inside)
  })

async function lockDoor(tx: Tx, ctx: OperatorQueryContext): Promise<OperatorQueryContext> {
  await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
  return contextInTransaction(ctx, tx)
}

const about = ({ shop_id }: OperatorContext) => ({
  subject: 'shop',
  subject_id: shop_id,
  subject_name: 'ショップの公開',
})

const notReady = (text: string) => new ShopError(409, 'ERROR_NOT_READY', text)

/** `walked`: the confirmations as they are now; absent: those of the last 自己点検. */
async function look(ctx: OperatorQueryContext, walked?: SelfCheckItem[]): Promise<Opening> {
  const row = await loadShop(ctx)
  const deliveries = (await selectDeliveryMethods(ctx)).filter(({ visible }) => visible)
  const { items: payments } = await listPaymentMethods(ctx, {})
  const written = await writtenPages(ctx.db, ctx.shop_id)
  const self_check = await loadLastSelfCheck(ctx)
  const confirmations = walked ?? self_check?.items ?? null
  return {
    opened_at: row.opened_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_text: row.closed_text,
    ...(await underWay(ctx)),
    visit_url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/?visit=${row.visit_key}`,
    steps: openingSteps({
      unnamed: unnamedOf(row),
      shop_name: row.shop_name,
      registration_number: row.registration_number,
      law_missing: written.get('defrayal')?.trim() ? await missingLawLabels(ctx, written.get('defrayal')!) : null,
      law_wrong: findPromiseDisagreements(written.get('defrayal') ?? '', await loadShopFacts(ctx)).map(
        ({ said }) => said,
      ),
      unwritten: policies.flatMap((name) => {
        const html = written.get(name)?.trim() ?? ''
        if (html.includes(TEMPLATE_MARK_TEXT)) return [`${CONTENT_NAME[name]}の確認(ひな形のままです)`]
        return html === '' ? [CONTENT_NAME[name]] : []
      }),
      ...(await shownProducts(ctx)),
      deliveries: deliveries.map(
        (one) =>
          `${one.delivery_name} ${one.flat_rate_delivery_fee.toLocaleString('ja-JP')}円${one.cool_fee > 0 ? `(クール代 ${one.cool_fee.toLocaleString('ja-JP')}円)` : ''}`,
      ),
      payments: payments.map(({ payment_name }) => payment_name),
      confirmations: confirmations && {
        products: new Set(confirmations.map(({ subject }) => subject)).size,
        lacking: confirmations
          .filter(({ is_met }) => !is_met)
          .map(({ subject, label, fact }) => `${subject} ${label}: ${fact}`),
      },
      line: { is_connected: ctx.settings.line !== null, is_used: lineRequirement(row) !== 'none' },
    }),
    self_check,
  }
}

/** Counts the orders and contracts that a closing shop still has to process. */
async function underWay({ db, shop_id }: OperatorQueryContext) {
  const running = and(
    eq(subscription.shop_id, shop_id),
    inArray(subscription.summary_status, RUNNING_SUBSCRIPTION_STATUSES),
  )
  const unpaid = and(eq(orders.shop_id, shop_id), eq(orders.status, 'payment_pending'))
  return {
    running_subscriptions: await db.$count(subscription, running),
    open_payments: await db.$count(orders, unpaid),
  }
}

const labels = {
  shop_name: '店舗名',
  company_name: '会社名',
  company_address: '所在地',
  phone_number: '電話番号',
  email: 'メールアドレス',
} as const

/** Labels of the values that are empty or still those of a new installation. */
const unnamedOf = (row: Awaited<ReturnType<typeof loadShop>>): string[] =>
  (Object.keys(labels) as (keyof typeof labels)[])
    .filter((name) => row[name].trim() === '' || row[name] === unnamed[name])
    .map((name) => labels[name])

const policies: readonly ContentName[] = ['privacy', 'terms-of-use']

async function writtenPages(db: Queryable, shop_id: number): Promise<Map<string, string>> {
  const rows = await db
    .select({ name: shop_content.name, html: shop_content.html })
    .from(shop_content)
    .where(
      and(
        eq(shop_content.shop_id, shop_id),
        eq(shop_content.layout_code, 0),
        inArray(shop_content.name, ['defrayal', ...policies]),
      ),
    )
  return new Map(rows.map(({ name, html }) => [name, html]))
}

const labelColumns = {
  product_name: product.product_name,
  ingredients: product.ingredients,
  label_kind: product.label_kind,
  label_name: product.label_name,
  label_allergens: product.label_allergens,
  label_expiry: product.label_expiry,
  label_storage: product.label_storage,
  label_cautions: product.label_cautions,
  label_maker: product.label_maker,
  label_origin: product.label_origin,
}

/**
 * Counts the products that can be bought now, and lists the missing items of 商品の表示 of all visible products, sold out or
 * not.
 */
async function shownProducts({ db, shop_id }: OperatorQueryContext) {
  const shown = await db
    .select({ ...labelColumns, is_in_stock: sql<boolean>`bool_or(${sellableStockSql()} > 0)` })
    .from(product)
    .innerJoin(product_sku, and(eq(product_sku.shop_id, product.shop_id), eq(product_sku.product_id, product.id)))
    .where(and(eq(product.shop_id, shop_id), product.visible, product_sku.visible))
    .groupBy(product.shop_id, product.id)
    .orderBy(product.sort_no, product.id)
  return {
    products: shown.filter(({ is_in_stock }) => is_in_stock).length,
    labels: {
      products: shown.length,
      lacking: shown.flatMap((one) => {
        const lacks = missingLabelHeadings(one)
        return lacks.length > 0 ? [`${one.product_name}: ${lacks.join('、')}がありません。`] : []
      }),
      without_kind: shown.filter(({ label_kind }) => label_kind === 'none').length,
    },
  }
}
