import { text } from 'node:stream/consumers'
import type { Voice } from '@kushi/contract/voice'
import { prerenderToNodeStream } from 'react-dom/static'
import { createMemoryRouter, RouterProvider, UNSAFE_ViewTransitionContext as ViewTransition } from 'react-router'
import { expect, test } from 'vitest'
import type { Route } from './+types/home.ts'
import Home from './home.tsx'

const goods = (...ids: number[]) => ({
  kind: 'goods',
  title: '商品',
  text: '',
  link_to: '/products',
  link_label: 'すべて',
  category: '',
  articles: [],
  products: ids.map((id) => ({
    id,
    product_name: `商品${id}`,
    product_image: { path: '' },
    price_min: 1,
    price_max: 1,
    subscription_price_min: null,
    running_promotions: [],
  })),
})

/** The home page with these blocks at the moment when a product is opened. */
async function opening(id: number, ...blocks: object[]): Promise<string> {
  const location = { pathname: '/', search: '', hash: '', state: null, key: '' }
  const transition = {
    isTransitioning: true as const,
    flushSync: false as const,
    currentLocation: location,
    nextLocation: { ...location, pathname: `/sh/products/detail/${id}` },
  }
  const Component = () => (
    <ViewTransition.Provider value={transition}>
      <Home {...({ loaderData: blocks, matches: [] } as unknown as Route.ComponentProps)} />
    </ViewTransition.Provider>
  )
  // As the server does it: code that the browser loads later is there.
  const { prelude } = await prerenderToNodeStream(
    <RouterProvider router={createMemoryRouter([{ path: '*', id: 'root', Component }])} />,
  )
  return text(prelude)
}

test('only one picture has the name of the transition, also if two blocks show the product that is opened', async () => {
  const html = await opening(2, goods(1, 2), goods(2, 3), goods(2))
  expect(html.match(/商品2</g)).toHaveLength(3)
  expect(html.match(/view-transition-name:product-picture/g)).toHaveLength(1)
  expect((await opening(3, goods(1, 2), goods(2, 3))).match(/view-transition-name:product-picture/g)).toHaveLength(1)
})

const voice = (id: number, change: Partial<Voice>): Voice => ({
  id,
  text: `声${id}`,
  named_as: '40代',
  received_on: '2026-10-05',
  origin: 'own',
  product: null,
  ...change,
})
const voices = (...items: Voice[]) => ({
  kind: 'voices',
  title: 'お客様の声',
  text: '',
  link_to: '',
  link_label: '',
  products: [],
  articles: [],
  voices: items,
})

test('the block of voices has their words, with the product, and nothing about a product that they do not name', async () => {
  const html = await opening(0, voices(voice(1, { product: { id: 7, product_name: '本つげ櫛' } }), voice(2, {})))
  expect(html).toMatch(/<h2[^>]*>.*お客様の声/)
  expect(html.match(/<blockquote/g)).toHaveLength(2)
  expect(html.match(/href="[^"]*\/products\/detail\/[^"]*"/g)).toEqual(['href="/products/detail/7"'])
  expect(html).toContain('<time dateTime="2026-10-05"')
  expect(html).not.toContain('PR')
})

test.each<[Voice['origin'], string]>([
  ['goods', '商品を提供した方の声です(PR)'],
  ['paid', '謝礼をお渡しした方の声です(PR)'],
  ['demo', 'デモの文章です'],
])('a voice that came about by %s says so above its words', async (origin, mark) => {
  const html = await opening(0, voices(voice(1, {}), voice(2, { origin })))
  expect(html.split(mark)).toHaveLength(2)
  expect(html.indexOf(mark)).toBeLessThan(html.indexOf('声2'))
  expect(html.indexOf(mark)).toBeGreaterThan(html.indexOf('声1'))
})

test('a block without voices is not there', async () => {
  expect(await opening(0, voices())).not.toContain('お客様の声')
})
