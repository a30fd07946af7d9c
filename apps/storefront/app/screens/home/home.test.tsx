import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider, UNSAFE_ViewTransitionContext as ViewTransition } from 'react-router'
import { expect, test } from 'vitest'
import type { Route } from './+types/home.ts'
import Home from './home.tsx'

const goods = (...ids: number[]) => ({
  ...{ kind: 'goods', title: '商品', text: '', link_to: '/products', link_label: 'すべて', category: '' },
  articles: [],
  products: ids.map((id) => ({
    id,
    product_name: `商品${id}`,
    product_image: { path: '' },
    price_min: 1,
    price_max: 1,
    subscription_price_min: null,
  })),
})

/** The home page with these blocks at the moment when a product is opened. */
function opening(id: number, ...blocks: object[]): string {
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
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', id: 'root', Component }])} />)
}

test('only one picture has the name of the transition, also if two blocks show the product that is opened', () => {
  const html = opening(2, goods(1, 2), goods(2, 3), goods(2))
  expect(html.match(/商品2</g)).toHaveLength(3)
  expect(html.match(/view-transition-name:product-picture/g)).toHaveLength(1)
  expect(opening(3, goods(1, 2), goods(2, 3)).match(/view-transition-name:product-picture/g)).toHaveLength(1)
})
