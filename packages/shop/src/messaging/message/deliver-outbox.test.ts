import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '@kushi/db/connect'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { eq, notInArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import type { Mail } from '../../ports/mail-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { deliverOutbox } from './deliver-outbox.ts'
import { listFailedMessages, retryFailedMessages } from './failed-messages.ts'
import { enqueueMail } from './internal/enqueue-mail.ts'

const database = await testDatabase()
const { db } = database
const other = openDatabase(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})
beforeEach(() => db.delete(outbox))

const mail = { to: 'hanako@example.com', subject: 'ご注文', text: '本文' }
const enqueue = (key: string) => db.transaction((tx) => enqueueMail(tx, 2, key, mail))
const using = (send: (one: Mail) => Promise<void>, database = db) =>
  testContext(database, { ports: { mail: { send } } })
const due = () => db.update(outbox).set({ next_attempt_at: sql`now()` })
const row = async () => (await db.select().from(outbox))[0]!

test('a dedupe key is one message, however often it is written', async () => {
  await enqueue('a')
  await enqueue('a')
  const sent: Mail[] = []
  expect(await deliverOutbox(using(async (one) => void sent.push(one)))).toBe(1)
  expect(sent).toEqual([
    {
      ...mail,
      from: { name: '椿野', address: expect.stringContaining('@') },
      message_id: expect.stringMatching(/^<a@[\w.-]+>$/),
    },
  ])
  expect(await deliverOutbox(using(async (one) => void sent.push(one)))).toBe(0)
})

test('a letter is sent with an HTML version of its text, made when it is sent', async () => {
  const letter = { ...mail, text: '注文を見る\nhttps://shop.example/sh/', is_letter: true, pictures: [] }
  await db.transaction((tx) => enqueueMail(tx, 2, 'letter', letter))
  const sent: Mail[] = []
  await deliverOutbox(using(async (one) => void sent.push(one)))
  expect(sent[0]!.text).toBe(letter.text)
  expect(sent[0]!.html).toMatch(/<a href="https:\/\/shop\.example\/sh\/"[^>]*>注文を見る<\/a>/)
})

test('processes that deliver at once send each message once', async () => {
  const processes = Array.from({ length: 4 }, () => openDatabase(database.url))
  await db.transaction(async (tx) => {
    for (let n = 0; n < 300; n++) await enqueueMail(tx, 2, `m${n}`, mail)
  })
  const sent: string[] = []
  const send = async (one: Mail) => void sent.push(one.message_id)
  await Promise.all(processes.map((one) => deliverOutbox(using(send, one.db))))
  expect(sent).toHaveLength(300)
  expect(new Set(sent).size).toBe(300)
  for (const one of processes) await one.close()
})

test('several messages are sent in parallel; those to one recipient one by one and in order', async () => {
  const again = openDatabase(database.url)
  const of = (n: number) => ({ ...mail, to: `r${n % 3}@example.com`, subject: String(n) })
  await db.transaction(async (tx) => {
    for (let n = 0; n < 12; n++) await enqueueMail(tx, 2, `m${n}`, of(n))
  })
  const underWay = new Map<string, number>()
  const order = new Map<string, number[]>()
  let most = 0
  const send = async ({ to, subject }: Mail) => {
    expect(underWay.has(to)).toBe(false)
    underWay.set(to, 1)
    most = Math.max(most, underWay.size)
    order.set(to, [...(order.get(to) ?? []), Number(subject)])
    // Wait until a second send has begun.
    await eventually(() => expect(most).toBeGreaterThan(1))
    underWay.delete(to)
  }
  await deliverOutbox(using(send, again.db))
  expect([...order].sort()).toEqual([0, 1, 2].map((n) => [`r${n}@example.com`, [n, n + 3, n + 6, n + 9]]))
  expect(most).toBeGreaterThan(1)
  await again.close()
})

