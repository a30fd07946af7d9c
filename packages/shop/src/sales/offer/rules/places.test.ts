import { expect, test } from 'vitest'
import { applyOffer, doesOfferFit, type OfferedGoods, type OrderGoods, removeTakenOffers } from './places.ts'
import { offerTotals } from './totals.ts'

const of = (cart_type: 0 | 1, ...items: [number, number][]): OrderGoods => ({
  cart_type,
  items: items.map(([product_sku_id, quantity]) => ({ product_sku_id, quantity })),
})
const beside: OfferedGoods = { offer_place: 'beside', cart_type: 0, product_sku_id: 5, quantity: 2, for_sku_ids: [] }
const instead: OfferedGoods = { offer_place: 'instead', cart_type: 1, product_sku_id: 1, quantity: 1, for_sku_ids: [1] }

test.each<[string, OfferedGoods, OrderGoods, boolean]>([
  ['beside any single purchase', beside, of(0, [1, 1]), true],
  ['not beside a 定期便', beside, of(1, [1, 1]), false],
  ['beside a 定期便, if it is one for it', { ...beside, cart_type: 1 }, of(1, [1, 1]), true],
  ['not beside itself', beside, of(0, [1, 1], [5, 1]), false],
  ['beside one of its goods', { ...beside, for_sku_ids: [2, 3] }, of(0, [1, 1], [3, 1]), true],
  ['beside none of its goods', { ...beside, for_sku_ids: [2, 3] }, of(0, [1, 1]), false],
  ['定期便 instead of a single purchase', instead, of(0, [1, 1]), true],
  ['not instead of what it is', instead, of(1, [1, 1]), false],
  ['not instead of more than one item', instead, of(0, [1, 1], [2, 1]), false],
  ['not instead of other goods', instead, of(0, [2, 1]), false],
  ['not instead of more pieces', instead, of(0, [1, 2]), false],
  ['three instead of one', { ...instead, cart_type: 0, quantity: 3 }, of(0, [1, 1]), true],
  ['three of a 定期便 instead of one', { ...instead, quantity: 3 }, of(1, [1, 1]), true],
  ['never a single purchase instead of a 定期便', { ...instead, cart_type: 0, quantity: 3 }, of(1, [1, 1]), false],
  ['a set instead of pieces', { ...instead, cart_type: 0, product_sku_id: 9 }, of(0, [1, 3]), true],
  ['nothing instead of nothing', instead, of(0), false],
])('%s', (_, offer, goods, fits) => {
  expect(doesOfferFit(offer, goods)).toBe(fits)
})

const single = of(0, [1, 1])
const subscription = of(1, [1, 1])
const periodicBeside: OfferedGoods = { ...beside, cart_type: 1 }

test('what was taken leads back to what the order was', () => {
  expect(removeTakenOffers(applyOffer(beside, single), [{ offer: beside, instead_of: null }])).toMatchObject({
    base: single,
  })
  const both = applyOffer(periodicBeside, applyOffer(instead, single))
  const taken = [
    { offer: periodicBeside, instead_of: null },
    { offer: instead, instead_of: single },
  ]
  expect(removeTakenOffers(both, taken)).toEqual({ base: single, without_beside: subscription })
})

test.each<[string, OrderGoods, Parameters<typeof removeTakenOffers>[1], string]>([
  ['goods that are not there', single, [{ offer: beside, instead_of: null }], 'beside'],
  ['another number of them', of(0, [1, 1], [5, 9]), [{ offer: beside, instead_of: null }], 'beside'],
  ['a 定期便 that it is not', single, [{ offer: instead, instead_of: single }], 'instead'],
  ['instead of nothing', subscription, [{ offer: instead, instead_of: null }], 'instead'],
  ['instead of what it does not fit', subscription, [{ offer: instead, instead_of: of(0, [2, 1]) }], 'instead'],
  [
    'two of a place',
    of(0, [1, 1], [5, 2], [6, 1]),
    [
      { offer: beside, instead_of: null },
      { offer: { ...beside, product_sku_id: 6, quantity: 1 }, instead_of: null },
    ],
    'beside',
  ],
])('%s was not taken', (_, goods, taken, refused) => {
  expect(removeTakenOffers(goods, taken)).toEqual({ refused })
})

test('three deliveries cost what each of them costs', () => {
  const phase = (from_cycle: number, to_cycle: number | null, payment_total: number) =>
    ({ from_cycle, to_cycle, payment_total }) as Parameters<typeof offerTotals>[0]['later'][number]
  const later = [phase(2, 2, 300), phase(3, null, 400)]
  expect(offerTotals({ payment_total: 100, later }, true)).toMatchObject({ payment_total: 100, three_total: 800 })
  expect(offerTotals({ payment_total: 100, later: [] }, false)).toMatchObject({ three_total: 300 })
})
