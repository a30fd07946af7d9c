import type { Context } from '@kushi/shop/context'
import { shopUrl } from '@kushi/shop/setting/shop-url'
import { SALE_TYPE } from '@kushi/values/sale-type'

/** 販売種別 as text. */
export const saleWords = (saleType: number): string =>
  saleType === SALE_TYPE.normal
    ? '通常購入のみ'
    : saleType === SALE_TYPE.subscription
      ? '定期便のみ'
      : '通常購入と定期便'

/** 在庫 as text, worded as on the product page. */
export const stockWords = ({ is_out_stock, stock_left }: { is_out_stock: boolean; stock_left?: number | null }) =>
  is_out_stock ? '在庫切れ' : stock_left ? `残り${stock_left}点` : '在庫あり'

/** Prices are null in a shop that shows them only to approved accounts. */
export const priceNote = (price: number | null): string =>
  price === null ? '価格は、お取引のある方だけに表示しています。' : '価格はすべて税込の円です。'

export const pageUrl = ({ settings, shop_id }: Context, path: string): string =>
  `${shopUrl(settings, shop_id)}/sh${path}`

export const pictureOf = (ctx: Context, path: string): string | null =>
  path ? new URL(`${ctx.settings.image_api}${path}-640.webp`, `${shopUrl(ctx.settings, ctx.shop_id)}/`).href : null
