import { data } from 'react-router'
import { loadOrThrow } from '../../load-or-throw.ts'
import { seo } from '../../seo.ts'
import { apiContext } from '../../server-context.ts'
import { Page } from '../../ui/page.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import type { Route } from './+types/content-page.ts'
import { collapseAnswers } from './fold-answers.ts'
import { wholeNumbers } from './whole-numbers.ts'

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** The first words of a page as plain text, for search results and link previews. */
export function plainTextExcerpt(html: string): string {
  const paragraph = /<p\b[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? ''
  const plainText = paragraph.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
  return plainText.replace(/\s+/g, ' ').trim().slice(0, 110)
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const name = /^(.+)\.html$/.exec(params.page)?.[1]
  // Parts of the layout have no page.
  if (!name || name === 'footer' || name === 'banner') throw data(null, { status: 404 })
  const content = await loadOrThrow(
    context.get(apiContext)('GET /v1/setting/shop/content/{name}', { params: { name } }),
  )
  const html = wholeNumbers(content.html)
  return { ...content, html: name === 'faq' ? collapseAnswers(html) : html }
}

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  loaderData
    ? seo(matches, {
        title: loaderData.title,
        path: `/contents/${params.page}`,
        description: `${loaderData.title}。${plainTextExcerpt(loaderData.html)}`,
      })
    : []

/** A page written by the shop: FAQ, company, 特定商取引法に基づく表記, privacy, terms, ranks. */
export default function ContentPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="text">
      <RichText html={loaderData.html} />
    </Page>
  )
}
