import type { Verb } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { loadShop } from './load-shop.ts'

/** 店舗情報 for the member page. */
export const getMypageShop: Verb<'GET /v1/setting/shop/detail/mypage'> = (ctx) => loadShop(ctx)

/** Returns which entries of the member menu the shop shows. */
export const getMenu: Verb<'GET /v1/setting/shop/detail/menu'> = (ctx) => loadShop(ctx)

/** 店舗情報. @throws ShopError 404 for any shop other than that of the request. */
export const getShop: Verb<'GET /v1/setting/shop/detail/{shop_id}'> = async (ctx, { shop_id }) => {
  if (shop_id !== ctx.shop_id) throw notFound()
  return loadShop(ctx)
}
