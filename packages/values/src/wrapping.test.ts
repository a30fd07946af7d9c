import { expect, test } from 'vitest'
import {
  isWrappingOffered,
  priceWrapping,
  toWrappingChoice,
  type Wrapping,
  type WrappingChoice,
  type WrappingOffer,
  wrappingFee,
  wrappingLines,
} from './wrapping.ts'

const offer: WrappingOffer = {
  wraps: [
    { wrapping_name: 'リボン', wrapping_fee: 330 },
    { wrapping_name: '紙袋', wrapping_fee: 0 },
  ],
  noshi: [
    { wrapping_name: '紅白蝶結び', wrapping_fee: 110, noshi_words: ['御祝', '内祝い'], has_name: true },
    { wrapping_name: '無地', wrapping_fee: 0, noshi_words: ['御礼'], has_name: false },
  ],
  card_fee: 55,
}
const noWrappingOffer: WrappingOffer = { wraps: [], noshi: [], card_fee: null }
const none: WrappingChoice = { wrap: null, noshi: null, message_card: null }
const noshi = (more = {}) => ({ wrapping_name: '紅白蝶結び', noshi_text: '内祝い', name_on: ' 山田 ', ...more })

test('everything together: its fees of that day, its words', () => {
  const { wrapping, failures } = priceWrapping(offer, { wrap: 'リボン', noshi: noshi(), message_card: ' おめでとう ' })
  expect(failures).toEqual([])
  expect(wrappingFee(wrapping)).toBe(495)
  expect(wrappingLines(wrapping)).toEqual([
    { label: 'ギフト包装', text: 'リボン' },
    { label: 'のし', text: '紅白蝶結び / 内祝い / お名入れ: 山田' },
    { label: 'メッセージカード', text: 'おめでとう' },
  ])
})

test('nothing chosen is nothing', () => {
  for (const choice of [null, none]) expect(priceWrapping(offer, choice)).toEqual({ wrapping: null, failures: [] })
  expect([wrappingFee(null), wrappingLines(null), toWrappingChoice(null)]).toEqual([0, [], null])
  expect([isWrappingOffered(noWrappingOffer), isWrappingOffered({ ...noWrappingOffer, card_fee: 0 })]).toEqual([
    false,
    true,
  ])
})

test.each<[string, Partial<WrappingChoice>, string]>([
  ['a wrapping of another shop', { wrap: '風呂敷' }, 'wrap'],
  ['a のし that is not offered', { noshi: noshi({ wrapping_name: '黒白' }) }, 'noshi'],
  ['表書き of another のし', { noshi: noshi({ noshi_text: '御礼' }) }, 'noshi'],
  ['no 表書き', { noshi: noshi({ noshi_text: '' }) }, 'noshi'],
  ['名入れ where there is none', { noshi: { wrapping_name: '無地', noshi_text: '御礼', name_on: '山田' } }, 'noshi'],
])('refused beside its part: %s', (_, more, path) => {
  expect(priceWrapping(offer, { ...none, ...more }).failures.map((one) => one.path)).toEqual([path])
  // A shop without any of it takes nothing.
  expect(priceWrapping(noWrappingOffer, { ...none, ...more }).failures).toHaveLength(1)
})

test('what an order has keeps its fee, also when the shop offers it no longer; what is new has that of today', () => {
  const kept: Wrapping = {
    wrap: { wrapping_name: 'リボン', wrapping_fee: 300 },
    noshi: { wrapping_name: '紅白蝶結び', wrapping_fee: 100, noshi_text: '内祝い', name_on: '山田' },
    message_card: { card_text: '祝', wrapping_fee: 0 },
  }
  const same = toWrappingChoice(kept)
  expect(priceWrapping(noWrappingOffer, same, kept)).toEqual({ wrapping: kept, failures: [] })
  expect(wrappingFee(priceWrapping(offer, { ...same!, noshi: noshi({ name_on: '鈴木' }) }, kept).wrapping)).toBe(400)
  expect(wrappingFee(priceWrapping(offer, { ...same!, wrap: '紙袋', message_card: '寿' }, kept).wrapping)).toBe(100)
  expect(
    wrappingFee(
      priceWrapping(offer, { ...same!, noshi: { wrapping_name: '無地', noshi_text: '御礼', name_on: '' } }, kept)
        .wrapping,
    ),
  ).toBe(300)
})
