import { extension_note } from '@kushi/db/schema/extension'
import { orders } from '@kushi/db/schema/order'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishEvent } from '../../messaging/webhook/index.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { testContext } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import type { Extension, ProposedOrder } from './extension.ts'
import { runBeforeHooks } from './internal/hooks.ts'
import { registerExtensions } from './registered.ts'
import { runAfterHooks } from './run-after-hooks.ts'

const database = await testDatabase()
const { db } = database
const errors: string[] = []
const log = { info() {}, warn() {}, error: (_: object, message: string) => void errors.push(message) }
const ctx = testContext(db, { log })
await db.execute(sql`create table heard (shop_id int, event text, order_id int)`)
beforeEach(async () => {
  errors.length = 0
  await emptyTables(database.pool, 'heard, extension_note')
})
afterEach(() => {
  vi.useRealTimers()
  registerExtensions([])
})
afterAll(database.close)

const member = async () => {
  const [customer_id] = await insertMembers(db, 1)
  return { ...testContext(db, { customer_id: customer_id!, settings: { ...ctx.settings, rate_limit_factor: 0 } }), log }
}
const before = (order: NonNullable<Extension['before']>['order'], more: Partial<Extension> = {}): Extension => ({
  name: 'asked',
  before: { order: order! },
  ...more,
})
const sentence = 'この商品は、お一人さま一度限りです。'

describe('before an order', () => {
  test('a sentence refuses it, on the confirmation screen and when it is placed', async () => {
    const buyer = await member()
    const asked: ProposedOrder[] = []
    const request = await confirmedOrderInput(buyer, testOrderDraft())
    registerExtensions([
      before(async (one) => {
        asked.push(one)
        return sentence
      }),
    ])
    const refusal = { status: 409, error: 'ERROR_ORDER_REFUSED', message: sentence }
    await expect(validateOrder(buyer, testOrderDraft())).rejects.toMatchObject(refusal)
    await expect(placeOrder(buyer, request)).rejects.toMatchObject(refusal)
    expect(await db.select().from(orders).where(eq(orders.customer_id, buyer.customer_id))).toEqual([])
    const item = { product_sku_id: 101, quantity: 1, price: 2420 }
    expect(asked[1]).toMatchObject({ customer_id: buyer.customer_id, postal_code: '2480006', items: [item] })
  })

  test('an order that is placed is not asked about again', async () => {
    const buyer = await member()
    const request = await confirmedOrderInput(buyer, testOrderDraft())
    const { order_no } = await placeOrder(buyer, request)
    registerExtensions([before(async () => sentence)])
    expect(await placeOrder(buyer, request)).toMatchObject({ order_no })
  })

  test.each<[string, () => Promise<string | null>]>([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['says nothing', async () => null],
    ['answers what it should not', async () => 5 as never],
  ])('one that %s does not keep customers from buying', async (_, order) => {
    registerExtensions([before(order)])
    expect(await validateOrder(ctx, testOrderDraft())).toMatchObject({ problems: [] })
  })

  test('one that never answers is waited for a second, the next is asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    registerExtensions([before(() => new Promise(() => {})), before(async () => sentence, { name: 'next' })])
    const asked = runBeforeHooks(ctx, 'order', {} as ProposedOrder)
    const refused = expect(asked).rejects.toThrow(sentence)
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
    expect(errors).toEqual(['an extension could not be asked'])
  })

  test('its input is a copy, and its queries can only read', async () => {
    const seen: unknown[] = []
    const spoil = before(async (one, { rows }) => {
      ;(one as { payment_total: number }).payment_total = 0
      seen.push(await rows(sql`select count(*)::int as shops from shop`))
      await rows(sql`delete from product_sku`)
      return sentence
    })
    const next: Extension['before'] = {
      order: async ({ payment_total }) => {
        seen.push(payment_total)
        return null
      },
    }
    registerExtensions([spoil, { name: 'next', before: next }])
    const { summary } = await validateOrder(ctx, testOrderDraft())
    expect(seen).toEqual([[{ shops: 2 }], summary.payment_total])
    expect(errors).toEqual(['an extension could not be asked'])
  })

  test('is asked in its own shops only', async () => {
    registerExtensions([before(async () => sentence, { shops: [3] })])
    expect(await validateOrder(ctx, testOrderDraft())).toMatchObject({ problems: [] })
  })
})

const at = new Date('2026-11-21T03:00:00Z')
const announceOrder = (order_id: number) =>
  db.transaction((tx) =>
    publishEvent(tx, { shop_id: 2, at }, 'order.placed', { order_id, order_no: 'K', status: 'received' }),
  )
const hears: Extension = {
  name: 'hears',
  after: {
    'order.placed': async (tx, { shop_id, event, data }) =>
      void (await tx.execute(sql`insert into heard values (${shop_id}, ${event}, ${data.order_id})`)),
  },
}
const heard = async () =>
  (await db.execute(sql`select order_id from heard order by order_id`)).rows.map((row) => row.order_id)
