import type { ShopApiClient } from '@kushi/contract/client'
import type { Shop } from '@kushi/contract/setting'
import { lineRequirement } from '@kushi/values/line'
import type { RouterContextProvider } from 'react-router'
import { layoutCode } from './layout-code.ts'
import { apiContext, clientContext, publicUrlContext } from './server-context.ts'
import type { LayoutContent } from './shell/by-device.tsx'

const orNull = <T>(answer: Promise<T>) => answer.catch(() => null)

/**
 * Shop content in both variants. The device isn't known while rendering, because the page is cached for all visitors.
 */
async function content(api: ShopApiClient, name: string, shop: Shop | null): Promise<LayoutContent | null> {
  const requirement = shop ? lineRequirement(shop) : 'none'
  const variant = (device: 'pc' | 'mobile') =>
    api('GET /v1/setting/shop/content/{name}', {
      params: { name },
      query: { layout_code: layoutCode(device, requirement) },
    })
  const both = await orNull(Promise.all([variant('pc'), variant('mobile')]))
  if (!both) return null
  const [pc, mobile] = both.map(({ html }) => html) as [string, string]
  return { pc, mobile: mobile === pc ? null : mobile }
}

/**
 * A list without goods, but with all categories and worries. Finding the goods of a large catalogue (20,000) takes 0.2 s,
 * for which every page would wait.
 */
const noGoods = { per_page: 1, category: '-' }

/** What the menu shows besides what every shop has. */
async function menuOf(api: ShopApiClient, members_only: boolean) {
  const found = members_only ? null : await orNull(api('GET /v1/product', { query: noGoods }))
  return { categories: found?.categories ?? [], worries: found?.worries ?? [] }
}

/** The data around every page. Each part may fail independently, and none is about the visitor. */
export async function loadShell(context: Readonly<RouterContextProvider>) {
  const api = context.get(apiContext)
  const { has_line, has_amazon, ...client } = context.get(clientContext)
  const shop_id = client.shop_id
  const underWay = menuOf(api, client.members_only)
  const [shop, menu] = await Promise.all([
    orNull(api('GET /v1/setting/shop/detail/{shop_id}', { params: { shop_id } })),
    orNull(api('GET /v1/setting/shop/detail/menu')),
  ])
  const [footer, banner] = await Promise.all([content(api, 'footer', shop), content(api, 'banner', shop)])
  const line_requirement = shop && has_line ? lineRequirement(shop) : 'none'
  return {
    client,
    public_url: context.get(publicUrlContext),
    shop,
    menu,
    ...(await underWay),
    footer,
    banner,
    line_requirement,
    has_amazon,
  }
}
