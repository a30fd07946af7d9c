import { listAllDeliveryMethods, listDeliveryDates } from '@kushi/shop/catalogue/delivery/deliveries'
import { quoteSkus } from '@kushi/shop/catalogue/product/quote-skus'
import type { Context } from '@kushi/shop/context'
import { listTowns } from '@kushi/shop/foundation/postcode/list-towns'
import { notFound, ShopError } from '@kushi/shop/shop-error'
import { prefectureId, prefectureName, prefectures } from '@kushi/values/prefecture'
import { itemName } from '@kushi/values/product'
import { z } from 'zod'
import { callPublicApi, defineTool, stockStateText, toolArguments } from './tool.ts'

/** Postcode of no island, for when only the prefecture is known. */
const NOWHERE = '0000000'

export const estimateDelivery = defineTool({
  name: 'estimate_delivery',
  title: '送料とお届け日の見積もり',
  description:
    '買いたいものと届け先(郵便番号、または都道府県)から、配送方法ごとに、いちばん早いお届け日・送料・クール代・合計(税込、支払手数料は別)を答えます。注文はしません。',
  input: toolArguments({
    items: z
      .array(
        toolArguments({
          product_sku_id: z.int().positive().max(999_999_999).describe('get_product の variants の product_sku_id'),
          quantity: z.int().min(1).max(99).default(1),
        }),
      )
      .min(1)
      .max(20),
    postal_code: z
      .string()
      .regex(/^\d{3}-?\d{4}$/)
      .optional()
      .describe('郵便番号7桁。離島かどうかも分かります'),
    prefecture: z.enum(prefectures).optional().describe('都道府県。郵便番号があれば省けます'),
    is_subscription: z.boolean().default(false).describe('true: 定期便の初回として見積もる'),
  }),
  async run(ctx, { items, postal_code, prefecture, is_subscription }) {
    const code = postal_code?.replace('-', '')
    const pref_id = prefecture ? prefectureId(prefecture)! : await prefectureOf(ctx, code)
    const wanted = {
      product_sku_ids: items.map(({ product_sku_id, quantity }) => `${product_sku_id}:${quantity}`),
      is_subscription,
      pref_id,
      postal_code: code,
    }
    const methods = await callPublicApi('GET /v1/delivery', listAllDeliveryMethods, ctx, { visible: true })
    const quotes = []
    for (const { id, delivery_name } of methods.items) {
      const quote = await callPublicApi('GET /v1/product/sku/list', quoteSkus, ctx, {
        ...wanted,
        delivery_method_id: id,
      })
      // The items are too large or too heavy for this method.
      if (quote.summary.delivery_id !== id) continue
      const to = { id, postal_code: code ?? NOWHERE, pref_id }
      const path = 'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}'
      const { earliest, is_remote_island } = await callPublicApi(path, listDeliveryDates, ctx, to)
      quotes.push({ delivery_name, earliest, is_remote_island, quote })
    }
    const [first] = quotes
    if (!first) throw notFound()
    return {
      prefecture: prefectureName(pref_id),
      is_remote_island: code === undefined ? null : first.is_remote_island,
      items: first.quote.items.map((item) => ({
        product_sku_id: item.id,
        name: itemName(item),
        quantity: item.quantity,
        price: item.price,
        subtotal: item.subtotal,
        stock: item.is_product_sku_valid ? stockStateText(item) : 'この買い方では販売していません',
      })),
      methods: quotes.map(({ delivery_name, earliest, quote: { summary } }) => ({
        delivery_name,
        earliest_delivery_date: earliest,
        delivery_fee: summary.delivery_fee,
        cool_fee: summary.cool_fee,
        total: summary.payment_total,
        free_remaining: summary.delivery_free_amount === null ? null : summary.free_remaining,
      })),
      note: `金額は税込の円、お届け日は今日ご注文いただいた場合です。${code === undefined ? '離島は、日数と送料が加わることがあります。' : ''}`,
    }
  },
})

/** @throws ShopError 422 if the postcode is unknown, or there is none */
async function prefectureOf(ctx: Context, postal_code: string | undefined): Promise<number> {
  const asked =
    postal_code === undefined
      ? null
      : await callPublicApi('GET /postcodes/{postal_code}', listTowns, ctx, { postal_code })
  const town = asked?.items[0]
  if (!town) throw new ShopError(422, 'ERROR_VALIDATION', '郵便番号(7桁)か都道府県を、確かめて指定してください。')
  return town.pref_id
}