const waiting = () => db.select().from(extension_note).orderBy(extension_note.id)
const later = () => db.execute(sql`update extension_note set next_attempt_at = now()`)

describe('after something was done', () => {
  test('is told once, and of nothing that did not happen', async () => {
    registerExtensions([hears])
    await announceOrder(1)
    await expect(
      db.transaction(async (tx) => {
        await publishEvent(tx, { shop_id: 2, at }, 'order.placed', { order_id: 2 })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await runAfterHooks(ctx)).toEqual({ broken: 0 })
    expect(await runAfterHooks(ctx)).toEqual({ broken: 0 })
    expect([await heard(), await waiting()]).toEqual([[1], []])
  })

  test('a placed order is told of in its own transaction', async () => {
    const buyer = await member()
    const request = await confirmedOrderInput(buyer, testOrderDraft())
    registerExtensions([hears])
    const { order_no } = await placeOrder(buyer, request)
    expect(await waiting()).toMatchObject([{ extension: 'hears', event: 'order.placed', data: { order_no } }])
  })

  test('what fails leaves nothing, is tried again, and keeps no other waiting', async () => {
    let isBroken = true
    const fails: Extension = {
      name: 'fails',
      after: {
        'order.placed': async (tx, happened) => {
          await hears.after!['order.placed']!(tx, happened)
          if (isBroken) throw new Error('broken')
        },
      },
    }
    registerExtensions([fails, hears])
    await announceOrder(7)
    expect(await runAfterHooks(ctx)).toEqual({ broken: 1 })
    expect([await heard(), errors]).toEqual([[7], ['an extension failed']])
    expect(await runAfterHooks(ctx)).toEqual({ broken: 0 })
    expect(await waiting()).toMatchObject([{ extension: 'fails', attempts: 1, last_error: 'broken' }])
    isBroken = false
    await later()
    await runAfterHooks(ctx)
    expect([await heard(), await waiting()]).toEqual([[7, 7], []])
  })

  test('what comes too late reaches no transaction', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let came = () => {}
    const begun = new Promise<void>((resolve) => {
      came = resolve
    })
    let late: Promise<unknown> = Promise.resolve()
    const slow: Extension = {
      name: 'slow',
      after: {
        'order.placed': (tx, happened) => {
          late = gate.then(() => hears.after!['order.placed']!(tx, happened))
          came()
          return late as Promise<void>
        },
      },
    }
    registerExtensions([slow])
    await announceOrder(9)
    const run = runAfterHooks(ctx)
    await begun
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await run).toEqual({ broken: 1 })
    goOn()
    await expect(late).rejects.toThrow()
    expect(await heard()).toEqual([])
    expect(await waiting()).toMatchObject([{ attempts: 1, last_error: 'took longer than 10000 ms' }])
  })

  test('is given up after three days, and forgotten after thirty', async () => {
    registerExtensions([{ name: 'never', after: { 'order.placed': () => Promise.reject(new Error('no')) } }])
    await announceOrder(3)
    for (let n = 0; n < 12; n++) {
      await later()
      await runAfterHooks(ctx)
    }
    expect(await waiting()).toMatchObject([{ attempts: 9, failed_at: expect.any(Date) }])
    expect(errors.at(-1)).toBe('an extension was given up')
    await db.execute(sql`update extension_note set created_at = now() - interval '31 days'`)
    await runAfterHooks(ctx)
    expect(await waiting()).toEqual([])
  })

  test('one that ends the process each time is given up too', async () => {
    const kills = vi.fn(async () => undefined)
    registerExtensions([{ name: 'kills', after: { 'order.placed': kills } }])
    await announceOrder(5)
    // As after nine processes that died: the attempts are counted, but no error was recorded.
    await db.execute(sql`update extension_note set attempts = 9, next_attempt_at = now()`)
    expect(await runAfterHooks(ctx)).toEqual({ broken: 1 })
    expect(kills).not.toHaveBeenCalled()
    expect(await waiting()).toMatchObject([{ failed_at: expect.any(Date), last_error: 'no attempt came to an end' }])
    expect(errors).toEqual(['an extension was given up'])
  })

  test('what waits for an extension that is there no more is forgotten too', async () => {
    registerExtensions([hears])
    await announceOrder(6)
    registerExtensions([])
    await db.execute(sql`update extension_note set created_at = now() - interval '31 days'`)
    await runAfterHooks(ctx)
    expect(await waiting()).toEqual([])
  })

  test('without an extension nothing is written', async () => {
    await announceOrder(4)
    expect(await waiting()).toEqual([])
  })
})

test.each([[['Stamp']], [['a', 'a']], [['']]])('%j are no names', (names) => {
  expect(() => registerExtensions(names.map((name) => ({ name })))).toThrow('names of extensions')
})
