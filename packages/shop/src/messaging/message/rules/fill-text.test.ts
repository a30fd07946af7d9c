import { expect, test } from 'vitest'
import { fillPlaceholders, fillTextParagraphs, findPlaceholders } from './fill-text.ts'

test.each([
  ['{宛名}', { 宛名: '山田 花子 様' }, '山田 花子 様'],
  ['番号 {番号}、{番号}', { 番号: '7' }, '番号 7、7'],
  ['{知らない名前} と {', {}, '{知らない名前} と {'],
  ['始め\n\n{空}\n\n終わり', { 空: '' }, '始め\n\n終わり'],
  ['始め\n{空}\n終わり', { 空: '' }, '始め\n終わり'],
  ['{署名}\n{空}', { 署名: '椿野', 空: '' }, '椿野'],
  ['始め\r\n\r\n\r\n終わり', {}, '始め\n\n終わり'],
  ['前\n\n{内容}\n\n後', { 内容: '一\n\n\n二' }, '前\n\n一\n\n\n二\n\n後'],
  ['{constructor}', {}, '{constructor}'],
])('%j', (text, values, expected) => {
  expect(fillPlaceholders(text, values)).toBe(expected)
})

test('what a customer wrote is no placeholder', () => {
  expect(fillPlaceholders('{内容} {署名}', { 内容: '{署名}', 署名: '椿野' })).toBe('{署名} 椿野')
})

test('each name once', () => {
  expect(findPlaceholders('{宛名} {宛名} {署名} {a b} {}')).toEqual(['宛名', '署名'])
})

test('as markup: the words are made safe, the values are markup already', () => {
  const paragraphs = fillTextParagraphs(
    '<b>{商品}\n次',
    { 商品: '<table></table>' },
    { literal: (t) => t.replace('<', '&lt;'), newline: '<br>' },
  )
  expect(paragraphs).toEqual(['&lt;b><table></table><br>次'])
})
