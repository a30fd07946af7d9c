import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from './read-input.ts'

const params = z.object({ id: z.coerce.number() })
const body = z.object({ name: z.string(), version: z.int(), rows: z.array(z.object({ quantity: z.int() })).optional() })
const resource = z.object({
  ...body.shape,
  id: z.int(),
  stock: z.int(),
  rows: z.array(z.object({ id: z.int(), quantity: z.int(), price: z.int() })),
})
const current = {
  id: 7,
  name: '櫛',
  version: 3,
  stock: 5,
  rows: [
    { id: 1, quantity: 1, price: 100 },
    { id: 2, quantity: 1, price: 200 },
  ],
}
const put = (given: object) =>
  checkInput({ params, body, resource }, { params: { id: '7' }, query: {}, body: () => given }, async () => current)

test('what a PUT only reads may come back as it is, in lists at another place too', async () => {
  expect(await put(current)).toMatchObject({ id: 7, name: '櫛' })
  expect(await put({ ...current, rows: [...current.rows].reverse() })).toMatchObject({ version: 3 })
})

test.each([
  ['id', { ...current, id: 8 }],
  ['stock', { ...current, stock: 6 }],
  ['rows.0.price', { ...current, rows: [{ id: 1, quantity: 2, price: 101 }] }],
])('another value is refused with its name: %s', async (path, given) => {
  await expect(put(given)).rejects.toMatchObject({ status: 422, fields: [{ path, message_id: 'read_only_name' }] })
})

test('what was changed meanwhile is said by the call, which compares the version', async () => {
  expect(await put({ ...current, version: 2, stock: 9 })).toMatchObject({ version: 2 })
})

test('without a version what was read is compared all the same', async () => {
  const unversioned = { params, body: body.omit({ version: true }), resource: resource.omit({ version: true }) }
  const { version: _, ...now } = current
  const send = (given: object) =>
    checkInput(unversioned, { params: { id: '7' }, query: {}, body: () => given }, async () => current)
  expect(await send(now)).toMatchObject({ name: '櫛' })
  await expect(send({ ...now, stock: 6 })).rejects.toMatchObject({ fields: [{ path: 'stock' }] })
})

test('a PUT that nothing reads takes back the names of its path alone', async () => {
  const own = { params, body: z.object({ to: z.string() }), resource: params }
  const send = (given: object) => checkInput(own, { params: { id: '7' }, query: {}, body: () => given })
  expect(await send({ to: 'x', id: 7 })).toEqual({ id: 7, to: 'x' })
  await expect(send({ to: 'x', id: 8 })).rejects.toMatchObject({ fields: [{ message_id: 'read_only_name' }] })
  await expect(send({ to: 'x', name: 'y' })).rejects.toMatchObject({ fields: [{ message_id: 'unknown_name' }] })
})
