import type { Queryable } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { Cache, Handler, Settings } from '../../context.ts'
import { notFound } from '../../shop-error.ts'

/**
 * Returns the address of a picture for mails and cards; empty if there is none. `path` as in its row. JPEG, which Outlook
 * and LINE show.
 */
export const pictureUrl = (settings: Pick<Settings, 'public_url' | 'shop_hosts'>, shopId: number, path: string) =>
  path && `${shopUrl(settings, shopId)}/sh/letter-pictures/${path}.jpg`

/** The URLs of the pictures of a mail. Each is there once, and no more than fit beside each other. */
export const mailPictureUrls = (settings: Parameters<typeof pictureUrl>[0], shopId: number, paths: readonly string[]) =>
  [...new Set(paths.map((path) => pictureUrl(settings, shopId, path)).filter(Boolean))].slice(0, 5)

/** The URL of the page of one order, for mails and cards. */
export const orderUrl = (
  settings: Parameters<typeof shopUrl>[0],
  { shop_id, order_no }: { shop_id: number; order_no: string },
) => `${shopUrl(settings, shop_id)}/sh/mypage/history?order_no=${encodeURIComponent(order_no)}`

/** The link 「ご注文の内容を見る」 in the text of a mail. In HTML it becomes a button. */
export const orderLinkText = (...of: Parameters<typeof orderUrl>) => `ご注文の内容を見る\n${orderUrl(...of)}`

/** Returns the public address of this shop for links in mails: its own host name, if it has one. */
export function shopUrl(
  { public_url, shop_hosts }: Pick<Settings, 'public_url' | 'shop_hosts'>,
  shopId: number,
): string {
  const own = [...(shop_hosts ?? [])].find(([, id]) => id === shopId)?.[0]
  if (own === undefined) return public_url
  const url = new URL(public_url)
  url.hostname = own
  return url.href.replace(/\/+$/, '')
}

/** 店舗, every column. @throws ShopError 404 when there is no such shop. */
export async function loadShop(ctx: { db: Queryable; shop_id: number }) {
  const [row] = await ctx.db.select().from(shop).where(eq(shop.id, ctx.shop_id))
  if (!row) throw notFound()
  return row
}

/** Returns 店舗 from the process's cache, which the database invalidates on changes. Read-only. */
export const loadCachedShop = (ctx: { db: Queryable; shop_id: number; cache?: Cache | undefined }) =>
  ctx.cache ? ctx.cache.get(`shop ${ctx.shop_id}`, () => loadShop(ctx)) : loadShop(ctx)

/** 店舗情報 for the member page. */
export const getMypageShopSettings: Handler<'GET /v1/setting/shop/detail/mypage'> = (ctx) => loadShop(ctx)

/** Returns which entries of the member menu the shop shows. */
export const getMenu: Handler<'GET /v1/setting/shop/detail/menu'> = (ctx) => loadShop(ctx)

/** 店舗情報. @throws ShopError 404 for any shop other than that of the request. */
export const getShop: Handler<'GET /v1/setting/shop/detail/{shop_id}'> = async (ctx, { shop_id }) => {
  if (shop_id !== ctx.shop_id) throw notFound()
  return loadShop(ctx)
}
