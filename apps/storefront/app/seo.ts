import type { MetaDescriptor } from 'react-router'
import type { loadShell } from './root-loader.server.ts'
import { ownPictures, pictureFile } from './ui/picture.tsx'

type Shell = Awaited<ReturnType<typeof loadShell>>
/** The `matches` that a route's `meta` receives. */
type Matches = readonly ({ id: string; loaderData: unknown } | undefined)[]

export const shellData = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.loaderData as Shell | undefined

interface Seo {
  /** Title without the shop's name. Left out: only the shop's name. */
  title?: string
  description?: string
  /** Path below the base, for the canonical URL. */
  path: string
  /** Path of a product picture for link previews. */
  image?: string
  type?: 'website' | 'product'
}

/** Link previews need absolute URLs. The image base may already be absolute. */
export const absoluteUrl = (public_url: string, address: string) =>
  /^https?:/.test(address) ? address : `${public_url}${address}`

/** Title, description, canonical URL and link preview of a public page. */
export function seo(
  matches: Matches,
  { title, description, path, image = 'hero-1', type = 'website' }: Seo,
): MetaDescriptor[] {
  const shell = shellData(matches)
  const shop_name = shell?.shop?.shop_name ?? ''
  const full = [title, shop_name].filter(Boolean).join(' | ')
  const url = `${shell?.public_url ?? ''}/sh${path}`
  const own = image.startsWith('hero')
  const base = (!own && shell?.client.image_api) || ownPictures
  const picture = absoluteUrl(shell?.public_url ?? '', pictureFile(base, image, own ? 1600 : 960))
  return [
    { title: full },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: shop_name },
    { property: 'og:locale', content: 'ja_JP' },
    { property: 'og:title', content: title ?? full },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
  ]
}

/** schema.org BreadcrumbList. */
export const breadcrumbs = (crumbs: readonly { name: string; item: string }[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, n) => ({ '@type': 'ListItem', position: n + 1, ...crumb })),
})

/** For private pages: a title, and `noindex` for search engines. */
export const privatePage = (matches: Matches, title: string): MetaDescriptor[] => [
  { title: [title, shellData(matches)?.shop?.shop_name].filter(Boolean).join(' | ') },
  { name: 'robots', content: 'noindex' },
]
