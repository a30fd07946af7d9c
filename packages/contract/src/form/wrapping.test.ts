import { expect, test } from 'vitest'
import { WrappingChoiceShape } from '../wrapping.ts'

const choice = (name_on: string, message_card: string | null) => ({
  wrap: null,
  noshi: { wrapping_name: '紅白蝶結び', noshi_text: '内祝い', name_on },
  message_card,
})
const broken = (name_on: string, card: string | null) =>
  (WrappingChoiceShape.safeParse(choice(name_on, card)).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ])
const lines = (count: number) => Array.from({ length: count }, () => 'あ').join('\n')

test('what the printer has is taken, line breaks of any system as one', () => {
  expect(WrappingChoiceShape.parse(choice('髙﨑\r\n 純一 ', 'お誕生日\r\nおめでとう\u0007'))).toMatchObject({
    noshi: { name_on: '髙﨑 純一' },
    message_card: 'お誕生日\nおめでとう',
  })
  expect(broken('', null)).toEqual([])
  expect(broken('山'.repeat(20), 'あ'.repeat(200))).toEqual([])
  expect(broken('', lines(15))).toEqual([])
})

test.each<[string, string, string | null, string, string]>([
  ['an emoji on the card', '', '祝🎂', 'message_card', '🎂'],
  ['Hangul on the card', '', '축하', 'message_card', '축 하'],
  ['an emoji in 名入れ', '山田🎀', null, 'noshi.name_on', '🎀'],
  ['名入れ that is too long', '山'.repeat(21), null, 'noshi.name_on', '20文字'],
  ['a card without words', '', ' \n ', 'message_card', '入力してください'],
  ['a card with too many', '', 'あ'.repeat(201), 'message_card', '200文字'],
  ['a card of too many lines', '', lines(16), 'message_card', '15行まで'],
  ['a card whose long lines are too many', '', `${'あ'.repeat(110)}\n${lines(9)}`, 'message_card', '15行まで'],
])('refused beside its field: %s', (_, name_on, card, path, said) => {
  expect(broken(name_on, card)).toEqual([[path, expect.stringContaining(said)]])
})
