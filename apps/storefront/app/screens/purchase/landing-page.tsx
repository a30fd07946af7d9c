import type { LandingPage as Page } from '@kushi/contract/landing-page'
import { lazy, memo, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { bareApi } from '../../api.ts'
import type { BlockProps } from '../../blocks/block-props.ts'
import { Blocks } from '../../blocks/blocks.tsx'
import type { ShownBlock } from '../../blocks/load-blocks.server.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { loadLater } from '../../chunk/load-later.ts'
import { seo } from '../../seo.ts'
import { useCustomer } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import type { Route } from './+types/landing-page.ts'
import { loadLandingPage } from './landing/load-landing-page.server.ts'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  loadLandingPage(context, params.slug, new URL(request.url).searchParams)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { page, blocks } = loaderData
  const hero = blocks.find(({ kind }) => kind === 'hero')
  const seoTexts = { title: page.title, path: `/lp/${page.slug}`, ...(hero?.text && { description: hero.text }) }
  return [...seo(matches, seoTexts), { name: 'robots', content: 'noindex' }]
}

/** The server renders it; its code is loaded after that of the page, and what is pressed before is kept. */
const OrderBlock = lazy(() =>
  loadChunk(async () => ({ default: (await import('./landing/order-block.tsx')).OrderBlock })),
)

const Closed = lazy(() => loadChunk(async () => ({ default: (await import('./landing/closed.tsx')).Closed })))
const Deadline = lazy(() => loadChunk(async () => ({ default: (await import('./landing/deadline.tsx')).Deadline })))

/** Rendered once: React would empty it while its code is not there yet. */
const Order = memo(({ block }: Pick<BlockProps<ShownBlock<'form'>>, 'block'>) => (
  <Suspense>
    <OrderBlock block={block} />
  </Suspense>
))

const End = memo(({ block }: Pick<BlockProps<ShownBlock<'deadline'>>, 'block'>) => (
  <Suspense>
    <Deadline block={block} />
  </Suspense>
))

const own = {
  form: ({ block }: BlockProps<ShownBlock<'form'>>) => <Order block={block} />,
  deadline: ({ block }: BlockProps<ShownBlock<'deadline'>>) => <End block={block} />,
}

/** 申し込みページ: an advert's page with its order. */
export default function LandingPage({ loaderData: { page, blocks } }: Route.ComponentProps) {
  useOwnAdCode(page)
  useSeenVariant(page)
  if (page.leads_to !== null)
    return (
      <Suspense>
        <Closed to={page.leads_to} />
      </Suspense>
    )
  return (
    <>
      {page.is_preview && (
        <p role="status" className="bg-brass-tint px-4 py-2 text-center text-sm">
          下見です。お客様には、公開してから見えます。
        </p>
      )}
      <Blocks blocks={blocks} name={page.title} own={own} />
    </>
  )
}

/** Tells that this browser was shown a variant; the server counts it once. */
function useSeenVariant({ slug, variant }: Page) {
  const { experiment_id, arm } = variant ?? {}
  useEffect(() => {
    if (experiment_id === undefined || arm === undefined) return
    const body = { experiment_id, arm }
    void bareApi('POST /v1/landing-page/{slug}/visitor', { params: { slug }, body }, { keepalive: true }).catch(
      () => {},
    )
  }, [slug, experiment_id, arm])
}

/** The page's 広告コード, for a visitor who has no other one. */
function useOwnAdCode({ adcd, leads_to, is_preview }: Page) {
  const { pathname, search, key } = useLocation()
  const isKnown = useCustomer() !== undefined
  // React Router's name of the place where a document began.
  const isFirst = key === 'default'
  useEffect(() => {
    if (!adcd || leads_to !== null || is_preview || !isKnown) return
    void loadLater().then(({ savePageAdCode }) => {
      const isArrival = isFirst && !document.referrer.startsWith(location.origin)
      const landing = { pathname, searchParams: new URLSearchParams(search) }
      const visit = savePageAdCode(browserStorage(), landing, adcd, Date.now(), isArrival)
      if (visit) void bareApi('POST /v1/advertisement/visits/new', { body: visit }).catch(() => {})
    })
  }, [adcd, leads_to, is_preview, isKnown, isFirst, pathname, search])
}
