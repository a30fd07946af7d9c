import { expect, test } from 'vitest'
import { offersFor } from './offers.ts'

test.each([
  ['none chosen yet', '', []],
  ['too much is left', '1', ['skip', 'longer', 'fewer', 'smaller']],
  ['the scent', '3', ['scent', 'exchange']],
  ['other goods', '6', []],
  ['something else', '8', ['skip', 'longer', 'fewer']],
  ['a reason of the shop’s own', '23', ['skip', 'longer', 'fewer']],
])('%s', (_, reason, offers) => expect(offersFor(reason)).toEqual(offers))
