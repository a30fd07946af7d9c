import { z } from 'zod'
import { type Endpoints, isoDate, listOf, pageOf, pageQuery } from './endpoint.ts'

export const homeBlockKind = z.enum(['hero', 'story', 'goods', 'voices', 'offer', 'journal', 'news', 'line'])

/** A block of the home page. Fields that a kind doesn't show are empty. */
export const HomeBlock = z.object({
  kind: homeBlockKind,
  title: z.string(),
  /** Paragraphs, separated by empty lines. */
  text: z.string().meta({ description: 'Ready to show.' }),
  image_path: z.string().nullable(),
  image_alt: z.string().meta({ description: 'What the picture shows.' }),
  link_to: z
    .string()
    .meta({ description: 'Of this shop (`/products`) or of another place (`https://…`); empty: it leads nowhere.' }),
  link_label: z.string().meta({ description: 'What the link says.' }),
  /** For `goods`: slug of the category; empty: all categories. */
  category: z.string().meta({ description: 'Category. As a parameter: its slug.' }),
})
export type HomeBlock = z.infer<typeof HomeBlock>

/** 読みもの in the list. */
export const ArticleSummary = z.object({
  slug: z.string(),
  title: z.string(),
  lead: z.string(),
  image_path: z.string().nullable(),
  image_alt: z.string(),
  published_on: isoDate.meta({ description: 'From this day on it is shown.' }),
})
export type ArticleSummary = z.infer<typeof ArticleSummary>

export const Article = z.object({ ...ArticleSummary.shape, html: z.string() })
export type Article = z.infer<typeof Article>

export const storyEndpoints = {
  'GET /v1/setting/shop/home': { summary: 'トップページの構成', auth: 'none', response: listOf(HomeBlock) },
  'GET /v1/article': {
    summary: '読みもの一覧(新しい順)',
    auth: 'none',
    query: z.object(pageQuery),
    response: pageOf(ArticleSummary),
  },
  'GET /v1/article/{slug}': {
    summary: '読みもの',
    auth: 'none',
    params: z.object({ slug: z.string().max(60) }),
    response: Article,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
