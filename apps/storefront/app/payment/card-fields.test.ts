import { expect, test } from 'vitest'
import { cardFailures, groupCardNumber, noCard, normalizedCard } from './card-fields.ts'

const card = { number: '4111 1111 1111 1111', month: '12', year: '2028', cvc: '123', holder: 'HANAKO TSUBAKI' }
const today = '2026-11-21'

test('groups the digits as on the card', () => {
  expect(groupCardNumber('4111111111111111')).toBe('4111 1111 1111 1111')
  expect(groupCardNumber('41111')).toBe('4111 1')
  expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005')
  expect(groupCardNumber('36006666333344')).toBe('3600 666633 3344')
  expect(groupCardNumber('')).toBe('')
})

test('accepts a complete card', () => {
  expect(cardFailures(card, today)).toEqual({})
  expect(cardFailures({ ...card, number: '378282246310005', cvc: '1234' }, today)).toEqual({})
})

test('reports the error of each field', () => {
  expect(Object.keys(cardFailures(noCard, today)).sort()).toEqual(['cvc', 'holder', 'month', 'number', 'year'])
  expect(cardFailures({ ...card, number: '4111111111111112' }, today).number).toContain('正しくありません')
  expect(cardFailures({ ...card, month: '10', year: '2026' }, today).month).toContain('有効期限')
  expect(cardFailures({ ...card, cvc: '1234' }, today).cvc).toContain('3桁')
  expect(cardFailures({ ...card, holder: '椿野 花子' }, today).holder).toContain('半角ローマ字')
})

test('reads a card as it was typed: full-width by an input method, or before a field was left', () => {
  const typed = { ...card, number: '４１１１－１１１１ 1111 1111', cvc: '１２３', holder: 'ｈａｎａｋｏ Tsubaki ' }
  expect(cardFailures(typed, today)).toEqual({})
  expect(normalizedCard(typed)).toMatchObject({ number: '4111111111111111', cvc: '123', holder: 'HANAKO TSUBAKI' })
  expect(groupCardNumber('４１１')).toBe('411')
})

test('says that a number or a name is too long, and cuts nothing', () => {
  expect(cardFailures({ ...card, holder: 'A'.repeat(51) }, today).holder).toContain('50文字まで')
  expect(groupCardNumber('41111111111111112222')).toBe('4111 1111 1111 1111 2222')
  expect(cardFailures({ ...card, number: '41111111111111112222' }, today).number).toContain('19桁まで')
  expect(cardFailures({ ...card, number: '3782822463100055' }, today).number).toContain('15桁まで')
})
