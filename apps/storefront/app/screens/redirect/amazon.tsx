import { privatePage } from '../../seo.ts'
import { ComingSoonText } from '../coming-soon-text.tsx'
import type { Route } from './+types/amazon.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '準備中')

/** Return from Amazon Pay, without header and footer: nobody shall walk away halfway. */
export default function AmazonReturn() {
  return (
    <main>
      <ComingSoonText />
    </main>
  )
}
