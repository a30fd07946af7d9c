import { redirect } from 'react-router'
import type { Route } from './+types/to-page.ts'

/** Screens with a fixed path redirect to the page of the shop's text. One of the texts has another name. */
const renamed: Record<string, string> = { 'customer-rank': 'customer_rank' }

export const loader = ({ url }: Route.LoaderArgs) => {
  const name = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return redirect(`/contents/${renamed[name] ?? name}.html`, 301)
}
