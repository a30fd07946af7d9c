import type { Calls } from '../../context.ts'
import { getArticle, getContent, getHome, listArticles } from './content.ts'
import { listMasterData } from './list-master-data.ts'
import { getMenu, getMypageShop, getShop } from './shop.ts'
import { validateEmail } from './validate-email.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/setting/system/masterdata/target/detail/': listMasterData,
  'GET /v1/setting/shop/detail/mypage': getMypageShop,
  'GET /v1/setting/shop/detail/menu': getMenu,
  'GET /v1/setting/shop/detail/{shop_id}': getShop,
  'POST /v1/setting/shop/mail/validate-email': validateEmail,
  'GET /v1/setting/shop/content/{name}': getContent,
  'GET /v1/setting/shop/home': getHome,
  'GET /v1/article': listArticles,
  'GET /v1/article/{slug}': getArticle,
} satisfies Partial<Calls>
