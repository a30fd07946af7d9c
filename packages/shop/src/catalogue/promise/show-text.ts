import type { Queryable } from '@kushi/db/connect'
import { type BlockContent, mapBlockTexts } from '@kushi/values/block/kinds'
import type { Context, Handler } from '../../context.ts'
import {
  getArticle as getWrittenArticle,
  getContent as getWrittenContent,
  getHome as getWrittenHome,
  loadLandingThanks,
  sanitiseHtml,
} from '../../foundation/setting/index.ts'
import { loadShopFacts } from './internal/load-facts.ts'
import { fillPromisesInHtml, fillPromisesInText, promiseTexts } from './rules/render.ts'

// The texts of the shop as customers read them: its blocks say what the settings say.

const shownHtml = async (ctx: Context, html: string) => fillPromisesInHtml(sanitiseHtml(html), await loadShopFacts(ctx))

/** Shows content that the shop wrote, with its blocks filled. @throws ShopError 404 */
export const showContent: Handler<'GET /v1/setting/shop/content/{name}'> = async (ctx, input) => {
  const content = await getWrittenContent(ctx, input)
  return { ...content, html: await shownHtml(ctx, content.html) }
}

/** Shows an article with its blocks filled. @throws ShopError 404 */
export const showArticle: Handler<'GET /v1/article/{slug}'> = async (ctx, input) => {
  const article = await getWrittenArticle(ctx, input)
  return { ...article, html: await shownHtml(ctx, article.html) }
}

/** Shows トップページ with its blocks filled. */
export const showHome: Handler<'GET /v1/setting/shop/home'> = async (ctx, input) => {
  const { items } = await getWrittenHome(ctx, input)
  const facts = await loadShopFacts(ctx)
  return { items: items.map((block) => mapBlockTexts(block, (text) => fillPromisesInText(text, facts))) }
}

/** Fills the blocks of 申し込みページ. */
export async function fillLandingPage<Page extends { thanks: string; blocks: BlockContent[] }>(
  ctx: Context,
  page: Page,
): Promise<Page> {
  const facts = await loadShopFacts(ctx)
  const filled = (text: string) => fillPromisesInText(text, facts)
  return { ...page, thanks: filled(page.thanks), blocks: page.blocks.map((block) => mapBlockTexts(block, filled)) }
}

/** Loads the thank-you texts of 申し込みページ for the completion page, by the slug of each page. */
export async function loadThankYouTexts(ctx: Context, slugs: readonly string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const pages = await loadLandingThanks(ctx, slugs)
  const facts = await loadShopFacts(ctx)
  return new Map(pages.map(({ slug, thanks }) => [slug, fillPromisesInText(thanks, facts)]))
}

/** Loads the texts of all blocks for mails and LINE. They are written where no payment provider is at hand. */
export const loadPromiseTexts = async (db: Queryable, shop_id: number): Promise<Record<string, string>> =>
  promiseTexts(await loadShopFacts({ db: db as Context['db'], shop_id }))
