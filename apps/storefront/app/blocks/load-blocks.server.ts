import type { BlockContent, BlockKindName, BlockOf } from '@kushi/values/block/kinds'
import type { RouterContextProvider } from 'react-router'
import { loadOrThrow } from '../load-or-throw.ts'
import { apiContext } from '../server-context.ts'

/** Maximum products in a block. The list shows the others. */
const MAX_PRODUCTS = 8
const ARTICLES = 3
const VOICES = 3

type Api = ReturnType<typeof apiOf>
const apiOf = (context: Readonly<RouterContextProvider>) => context.get(apiContext)

/** What a kind shows besides its own words. */
const loaders = {
  goods: async (api: Api, { category }: BlockOf<'goods'>) => {
    const query = { page: 1, per_page: MAX_PRODUCTS, sort: 'recommended' as const, ...(category && { category }) }
    return { products: (await loadOrThrow(api('GET /v1/product', { query }))).items }
  },
  journal: async (api: Api) => ({
    articles: (await loadOrThrow(api('GET /v1/article', { query: { page: 1, per_page: ARTICLES } }))).items,
  }),
  voices: async (api: Api) => ({
    voices: (await loadOrThrow(api('GET /v1/voice', { query: { page: 1, per_page: VOICES } }))).items,
  }),
}

type Loaded<K extends BlockKindName> = K extends keyof typeof loaders
  ? Awaited<ReturnType<(typeof loaders)[K]>>
  : object
/** A block with what it shows. */
export type ShownBlock<K extends BlockKindName = BlockKindName> = { [One in K]: BlockOf<One> & Loaded<One> }[K]

export function loadBlocks(context: Readonly<RouterContextProvider>, blocks: readonly BlockContent[]) {
  const api = apiOf(context)
  const loaderOf = (kind: BlockKindName) =>
    (loaders as { [K in BlockKindName]?: (api: Api, block: BlockContent) => Promise<object> })[kind]
  return Promise.all(
    blocks.map(async (block) => ({ ...block, ...(await loaderOf(block.kind)?.(api, block)) }) as ShownBlock),
  )
}
