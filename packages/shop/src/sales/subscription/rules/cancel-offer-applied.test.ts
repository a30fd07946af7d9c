import { CANCEL_OFFERS } from '@kushi/values/cancel-offer'
import { expect, test } from 'vitest'
import { type CompletedSubscriptionChange, isCancelOfferApplied } from './cancel-offer-applied.ts'

const none: CompletedSubscriptionChange = { event: 'updated', parts: [], pieces: [2, 2] }
test.each<[string, Partial<CompletedSubscriptionChange>, string[]]>([
  ['nothing', {}, []],
  ['an address', { parts: ['shipping_address', 'payment_total'] }, []],
  ['a skip, which moves the day', { event: 'skipped', parts: ['next_delivery_date'] }, ['skip']],
  ['a pause', { event: 'paused', parts: ['summary_status'] }, ['pause']],
  ['an interval', { parts: ['delivery_pattern', 'next_next_delivery_date'] }, ['pace', 'longer', 'dates']],
  ['a day', { parts: ['next_delivery_date'] }, ['pace', 'dates']],
  ['fewer pieces', { parts: ['items'], pieces: [2, 1] }, ['pace', 'fewer', 'smaller', 'scent', 'exchange']],
  ['a promotion', { event: 'promotion_taken', parts: ['promotions', 'payment_total'] }, ['promotion']],
  ['other goods', { parts: ['items'] }, ['pace', 'smaller', 'scent', 'exchange']],
])('%s', (_, more, made) =>
  expect(CANCEL_OFFERS.filter((offer) => isCancelOfferApplied(offer, { ...none, ...more }))).toEqual(made),
)
