import { productSort } from '@kushi/contract/product'
import { getProduct } from '@kushi/shop/catalogue/product/get-product'
import { listProducts } from '@kushi/shop/catalogue/product/list-products'
import { variantName } from '@kushi/values/product'
import { z } from 'zod'
import {
  absolutePictureUrl,
  callPublicApi,
  defineTool,
  pageUrl,
  priceNoteText,
  saleTypeText,
  stockStateText,
  toolArguments,
} from './tool.ts'

const slug = z.string().max(60)

export const searchProductsTool = defineTool({
  name: 'search_products',
  title: '商品を探す',
  description:
    'この店の商品を、言葉・カテゴリ・悩み・買い方で探します。条件を付けなければ、おすすめ順の一覧です。1ページ20件。価格は税込の円。詳しくは get_product で。',
  input: toolArguments({
    keyword: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('商品名・悩み・香りなどの言葉。空白で区切るとすべてを含むもの'),
    category: slug.optional().describe('list_categories の categories の slug'),
    worry: slug.optional().describe('list_categories の worries の slug'),
    purchase: z
      .enum(['once', 'subscription'])
      .optional()
      .describe('once: 一度だけ買えるもの、subscription: 定期便があるもの'),
    sort: z
      .enum(productSort)
      .default('recommended')
      .describe('recommended: おすすめ順、new: 新しい順、price_asc: 安い順、price_desc: 高い順'),
    page: z.int().min(1).max(1000).default(1),
  }),
  async run(ctx, { keyword, category, worry, purchase, sort, page }) {
    const found = await callPublicApi('GET /v1/product', listProducts, ctx, {
      keyword,
      category,
      worry,
      sort,
      page,
      per_page: 20,
      sale_type: purchase && (purchase === 'once' ? '1' : '2'),
    })
    return {
      total: found.total,
      page: found.page,
      is_approximate: found.is_approximate,
      price_note: priceNoteText(found.items[0]?.price_min ?? (found.items.length === 0 ? 0 : null)),
      products: found.items.map((one) => ({
        id: one.id,
        product_name: one.product_name,
        catch_copy: one.catch_copy,
        sale: saleTypeText(one.sale_type),
        price_min: one.price_min,
        price_max: one.price_max,
        subscription_price_min: one.subscription_price_min,
        stock: stockStateText(one),
        url: pageUrl(ctx, `/products/detail/${one.id}`),
      })),
    }
  },
})

export const productDetailTool = defineTool({
  name: 'get_product',
  title: '商品の詳細',
  description:
    '商品ひとつの説明、使い方、成分、商品の表示(label)、種類(variants)ごとの税込価格・定期便の価格・在庫・一度に買える数、返品の条件です。送料とお届け日は estimate_delivery で。',
  input: toolArguments({ id: z.int().positive().max(2_147_483_647).describe('search_products の id') }),
  async run(ctx, { id }) {
    const one = await callPublicApi('GET /v1/product/detail/{id}', getProduct, ctx, { id })
    const path = `/products/detail/${one.id}`
    return {
      id: one.id,
      product_name: one.product_name,
      category: one.category.category_name,
      catch_copy: one.catch_copy,
      description: one.description,
      how_to_use: one.how_to_use,
      ingredients: one.ingredients,
      label: one.product_label.map(({ name, text }) => ({ name, text })),
      suits: one.suits,
      questions: one.questions,
      return_note: one.return_note || '店の決まりのとおりです(get_shop_info)。',
      sale: saleTypeText(one.sale_type),
      /** 年払い: number of deliveries paid at once. */
      deliveries_paid_at_once: one.lump_sum_payment_flag ? one.lump_sum_payment_num : null,
      price_note: priceNoteText(one.skus[0]?.price ?? null),
      variants: one.skus.map((sku) => ({
        product_sku_id: sku.id,
        product_code: sku.product_code,
        name: variantName(sku),
        price: sku.price,
        subscription_first_price: sku.subscription_first_price,
        subscription_price: sku.subscription_price,
        /** セットの中身; empty: not a set. */
        set_contents: sku.parts.map(({ name, pieces }) => ({ name, pieces })),
        tax_rate: sku.tax_rate,
        stock: stockStateText(sku),
        max_quantity: sku.sale_limit,
        fits_letterbox: sku.light_flag,
        url: pageUrl(ctx, `${path}?sku=${encodeURIComponent(sku.product_code)}`),
      })),
      picture: absolutePictureUrl(ctx, one.product_image[0]?.path ?? ''),
      url: pageUrl(ctx, path),
    }
  },
})

export const categoriesTool = defineTool({
  name: 'list_categories',
  title: 'カテゴリと悩みの一覧',
  description:
    '商品のカテゴリと、髪や肌の悩みからの入口です。slug を search_products に渡すと、その商品だけになります。',
  input: toolArguments({}),
  async run(ctx) {
    const first = { page: 1, per_page: 1, sort: 'recommended' as const }
    const { categories, worries } = await callPublicApi('GET /v1/product', listProducts, ctx, first)
    return {
      categories: categories.map(({ category_name, slug }) => ({ category_name, slug })),
      worries: worries.map(({ worry_name, slug, lead }) => ({ worry_name, slug, lead })),
    }
  },
})
