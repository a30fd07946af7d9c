import { order_ad_consent } from '@kushi/db/schema/conversion'
import { orders } from '@kushi/db/schema/order'
import { and, eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'

/**
 * 同意の取り消し, as the customer wishes: from now on nobody is told of the order, nor of the later deliveries of the 定期便 that began
 * with it.
 * @throws ShopError 404 when there is none
 */
export const withdrawAdConsent: AdminHandler<'DELETE /admin/v1/orders/{id}/ad-consent'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    const [gone] = await tx
      .delete(order_ad_consent)
      .where(and(eq(order_ad_consent.shop_id, shop_id), eq(order_ad_consent.order_id, id)))
      .returning({ order_id: order_ad_consent.order_id })
    if (!gone) throw notFound()
    const [order] = await tx
      .select({ order_no: orders.order_no })
      .from(orders)
      .where(and(eq(orders.shop_id, shop_id), eq(orders.id, id)))
    const subject = { subject: 'order', subject_id: id, subject_name: order!.order_no }
    await recordAudit(tx, ctx, { ...subject, before: { ad_consented: true }, after: { ad_consented: false } })
    return {}
  })