test('of many waiting messages four are sent at a time, and four are marked and claimed by one statement', async () => {
  const again = openDatabase(database.url)
  let statements = 0
  watch(again, (asked, text) => {
    if (text.includes('update')) statements += 1
    return asked()
  })
  await db.transaction(async (tx) => {
    for (let n = 0; n < 40; n++) await enqueueMail(tx, 2, `m${n}`, { ...mail, to: `r${n}@example.com` })
  })
  let [underWay, most] = [0, 0]
  let four = Promise.withResolvers<void>()
  // Four arrive at the same moment, however busy the machine is; fewer only at the end.
  const send = async () => {
    underWay += 1
    most = Math.max(most, underWay)
    const mine = four
    if (underWay === 4) {
      four = Promise.withResolvers<void>()
      mine.resolve()
    }
    await Promise.race([mine.promise, new Promise((resolve) => setTimeout(resolve, 500))])
    underWay -= 1
  }
  expect(await deliverOutbox(using(send, again.db))).toBe(40)
  expect(most).toBe(4)
  expect(statements).toBeLessThanOrEqual(14)
  expect(await db.select().from(outbox).where(eq(outbox.state, 'sent'))).toHaveLength(40)
  await again.close()
})

test('a sent message is marked while another one takes long', async () => {
  const again = openDatabase(database.url)
  const slow = Promise.withResolvers<void>()
  await db.transaction(async (tx) => {
    for (const to of ['quick', 'slow']) await enqueueMail(tx, 2, to, { ...mail, to: `${to}@example.com` })
  })
  const round = deliverOutbox(using(async ({ to }) => (to.startsWith('slow') ? slow.promise : undefined), again.db))
  const stateOf = async (key: string) => (await db.select().from(outbox).where(eq(outbox.dedupe_key, key)))[0]!.state
  await eventually(async () => expect(await stateOf('quick')).toBe('sent'))
  expect(await stateOf('slow')).toBe('waiting')
  slow.resolve()
  await round
  await again.close()
})

/** Passes each query on the pool of `db` to `answer`, with a function that runs it. */
function watch({ pool }: Database, answer: (asked: () => Promise<{ rows: unknown[] }>, text: string) => unknown) {
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<{ rows: unknown[] }>
  const watched = (...asked: unknown[]) => answer(() => query(...asked), (asked[0] as { text: string }).text)
  pool.query = watched as never
}

test('a message costs two statements: it is marked as sent by the statement that claims the next', async () => {
  const again = openDatabase(database.url)
  const texts: string[] = []
  watch(again, (asked, text) => {
    texts.push(text)
    return asked()
  })
  await enqueue('a')
  const kept = { get: async () => ({ shop_name: '椿野', email: 'support@tsubakino.example' }) as never }
  await deliverOutbox({ ...using(async () => undefined, again.db), cache: kept })
  expect(texts.filter((text) => text.includes('update'))).toHaveLength(2)
  expect(texts).toHaveLength(2)
  expect(await row()).toMatchObject({ state: 'sent', attempts: 1, error: null })
  await again.close()
})

