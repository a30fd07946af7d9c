import { CONTENT_NAME, type ContentName } from '@kushi/contract/admin/content'
import type { Opening } from '@kushi/contract/admin/opening'
import type { Queryable } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { shop as unnamed } from '@kushi/db/seed/reference/shop'
import { lineRequirement } from '@kushi/values/line-requirement'
import { and, countDistinct, eq, gt, inArray } from 'drizzle-orm'
import type { AdminVerb, OperatorContext } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'
import { within } from '../../context.ts'
import { selectDeliveries } from '../../delivery/index.ts'
import { listPaymentMethods } from '../../payment/index.ts'
import { loadShop, shopUrl } from '../../setting/index.ts'
import { ShopError } from '../../shop-error.ts'
import { missingLawItems } from '../rules/law-items.ts'
import { type OpeningFacts, openingSteps } from '../rules/opening-steps.ts'
import { sellsSubscriptions } from './law-page.ts'

export const showOpening: AdminVerb<'GET /admin/v1/opening'> = (ctx) => look(ctx)

/** From now on everybody may buy. @throws ShopError 409 ERROR_NOT_READY while something is missing */
export const openToPublic: AdminVerb<'POST /admin/v1/opening'> = (ctx) =>
  ctx.db.transaction(async (tx) => {
    await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
    const inside = within(ctx, tx)
    const { opened_at, steps } = await look(inside)
    if (opened_at !== null) throw notReady('このショップは、もう公開されています。')
    if (steps.some(({ is_required, is_done }) => is_required && !is_done))
      throw notReady('公開するには、まだ足りないものがあります。一覧をご確認ください。')
    const now = ctx.clock.now()
    await tx.update(shop).set({ opened_at: now }).where(eq(shop.id, ctx.shop_id))
    const about = { subject: 'shop', subject_id: ctx.shop_id, subject_name: 'ショップの公開' }
    await record(tx, ctx, { ...about, before: { opened_at }, after: { opened_at: now } })
    return look(inside)
  })

const notReady = (text: string) => new ShopError(409, 'ERROR_NOT_READY', text)

async function look(ctx: OperatorContext): Promise<Opening> {
  const row = await loadShop(ctx)
  const deliveries = (await selectDeliveries(ctx)).filter(({ visible }) => visible)
  const { items: payments } = await listPaymentMethods(ctx, {})
  const written = await writtenPages(ctx.db, ctx.shop_id)
  return {
    opened_at: row.opened_at?.toISOString() ?? null,
    visit_url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/?visit=${row.visit_key}`,
    steps: openingSteps({
      unnamed: unnamedOf(row),
      ...{ shop_name: row.shop_name, registration_number: row.registration_number },
      law_missing: lawMissing(written.get('defrayal'), await sellsSubscriptions(ctx)),
      unwritten: policies.filter((name) => !written.get(name)?.trim()).map((name) => CONTENT_NAME[name]),
      products: await countSold(ctx),
      deliveries: deliveries.map(
        (one) => `${one.delivery_name} ${one.flat_rate_delivery_fee.toLocaleString('ja-JP')}円`,
      ),
      payments: payments.map(({ payment_name }) => payment_name),
      line: { is_connected: ctx.settings.line !== null, is_used: lineRequirement(row) !== 'none' },
    }),
  }
}

const labels = {
  shop_name: '店舗名',
  company_name: '会社名',
  company_address: '所在地',
  phone_number: '電話番号',
  email: 'メールアドレス',
} as const

/** What still stands as a new installation has it. */
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

function lawMissing(html: string | undefined, has_subscriptions: boolean): OpeningFacts['law_missing'] {
  if (!html?.trim()) return null
  const missing = missingLawItems(html).map(({ label }) => label)
  return has_subscriptions ? missing : missing.filter((label) => !label.startsWith('定期便'))
}

async function countSold({ db, shop_id }: OperatorContext): Promise<number> {
  const [row] = await db
    .select({ count: countDistinct(product.id) })
    .from(product)
    .innerJoin(product_sku, and(eq(product_sku.shop_id, product.shop_id), eq(product_sku.product_id, product.id)))
    .where(and(eq(product.shop_id, shop_id), product.visible, product_sku.visible, gt(product_sku.stock, 0)))
  return row!.count
}
