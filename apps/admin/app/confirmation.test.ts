import { expect, test } from 'vitest'
import { confirmAgain, confirmation } from './confirmation.ts'

test('calls that wait at the same time get one answer, also when the dialog goes; the next one asks anew', async () => {
  const both = Promise.all([confirmAgain(), confirmAgain()])
  expect(confirmation.isAsked()).toBe(true)
  confirmation.end(false)
  expect(await both).toEqual([false, false])
  expect(confirmation.isAsked()).toBe(false)
  const next = confirmAgain()
  confirmation.end(true)
  expect(await next).toBe(true)
  // Nothing waits.
  confirmation.end(false)
})
