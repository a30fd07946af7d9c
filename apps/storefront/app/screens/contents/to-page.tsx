import { redirect } from 'react-router'
import type { Route } from './+types/to-page.ts'

/** The screens of fixed text lead to their pages; two of them have another name there. */
const renamed: Record<string, string> = { 'customer-rank': 'customer_rank' }

export const loader = ({ url }: Route.LoaderArgs) => {
  const name = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return redirect(`/contents/${renamed[name] ?? name}.html`, 301)
}
