import type { CallHandlers } from '../../context.ts'
import { showArticle, showContent, showHome, showLandingPage } from './show-text.ts'

/** Customers' calls: the texts of the shop. */
export const calls = {
  'GET /v1/setting/shop/content/{name}': showContent,
  'GET /v1/setting/shop/home': showHome,
  'GET /v1/article/{slug}': showArticle,
  'GET /v1/landing-page/{slug}': showLandingPage,
} satisfies Partial<CallHandlers>
