import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ProductsLink } from './products-link.tsx'

test.each([
  [false, true],
  [true, false],
])('members only %s: a link to the goods %s', (members_only, isShown) => {
  const Component = () => <ProductsLink to="/products">商品を見る</ProductsLink>
  const router = createMemoryRouter([{ path: '*', id: 'root', Component }], {
    hydrationData: { loaderData: { root: { client: { members_only } } } },
  })
  expect(renderToString(<RouterProvider router={router} />).includes('href="/products"')).toBe(isShown)
})
