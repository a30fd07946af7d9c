import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { product, product_sku } from '@kushi/db/schema/product'
import { restock_request } from '@kushi/db/schema/restock'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { normalizeEmail } from '@kushi/values/email'
import { itemName } from '@kushi/values/product'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop, pictureUrl, shopUrl } from '../../foundation/setting/index.ts'
import { composeLineCard, composeMail, enqueueLineMessageToMember, enqueueMail } from '../../messaging/message/index.ts'
import { lineCardMessage } from '../../people/line/index.ts'
import { invalidFields, notFound, ShopError } from '../../shop-error.ts'

/** Maximum SKUs per address and shop at the same time. */
const MOST = 20

/**
 * 再入荷のお知らせの申し込み: sends one mail when the SKU is in stock again, to the member or to the guest's address. A repeated
 * request counts once.
 * @throws ShopError 404 if the SKU is not sold, 409 if it is in stock, 422 without an address, 429
 */
export const requestRestockNotice: Handler<'POST /v1/product/restock'> = async (
  ctx,
  { product_sku_id, email: given },
) => {
  const [found] = await ctx.db
    .select({ stock: sellableStockSql() })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(
      and(
        sameRowCondition(product_sku, { shop_id: ctx.shop_id, id: product_sku_id }),
        product_sku.visible,
        product.visible,
      ),
    )
  if (!found) throw notFound()
  if (found.stock > 0) throw new ShopError(409, 'ERROR_IN_STOCK', '在庫が戻りました。今、ご注文いただけます。')
  const address = ctx.customer_id === null ? given : await emailOf(ctx, ctx.customer_id)
  if (!address)
    throw invalidFields([{ path: 'email', message_id: 'cmn-err-001', message: 'メールアドレスを入力してください。' }])
  const email = normalizeEmail(address)
  await consumeLimit(ctx, 'restock', { account: email, address: ctx.ip })
  const { shop_id, customer_id } = ctx
  const others = and(
    eq(restock_request.shop_id, shop_id),
    eq(restock_request.email, email),
    ne(restock_request.product_sku_id, product_sku_id),
  )
  if ((await ctx.db.$count(restock_request, others)) >= MOST)
    throw new ShopError(
      429,
      'ERROR_TOO_MANY_REQUESTS',
      `再入荷のお知らせは、一度に${MOST}件まで承っています。お知らせが届いてから、もう一度お申し込みください。`,
    )
  await ctx.db
    .insert(restock_request)
    .values({ shop_id, product_sku_id, email, customer_id, created_at: ctx.clock.now() })
    .onConflictDoNothing()
  return {}
}

async function emailOf({ db, shop_id }: Context, id: number): Promise<string> {
  const [row] = await db
    .select({ email: customer.email })
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id }))
  return row!.email
}

/**
 * Notifies customers who wait for SKUs that are in stock again, each once.
 * Returns how many were notified.
 */
export async function notifyRestocked(ctx: Context): Promise<number> {
  let notified = 0
  for (let block = 1; block > 0; notified += block) block = await notifyBlock(ctx)
  return notified
}

/** Deletes each request in the transaction that writes its mail. */
const notifyBlock = (ctx: Context): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    const rows = await tx
      .select({ request: restock_request, sku: product_sku, product, own_email: customer.email })
      .from(restock_request)
      .innerJoin(product_sku, refersToCondition(restock_request.product_sku_id, product_sku))
      .innerJoin(product, refersToCondition(product_sku.product_id, product))
      .leftJoin(customer, refersToCondition(restock_request.customer_id, customer))
      .where(
        and(eq(restock_request.shop_id, shop_id), sql`${sellableStockSql()} > 0`, product_sku.visible, product.visible),
      )
      .orderBy(asc(restock_request.created_at))
      .limit(100)
      .for('update', { of: restock_request, skipLocked: true })
    if (rows.length === 0) return 0
    const seller = await loadShop({ db: tx, shop_id })
    for (const { request, sku, product: goods, own_email } of rows) {
      const { customer_id } = request
      // A member's e-mail may have changed meanwhile.
      const email = own_email ?? request.email
      const key = `restocked:${randomUUID()}`
      const name = itemName({ ...sku, product_name: goods.product_name })
      const url = `${shopUrl(ctx.settings, shop_id)}/sh/products/detail/${goods.id}`
      const picture = sku.image_path ? pictureUrl(ctx.settings, shop_id, sku.image_path) : ''
      const values = { 商品: name, 商品のページ: `商品のページを開く\n${url}` }
      const mail = await composeMail(tx, seller, 'restocked', { email }, values)
      await enqueueMail(tx, shop_id, key, { ...mail, pictures: picture ? [picture] : [] }, { customer_id })
      await tx
        .delete(restock_request)
        .where(
          and(
            eq(restock_request.shop_id, shop_id),
            eq(restock_request.product_sku_id, sku.id),
            eq(restock_request.email, request.email),
          ),
        )
      if (customer_id === null) continue
      const rows: [string, string][] = [['商品', name]]
      const button = { label: '商品を見る', url }
      const card = async () =>
        lineCardMessage({
          shop_name: seller.shop_name,
          rows,
          button,
          ...(await composeLineCard(tx, seller, 'line_restocked', {})),
        })
      await enqueueLineMessageToMember(tx, { shop_id, customer_id }, key, card)
    }
    return rows.length
  })
