import type { Queryable, Tx } from '@kushi/db/connect'
import { landing_page, landing_variant } from '@kushi/db/schema/landing-page'
import { MAX_LANDING_VARIANTS } from '@kushi/values/experiment'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { and, asc, eq } from 'drizzle-orm'
import { thumbnailUrl } from '../../../catalogue/product/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import {
  createPreviewKey,
  readLandingPageBlocks,
  shopUrl,
  shownLandingPageBlocks,
} from '../../../foundation/setting/index.ts'
import { countRecentPageVisits } from '../../../growth/report/index.ts'
import {
  beginPageExperiment,
  endPageExperiment,
  experimentStateError,
  findRunningPageExperiment,
  NOT_DELETED_WHILE_COMPARED_TEXT,
} from '../../../sales/experiment/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { blockPicturePath } from '../internal/block-picture.ts'
import { changeSetting, lockSettings, withSettingVersion } from '../internal/change-setting.ts'
import { refuseUnknownPictures } from '../internal/refuse-unknown-pictures.ts'

interface VariantKey {
  id: number
  variant_id: number
}

/** Read beside the result, also once another variant became the page. */
const PAGE_ITSELF = 'もとの内容'
/** The name of the content that another variant replaced. */
const FORMER = 'これまでの内容'

const ofPage = (shop_id: number, id: number) =>
  and(eq(landing_variant.shop_id, shop_id), eq(landing_variant.landing_page_id, id))
const own = (shop_id: number, { id, variant_id }: VariantKey) =>
  and(ofPage(shop_id, id), eq(landing_variant.id, variant_id))

async function loadPage(db: Queryable, shop_id: number, id: number) {
  const [row] = await db
    .select()
    .from(landing_page)
    .where(and(eq(landing_page.shop_id, shop_id), eq(landing_page.id, id)))
  if (!row) throw notFound()
  return row
}

async function load(db: Queryable, shop_id: number, key: VariantKey) {
  const { title } = await loadPage(db, shop_id, key.id)
  const [row] = await db.select().from(landing_variant).where(own(shop_id, key))
  if (!row) throw notFound()
  const running = await findRunningPageExperiment(db, shop_id, key.id)
  const { id, variant_name, blocks } = row
  return {
    ...{ id, variant_name, page_title: title, blocks: readLandingPageBlocks(blocks) },
    is_compared: running?.arms.some(({ variant_id }) => variant_id === id) ?? false,
  }
}

const about = (id: number, subject_name: string) => ({ subject: 'landing_page', subject_id: String(id), subject_name })
const named = (title: string, variant_name: string) => `${title}(${variant_name})`
const COMPARED = 'くらべているあいだは、内容を変えられません。比較を終えてから変えてください。'

export const listLandingVariants: AdminHandler<'GET /admin/v1/landing-pages/{id}/variants'> = async (ctx, { id }) => {
  await loadPage(ctx.db, ctx.shop_id, id)
  const variants = await variantsOf(ctx.db, ctx.shop_id, id)
  return { items: variants.map(({ id: variant_id, variant_name }) => ({ id: variant_id, variant_name })) }
}

const variantsOf = (db: Queryable, shop_id: number, id: number) =>
  db
    .select({ id: landing_variant.id, variant_name: landing_variant.variant_name, blocks: landing_variant.blocks })
    .from(landing_variant)
    .where(ofPage(shop_id, id))
    .orderBy(asc(landing_variant.id))

/** Adds a copy of the page's content, to be changed. @throws ShopError 409 ERROR_TOO_MANY */
export const addLandingVariant: AdminHandler<'POST /admin/v1/landing-pages/{id}/variants'> = (
  ctx,
  { id, variant_name },
) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    await lockSettings(tx, shop_id)
    const { title, blocks } = await loadPage(tx, shop_id, id)
    if ((await tx.$count(landing_variant, ofPage(shop_id, id))) >= MAX_LANDING_VARIANTS)
      throw new ShopError(409, 'ERROR_TOO_MANY', `パターンは、いまの内容のほかに${MAX_LANDING_VARIANTS}つまでです。`)
    const [row] = await tx
      .insert(landing_variant)
      .values({ shop_id, landing_page_id: id, variant_name, blocks })
      .returning({ id: landing_variant.id })
    await recordAudit(tx, ctx, { ...about(id, named(title, variant_name)), after: { variant_name } })
    return { id: row!.id }
  })

type Loaded = Awaited<ReturnType<typeof load>>
const withPictures = (ctx: OperatorContext, variant: Loaded & { version: string }) => ({
  ...variant,
  blocks: variant.blocks.map((block) => ({ ...block, image_url: thumbnailUrl(ctx, blockPicturePath(block)) })),
})

export const getLandingVariant: AdminHandler<'GET /admin/v1/landing-pages/{id}/variants/{variant_id}'> = async (
  ctx,
  key,
) => withPictures(ctx, withSettingVersion(await load(ctx.db, ctx.shop_id, key)))

