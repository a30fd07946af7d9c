import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PostcodePort } from '../../ports/postcode-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { listTowns } from './list-towns.ts'

const komachi = { pref_id: 14, pref: '神奈川県', city: '鎌倉市', town: '小町' }
const database = await testDatabase()
afterAll(database.close)
beforeEach(() => database.db.delete(rate_limit))

/** A service that can be switched off and counts its calls. */
function service() {
  const state = { asked: 0, down: false }
  const postcode: PostcodePort = {
    async towns(postal_code) {
      state.asked += 1
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (state.down) throw new Error('timeout')
      return postal_code === '2480006' ? [komachi] : []
    },
  }
  const clock = testClock()
  return { state, clock, ctx: testContext(database.db, { ports: { postcode }, clock }) }
}

test('towns of a postcode are requested once a day, also for two parallel calls', async () => {
  const { state, clock, ctx } = service()
  const both = await Promise.all([1, 2].map(() => listTowns(ctx, { postal_code: '2480006' })))
  expect(both).toEqual([{ items: [komachi] }, { items: [komachi] }])
  expect(await listTowns(ctx, { postal_code: '0000000' })).toEqual({ items: [] })
  expect(state.asked).toBe(2)
  clock.move(2)
  await listTowns(ctx, { postal_code: '2480006' })
  expect(state.asked).toBe(3)
})

test('if the service is down, the address is typed by hand, and the next call tries the service again', async () => {
  const { state, ctx } = service()
  state.down = true
  const failed = listTowns(ctx, { postal_code: '2480006' })
  await expect(failed).rejects.toMatchObject({
    status: 503,
    error: 'ERROR_POSTCODE_UNAVAILABLE',
    message: '郵便番号から住所を調べられませんでした。お手数ですが、住所を直接ご入力ください。',
  })
  state.down = false
  expect((await listTowns(ctx, { postal_code: '2480006' })).items).toEqual([komachi])
})

test('cached towns are returned while the service is down', async () => {
  const { state, ctx } = service()
  await listTowns(ctx, { postal_code: '2480006' })
  state.down = true
  expect((await listTowns(ctx, { postal_code: '2480006' })).items).toEqual([komachi])
})

test('codes that are not cached are limited, because each call costs money; cached ones are not', async () => {
  const { state, ctx } = service()
  const ask = (n: number, more: object = {}) => listTowns({ ...ctx, ...more }, { postal_code: String(1_000_000 + n) })
  for (let n = 0; n < 60; n++) await ask(n)
  await expect(ask(60)).rejects.toMatchObject({ status: 429 })
  expect(await ask(7)).toEqual({ items: [] })
  // Another browser behind the same carrier address counts as another visitor.
  await ask(61, { user_agent: 'another' })
  expect(state.asked).toBe(61)
})
