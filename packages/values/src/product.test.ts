import { expect, test } from 'vitest'
import type { CartTypeId } from './cart.ts'
import {
  isSoldIn,
  itemName,
  itemPiecesText,
  itemQuantityText,
  packSize,
  pictureWidths,
  pricePerPiece,
  type SaleTypeId,
  saleTypeInCart,
  variantName,
} from './product.ts'

test.each([
  [null, null, '', '椿油'],
  ['', '', '', '椿油'],
  ['無香料', null, '無香料', '椿油(無香料)'],
  [null, '30mL', '30mL', '椿油(30mL)'],
  ['無香料', '30mL', '無香料 / 30mL', '椿油(無香料 / 30mL)'],
])('%s and %s', (set_item_name1, set_item_name2, variant, name) => {
  const item = { product_name: '椿油', set_item_name1, set_item_name2 }
  expect(variantName(item)).toBe(variant)
  expect(itemName(item)).toBe(name)
  expect(itemPiecesText({ ...item, quantity: 2 })).toBe(`${name} 2点`)
  expect(itemQuantityText({ ...item, quantity: 2 })).toBe(`${name} × 2`)
})

test.each<[SaleTypeId, CartTypeId, SaleTypeId, boolean]>([
  [1, 0, 1, true],
  [1, 1, 1, false],
  [2, 0, 2, false],
  [2, 1, 2, true],
  [3, 0, 1, true],
  [3, 1, 2, true],
])('sale type %i in cart %i is sent as %i, allowed: %s', (saleType, cartType, sent, allowed) => {
  expect(saleTypeInCart(saleType, cartType)).toBe(sent)
  expect(isSoldIn(saleType, cartType)).toBe(allowed)
})

test.each([
  ['soap-1', 960],
  ['large/soap-size', 1600],
  ['2/large/0123456789abcdef', 1600],
  ['enlarge/soap-1', 960],
])('the widest file of %s is %i px wide', (path, widest) => {
  expect(pictureWidths(path).at(-1)).toBe(widest)
})

test('a carton says what one piece costs', () => {
  const carton = {
    sku_parent_item_name1: '香り',
    set_item_name1: '無香料',
    sku_parent_item_name2: '入数',
    set_item_name2: '24本',
    price: 34_848,
  }
  expect(packSize(carton)).toEqual({ count: 24, counter: '本' })
  expect(pricePerPiece(carton)).toBe('1本あたり ¥1,452')
  expect(pricePerPiece({ ...carton, set_item_name2: '7' })).toBe('1個あたり 約¥4,978')
  expect(pricePerPiece({ ...carton, sku_parent_item_name2: '内容量', set_item_name2: '30mL' })).toBe('')
  expect(pricePerPiece({ ...carton, set_item_name2: '1本' })).toBe('')
})
