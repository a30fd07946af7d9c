import { describe, expect, test } from 'vitest'
import { item, subscription } from '../../../form/testing.ts'
import { fewerPieces, longerInterval } from './alternatives.ts'

const can = { ...subscription.can, update: true, change_items: true }
const one = { ...subscription, can, pattern_label: '毎月5日' }
const days = { subscription_division_id: 3, param2: null, param3: null } as const

describe('a longer interval', () => {
  test.each([
    [{ param1: 1 }, 2],
    [{ param1: 4 }, 5],
    [{ ...days, param1: 30 }, 60],
    [{ ...days, param1: 170 }, 180],
  ])('%j', (pattern, longer) => {
    expect(longerInterval({ ...one, ...pattern })?.update.delivery_pattern?.param1).toBe(longer)
  })

  test.each([{ param1: 5 }, { param1: 6 }, { ...days, param1: 180 }, { can: { ...can, update: false } }])(
    'none for %j',
    (more) => expect(longerInterval({ ...one, ...more })).toBeNull(),
  )

  test('the next date is left as it is', () => {
    expect(Object.keys(longerInterval(one)?.update ?? {})).toEqual(['delivery_pattern'])
  })
})

describe('fewer pieces', () => {
  const of = (...items: ReturnType<typeof item>[]) => fewerPieces({ ...one, subscription_order_item: items })

  test('one less of what there is most of; all others stay as they are', () => {
    const less = of(item(1), item(2, { quantity: 3 }), item(3, { quantity: 4, is_one_time: true }))
    expect(less?.update.items?.map(({ quantity, is_one_time }) => [quantity, is_one_time])).toEqual([
      [1, false],
      [2, false],
      [4, true],
    ])
    expect(less?.text).toBe('商品2 3点 → 2点')
  })

  test('none where each comes once', () => {
    expect(of(item(1), item(2))).toBeNull()
    expect(fewerPieces({ ...one, can: { ...can, change_items: false } })).toBeNull()
  })
})
