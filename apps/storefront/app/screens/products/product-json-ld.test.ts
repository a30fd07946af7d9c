import type { ProductDetail, ProductSku } from '@kushi/contract/product'
import { expect, test } from 'vitest'
import { productJsonLd } from './product-json-ld.ts'

const sku = {
  product_code: 'OIL-30',
  price: 2420,
  subscription_first_price: null,
  subscription_price: 2178,
  is_out_stock: false,
  light_flag: false,
  cool_parcels: 0,
  gtin: null,
  quantity_prices: [] as ProductSku['quantity_prices'],
} as ProductSku
const oil = {
  id: 1,
  product_name: '椿油',
  description: '',
  sale_type: 3,
  return_note: '',
  product_label: [],
  product_image: [],
  skus: [sku],
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
} as unknown as ProductDetail
const deliveries = [
  {
    id: 1,
    delivery_name: '宅配便',
    flat_rate_delivery_fee: 660,
    cool_fee: 330,
    visible: true,
    mail_delivery_flag: false,
    most_extra_days: 2,
    fees_by_prefecture: [],
    cool_fees_by_prefecture: [],
  },
  {
    id: 2,
    delivery_name: 'メール便',
    flat_rate_delivery_fee: 250,
    cool_fee: 0,
    visible: true,
    mail_delivery_flag: true,
    most_extra_days: 2,
    fees_by_prefecture: [],
    cool_fees_by_prefecture: [],
  },
]
const shop = { shop_name: '椿野', delivery_free_amount: 6600, return_days: 8, return_fee_by: 'customer' }
const matches = [{ id: 'root', loaderData: { public_url: 'https://shop.example', shop } }]

const offer = (product: ProductDetail, of: readonly unknown[] = matches) =>
  productJsonLd({ product, deliveries }, of as never).offers[0]!
const rate = (product: ProductDetail) => {
  const said = offer(product).shippingDetails
  return said && 'shippingRate' in said ? said.shippingRate.value : undefined
}

test('each choice of a product has an address of its own', () => {
  const page = 'https://shop.example/sh/products/detail/1'
  expect(offer(oil).url).toBe(page)
  expect(offer({ ...oil, skus: [sku, { ...sku, product_code: 'OIL 60' }] }).url).toBe(`${page}?sku=OIL-30`)
})

test('an offer says in how many days it comes, also to the farthest prefecture', () => {
  expect(offer(oil).shippingDetails).toMatchObject({
    deliveryTime: { handlingTime: { minValue: 0, maxValue: 4 }, transitTime: { minValue: 1, maxValue: 3 } },
  })
})

test('クール代 by prefecture is in the fee there, and free with delivery where the shop says so', () => {
  const cooled = { ...oil, skus: [{ ...sku, cool_parcels: 1 }] }
  const [parcel] = deliveries
  const far = [{ ...parcel!, cool_fees_by_prefecture: [{ fee: 660, pref_ids: [1, 47] }] }]
  const [first] = productJsonLd({ product: cooled, deliveries: far }, matches as never).offers
  expect(first!.shippingDetails).toMatchObject([
    { shippingRate: { value: 990 } },
    { shippingDestination: { addressRegion: ['01', '47'] }, shippingRate: { value: 1320 } },
  ])
  const includes = { ...shop, delivery_free_includes_cool: true }
  const said = offer({ ...cooled, skus: [{ ...cooled.skus[0]!, price: 6600 }] }, [
    { id: 'root', loaderData: { public_url: 'https://shop.example', shop: includes } },
  ])
  expect(said.shippingDetails).toMatchObject({ shippingRate: { value: 0 } })
})

test('an offer is not free to deliver where promotions are taken off first', () => {
  const after = { ...shop, delivery_free_after_promotions: true }
  const said = offer({ ...oil, skus: [{ ...sku, price: 6600 }] }, [
    { id: 'root', loaderData: { public_url: 'https://shop.example', shop: after } },
  ])
  expect(said.shippingDetails).toMatchObject({ shippingRate: { value: 660 } })
})

test.each<[string, Partial<ProductDetail>, Partial<ProductSku>, price: number, fee: number]>([
  ['what is bought once', {}, {}, 2420, 660],
  ['what is light', {}, { light_flag: true }, 2420, 250],
  ['what is cooled', {}, { cool_parcels: 1 }, 2420, 990],
  ['a set in two cooled parcels', {}, { cool_parcels: 2 }, 2420, 1320],
  ['what is cooled and else free to deliver', {}, { price: 6600, cool_parcels: 1 }, 6600, 330],
  ['what is free to deliver by itself', {}, { price: 6600 }, 6600, 0],
  ['a 定期便 alone, cheaper at first', { sale_type: 2 }, { subscription_first_price: 1980 }, 1980, 660],
  [
    '年払い, by what is paid at once',
    { sale_type: 2, lump_sum_payment_flag: true, lump_sum_payment_num: 12 },
    { price: 500, subscription_first_price: 500, subscription_price: 500 },
    6_000,
    0,
  ],
])('an offer contains the price and the fee of %s', (_, product, one, price, fee) => {
  const sold = { ...oil, ...product, skus: [{ ...sku, ...one }] }
  expect([offer(sold).price, rate(sold)]).toEqual([price, fee])
})

