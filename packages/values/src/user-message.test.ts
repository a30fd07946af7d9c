import { expect, test } from 'vitest'
import { FIELD_RULE_MESSAGES } from './message.ts'
import { USER_MESSAGES, userMessage } from './user-message.ts'

test('arguments are inserted in their places', () => {
  expect(userMessage('sale_limit', 5)).toBe('一度にご購入いただける数量は5点までです。')
  expect(userMessage('invalid', '生年月日')).toBe('生年月日が正しくありません。')
  expect(userMessage('cart_empty')).toBe('カートに商品が入っていません。')
  // @ts-expect-error the item's name is missing
  userMessage('out_of_stock')
})

test.each([...Object.entries(USER_MESSAGES), ...Object.entries(FIELD_RULE_MESSAGES)])(
  '%s is a whole, polite sentence',
  (_, text) => {
    expect(text).toMatch(/(?:ください|ません|ました|ます|です|いたします)。$/)
    expect(text).not.toMatch(/[Ａ-Ｚａ-ｚ０-９？！]/)
  },
)

test('no two messages are the same', () => {
  const texts = [...Object.values(USER_MESSAGES), ...Object.values(FIELD_RULE_MESSAGES)]
  expect(new Set(texts).size).toBe(texts.length)
})