/** @throws ShopError 409 while it is compared or when someone else changed it meanwhile, 422 beside a picture that is not there */
export const changeLandingVariant: AdminHandler<'PUT /admin/v1/landing-pages/{id}/variants/{variant_id}'> = async (
  ctx,
  { id, variant_id, version, variant_name, blocks },
) => {
  const key = { id, variant_id }
  const { title } = await loadPage(ctx.db, ctx.shop_id, id)
  const saved = await changeSetting(ctx, {
    ...about(id, named(title, variant_name)),
    version,
    load: (db) => load(db, ctx.shop_id, key),
    write: async (tx, before) => {
      if (before.is_compared) throw experimentStateError(COMPARED)
      await refuseUnknownPictures(
        tx,
        ctx.shop_id,
        before.blocks.map(blockPicturePath),
        blocks.map((block, n) => ({ path: blockPicturePath(block), field: `blocks.${n}.image_path` })),
      )
      await tx.update(landing_variant).set({ variant_name, blocks }).where(own(ctx.shop_id, key))
    },
  })
  return withPictures(ctx, saved)
}

/** Returns a link to the page with this content, also if no visitor sees it. */
export const previewLandingVariant: AdminHandler<
  'POST /admin/v1/landing-pages/{id}/variants/{variant_id}/preview'
> = async (ctx, key) => {
  await load(ctx.db, ctx.shop_id, key)
  const { slug } = await loadPage(ctx.db, ctx.shop_id, key.id)
  const query = new URLSearchParams({
    preview: createPreviewKey(ctx, `landing_page ${key.id}`),
    variant: String(key.variant_id),
  })
  return { url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/lp/${slug}?${query}` }
}

/** @throws ShopError 409 while it is compared */
export const deleteLandingVariant: AdminHandler<'DELETE /admin/v1/landing-pages/{id}/variants/{variant_id}'> = (
  ctx,
  key,
) =>
  ctx.db.transaction(async (tx) => {
    await lockSettings(tx, ctx.shop_id)
    const { page_title, is_compared, variant_name, blocks } = await load(tx, ctx.shop_id, key)
    if (is_compared) throw experimentStateError(NOT_DELETED_WHILE_COMPARED_TEXT)
    await tx.delete(landing_variant).where(own(ctx.shop_id, key))
    await recordAudit(tx, ctx, { ...about(key.id, named(page_title, variant_name)), before: { variant_name, blocks } })
    return {}
  })

/**
 * Begins to show each visitor, by chance, the page's content or another パターン. The contents can't change until it ends.
 * @throws ShopError 409 when a comparison is running, or a variant is gone or does not show its form
 */
export const startPageExperiment: AdminHandler<'POST /admin/v1/landing-pages/{id}/experiment'> = (
  ctx,
  { id, arms: asked, window_days },
) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    await lockSettings(tx, shop_id)
    const { title, slug, blocks } = await loadPage(tx, shop_id, id)
    const variants = await variantsOf(tx, shop_id, id)
    const known = [{ id: null, variant_name: PAGE_ITSELF, blocks }, ...variants]
    const arms = known.flatMap(({ id: variant_id, variant_name: name, blocks: its }) => {
      const one = asked.find((arm) => arm.variant_id === variant_id)
      if (one && !shownLandingPageBlocks(its).some(({ kind }) => kind === 'form'))
        throw experimentStateError(
          `${wrapInQuoteMarks(name)}では、「お申し込み」が表示されません。表示してから始めてください。`,
        )
      return one ? [{ ...one, name }] : []
    })
    if (arms.length < asked.length)
      throw experimentStateError('選んだパターンがありません。画面を読み込み直してください。')
    const { visitors: expected } = await countRecentPageVisits({ ...ctx, db: tx }, slug)
    const made = await beginPageExperiment(tx, ctx, { landing_page_id: id, arms, window_days, expected })
    await recordAudit(tx, ctx, { ...about(id, title), before: {}, after: { arms, window_days } })
    return made
  })

/**
 * Ends the comparison: from now on every visitor sees the chosen content. What the page had before takes the place of
 * the variant that it becomes.
 * @throws ShopError 409 when no comparison is running, or it has no such variant
 */
export const finishPageExperiment: AdminHandler<'POST /admin/v1/landing-pages/{id}/experiment/end'> = (
  ctx,
  { id, variant_id },
) =>
  ctx.db.transaction(async (tx) => {
    await lockSettings(tx, ctx.shop_id)
    const page = await loadPage(tx, ctx.shop_id, id)
    const arms = await endPageExperiment(tx, ctx, id)
    const chosen = arms.find((arm) => arm.variant_id === variant_id)
    if (!chosen) throw experimentStateError('くらべたパターンから選んでください。')
    if (variant_id !== null) await putInPlace(tx, ctx.shop_id, page, { id, variant_id })
    const changed = variant_id === null ? {} : { variant_name: chosen.name }
    await recordAudit(tx, ctx, { ...about(id, page.title), before: { arms }, after: { arms: [], ...changed } })
    return {}
  })

async function putInPlace(
  tx: Tx,
  shop_id: number,
  page: Awaited<ReturnType<typeof loadPage>>,
  key: VariantKey,
): Promise<void> {
  const [variant] = await tx.select().from(landing_variant).where(own(shop_id, key))
  if (!variant) throw notFound()
  await tx
    .update(landing_page)
    .set({ blocks: variant.blocks })
    .where(and(eq(landing_page.shop_id, shop_id), eq(landing_page.id, page.id)))
  await tx.update(landing_variant).set({ blocks: page.blocks, variant_name: FORMER }).where(own(shop_id, key))
}