test('a message that is stopped, or deleted, while it waits behind others is not sent', async () => {
  const again = openDatabase(database.url)
  await db.transaction(async (tx) => {
    for (let n = 0; n < 9; n++) await enqueueMail(tx, 2, `m${n}`, { ...mail, to: `r${n}@example.com` })
  })
  const [full, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sent: string[] = []
  // The first is quick, so that others are claimed ahead of the four that then take all lanes.
  const send = async ({ to }: Mail) => {
    sent.push(to)
    if (sent.length === 1) return
    if (sent.length === 5) full.resolve()
    await open.promise
  }
  const round = deliverOutbox(using(send, again.db))
  await full.promise
  const ahead = () =>
    db
      .select()
      .from(outbox)
      .where(notInArray(sql`${outbox.payload} ->> 'to'`, sent))
  await eventually(async () => expect((await ahead()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]))
  const [stopped, erased, gone, wanted] = await ahead()
  await db.update(outbox).set({ stopped_at: sql`now()` }).where(eq(outbox.id, stopped!.id))
  await db.update(outbox).set({ stopped_at: sql`now()`, payload: {} }).where(eq(outbox.id, erased!.id))
  await db.delete(outbox).where(eq(outbox.id, gone!.id))
  await sleep(100)
  open.resolve()
  expect(await round).toBe(9)
  expect(sent).toHaveLength(6)
  expect(sent).toContain((wanted!.payload as typeof mail).to)
  const later = await db.select().from(outbox).where(eq(outbox.state, 'stopped')).orderBy(outbox.id)
  expect(later).toMatchObject([{ payload: stopped!.payload }, { payload: {} }])
  await again.close()
})

test('when the database is lost, messages claimed ahead are not sent: nothing could mark them', async () => {
  const again = openDatabase(database.url)
  const slow = Promise.withResolvers<void>()
  let updates = 0
  watch(again, async (asked, text) => {
    if (!text.includes('update')) return asked()
    updates += 1
    if (updates < 3) return asked()
    setImmediate(slow.resolve)
    throw new Error('gone')
  })
  await db.transaction(async (tx) => {
    for (let n = 0; n < 12; n++) await enqueueMail(tx, 2, `m${n}`, { ...mail, to: `r${n}@example.com` })
  })
  const sent: string[] = []
  // The first is quick, so that others are claimed ahead; the next one ends when all lanes are taken.
  const fifth = Promise.withResolvers<void>()
  const send = async ({ to }: Mail) => {
    sent.push(to)
    if (sent.length === 1) return
    if (sent.length === 5) fifth.resolve()
    await (sent.length === 2 ? fifth.promise : slow.promise)
  }
  await expect(deliverOutbox(using(send, again.db))).rejects.toMatchObject({ cause: { message: 'gone' } })
  expect(sent).toHaveLength(6)
  await again.close()
})

test('the database fails while mails are sent: sent mails are not sent again', async () => {
  const again = openDatabase(database.url)
  const [quick, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let updates = 0
  watch(again, async (asked, text) => {
    if (!text.includes('update')) return asked()
    updates += 1
    if (updates !== 2) return asked()
    slow.resolve()
    throw new Error('gone for a moment')
  })
  await db.transaction(async (tx) => {
    for (const to of ['quick', 'slow']) await enqueueMail(tx, 2, to, { ...mail, to: `${to}@example.com` })
  })
  const send = ({ to }: Mail) => (to.startsWith('quick') ? quick : slow).promise
  const round = deliverOutbox(using(send, again.db))
  quick.resolve()
  await expect(round).rejects.toMatchObject({ cause: { message: 'gone for a moment' } })
  expect(await db.select().from(outbox)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  await again.close()
})

/** Two messages to the same recipient, each sent when its gate opens. `began` lists the sends that have begun. */
function twoInTurn() {
  const gates = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
  const began: string[] = []
  const send = async ({ subject }: Mail) => {
    began.push(subject)
    await gates[subject as 'first'].promise
  }
  const write = (tx: Parameters<typeof enqueueMail>[0], key: string) =>
    enqueueMail(tx, 2, key, { ...mail, subject: key })
  return { gates, began, send, write }
}

test('a sent message is marked while the next one to the same recipient takes long', async () => {
  const { gates, began, send, write } = twoInTurn()
  for (const key of ['first', 'second']) await db.transaction((tx) => write(tx, key))
  const round = deliverOutbox(using(send))
  gates.first.resolve()
  await eventually(() => expect(began).toEqual(['first', 'second']))
  const [first] = await db.select().from(outbox).where(eq(outbox.dedupe_key, 'first'))
  gates.second.resolve()
  await round
  expect(first).toMatchObject({ state: 'sent' })
})

test('a lease covers one message: the second one to a recipient has its own five minutes', async () => {
  const { gates, began, send, write } = twoInTurn()
  for (const key of ['first', 'second']) await db.transaction((tx) => write(tx, key))
  // Row by row, because a distributed database can't shift its timestamps in one UPDATE.
  const pass = async (minutes: number) => {
    for (const { id, next_attempt_at } of await db.select().from(outbox)) {
      const earlier = new Date(next_attempt_at.getTime() - minutes * 60_000)
      await db.update(outbox).set({ next_attempt_at: earlier }).where(eq(outbox.id, id))
    }
  }
  const round = deliverOutbox(using(send))
  await eventually(() => expect(began).toEqual(['first']))
  await pass(3)
  gates.first.resolve()
  await eventually(() => expect(began).toEqual(['first', 'second']))
  await pass(3)
  const again: string[] = []
  await deliverOutbox(using(async ({ subject }) => void again.push(subject), other.db))
  gates.second.resolve()
  await round
  expect(again).toEqual([])
})

test('a message being sent is not claimed again for five minutes', async () => {
  await enqueue('a')
  const hang = deliverOutbox(using(() => new Promise(() => undefined)))
  await eventually(async () => expect((await row()).attempts).toBe(1))
  const { next_attempt_at } = await row()
  expect(next_attempt_at.getTime() - Date.now()).toBeGreaterThan(4 * 60_000)
  expect(await deliverOutbox(using(async () => undefined, other.db))).toBe(0)
  // The process died: its lease has expired.
  await due()
  expect(await deliverOutbox(using(async () => undefined, other.db))).toBe(1)
  void hang
})

test('a failed message is retried at growing intervals and given up after the last', async () => {
  // Another process: the one of the test before still hangs.
  const again = openDatabase(database.url)
  await enqueue('a')
  const failing = using(async () => {
    throw new Error('451 try later')
  }, again.db)
  const waits: number[] = []
  for (let n = 0; n < 7; n++) {
    await due()
    expect(await deliverOutbox(failing)).toBe(0)
    waits.push(Math.round(((await row()).next_attempt_at.getTime() - Date.now()) / 60_000))
  }
  expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 180, 720])
  expect(await row()).toMatchObject({ attempts: 7, failed_at: expect.any(Date), error: '451 try later', sent_at: null })
  await due()
  await deliverOutbox(using(() => Promise.reject(new Error('asked again')), again.db))
  expect((await row()).error).toBe('451 try later')
  await again.close()
})

test('a message written after a round’s last look is sent without waiting for the next run', async () => {
  const again = openDatabase(database.url)
  await enqueue('first')
  const sent: string[] = []
  let late = true
  watch(again, async (asked) => {
    const found = await asked()
    if (found.rows.length === 0 && late) {
      late = false
      await enqueue('second')
      void deliverOutbox(ctx)
    }
    return found
  })
  const ctx = using(async (one) => void sent.push(one.message_id), again.db)
  await deliverOutbox(ctx)
  expect(sent).toHaveLength(2)
  await again.close()
})

test('a dead mail server ends the round; the rest waits', async () => {
  const again = openDatabase(database.url)
  for (let n = 0; n < 9; n++) await enqueue(`m${n}`)
  let tries = 0
  await deliverOutbox(
    using(async () => {
      tries += 1
      throw new Error('ECONNREFUSED')
    }, again.db),
  )
  expect(tries).toBe(5)
  expect(await db.select().from(outbox).where(eq(outbox.attempts, 0))).toHaveLength(4)
  await again.close()
})

test('messages given up are listed for the operator and retried on request', async () => {
  const again = openDatabase(database.url)
  await enqueue('a')
  await enqueue('b')
  await db.update(outbox).set({ failed_at: new Date(), error: '550 no such user', attempts: 7 })
  const sent: Mail[] = []
  const ctx = using(async (one) => void sent.push(one), again.db)
  const listed = await listFailedMessages(ctx)
  expect(listed).toMatchObject([
    { kind: 'mail', cause: 'a', attempts: 7, error: '550 no such user' },
    { kind: 'mail', cause: 'b' },
  ])
  expect(JSON.stringify(listed)).not.toContain('hanako')
  expect(await listFailedMessages({ ...ctx, shop_id: 3 })).toEqual([])
  expect(await retryFailedMessages({ ...ctx, shop_id: 3 })).toBe(0)
  expect(await retryFailedMessages(ctx, listed[0]!.id)).toBe(1)
  expect(await retryFailedMessages(ctx)).toBe(1)
  expect(await retryFailedMessages(ctx)).toBe(0)
  expect(await deliverOutbox(ctx)).toBe(2)
  expect(sent).toHaveLength(2)
  await again.close()
})

test('the text of a message is deleted after its term; its row stays', async () => {
  for (const key of ['old', 'new', 'given up', 'waiting']) await enqueue(key)
  const ago = (days: number) => new Date(testClock().now().getTime() - days * 86_400_000)
  const mark = (key: string, set: object) => db.update(outbox).set(set).where(eq(outbox.dedupe_key, key))
  await mark('old', { sent_at: ago(31) })
  await mark('new', { sent_at: ago(29) })
  await mark('given up', { failed_at: ago(31), error: '550' })
  const ctx = testContext(db)
  expect((await deleteExpiredRows(ctx)).forgotten).toEqual({ outbox: 2 })
  expect((await deleteExpiredRows(ctx)).forgotten).toEqual({})
  const rows = await db.select().from(outbox)
  const keptOf = (key: string) => rows.find((one) => one.dedupe_key === key)!
  expect(keptOf('old')).toMatchObject({ payload: {}, kind: 'mail', sent_at: expect.any(Date) })
  expect(keptOf('given up').payload).toEqual({})
  expect([keptOf('new').payload, keptOf('waiting').payload]).toEqual([mail, mail])
  // No failed message is left that could be sent.
  expect(await retryFailedMessages(ctx)).toBe(0)
  const sooner = { ...ctx, settings: { ...ctx.settings, outbox_keep_days: 7 } }
  expect((await deleteExpiredRows(sooner)).forgotten).toEqual({ outbox: 1 })
})
