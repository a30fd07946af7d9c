import { adminContract } from '@kushi/contract/admin/contract'
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

const asked = {
  by_hand: false,
  seen: { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 },
  decision_reason: '箱の傷み',
  notify: false,
}
const returned = { kind: 'return', restock: false, keep_subscription: false }
test.each([
  ['a return that names a sum', { ...returned, amount: 500 }, 'refund.amount'],
  ['a return that names pieces', { ...returned, items: [] }, 'refund.items'],
  ['a reduction that goes back into stock', { kind: 'reduction', amount: 500, restock: true }, 'refund.restock'],
  ['what is owed, with a sum', { kind: 'owed', amount: 500 }, 'refund.amount'],
  ['a reduction of nothing', { kind: 'reduction' }, 'refund.amount'],
  ['another kind', { kind: 'gift' }, 'refund.kind'],
])('a refund is of one kind, and %s is refused beside its field', async (_, refund, path) => {
  const endpoint = adminContract['POST /admin/v1/orders/{id}/refund']
  const read = (body: object) => checkInput(endpoint, { params: { id: '1' }, query: {}, body: () => body })
  expect(await read({ ...asked, refund: returned })).toMatchObject({ refund: returned })
  await expect(read({ ...asked, refund })).rejects.toMatchObject({ status: 422, fields: [{ path }] })
})
