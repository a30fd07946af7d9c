import { privatePage } from '../../seo.ts'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ComingSoonText } from '../coming-soon-text.tsx'
import type { Route } from './+types/coming-soon.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '準備中')

/** Nothing to load: it keeps the screen back until the guard knows who is here. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

export const HydrateFallback = () => (
  <Page width="text">
    <Loading>
      <Skeleton className="mt-6 h-8 w-40 md:mt-10" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  </Page>
)

/** Stands where a member's screen is still to be built. */
export default function MemberComingSoon() {
  return <ComingSoonText />
}
