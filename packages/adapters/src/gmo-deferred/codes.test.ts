import { expect, test } from 'vitest'
import { hasDeferredMeaning, readDeferredCodes } from './codes.ts'

test('the table of the contract is read, and only what it names is recognised', () => {
  const codes = readDeferredCodes('unknown=E1, party=E20*/E31')!
  expect([
    hasDeferredMeaning(codes, 'unknown', 'E1'),
    hasDeferredMeaning(codes, 'unknown', 'E10'),
    hasDeferredMeaning(codes, 'paid', 'E1'),
  ]).toEqual([true, false, false])
  expect(['E20', 'E209', 'E31', 'E310', 'E2'].map((code) => hasDeferredMeaning(codes, 'party', code))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  for (const wrong of ['', 'E1', 'other=E1', 'unknown=', 'unknown=E1,']) expect(readDeferredCodes(wrong)).toBe(null)
  // A name of every object, a star that every code begins with, a star inside, an empty code, two of one name, two signs.
  for (const wrong of ['toString=E1', 'paid=*', 'paid=E*1', 'paid=E1//E2', 'paid=E1,paid=E2', 'paid=E1=E2'])
    expect(readDeferredCodes(wrong), wrong).toBe(null)
})
