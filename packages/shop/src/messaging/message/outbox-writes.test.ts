import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { retryFailedMessages } from './failed-messages.ts'
import { enqueueMail } from './internal/enqueue-mail.ts'
import { deliverOutboxAfter } from './outbox-writes.ts'

const database = await testDatabase()
afterAll(database.close)
const mail = { to: 'hanako@example.com', subject: '件名', text: '本文' }
const queue = (shop_id: number, key: string) => database.db.transaction((tx) => enqueueMail(tx, shop_id, key, mail))

test('what is queued is delivered once the work has ended, once for each shop, also if the work failed', async () => {
  const seen: string[] = []
  const deliver = (shop_id: number) => void seen.push(`deliver ${shop_id}`)
  const work = async () => {
    await queue(2, 'a')
    await Promise.all([queue(2, 'b'), queue(3, 'c')])
    seen.push('ended')
  }
  await deliverOutboxAfter(work, deliver)
  expect(seen).toEqual(['ended', 'deliver 2', 'deliver 3'])
  const failing = async () => {
    await queue(2, 'd')
    throw new Error('the next step failed')
  }
  await expect(deliverOutboxAfter(failing, deliver)).rejects.toThrow('the next step failed')
  expect(seen.at(-1)).toBe('deliver 2')
})

test('what failed and is tried again is delivered too', async () => {
  const seen: number[] = []
  await deliverOutboxAfter(
    () => retryFailedMessages({ db: database.db, shop_id: 2 }),
    (shop_id) => void seen.push(shop_id),
  )
  expect(seen).toEqual([2])
})

test('nothing is delivered for work that queued nothing', async () => {
  const deliver = () => expect.unreachable()
  await deliverOutboxAfter(async () => {
    await deliverOutboxAfter(
      () => queue(2, 'inner'),
      () => undefined,
    )
  }, deliver)
})

test('whoever inserts into the outbox says so', () => {
  const root = join(import.meta.dirname, '../..')
  const silent = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/testing/**'] }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return (
      /insert\(outbox\)|insertRows\(\w+, outbox|insert into \$\{outbox\}/.test(text) &&
      !/\bmarkOutboxWritten\(/.test(text)
    )
  })
  expect(silent).toEqual([])
})
