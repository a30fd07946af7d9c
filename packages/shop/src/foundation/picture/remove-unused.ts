import '@kushi/db/schema/index'
import type { Queryable } from '@kushi/db/connect'
import { tableFacts } from '@kushi/db/schema/facts'
import { picture } from '@kushi/db/schema/picture'
import { shop } from '@kushi/db/schema/shop'
import { pictureFileNames } from '@kushi/values/product'
import { and, eq, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Cached pages, mails and LINE messages still show a picture for a while after its product has dropped it. */
const KEPT_DAYS = 30
const AT_ONCE = 500
const DAY_MS = 86_400_000

/**
 * SQL condition: the picture is used by a column marked in the facts of its table, or by a planned change of a page.
 */
const isUsed = sql`(${sql.join(
  [...tableFacts].flatMap(([table, { pictures = {} }]) =>
    Object.entries(pictures).map(([column, holds]) => {
      const shows = sql`t.${sql.identifier(column)}`
      const ofShop = sql.identifier(table === shop ? 'id' : 'shop_id')
      return sql`exists (select from ${table} t where t.${ofShop} = picture.shop_id
        and ${holds === 'path' ? sql`${shows} = picture.path` : sql`strpos(${shows}::text, picture.path) > 0`})`
    }),
  ),
  sql` or `,
)}
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
