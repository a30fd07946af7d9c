import type { ProductSummary } from '@kushi/contract/product'
import type { Article } from '@kushi/contract/story'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import ArticlePage from './article.tsx'

const named = (id: number, price_min: number | null) =>
  ({
    id,
    product_name: `商品${id}`,
    price_min,
    price_max: price_min,
    catch_copy: '',
    sale_type: 1,
    subscription_price_min: null,
    lump_sum_price_min: null,
    running_promotions: [],
    is_out_stock: false,
    product_image: { path: '', alt: '' },
  }) as unknown as ProductSummary

/** The response that an approved member gets. */
const answer = { items: [named(1, 1000), named(2, 2000)] }
vi.mock('../../state/use-answer.ts', () => ({
  useAnswer: (key: string | null) => ({ data: key === null ? undefined : answer, isLoading: false }),
}))
let customer: { id: number } | undefined
vi.mock('../../state/session.ts', async (load) => ({
  ...(await load<typeof import('../../state/session.ts')>()),
  useCustomer: () => customer,
}))
beforeEach(() => {
  customer = undefined
})

function drawn(goods: ProductSummary[]): string {
  const html = '<p><a href="/sh/products/detail/2">商品2</a></p>'
  const article = {
    slug: 'a',
    title: '題',
    lead: '',
    html,
    image_path: null,
    image_alt: '',
    published_on: '2026-11-01',
  }
  const Page = ArticlePage as ComponentType<object>
  const Component = () => <Page {...{ loaderData: { article: article as Article, goods } }} />
  const router = createMemoryRouter([{ path: '*', Component }])
  return renderToString(<RouterProvider router={router} />).replace(/<!--.*?-->/g, '')
}

test('goods without prices stay without them for a guest', () => {
  const html = drawn([named(2, null), named(1, null)])
  expect(html).not.toContain('¥')
  expect(html).toContain('価格はお取引先さまにお見せしています')
})

test('an approved member sees their prices, the linked goods first', () => {
  customer = { id: 7 }
  const html = drawn([named(2, null), named(1, null)])
  expect(html).not.toContain('価格はお取引先さまにお見せしています')
  expect(html.indexOf('¥2,000')).toBeLessThan(html.indexOf('¥1,000'))
  expect(html.indexOf('¥2,000')).toBeGreaterThan(0)
})
