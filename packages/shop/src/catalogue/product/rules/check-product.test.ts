import { NEW_PRODUCT, NEW_SKU, type ProductInput, type SkuInput } from '@kushi/contract/admin/product'
import { expect, test } from 'vitest'
import { productFieldFailures, publicationObstacles, stockStateOf } from './check-product.ts'

const sku = (more: Partial<SkuInput> = {}): SkuInput => ({ ...NEW_SKU, product_code: 'A-1', price: 1000, ...more })
const product = (more: Partial<ProductInput> = {}): ProductInput => ({
  ...NEW_PRODUCT,
  product_name: '櫛',
  product_name_kana: 'くし',
  slug: 'comb',
  category_id: 1,
  sale_type: 3,
  visible: true,
  skus: [sku()],
  ...more,
})
const scented = (...names: (string | null)[]) => ({
  sku_parent_item_name1: '香り',
  skus: names.map((set_item_name1, n) => sku({ set_item_name1, product_code: `A-${n}` })),
})

test.each<[string, Partial<ProductInput>, number[], string[]]>([
  ['one kind without choices', {}, [], []],
  ['two scents', scented('柚子', '無香'), [], []],
  ['the same scent twice', scented('柚子', '柚子'), [], ['skus.1.set_item_name1']],
  ['a scent left out', scented('柚子', null), [], ['skus.1.set_item_name1']],
  ['a choice without its axis', { skus: [sku({ set_item_name2: '60mL' })] }, [], ['skus.0.set_item_name2']],
  ['two kinds and no axis', { skus: [sku(), sku({ product_code: 'A-2' })] }, [], ['sku_parent_item_name1']],
  [
    'the same code twice',
    { ...scented('柚子', '無香'), skus: ['柚子', '無香'].map((set_item_name1) => sku({ set_item_name1 })) },
    [],
    ['skus.1.product_code'],
  ],
  ['shown with nothing on sale', { skus: [sku({ visible: false })] }, [], ['visible']],
  ['hidden with nothing on sale', { visible: false, skus: [sku({ visible: false })] }, [], []],
  ['yearly payment of 12', { lump_sum_payment_flag: true, lump_sum_payment_num: 12 }, [], []],
  ['yearly payment of 1', { lump_sum_payment_flag: true, lump_sum_payment_num: 1 }, [], ['lump_sum_payment_num']],
  ['yearly payment of nothing', { lump_sum_payment_flag: true }, [], ['lump_sum_payment_num']],
  [
    'yearly payment of what is bought once',
    { sale_type: 1, lump_sum_payment_flag: true, lump_sum_payment_num: 12 },
    [],
    ['lump_sum_payment_flag'],
  ],
  [
    'a subscription price of what is bought once',
    { sale_type: 1, skus: [sku({ subscription_price: 900 })] },
    [],
    ['skus.0.subscription_price'],
  ],
  ['a saved kind left out', {}, [7], ['skus']],
  ['a saved kind', { skus: [sku({ id: 7 })] }, [7], []],
  ['a kind of another product', { skus: [sku({ id: 8 })] }, [], ['skus.0.product_code']],
])('%s', (_, more, saved, paths) => {
  expect(productFieldFailures(product(more), saved).map(({ path }) => path)).toEqual(paths)
})

test.each([
  [0, 5, 'out'],
  [1, 5, 'low'],
  [5, 5, 'low'],
  [6, 5, 'in_stock'],
  [1, 0, 'in_stock'],
])('%i pieces where %i are few: %s', (stock, low_stock, state) => {
  expect(stockStateOf({ stock, low_stock })).toBe(state)
})

test('a product without a SKU on sale can’t be shown', () => {
  expect(publicationObstacles({ on_sale: 0 })).toHaveLength(1)
  expect(publicationObstacles({ on_sale: 1 })).toEqual([])
})

test.each([
  [[{ from_pieces: 3, price: 2200, subscription_price: null }], []],
  [[{ from_pieces: 3, price: 99_999, subscription_price: null }], ['skus.0.quantity_prices.0.price']],
  [
    [
      { from_pieces: 3, price: 900, subscription_price: null },
      { from_pieces: 3, price: 900, subscription_price: null },
    ],
    ['skus.0.quantity_prices.1.from_pieces', 'skus.0.quantity_prices.1.price'],
  ],
  [[{ from_pieces: 3, price: 900, subscription_price: 800 }], ['skus.0.quantity_prices.0.subscription_price']],
])('数量割引 %j', (quantity_prices, paths) => {
  const one = { ...sku({ price: 2420, sale_limit: 10 }), quantity_prices }
  const faults = productFieldFailures(product({ sale_type: 1, skus: [one] }), [])
  expect(faults.map(({ path }) => path)).toEqual(paths)
})
