import { data } from 'react-router'
import { privatePage } from '../seo.ts'
import type { Route } from './+types/not-found.ts'
import { NotFoundText } from './not-found-text.tsx'

export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ページが見つかりません')

/** 404. Unknown paths are redirected here. */
export default function NotFound() {
  return <NotFoundText />
}
