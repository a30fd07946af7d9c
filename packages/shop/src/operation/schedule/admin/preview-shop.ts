import type { ShopPreview } from '@kushi/contract/admin/schedule'
import { product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { loadShopClosings, selectDeliveryMethods } from '../../../catalogue/delivery/index.ts'
import { listProducts } from '../../../catalogue/product/index.ts'
import { showContent } from '../../../catalogue/promise/index.ts'
import { listRunningPromotions } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import { refusedField } from '../../../shop-error.ts'
import { sealPreviewKey } from '../as-of-key.ts'
import { previewShopAsOf } from '../preview-as-of.ts'

/** The shop as of a moment: its key figures, and a link that shows the shop itself. */
export const previewShop: AdminHandler<'POST /admin/v1/schedule/preview'> = async (ctx, input) => {
  const at = new Date(input.at)
  if (at <= ctx.clock.now()) throw refusedField('at', 'これからの日時を選択してください。')
  // Drops the cache: it contains present data, and preview data must never get into it.
  const { cache: _, ...present } = ctx
  const figures = await previewShopAsOf(ctx, at, (then) => look({ ...present, ...then }))
  return { ...figures, url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/as-of?key=${sealPreviewKey(ctx, at)}` }
}

async function look(ctx: OperatorContext): Promise<Omit<ShopPreview, 'url'>> {
  const query = { page: 1, per_page: 100, sort: 'recommended' } as const
  const { items } = await listProducts(ctx, query as never)
  const rates = await taxRates(
    ctx,
    items.map(({ id }) => id),
  )
  const { delivery_free_amount } = await loadShop(ctx)
  const banner = await showContent(ctx, { name: 'banner', layout_code: undefined }).catch(() => ({ html: '' }))
  return {
    products: items.map((item) => ({ ...item, tax_rates: rates.get(item.id) ?? [] })),
    deliveries: (await selectDeliveryMethods(ctx)).filter(({ visible }) => visible),
    delivery_free_amount,
    promotions: await listRunningPromotions(ctx),
    refused: await refusedThen(ctx),
    banner: banner.html,
    closings: await loadShopClosings(ctx.db, ctx.shop_id, ctx.clock.today()),
  }
}

/** The changes that failed in this preview: it writes its moment on each. */
async function refusedThen({ db, shop_id, clock }: OperatorContext): Promise<ShopPreview['refused']> {
  const { kind, subject_name, problem, state, updated_at, id } = scheduled_change
  return db
    .select({ id, kind, subject_name, problem })
    .from(scheduled_change)
    .where(and(eq(scheduled_change.shop_id, shop_id), eq(state, 'failed'), eq(updated_at, clock.now())))
    .orderBy(asc(id))
}

/** Tax rates of each product's SKUs on sale, lowest first. */
async function taxRates({ db, shop_id }: OperatorContext, ids: number[]): Promise<Map<number, number[]>> {
  const { product_id, tax_rate } = product_sku
  const rows = await db
    .selectDistinct({ product_id, tax_rate })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), inArray(product_id, ids), eq(product_sku.visible, true)))
    .orderBy(asc(product_id), asc(tax_rate))
  const rates = new Map<number, number[]>()
  for (const row of rows) rates.set(row.product_id, [...(rates.get(row.product_id) ?? []), row.tax_rate])
  return rates
}
