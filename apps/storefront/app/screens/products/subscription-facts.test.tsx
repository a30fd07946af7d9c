import type { ProductDetail } from '@kushi/contract/product'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { SubscriptionFacts } from './subscription-facts.tsx'

const sku = { price: 1000, subscription_first_price: 800, subscription_price: 900, is_price_proven: true }

/** The widths of the facts from tablets on, in sixths of the row. */
function widths(sale_type: number, delivery_free_amount: number | null): number[] {
  const product = { sale_type, skus: [sku], lump_sum_payment_num: null } as unknown as ProductDetail
  const Component = () => <SubscriptionFacts product={product} />
  const router = createMemoryRouter([{ path: '*', id: 'root', Component }], {
    hydrationData: { loaderData: { root: { shop: { delivery_free_amount } } } },
  })
  const html = renderToString(<RouterProvider router={router} />)
  return Array.from(html.matchAll(/md:col-span-(\d)/g), ([, width]) => Number(width))
}

test.each([
  [3, 6600, 5],
  [3, null, 4],
  [2, 6600, 3],
  [2, null, 2],
])('facts fill whole rows: sale type %i with free delivery from %s', (sale_type, free, count) => {
  const found = widths(sale_type, free)
  expect(found).toHaveLength(count)
  expect(found.reduce((sum, width) => sum + width, 0) % 6).toBe(0)
})

test('a price that is not proven is no measure: the amounts stand alone', () => {
  const product = (is_price_proven: boolean) =>
    ({ sale_type: 3, skus: [{ ...sku, is_price_proven }], lump_sum_payment_num: null }) as unknown as ProductDetail
  const html = (is_price_proven: boolean) => {
    const Component = () => <SubscriptionFacts product={product(is_price_proven)} />
    return renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', Component }])} />)
  }
  expect(html(true)).toContain('20%OFF')
  expect(html(false)).not.toContain('%OFF')
  expect(html(false)).toContain('¥800')
})

test('goods without a first price have one price, each time; 年払い has no fact about 送料', () => {
  const html = (more: object, lump_sum_payment_num: number | null) => {
    const product = { sale_type: 3, skus: [{ ...sku, ...more }], lump_sum_payment_num } as unknown as ProductDetail
    const Component = () => <SubscriptionFacts product={product} />
    const router = createMemoryRouter([{ path: '*', id: 'root', Component }], {
      hydrationData: { loaderData: { root: { shop: { delivery_free_amount: 6600 } } } },
    })
    return renderToString(<RouterProvider router={router} />)
  }
  const one = html({ subscription_first_price: null }, null)
  expect(one).toContain('毎回')
  expect(one).not.toMatch(/初回|2回目から/)
  expect(html({}, null)).toMatch(/初回.*2回目から/s)
  expect(html({}, null)).toContain('以上で無料')
  expect(html({}, 12)).not.toContain('以上で無料')
})
