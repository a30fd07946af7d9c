import { expect, test } from 'vitest'
import { itemName, itemPieces, itemTimes, variantName } from './variant.ts'

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
  expect(itemPieces({ ...item, quantity: 2 })).toBe(`${name} 2点`)
  expect(itemTimes({ ...item, quantity: 2 })).toBe(`${name} × 2`)
})
