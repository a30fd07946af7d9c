import { loadOrThrow } from '../load-or-throw.ts'
import { apiContext, clientContext } from '../server-context.ts'
import type { Route } from './+types/home-screen.ts'

const icon = (size: number) => ({ src: `/sh/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })

/** `manifest.webmanifest`: name and icon of the shop on a phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { shop_id } = context.get(clientContext)
  const { shop_name } = await loadOrThrow(
    context.get(apiContext)('GET /v1/setting/shop/detail/{shop_id}', { params: { shop_id } }),
  )
  const manifest = {
    name: shop_name,
    short_name: shop_name,
    lang: 'ja',
    id: '/sh/',
    start_url: '/sh/',
    scope: '/sh/',
    display: 'minimal-ui',
    theme_color: '#fbfaf7',
    background_color: '#fbfaf7',
    icons: [192, 512].map(icon),
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
