import type { Queryable } from '@kushi/db/connect'
import { landing_page } from '@kushi/db/schema/landing-page'
import { readBlock } from '@kushi/values/block/kinds'
import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { isValidPreviewKey } from './preview.ts'

type Row = typeof landing_page.$inferSelect

/** The slug of the 申し込みページ at this path; undefined: it is no such page. */
export const landingSlug = (path: string): string | undefined => /^\/lp\/([\w-]+)/.exec(path)?.[1]

/** The blocks of 申し込みページ with their content. Blocks that can't be read are left out. */
export const readLandingPageBlocks = (blocks: Row['blocks']) =>
  blocks.flatMap((row) => {
    const content = readBlock(row.kind, row)
    return content ? { ...content, visible: row.visible } : []
  })

const isOfSlug = (shop_id: number, slug: string) => and(eq(landing_page.shop_id, shop_id), eq(landing_page.slug, slug))
const bySlug = async (db: Queryable, shop_id: number, slug: string) =>
  (await db.select().from(landing_page).where(isOfSlug(shop_id, slug)))[0]

/** The goods and ways of buying of a page, without its blocks: a quote reads them at each change of the form. */
type Terms = Omit<Row, 'blocks'>
const { blocks: _, ...terms } = getTableColumns(landing_page)

/**
 * 申し込みページ. Once it is closed it has no blocks, and says where it leads.
 * @throws ShopError 404 for a page that is hidden or not open yet
 */
export async function getLandingPage(ctx: Context, { slug, preview }: { slug: string; preview?: string | undefined }) {
  // Rejects slugs that no page can have and that the database could not compare.
  if (!/^[\w-]+$/.test(slug)) throw notFound()
  const row = await bySlug(ctx.db, ctx.shop_id, slug)
  const now = ctx.clock.now()
  const is_preview =
    row !== undefined && preview !== undefined && isValidPreviewKey(ctx, `landing_page ${row.id}`, preview)
  if (!row || !(is_preview || isThere(row, now))) throw notFound()
  const leads_to = !is_preview && isClosed(row, now) ? await successorOf(ctx, row) : null
  return {
    ...row,
    closes_at: row.closes_at?.toISOString() ?? null,
    is_preview,
    leads_to,
    blocks: leads_to === null ? shownLandingPageBlocks(row.blocks) : [],
  }
}

/** The blocks that visitors see. */
export const shownLandingPageBlocks = (blocks: Row['blocks']) =>
  readLandingPageBlocks(blocks).flatMap(({ visible, ...block }) => (visible ? block : []))

/** Finds 申し込みページ that takes orders now. Returns null if there is none, or if it is hidden, not open yet or closed. */
export async function findOpenLandingPage(
  ctx: Pick<QueryContext, 'db' | 'shop_id' | 'clock'>,
  slug: string,
): Promise<Terms | null> {
  if (!/^[\w-]+$/.test(slug)) return null
  const [row] = await ctx.db.select(terms).from(landing_page).where(isOfSlug(ctx.shop_id, slug))
  const now = ctx.clock.now()
  return row && isThere(row, now) && !isClosed(row, now) ? row : null
}

/** Loads the thank-you texts of 申し込みページ with these slugs. */
export const loadLandingThanks = ({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, slugs: readonly string[]) =>
  db
    .select({ slug: landing_page.slug, thanks: landing_page.thanks })
    .from(landing_page)
    .where(and(eq(landing_page.shop_id, shop_id), inArray(landing_page.slug, [...slugs])))

const isThere = ({ visible, opens_at }: Terms, now: Date) => visible && (opens_at === null || opens_at <= now)
const isClosed = ({ closes_at }: Terms, now: Date) => closes_at !== null && closes_at <= now

/** The first that is open, from one page to the next; the shop's home page if they lead in a circle. */
async function successorOf(ctx: Context, closed: Row): Promise<string> {
  const now = ctx.clock.now()
  const seen = new Set<string>()
  let path = closed.successor
  while (!seen.has(path)) {
    seen.add(path)
    const slug = landingSlug(path)
    const next = slug === undefined ? undefined : await bySlug(ctx.db, ctx.shop_id, slug)
    if (slug === undefined) return path || '/products'
    if (!next) return '/products'
    if (isThere(next, now) && !isClosed(next, now)) return path
    path = next.successor
  }
  return '/'
}
