import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useCustomer } from '../../../state/session.ts'
import { PageHeading } from '../../../ui/heading.tsx'
import { Page } from '../../../ui/page.tsx'

/** Leads on in the browser, so that the visit of the advert is counted, and takes its parameters along. */
export function Closed({ to }: { to: string }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isKnown = useCustomer() !== undefined
  const target = to + (to.includes('?') ? search.replace('?', '&') : search)
  useEffect(() => {
    if (isKnown) void navigate(target, { replace: true })
  }, [isKnown, target, navigate])
  return (
    <Page width="text">
      <PageHeading>受付は終わりました</PageHeading>
      <p>
        <Link to={target} className="text-link inline-flex min-h-tap items-center">
          いまのご案内を見る
        </Link>
      </p>
    </Page>
  )
}
