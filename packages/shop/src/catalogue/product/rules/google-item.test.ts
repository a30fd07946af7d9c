import { describe, expect, test } from 'vitest'
import { type GoogleItem, googleFeedItemXml } from './google-item.ts'
import { gtinFromBarcode } from './gtin.ts'

const shop = { shop_name: '椿野', url: 'https://shop.example', image_api: '/sh/pictures/' }
const oil: GoogleItem = {
  product_id: 1,
  product_code: 'OIL-30',
  product_name: '純椿油',
  sku_parent_item_name1: '香り',
  set_item_name1: '柚子',
  sku_parent_item_name2: '内容量',
  set_item_name2: '30mL',
  catch_copy: '一滴でまとまる。',
  description: '搾っただけの油。',
  category_name: '椿油',
  barcode: '4901234567894',
  pictures: ['oil-1', 'oil-2', 'oil-3'],
  image_path: null,
  has_siblings: true,
  is_out_stock: false,
  price: 2420,
  delivery_name: '宅配便',
  shipping_fee: 600,
  prefecture_fees: [[1, 1100]],
}
const all = (name: string, more: Partial<GoogleItem> = {}) =>
  [
    ...googleFeedItemXml({ ...oil, ...more }, shop).matchAll(new RegExp(`<g:${name}>([\\s\\S]*?)</g:${name}>`, 'g')),
  ].map(([, value]) => value!.replace(/\n/g, ''))

test.each<[string, Partial<GoogleItem>, string[]]>([
  ['id', {}, ['OIL-30']],
  ['item_group_id', {}, ['1']],
  ['item_group_id', { has_siblings: false }, []],
  ['title', {}, ['純椿油(柚子 / 30mL)']],
  ['title', { product_name: '𠮷'.repeat(200) }, ['𠮷'.repeat(150)]],
  ['description', {}, ['搾っただけの油。']],
  ['description', { description: '' }, ['一滴でまとまる。']],
  ['description', { description: 'あ'.repeat(6000) }, ['あ'.repeat(5000)]],
  ['description', { description: '<b>"A" & \u0008\ud800B</b>' }, ['&#60;b&#62;&#34;A&#34; &#38; B&#60;/b&#62;']],
  ['link', {}, ['https://shop.example/sh/products/detail/1?sku=OIL-30']],
  ['link', { has_siblings: false }, ['https://shop.example/sh/products/detail/1']],
  ['image_link', {}, ['https://shop.example/sh/pictures/oil-1-960.webp']],
  ['image_link', { image_path: 'oil-2' }, ['https://shop.example/sh/pictures/oil-2-960.webp']],
  [
    'additional_image_link',
    { image_path: 'oil-2' },
    ['https://shop.example/sh/pictures/oil-1-960.webp', 'https://shop.example/sh/pictures/oil-3-960.webp'],
  ],
  ['availability', {}, ['in_stock']],
  ['availability', { is_out_stock: true }, ['out_of_stock']],
  ['price', { prefecture_fees: [] }, ['2420 JPY', '600 JPY']],
  [
    'shipping',
    {},
    [
      '<g:country>JP</g:country><g:service>宅配便</g:service><g:price>600 JPY</g:price>',
      '<g:country>JP</g:country><g:region>01</g:region><g:service>宅配便</g:service><g:price>1100 JPY</g:price>',
    ],
  ],
  ['brand', {}, ['椿野']],
  ['condition', {}, ['new']],
  ['gtin', {}, ['4901234567894']],
  ['identifier_exists', {}, []],
  ['gtin', { barcode: '2000000000015' }, []],
  ['identifier_exists', { barcode: '' }, ['no']],
  ['product_type', {}, ['椿油']],
  ['size', {}, ['30mL']],
  ['color', { sku_parent_item_name1: 'カラー', set_item_name1: '藍' }, ['藍']],
  ['pattern', { sku_parent_item_name1: '柄', set_item_name1: '麻の葉' }, ['麻の葉']],
  ['product_detail', {}, ['<g:attribute_name>香り</g:attribute_name><g:attribute_value>柚子</g:attribute_value>']],
  ['product_detail', { sku_parent_item_name1: null, set_item_name1: null }, []],
])('%s of %j', (name, more, expected) => {
  expect(all(name, more)).toEqual(expected)
})

describe('JAN', () => {
  test.each([
    ['4901234567894', true],
    ['49123456', true],
    ['4901234567895', false],
    ['2000000000015', false],
    ['20123451', false],
    ['', false],
    ['A901234567894', false],
  ])('%s: %s', (code, expected) => {
    expect(gtinFromBarcode(code)).toBe(expected ? code : null)
  })
})
