import { expect, test } from 'vitest'
import { lacksHouseNumber } from './address-fields.tsx'

test.each([
  ['', false],
  ['1-2-3', false],
  ['１丁目', false],
  ['三番町六', false],
  ['無番地', false],
  ['元町字椿野', true],
])('%s', (addr02, lacks) => {
  expect(lacksHouseNumber(addr02)).toBe(lacks)
})
