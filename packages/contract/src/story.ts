import { z } from 'zod'
import { blockUnion } from './block.ts'
import { type Endpoints, isoDate, listOf, pageOf, pageQuery } from './endpoint.ts'

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
  'GET /v1/setting/shop/home': {
    summary: 'トップページの構成',
    auth: 'none',
    response: listOf(blockUnion('home', {})),
  },
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
