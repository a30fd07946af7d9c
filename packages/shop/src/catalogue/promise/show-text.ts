import type { Queryable } from '@kushi/db/connect'
import { withTexts } from '@kushi/values/block/kinds'
import type { Context, Handler } from '../../context.ts'
import {
  getArticle as getWrittenArticle,
  getContent as getWrittenContent,
  getHome as getWrittenHome,
  getLandingPage as getWrittenPage,
  landingThanks,
  sanitiseHtml,
} from '../../foundation/setting/index.ts'
import { loadFacts } from './internal/load-facts.ts'
import { filledHtml, filledText, promiseTexts } from './rules/render.ts'

// The texts of the shop as customers read them: its blocks say what the settings say.

const shownHtml = async (ctx: Context, html: string) => filledHtml(sanitiseHtml(html), await loadFacts(ctx))

export const showContent: Handler<'GET /v1/setting/shop/content/{name}'> = async (ctx, input) => {
  const content = await getWrittenContent(ctx, input)
  return { ...content, html: await shownHtml(ctx, content.html) }
}

export const showArticle: Handler<'GET /v1/article/{slug}'> = async (ctx, input) => {
  const article = await getWrittenArticle(ctx, input)
  return { ...article, html: await shownHtml(ctx, article.html) }
}

export const showHome: Handler<'GET /v1/setting/shop/home'> = async (ctx, input) => {
  const { items } = await getWrittenHome(ctx, input)
  const facts = await loadFacts(ctx)
  return { items: items.map((block) => withTexts(block, (text) => filledText(text, facts))) }
}

export const showLandingPage: Handler<'GET /v1/landing-page/{slug}'> = async (ctx, input) => {
  const page = await getWrittenPage(ctx, input)
  const facts = await loadFacts(ctx)
  const filled = (text: string) => filledText(text, facts)
  return { ...page, thanks: filled(page.thanks), blocks: page.blocks.map((block) => withTexts(block, filled)) }
}

/** The words of 申し込みページ on the completion page, by the page's name in its URL. */
export async function thanksOf(ctx: Context, slugs: readonly string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const pages = await landingThanks(ctx, slugs)
  const facts = await loadFacts(ctx)
  return new Map(pages.map(({ slug, thanks }) => [slug, filledText(thanks, facts)]))
}

/** For mails and LINE, which are written where no provider is at hand. */
export const promisedTexts = async (db: Queryable, shop_id: number): Promise<Record<string, string>> =>
  promiseTexts(await loadFacts({ db: db as Context['db'], shop_id }))
