import { shop_content } from '@kushi/db/schema/shop'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { sanitiseHtml } from './rules/sanitise-html.ts'

/** The layout code of content for every layout. */
const anyLayout = 0

/**
 * Sanitised HTML that the shop wrote (footer, banner, pages). If there is none for `layout_code`, returns that for
 * every layout (0). @throws ShopError 404
 */
export const getContent: Verb<'GET /v1/setting/shop/content/{name}'> = async (ctx, { name, layout_code }) => {
  const [content] = await ctx.db
    .select({ name: shop_content.name, title: shop_content.title, html: shop_content.html })
    .from(shop_content)
    .where(
      and(
        eq(shop_content.shop_id, ctx.shop_id),
        eq(shop_content.name, name),
        inArray(shop_content.layout_code, [anyLayout, layout_code ?? anyLayout]),
      ),
    )
    .orderBy(desc(shop_content.layout_code))
    .limit(1)
  if (!content) throw notFound()
  return { ...content, html: sanitiseHtml(content.html) }
}
