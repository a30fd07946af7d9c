import { privatePage } from '../seo.ts'
import type { Route } from './+types/coming-soon.ts'
import { ComingSoonText } from './coming-soon-text.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '準備中')

/** Stands where a screen is still to be built. */
export default function ComingSoon() {
  return <ComingSoonText />
}