test('contains the JAN if there is one, the link to 返品, and no SKU without a visible price', () => {
  expect(offer(oil)).not.toHaveProperty('gtin')
  expect(offer({ ...oil, skus: [{ ...sku, gtin: '4901234567894' }] })).toMatchObject({
    gtin: '4901234567894',
    hasMerchantReturnPolicy: { merchantReturnLink: 'https://shop.example/sh/contents/faq.html#return' },
  })
  expect(
    productJsonLd({ product: { ...oil, skus: [{ ...sku, price: null }] }, deliveries }, matches as never).offers,
  ).toEqual([])
})

test.each([
  [{}, { merchantReturnDays: 8, returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility' }],
  [
    { return_days: 14, return_fee_by: 'shop' },
    { merchantReturnDays: 14, returnFees: 'https://schema.org/FreeReturn' },
  ],
  [{ return_days: null }, { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }],
])('返品 follow the shop’s settings %j', (setting, said) => {
  const of = [{ id: 'root', loaderData: { public_url: 'https://shop.example', shop: { ...shop, ...setting } } }]
  const policy = offer(oil, of).hasMerchantReturnPolicy
  expect(policy).toMatchObject({ applicableCountry: 'JP', ...said })
  if (!('merchantReturnDays' in said)) expect(policy).not.toHaveProperty('merchantReturnDays')
})

test('a product with its own terms does not promise the shop’s', () => {
  expect(offer({ ...oil, return_note: '食品のため、返品はお受けしていません。' }).hasMerchantReturnPolicy).toEqual({
    '@type': 'MerchantReturnPolicy',
    merchantReturnLink: 'https://shop.example/sh/contents/faq.html#return',
  })
})

test('the label: maker and country in their own words, the other texts as properties, nothing without a label', () => {
  const label = [
    { field: 'label_kind', name: '区分', text: '化粧品', part_name: null },
    { field: 'ingredients', name: '全成分', text: 'ツバキ種子油', part_name: null },
    { field: 'label_maker', name: '製造販売業者', text: '株式会社 椿野', part_name: null },
    { field: 'label_origin', name: '原産国', text: '日本', part_name: null },
  ] as ProductDetail['product_label']
  expect(productJsonLd({ product: { ...oil, product_label: label }, deliveries }, matches as never)).toMatchObject({
    manufacturer: { '@type': 'Organization', name: '株式会社 椿野' },
    countryOfOrigin: { '@type': 'Country', name: '日本' },
    additionalProperty: [
      { '@type': 'PropertyValue', name: '区分', value: '化粧品' },
      { '@type': 'PropertyValue', name: '全成分', value: 'ツバキ種子油' },
    ],
  })
  const none = productJsonLd({ product: oil, deliveries }, matches as never)
  for (const name of ['manufacturer', 'countryOfOrigin', 'additionalProperty']) expect(none).not.toHaveProperty(name)
})

test('fees by prefecture: every one is said once, as it is charged; free delivery is free everywhere', () => {
  const fees_by_prefecture = [
    { fee: 990, pref_ids: [1, 46] },
    { fee: 1320, pref_ids: [47] },
  ]
  const farther = [{ ...deliveries[0]!, fees_by_prefecture }]
  const detailsOf = (price: number) =>
    productJsonLd({ product: { ...oil, skus: [{ ...sku, price }] }, deliveries: farther }, matches as never).offers[0]!
      .shippingDetails
  const details = detailsOf(2420)
  const said = Array.isArray(details) ? details : []
  const charged = said.flatMap(({ shippingDestination, shippingRate }) =>
    shippingDestination.addressRegion!.map((region) => [Number(region), shippingRate.value] as const),
  )
  expect(charged).toHaveLength(47)
  expect(new Map(charged)).toEqual(
    new Map(Array.from({ length: 47 }, (_, n) => [n + 1, { 1: 990, 46: 990, 47: 1320 }[n + 1] ?? 660])),
  )
  expect(said[1]!.shippingDestination.addressRegion).toEqual(['01', '46'])
  expect(detailsOf(6600)).toMatchObject({ shippingDestination: { addressCountry: 'JP' }, shippingRate: { value: 0 } })
})
