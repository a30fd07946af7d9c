import { ApiError } from '@kushi/contract/client'
import { beforeEach, expect, test } from 'vitest'
import { forgetPresses, withPressKey } from './press-key.ts'

const lost = async (key: string): Promise<string> => {
  sent.push(key)
  throw new TypeError('Failed to fetch')
}
const answered = async (key: string): Promise<string> => {
  sent.push(key)
  return key
}
let sent: string[] = []
beforeEach(() => {
  sent = []
  forgetPresses()
})

test('a press whose answer was lost keeps its key, also when something else is pressed meanwhile', async () => {
  await expect(withPressKey('oil', lost)).rejects.toThrow()
  await withPressKey('comb', answered)
  await withPressKey('oil', answered)
  await withPressKey('oil', answered)
  const [first, other, again, later] = sent
  expect(again).toBe(first)
  expect(new Set([first, other, later]).size).toBe(3)
})

test.each([
  ['a refusal', new ApiError(409, { error: 'ERROR_OUT_OF_STOCK' }), false],
  ['a server that fell over', new ApiError(500), true],
])('after %s', async (_, error, isKept) => {
  const failing = async (key: string): Promise<string> => {
    sent.push(key)
    throw error
  }
  await expect(withPressKey('oil', failing)).rejects.toBe(error)
  await withPressKey('oil', answered)
  expect(sent[0] === sent[1]).toBe(isKept)
})
