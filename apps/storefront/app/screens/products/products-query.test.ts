import { expect, test } from 'vitest'
import { productsPath, readProductsQuery } from './products-query.ts'

const read = (text: string) => readProductsQuery(new URLSearchParams(text))

test.each(['', 'keyword=%E6%A4%BF', 'category=oil&sale_type=2&sort=price_asc&page=3', 'worry=frizz&page=2'])(
  '%j is read and written back',
  (text) => {
    expect(productsPath(read(text))).toBe(text ? `/products?${text}` : '/products')
  },
)

test.each(['sort=random', 'page=0', 'page=1.5', 'page=x', 'sale_type=9', 'keyword=%20'])(
  '%s counts as not there',
  (text) => {
    expect(productsPath(read(text))).toBe('/products')
  },
)

test('with a worry the category is ignored', () => {
  expect(productsPath(read('category=oil&worry=frizz'))).toBe('/products?worry=frizz')
})
