import type { CallHandlers } from '../../context.ts'
import { listArticles } from './content.ts'
import { listMasterData } from './list-master-data.ts'
import { getMenu, getMypageShopSettings, getShop } from './shop.ts'
import { validateEmail } from './validate-email.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/setting/system/masterdata/target/detail/': listMasterData,
  'GET /v1/setting/shop/detail/mypage': getMypageShopSettings,
  'GET /v1/setting/shop/detail/menu': getMenu,
  'GET /v1/setting/shop/detail/{shop_id}': getShop,
  'POST /v1/setting/shop/mail/validate-email': validateEmail,
  'GET /v1/article': listArticles,
} satisfies Partial<CallHandlers>
