import { expect, test } from 'vitest'
import { RowReader } from '../rules/row-reader.ts'
import { storablePasswordHash } from './steps.ts'

const argon2id = (cost: string) => `$argon2id$v=19$${cost}$c29tZXNhbHRoZXJl$RdescudvJCsgt3ub+b0dWRWJTmaaJObG`

test.each([
  ['m=19456,t=2,p=1', true],
  ['m=65536,t=4,p=1', true],
  ['m=131072,t=4,p=1', true],
  ['m=131073,t=4,p=1', false],
  ['m=999999,t=9,p=9', false],
  ['m=65536,t=0,p=1', false],
])('argon2id with %s is taken over: %s', (cost, isTaken) => {
  const reader = new RowReader(2, new Map())
  const stored = argon2id(cost)
  expect(storablePasswordHash(reader, { kind: 'text', stored }, null)).toBe(isTaken ? stored : null)
  expect(reader.problems).toHaveLength(isTaken ? 0 : 1)
})
