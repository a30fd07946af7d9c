import { contract } from '@kushi/contract/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { invalid } from './validation.ts'

const failuresOf = (schema: unknown, value: unknown) =>
  invalid((schema as z.ZodType).safeParse(value).error!).fields!.map(({ path, message_id }) => [path, message_id])

const update = contract['PUT /v1/common/address/update/{id}'].body

test('of a union the form is told that was meant, with every field', () => {
  const address = { name01: '', kana01: 'カナ', is_default: false }
  const failures = failuresOf(update, address)
  expect(failures).toContainEqual(['name01', 'cmn-err-001'])
  expect(failures).toContainEqual(['kana01', 'cmn-err-003'])
  expect(failures).toContainEqual(['addr02', 'cmn-err-001'])
  expect(failuresOf(update, { is_default: false })).toEqual([['is_default', 'cmn-err-003']])
})
