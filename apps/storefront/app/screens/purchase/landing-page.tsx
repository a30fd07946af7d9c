import type { LandingPage as Page } from '@kushi/contract/landing-page'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { Blocks } from '../../blocks/blocks.tsx'
import { seo } from '../../seo.ts'
import { keepAdCodes } from '../../state/ad-codes.ts'
import { useCustomer } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import type { Route } from './+types/landing-page.ts'
import { Deadline } from './landing/deadline.tsx'
import { loadLandingPage } from './landing/load-landing-page.server.ts'
import { OrderBlock } from './landing/order-block.tsx'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  loadLandingPage(context, params.slug, new URL(request.url).searchParams.get('preview'))

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { page, blocks } = loaderData
  const hero = blocks.find(({ kind }) => kind === 'hero')
  const about = { title: page.title, path: `/lp/${page.slug}`, ...(hero?.text && { description: hero.text }) }
  return [...seo(matches, about), { name: 'robots', content: 'noindex' }]
}

const own = { form: OrderBlock, deadline: Deadline }

/** 申し込みページ: an advert's page with its order. */
export default function LandingPage({ loaderData: { page, blocks } }: Route.ComponentProps) {
  useOwnAdCode(page)
  if (page.leads_to !== null) return <Closed to={page.leads_to} />
  return (
    <>
      {page.is_preview && (
        <div className="mx-auto max-w-page px-4 md:px-6">
          <Notice>下見です。お客様には、公開してから見えます。</Notice>
        </div>
      )}
      <Blocks blocks={blocks} name={page.title} own={own} />
    </>
  )
}

/** Leads on in the browser, so that the visit of the advert is counted, and takes its parameters along. */
function Closed({ to }: { to: string }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isKnown = useCustomer() !== undefined
  const target = to + (to.includes('?') ? search.replace('?', '&') : search)
  useEffect(() => {
    if (isKnown) void navigate(target, { replace: true })
  }, [isKnown, target, navigate])
  return (
    <Frame width="text">
      <PageHeading>受付は終わりました</PageHeading>
      <p>
        <Link to={target} className="text-link inline-flex min-h-tap items-center">
          いまのご案内を見る
        </Link>
      </p>
    </Frame>
  )
}

/** The page's 広告コード counts like one in its address, unless the address has one. */
function useOwnAdCode({ adcd, leads_to }: Page) {
  const { pathname, search } = useLocation()
  const isKnown = useCustomer() !== undefined
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!adcd || leads_to !== null || !isKnown || query.has('adcd')) return
    query.set('adcd', adcd)
    const keepsClickIds = 'clickIds' in document.documentElement.dataset
    const landing = { pathname: `/sh${pathname}`, searchParams: query }
    const visit = keepAdCodes(browserStorage(), landing, Date.now(), keepsClickIds)
    if (visit) void bareApi('POST /v1/advertisement/visits/new', { body: visit }).catch(() => {})
  }, [adcd, leads_to, isKnown, pathname, search])
}
