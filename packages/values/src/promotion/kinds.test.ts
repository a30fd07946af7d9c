import { expect, test } from 'vitest'
import { EFFECT_STAGES } from './kind.ts'
import {
  PROMOTION_KINDS,
  type PromotionEffect,
  promotionEffectPriority,
  promotionKindOf,
  splitPromotionEffect,
} from './kinds.ts'

const everyEffect = PROMOTION_KINDS.map(
  ({ kind, fields }) =>
    ({
      kind,
      ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, 'min' in field ? field.max : 1])),
    }) as PromotionEffect,
)

test('prices come before shares of them, gifts after, fees last', () => {
  const sorted = everyEffect.toSorted((one, other) => promotionEffectPriority(one) - promotionEffectPriority(other))
  const places = sorted.map((effect) => EFFECT_STAGES.indexOf(splitPromotionEffect(effect).kind.place))
  expect(places).toEqual(places.toSorted())
  expect(new Set(places).size).toBe(EFFECT_STAGES.length)
})

test.each(everyEffect)(
  '$kind says what it does with its figures, and what customers read when it gives nothing',
  (effect) => {
    const { kind, values } = splitPromotionEffect(effect)
    const sentence = kind.sentence(values, '椿油', '小さな櫛')
    expect(sentence).toMatch(/^椿油.*。$/)
    expect(sentence).not.toMatch(/undefined|NaN/)
    expect(kind.offer(values, '小さな櫛')).toMatch(/引き$|^1?\d*点|プレゼント$|無料$/)
    expect(kind.offer(values, '小さな櫛')).not.toMatch(/undefined|NaN/)
    expect(Object.keys(kind.outcomes).sort()).toEqual(
      kind.gives.gift ? ['no_room', 'over_fifth', 'sold_out'] : ['no_gain'],
    )
  },
)

test('a kind of a newer server gives nothing', () => {
  const items = [{ pieces: 1, rest: 1000, most: 1000 }]
  expect(promotionKindOf('half_moon').gives.off?.({}, items)).toEqual([0])
})
