import { decryptInitResponse, serverTimeFromFailure, signInitRequest } from '@kushi/contract/init-crypto'
import { client } from '@kushi/db/schema/shop'
import { nonce } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import type { ShopError } from '../../shop-error.ts'
import { testContext } from '../../testing/context.ts'
import { answerInitCall } from './answer-init.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const ctx = testContext(db)
const [web] = await db.select().from(client).where(eq(client.shop_id, 2))
const { id, client_key } = web!
const now = ctx.clock.now()
const shifted = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** A request as the HTTP layer builds it from a browser's headers. */
async function signed(key = client_key, at = now) {
  const headers = await signInitRequest(id, key, at)
  return {
    client_id: headers['x-client-id'],
    timestamp: headers['x-timestamp'],
    nonce: headers['x-nonce'],
    signature: headers['x-signature'],
  }
}

test('a browser signs the request, and decrypts the response', async () => {
  const request = await signed()
  const answer = await answerInitCall(ctx, request)
  expect(answer.ciphertext).not.toContain('localhost')
  expect(await decryptInitResponse(answer, client_key, request.nonce)).toMatchObject({
    shop_id: 2,
    client_id: id,
    base_url: 'http://localhost:3000',
    payment_shop_id: ctx.settings.payment_shop_id,
    liff_id: null,
  })
  await expect(decryptInitResponse(answer, client_key, (await signed()).nonce)).rejects.toThrow()
  const bytes = Buffer.from(answer.ciphertext, 'base64')
  bytes[3]! ^= 1
  const changed = { ...answer, ciphertext: bytes.toString('base64') }
  await expect(decryptInitResponse(changed, client_key, request.nonce)).rejects.toThrow()
})

test('a shop with a host name of its own has its own address', async () => {
  const settings = { ...ctx.settings, shop_hosts: new Map([['wholesale.example', 2]]) }
  const request = await signed()
  const answer = await answerInitCall({ ...ctx, settings }, request)
  const opened = await decryptInitResponse(answer, client_key, request.nonce)
  expect(opened).toMatchObject({ base_url: 'http://wholesale.example:3000' })
})

const other = '0'.repeat(64)
test.each([
  ['another key', async () => signed('another key')],
  ['no signature', async () => ({ ...(await signed()), signature: '' })],
  ['a made-up signature', async () => ({ ...(await signed()), signature: other })],
  [
    'the right signature in capitals',
    async () => ({ ...(await signed()), signature: (await signed()).signature.toUpperCase() }),
  ],
  ['a longer signature', async () => ({ ...(await signed()), signature: other + other })],
  ['another time', async () => ({ ...(await signed()), timestamp: String(shifted(1).getTime() / 1000) })],
  ['another nonce', async () => ({ ...(await signed()), nonce: 'x'.repeat(32) })],
  ['an unknown client', async () => ({ ...(await signed()), client_id: 'nobody' })],
  ['no nonce', async () => ({ ...(await signed()), nonce: '' })],
])('refuses %s', async (_, request) => {
  const before = await db.$count(nonce)
  await expect(answerInitCall(ctx, await request())).rejects.toMatchObject({ status: 403, error: 'ERROR_SIGNATURE' })
  expect(await db.$count(nonce)).toBe(before)
})

test('refuses the client of another shop', async () => {
  await expect(answerInitCall({ ...ctx, shop_id: 3 }, await signed())).rejects.toMatchObject({
    error: 'ERROR_SIGNATURE',
  })
})

test('a clock may be 5 minutes wrong, not more; the response has the right time', async () => {
  for (const seconds of [-300, 300]) await answerInitCall(ctx, await signed(client_key, shifted(seconds)))
  for (const seconds of [-301, 301, -86_400 * 365]) {
    const error: unknown = await answerInitCall(ctx, await signed(client_key, shifted(seconds))).catch((e) => e)
    expect(error).toMatchObject({ status: 400, error: 'ERROR_CLOCK_SKEW' })
    const stated = serverTimeFromFailure((error as ShopError).fields!)
    await answerInitCall(ctx, await signed(client_key, stated!))
  }
})

test('a nonce is good once, also when it comes ten times at once', async () => {
  const request = await signed()
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => answerInitCall(ctx, request)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(answerInitCall(ctx, request)).rejects.toMatchObject({ status: 409, error: 'ERROR_NONCE_USED' })
})

test('the purge forgets no nonce whose request is still good', async () => {
  const request = await signed(client_key, shifted(300))
  await answerInitCall(ctx, request)
  const inTenMinutes = { ...ctx, clock: { ...ctx.clock, now: () => shifted(600) } }
  await deleteExpiredRows(inTenMinutes)
  await expect(answerInitCall(inTenMinutes, request)).rejects.toMatchObject({ error: 'ERROR_NONCE_USED' })
  await deleteExpiredRows({ ...ctx, clock: { ...ctx.clock, now: () => shifted(901) } })
  expect(await db.$count(nonce)).toBe(0)
})
