import type { ArticleInput } from '@kushi/contract/admin/story'
import type { Queryable, Tx } from '@kushi/db/connect'
import { article } from '@kushi/db/schema/story'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { and, desc, eq, ne } from 'drizzle-orm'
import { thumbnailUrl } from '../../../catalogue/product/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { sanitiseHtml } from '../../../foundation/setting/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { refuseUnknownPictures } from '../internal/refuse-unknown-pictures.ts'

const MOST = 1_000
const own = (shopId: number, id: number) => and(eq(article.shop_id, shopId), eq(article.id, id))

export const listAdminArticles: AdminHandler<'GET /admin/v1/articles'> = async ({ db, shop_id }) => ({
  items: await db
    .select({ id: article.id, title: article.title, published_on: article.published_on, visible: article.visible })
    .from(article)
    .where(eq(article.shop_id, shop_id))
    .orderBy(desc(article.published_on), desc(article.id)),
})

const load = async (db: Queryable, shop_id: number, id: number) => {
  const [row] = await db.select().from(article).where(own(shop_id, id))
  if (!row) throw notFound()
  const { shop_id: _, ...rest } = row
  return rest
}

/** Adds the picture's URL, which is not part of the article's values. */
const withPicture = <A extends { image_path: string | null }>(ctx: OperatorContext, one: A) => ({
  ...one,
  image_url: thumbnailUrl(ctx, one.image_path),
})

export const getAdminArticle: AdminHandler<'GET /admin/v1/articles/{id}'> = async (ctx, { id }) =>
  withPicture(ctx, withSettingVersion(await load(ctx.db, ctx.shop_id, id)))

const about = (id: number, subject_name: string) => ({ subject: 'article', subject_id: String(id), subject_name })

/** @throws ShopError 422 when its address is taken or its picture does not exist, 409 ERROR_TOO_MANY */
export const addArticle: AdminHandler<'POST /admin/v1/articles'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    if ((await tx.$count(article, eq(article.shop_id, shop_id))) >= MOST)
      throw new ShopError(409, 'ERROR_TOO_MANY', `読みものは${MOST.toLocaleString('ja-JP')}件までです。`)
    await refuseFaults(tx, ctx, input, null, null)
    const after = { ...input, html: sanitiseHtml(input.html) }
    const [row] = await tx
      .insert(article)
      .values({ ...after, shop_id })
      .returning({ id: article.id })
    await recordAudit(tx, ctx, { ...about(row!.id, input.title), after })
    return { id: row!.id }
  })

/** @throws ShopError 409 when someone else changed it meanwhile, 422 as for a new one */
export const changeArticle: AdminHandler<'PUT /admin/v1/articles/{id}'> = async (ctx, { id, version, ...input }) => {
  const saved = await changeSetting(ctx, {
    ...about(id, input.title),
    version,
    load: (db) => load(db, ctx.shop_id, id),
    write: async (tx, before) => {
      await refuseFaults(tx, ctx, input, id, before.image_path)
      await tx
        .update(article)
        .set({ ...input, html: sanitiseHtml(input.html) })
        .where(own(ctx.shop_id, id))
    },
  })
  return withPicture(ctx, saved)
}

export const deleteArticle: AdminHandler<'DELETE /admin/v1/articles/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { title, ...before } = await load(tx, ctx.shop_id, id)
    await tx.delete(article).where(own(ctx.shop_id, id))
    await recordAudit(tx, ctx, { ...about(id, title), before: { title, ...before } })
    return {}
  })

async function refuseFaults(
  tx: Tx,
  { shop_id }: OperatorContext,
  { slug, image_path }: ArticleInput,
  id: number | null,
  kept: string | null,
): Promise<void> {
  const [taken] = await tx
    .select({ title: article.title })
    .from(article)
    .where(and(eq(article.shop_id, shop_id), eq(article.slug, slug), ne(article.id, id ?? 0)))
  const message = `${wrapInQuoteMarks(taken?.title ?? '')}で使われています。ほかのものにしてください。`
  if (taken) throw invalidFields([{ path: 'slug', message_id: 'cmn-err-003', message }])
  await refuseUnknownPictures(tx, shop_id, [kept], [{ path: image_path, field: 'image_path' }])
}
