import { expect, test } from 'vitest'
import type { CardTrade } from '../card-port.ts'
import { afterSearch } from './after-search.ts'

const trade = (status: string) => ({ status }) as CardTrade

test.each([
  ['UNPROCESSED', 'execute'],
  ['AUTHENTICATED', 'waiting'],
  ['AUTH', 'authorised'],
  ['SAUTH', 'authorised'],
  ['SALES', 'authorised'],
  ['CAPTURE', 'authorised'],
  ['CHECK', 'dead'],
  ['VOID', 'dead'],
  ['RETURN', 'dead'],
  ['RETURNX', 'dead'],
  ['SOMETHING_NEW', 'dead'],
])('%s: %s', (status, next) => expect(afterSearch(trade(status))).toBe(next))

test('unknown to the provider: from the start', () => expect(afterSearch(null)).toBe('start'))
