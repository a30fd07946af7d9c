import type { Calls } from '../../context.ts'
import { getArticle, getContent, getHome } from './show-text.ts'

/** Customers' calls: the texts of the shop. */
export const calls = {
  'GET /v1/setting/shop/content/{name}': getContent,
  'GET /v1/setting/shop/home': getHome,
  'GET /v1/article/{slug}': getArticle,
} satisfies Partial<Calls>
