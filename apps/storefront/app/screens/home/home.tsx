import { emptyBlock } from '@kushi/values/block/kinds'
import { Blocks } from '../../blocks/blocks.tsx'
import { loadBlocks } from '../../blocks/load-blocks.server.ts'
import { loadOrThrow } from '../../load-or-throw.ts'
import { seo, shellData } from '../../seo.ts'
import { apiContext, clientContext } from '../../server-context.ts'
import type { Route } from './+types/home.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { items } = await loadOrThrow(api('GET /v1/setting/shop/home'))
  if (items.length > 0) return loadBlocks(context, items)
  const params = { shop_id: context.get(clientContext).shop_id }
  return loadBlocks(context, seoTexts(await api('GET /v1/setting/shop/detail/{shop_id}', { params })))
}

/** The default blocks of a shop without its own: its name and its products. */
const seoTexts = ({ shop_name }: { shop_name: string }) => [
  { ...emptyBlock('hero'), title: shop_name },
  { ...emptyBlock('goods'), title: '商品', link_to: '/products', link_label: 'すべての商品を見る' },
]

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const hero = loaderData?.find(({ kind }) => kind === 'hero')
  const { shop_name = '', company_name = '' } = shellData(matches)?.shop ?? {}
  return seo(matches, { description: hero?.text || `${shop_name}(${company_name})のショップです。`, path: '/' })
}

/** The home page: the blocks in the shop's order. */
export default function Home({ loaderData, matches }: Route.ComponentProps) {
  return <Blocks blocks={loaderData} name={shellData(matches)?.shop?.shop_name ?? ''} />
}
