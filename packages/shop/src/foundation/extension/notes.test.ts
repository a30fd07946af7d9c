import { extension_note } from '@kushi/db/schema/extension'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, afterEach, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { listFailedExtensionEvents, retryExtensionEvent } from './admin/notes.ts'
import { registerExtensions } from './registered.ts'
import { runAfterHooks } from './run-after-hooks.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
afterEach(() => registerExtensions([]))

const manager = await operatorContext(db)
const happened_at = new Date('2026-11-20T03:00:00Z')
const note = (more: object = {}) => ({
  shop_id: 2,
  extension: 'points',
  event: 'order.shipped',
  data: {},
  happened_at,
  ...more,
})
const given = () => listFailedExtensionEvents(manager, {} as never)

test('an event that was given up is listed in its shop, and can be retried', async () => {
  const failed = { attempts: 9, failed_at: happened_at, last_error: 'no such table' }
  await db.insert(extension_note).values(note())
  const add = (more: object) => db.insert(extension_note).values(note(more)).returning({ id: extension_note.id })
  const [[stuck], [theirs]] = [await add(failed), await add({ ...failed, shop_id: 3 })]
  expect((await given()).items).toMatchObject([{ id: stuck!.id, last_error: 'no such table' }])
  await expect(retryExtensionEvent(manager, { id: theirs!.id })).rejects.toMatchObject({ status: 404 })
  await retryExtensionEvent(manager, { id: stuck!.id })
  expect(await given()).toEqual({ items: [] })
  await expect(retryExtensionEvent(manager, { id: stuck!.id })).rejects.toMatchObject({ status: 404 })

  let handled = 0
  registerExtensions([{ name: 'points', after: { 'order.shipped': async () => void handled++ } }])
  await runAfterHooks(manager)
  expect(handled).toBe(2)
})
