import { checkRemoteIsland } from '@kushi/shop/delivery/check-remote-island'
import { listPaymentMethods } from '@kushi/shop/payment/list-payment-methods'
import { getArticle, listArticles } from '@kushi/shop/setting/articles'
import { getContent } from '@kushi/shop/setting/get-content'
import { getHome } from '@kushi/shop/setting/get-home'
import { getMenu, getMypageShop, getShop } from '@kushi/shop/setting/get-shop'
import { listMasterData } from '@kushi/shop/setting/list-master-data'
import { validateEmail } from '@kushi/shop/setting/validate-email'
import type { Bindings } from '../http/implement.ts'

export const setting = {
  'GET /v1/setting/system/masterdata/target/detail/': listMasterData,
  'GET /v1/setting/system/masterdata/postal-code/{postal_code}/is-remote-island': checkRemoteIsland,
  'GET /v1/setting/shop/payment/': listPaymentMethods,
  // These two must precede the id route, which would match their names as ids.
  'GET /v1/setting/shop/detail/mypage': getMypageShop,
  'GET /v1/setting/shop/detail/menu': getMenu,
  'GET /v1/setting/shop/detail/{shop_id}': getShop,
  'POST /v1/setting/shop/mail/validate-email': validateEmail,
  'GET /v1/setting/shop/content/{name}': getContent,
  'GET /v1/setting/shop/home': getHome,
  'GET /v1/article': listArticles,
  'GET /v1/article/{slug}': getArticle,
} satisfies Partial<Bindings>
