import type { CallHandlers } from '../../context.ts'
import { showArticle, showContent, showHome } from './show-text.ts'

/** Customers' calls: the texts of the shop. */
export const calls = {
  'GET /v1/setting/shop/content/{name}': showContent,
  'GET /v1/setting/shop/home': showHome,
  'GET /v1/article/{slug}': showArticle,
} satisfies Partial<CallHandlers>
