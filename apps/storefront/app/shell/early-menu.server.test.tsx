import type { Api } from '@kushi/contract/client'
import { expect, test } from 'vitest'
import { loadEarlyMenu, withEarlyMenu } from './early-menu.server.tsx'

const place = '<header><div id="early-menu"></div></header>'
const oil = { id: 1, category_name: '油', slug: 'oil' }
const withNames = (category_name: string) =>
  withEarlyMenu(place, { shop: null, categories: [{ ...oil, category_name }], worries: [] })

test('asks for the categories without finding any goods', async () => {
  // As the server answers: all categories, and the goods of the one that is asked for.
  const api = (async (_: string, { query }: { query: { category?: string } }) => ({
    items: query.category === undefined || query.category === oil.slug ? ['goods'] : [],
    categories: [oil],
    worries: [],
  })) as unknown as Api
  expect(await loadEarlyMenu(api)).toMatchObject({ items: [], categories: [oil] })
})

test('a shop is free to name its categories', () => {
  const html = withNames(`</script><script>"$&'`)
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;&quot;$&amp;&#x27;')
  expect(html).not.toContain('<script')
})
