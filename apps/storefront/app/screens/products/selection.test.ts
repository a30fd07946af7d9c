import { expect, test } from 'vitest'
import { choiceStateOf, chooseSku, firstChoice, productAxes } from './selection.ts'

const sku = (id: number, scent: string | null, size: string | null, is_out_stock = false) => ({
  id,
  product_code: `sku-${id}`,
  sku_parent_item_name1: scent && '香り',
  set_item_name1: scent,
  sku_parent_item_name2: size && '内容量',
  set_item_name2: size,
  is_out_stock,
})
const skus = [sku(1, '白檀', '300'), sku(2, '白檀', '500'), sku(3, '柚子', '300'), sku(4, '無香料', '500', true)]
const at = (index: number) => skus[index]!

test('axes in the order of the SKUs', () => {
  expect(productAxes(skus)).toEqual([
    { name: '香り', values: ['白檀', '柚子', '無香料'] },
    { name: '内容量', values: ['300', '500'] },
  ])
  expect(productAxes([sku(1, null, '80g')])).toEqual([null, { name: '内容量', values: ['80g'] }])
  expect(productAxes([])).toEqual([null, null])
})

test('keeps the other axis if that SKU exists, otherwise changes it', () => {
  expect(chooseSku(skus, at(0), 1, '500').id).toBe(2)
  expect(chooseSku(skus, at(1), 0, '柚子').id).toBe(3)
  expect(chooseSku(skus, at(2), 1, '500').id).toBe(2)
  expect(chooseSku(skus, at(0), 0, 'no such').id).toBe(1)
})

test('a value has the state of its combination', () => {
  expect(choiceStateOf(skus, at(1), 0, '無香料')).toBe('out_of_stock')
  expect(choiceStateOf(skus, at(1), 0, '柚子')).toBe('none')
  expect(choiceStateOf(skus, at(0), 0, '柚子')).toBe('ok')
})

test('starts with a SKU in stock', () => {
  expect(firstChoice([at(3), at(2)])?.id).toBe(3)
  expect(firstChoice([at(3)])?.id).toBe(4)
  expect(firstChoice([])).toBeUndefined()
})

test('starts with the SKU in the URL, even if sold out', () => {
  expect(firstChoice(skus, 'sku-2')?.id).toBe(2)
  expect(firstChoice(skus, 'sku-4')?.id).toBe(4)
  expect(firstChoice(skus, 'no such')?.id).toBe(1)
})
