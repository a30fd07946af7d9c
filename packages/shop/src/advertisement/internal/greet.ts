import type { Tx } from '@kushi/db/connect'
import { ad_campaign, ad_tracking } from '@kushi/db/schema/advertisement'
import { shop } from '@kushi/db/schema/shop'
import { and, eq } from 'drizzle-orm'
import { enqueueLineTo, lineMessage } from '../../outbox/index.ts'

const text = (value: string, more: object = {}) => ({ type: 'text', text: value, wrap: true, ...more })

/** Sends the campaign's あいさつ to a new friend, once, even if several calls detect the follow. */
export async function greet(tx: Tx, visit: { shop_id: number; ad_user_id: string }): Promise<void> {
  const [found] = await tx
    .select({ greeting: ad_campaign.greeting, shop_name: shop.shop_name, to: ad_tracking.line_user_id })
    .from(ad_tracking)
    .innerJoin(ad_campaign, and(eq(ad_campaign.shop_id, ad_tracking.shop_id), eq(ad_campaign.adcd, ad_tracking.adcd)))
    .innerJoin(shop, eq(shop.id, ad_tracking.shop_id))
    .where(and(eq(ad_tracking.shop_id, visit.shop_id), eq(ad_tracking.ad_user_id, visit.ad_user_id)))
  if (!found?.to || found.greeting === '') return
  const { greeting, shop_name, to } = found
  const body = [text(shop_name, { size: 'xs', color: '#6B675F' }), text(greeting, { margin: 'sm' })]
  const message = lineMessage(shop_name, greeting, { body: { type: 'box', layout: 'vertical', contents: body } })
  await enqueueLineTo(tx, visit.shop_id, `greeting:${visit.ad_user_id}`, { to, message })
}
