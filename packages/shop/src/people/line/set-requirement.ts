import { shop } from '@kushi/db/schema/shop'
import type { LineRequirement } from '@kushi/values/line'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Sets whether the shop uses LINE, and whether a customer has to be a friend before a purchase. */
export async function setLineRequirement(ctx: Pick<Context, 'db' | 'shop_id'>, level: LineRequirement): Promise<void> {
  await ctx.db
    .update(shop)
    .set({ line_channel_flag: level !== 'none', ec_line_required_flag: level === 'required' })
    .where(eq(shop.id, ctx.shop_id))
}
