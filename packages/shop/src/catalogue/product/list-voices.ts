import { product, product_sku } from '@kushi/db/schema/product'
import { voice } from '@kushi/db/schema/voice'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, asc, count, eq, exists, isNotNull, isNull, or } from 'drizzle-orm'
import type { Handler } from '../../context.ts'

/** お客様の声 that the shop shows, in its order; none about a product that is not in the shop. */
export const listCustomerVoices: Handler<'GET /v1/voice'> = async ({ db, shop_id }, { product_id, page, per_page }) => {
  const sold = db
    .select()
    .from(product_sku)
    .where(
      and(
        eq(product_sku.shop_id, product.shop_id),
        eq(product_sku.product_id, product.id),
        eq(product_sku.visible, true),
      ),
    )
  const itsProduct = and(refersToCondition(voice.product_id, product), eq(product.visible, true), exists(sold))
  const named = product_id === undefined ? undefined : eq(voice.product_id, product_id)
  const isSold = or(isNull(voice.product_id), isNotNull(product.id))
  const shown = and(eq(voice.shop_id, shop_id), eq(voice.visible, true), named, isSold)
  const [counted] = await db.select({ total: count() }).from(voice).leftJoin(product, itsProduct).where(shown)
  const items = await db
    .select({
      id: voice.id,
      text: voice.text,
      named_as: voice.named_as,
      received_on: voice.received_on,
      origin: voice.origin,
      product: { id: product.id, product_name: product.product_name },
    })
    .from(voice)
    .leftJoin(product, itsProduct)
    .where(shown)
    .orderBy(asc(voice.sort_no), asc(voice.id))
    .limit(per_page)
    .offset((page - 1) * per_page)
  return { items, total: counted!.total, page, per_page }
}
