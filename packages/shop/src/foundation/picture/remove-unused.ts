import type { Queryable } from '@kushi/db/connect'
import { picture } from '@kushi/db/schema/picture'
import { pictureFileNames } from '@kushi/values/product'
import { and, eq, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Cached pages, mails and LINE messages still show a picture for a while after its product has dropped it. */
const KEPT_DAYS = 30
const AT_ONCE = 500
const DAY_MS = 86_400_000

// Table names are written out, because Drizzle omits them in a query of one table.
const isUsed = sql`(
  exists (select from product_image i where i.shop_id = picture.shop_id and i.path = picture.path)
  or exists (select from product_sku s where s.shop_id = picture.shop_id and s.image_path = picture.path)
  or exists (select from product p where p.shop_id = picture.shop_id and strpos(p.story_html, picture.path) > 0)
  or exists (select from home_block h where h.shop_id = picture.shop_id and h.image_path = picture.path)
  or exists (select from shop h where h.id = picture.shop_id and h.logo_path = picture.path)
  or exists (select from article a where a.shop_id = picture.shop_id
    and (a.image_path = picture.path or strpos(a.html, picture.path) > 0))
  or exists (select from shop_content c where c.shop_id = picture.shop_id and strpos(c.html, picture.path) > 0)
  or exists (select from scheduled_change s where s.shop_id = picture.shop_id and s.kind = 'content'
    and s.state in ('planned', 'running') and strpos(concat(s.before, s.after), picture.path) > 0))`

/**
 * 使われていない写真: removes the pictures of a shop that have been unused for 30 days. If it is interrupted, the next run goes
 * on.
 */
export async function removeUnusedPictures(ctx: Context): Promise<{ removed: number }> {
  const now = ctx.clock.now()
  const mine = eq(picture.shop_id, ctx.shop_id)
  await markUse(ctx.db, mine, now)
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  // If an operator saves a product with the picture meanwhile, `unused_since` is null again and this statement skips
  // it.
  await ctx.db
    .update(picture)
    .set({ removed_at: now })
    .where(and(mine, lt(picture.unused_since, before), isNull(picture.removed_at), not(isUsed)))
  const gone = await ctx.db
    .select()
    .from(picture)
    .where(and(mine, isNotNull(picture.removed_at)))
    .limit(AT_ONCE)
  for (const { shop_id, id, path } of gone) {
    for (const name of pictureFileNames(path)) await ctx.ports.picture_store.remove(name)
    await ctx.db.delete(picture).where(and(eq(picture.shop_id, shop_id), eq(picture.id, id)))
  }
  return { removed: gone.length }
}

async function markUse(db: Queryable, mine: SQL, now: Date): Promise<void> {
  await db
    .update(picture)
    .set({ unused_since: now })
    .where(and(mine, isNull(picture.unused_since), not(isUsed)))
  await db
    .update(picture)
    .set({ unused_since: null })
    .where(and(mine, isNotNull(picture.unused_since), isNull(picture.removed_at), isUsed))
}
