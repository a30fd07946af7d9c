import { cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq } from 'drizzle-orm'
import { loadCartItems } from '../../catalogue/price/index.ts'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { requirePriceAccess } from '../../people/customer/index.ts'
import { hashToken } from '../../people/session/index.ts'
import { ShopError } from '../../shop-error.ts'

/**
 * Records the click on a reminder's link and returns the cart as it was, at today's prices. The response contains no
 * personal data and does not log the visitor in.
 * @throws ShopError 410 ERROR_REMINDER_EXPIRED, also for a link that never existed; 403 ERROR_SUPPLIER_NOT_APPROVED
 * when the visitor may not see prices
 */
export const trackReminderClick: Handler<'PUT /v1/cart-abandonments/track_abandonment_url_click'> = async (
  ctx,
  input,
) => {
  await consumeLimit(ctx, 'reminder_link', { address: ctx.ip })
  const [found] = await ctx.db
    .select({ reminder: cart_reminder, cart_type_id: cart_tracking.cart_type_id })
    .from(cart_reminder)
    .innerJoin(cart_tracking, refersToCondition(cart_reminder.tracking_id, cart_tracking))
    .where(and(eq(cart_reminder.restore_hash, hashToken(input.tracking_id)), eq(cart_tracking.shop_id, ctx.shop_id)))
  const now = ctx.clock.now()
  if (!found || found.reminder.expires_at <= now)
    throw new ShopError(
      410,
      'ERROR_REMINDER_EXPIRED',
      'このURLの有効期限が切れています。商品をもう一度お選びください。',
    )
  const { tracking_id, items, clicked_at } = found.reminder
  if (clicked_at === null)
    await ctx.db.transaction(async (tx) => {
      await tx.update(cart_reminder).set({ clicked_at: now }).where(sameRowCondition(cart_reminder, found.reminder))
      await tx
        .update(cart_tracking)
        .set({ url_clicked: true })
        .where(sameRowCondition(cart_tracking, { shop_id: ctx.shop_id, id: tracking_id }))
    })
  await requirePriceAccess(ctx)
  const priced = await loadCartItems(ctx, items)
  const sold = priced.filter((item) => item.is_product_sku_valid)
  return { cart_type_id: found.cart_type_id, items: sold }
}
