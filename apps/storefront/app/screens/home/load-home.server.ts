import type { ProductSummary } from '@kushi/contract/product'
import type { HomeBlock } from '@kushi/contract/story'
import type { RouterContextProvider } from 'react-router'
import { loadOrThrow } from '../../load-or-throw.ts'
import { apiContext } from '../../server-context.ts'

/** Maximum products in a block. The list shows the others. */
const GOODS = 8
const ARTICLES = 3
const VOICES = 3

/** The default blocks of a shop without its own: its name and its products. */
const asItBegins = (shop_name: string): HomeBlock[] => {
  const empty = { text: '', image_path: null, image_alt: '', link_to: '', link_label: '', category: '' }
  return [
    { ...empty, kind: 'hero', title: shop_name },
    { ...empty, kind: 'goods', title: '商品', link_to: '/products', link_label: 'すべての商品を見る' },
  ]
}

/** Loads the blocks of the home page with their content. */
export async function loadHome(context: Readonly<RouterContextProvider>, shop_id: number) {
  const api = context.get(apiContext)
  const { items } = await loadOrThrow(api('GET /v1/setting/shop/home'))
  const shop = items.length > 0 ? null : await api('GET /v1/setting/shop/detail/{shop_id}', { params: { shop_id } })
  const blocks = shop ? asItBegins(shop.shop_name) : items
  return Promise.all(
    blocks.map(async (block) => ({
      ...block,
      products: block.kind === 'goods' ? await goodsOf(block.category) : [],
      articles:
        block.kind === 'journal'
          ? (await loadOrThrow(api('GET /v1/article', { query: { page: 1, per_page: ARTICLES } }))).items
          : [],
      voices:
        block.kind === 'voices'
          ? (await loadOrThrow(api('GET /v1/voice', { query: { page: 1, per_page: VOICES } }))).items
          : [],
    })),
  )

  async function goodsOf(category: string): Promise<ProductSummary[]> {
    const query = { page: 1, per_page: GOODS, sort: 'recommended' as const, ...(category && { category }) }
    return (await loadOrThrow(api('GET /v1/product', { query }))).items
  }
}

export type Block = Awaited<ReturnType<typeof loadHome>>[number]
