import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from './read-input.ts'

const call = {
  query: z.object({ name: z.string() }),
  body: z.object({ names: z.array(z.string()), deep: z.object({ note: z.string() }), password: z.string() }),
}

test('no text that arrives reads otherwise than it is: nothing turns its direction, wherever it stands', async () => {
  const body = {
    names: ['夏の\u202e特典', '\u2066椿\u2069'],
    deep: { note: '一行目\n二行目\t\u200f終わり\u0007' },
    password: 'Ab\u202e1234',
  }
  const query = { name: 'fdp.\u202evsc.csv' }
  expect(await checkInput(call as never, { params: {}, query, body: () => body })).toEqual({
    name: 'fdp.vsc.csv',
    names: ['夏の特典', '椿'],
    deep: { note: '一行目\n二行目\t終わり' },
    // What was typed as a password is compared, never shown.
    password: 'Ab\u202e1234',
  })
})
