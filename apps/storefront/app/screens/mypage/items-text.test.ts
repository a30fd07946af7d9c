import { expect, test } from 'vitest'
import { itemsText } from './items-text.ts'

const item = (product_name: string, quantity = 1, name1: string | null = null, name2: string | null = null) => ({
  product_name,
  quantity,
  set_item_name1: name1,
  set_item_name2: name2,
})

test.each([
  [[item('椿油', 2, '無香料', '30mL'), item('つげ櫛')], '椿油(無香料 / 30mL) ×2、つげ櫛'],
  [[item('椿油')], '椿油'],
  [[], ''],
  [[item('a'), item('b'), item('c'), item('d'), item('e')], 'a、b、c ほか2点'],
])('%j', (items, text) => {
  expect(itemsText(items)).toBe(text)
})
