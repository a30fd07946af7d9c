import { shipment_event, shipping_batch, shipping_import_row, shipping_setting } from '@kushi/db/schema/fulfilment'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatorContext } from '../../foundation/admin/context.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { fakeTrackingFile } from '../../testing/carrier-files.ts'
import { fakeTrackingNumber, setUpShippingDesk } from '../../testing/shipping-desk.ts'
import { createShippingBatch, setTrackingNumber, showShippingBatch } from './admin/batch.ts'
import { createShippingFiles } from './admin/files.ts'
import {
  confirmTrackingImport,
  reregisterTrackingImport,
  retryTrackingImport,
  shipTrackingImportNow,
  showTrackingImport,
  undoTrackingImport,
  uploadTrackingImport,
} from './admin/imports.ts'
import { showShippingDesk, showShippingDeskCounts } from './admin/show-desk.ts'
import { shipConfirmedParcels } from './ship-waiting.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const { bank, clock, later, desk, other, parcels, begin, run, mailCount, shippedEvents, exported, takeOut, drop } =
  await setUpShippingDesk(database)
beforeEach(begin)

describe('what comes back', () => {
  test('previewed, confirmed once: the money, the mail and the event once for each parcel', async () => {
    const { file, batch_no } = await exported(3)
    const seen = await drop(file())
    expect(seen).toMatchObject({ matched: 3, unknown: 0, different: 0, is_confirmed: false, program: 'b2cloud' })
    expect(bank.captured).toEqual([])
    await confirmTrackingImport(desk, { id: seen.id, matched: 3 })
    // Pressed twice: nothing more happens, and the trail has it, without which a call is an error.
    const before = other.trail.entries
    await confirmTrackingImport(other, { id: seen.id, matched: 3 })
    expect(other.trail.entries).toBe(before + 1)
    await run()
    expect([bank.captured.length, await mailCount(), await shippedEvents()]).toEqual([3, 3, 3])
    expect(await showTrackingImport(desk, { id: seen.id })).toMatchObject({ done: 3, matched: 0, failed: 0 })
    expect(await showShippingBatch(desk, { batch_no })).toMatchObject({ status: 'completed', shipped: 3 })
    expect(await showShippingDeskCounts(desk, {})).toMatchObject({ shipped: 3, packed: 0 })
    const [event] = await db.select().from(shipment_event).where(eq(shipment_event.status, 'shipped'))
    expect(event).toMatchObject({ actor_kind: 'operator', actor_name: '梱包 一郎' })
  })

  test('the same file again, under another name, or with its lines shuffled and doubled: nothing', async () => {
    const { rows, file } = await exported(3)
    const first = await drop(file())
    await confirmTrackingImport(desk, { id: first.id, matched: 3 })
    await run()
    expect(await drop(file(), 'again.csv')).toMatchObject({ id: first.id, done: 3 })
    const shuffled = await drop(file([...rows, ...rows].reverse()))
    expect(shuffled).toMatchObject({ matched: 0, different: 0, done: 6 })
    await expect(confirmTrackingImport(desk, { id: shuffled.id, matched: 1 })).rejects.toMatchObject({ status: 409 })
    expect([bank.captured.length, await mailCount()]).toEqual([3, 3])
  })

  test('another number for a shipped parcel is a conflict and stays one; unknown parcels are reported', async () => {
    const { rows, file } = await exported(2)
    const { id } = await drop(file())
    await confirmTrackingImport(desk, { id, matched: 2 })
    await run()
    const seen = await drop(
      file([[rows[0]![0], fakeTrackingNumber(9)], rows[1]!, ['261121ZZZZZZ', fakeTrackingNumber(8)]]),
    )
    expect(seen).toMatchObject({ matched: 0, different: 1, unknown: 1, done: 1 })
    await expect(confirmTrackingImport(desk, { id: seen.id, matched: 1 })).rejects.toMatchObject({ status: 409 })
    expect((await parcels())[0]).toMatchObject({ tracking_no: fakeTrackingNumber(0) })
    // An operator makes the correction, and the customer is notified.
    await setTrackingNumber(desk, {
      shipment_no: rows[0]![0],
      tracking_no: fakeTrackingNumber(9).replace(/^(.{4})(.{4})/, '$1 $2-'),
    })
    expect((await parcels())[0]).toMatchObject({ tracking_no: fakeTrackingNumber(9) })
    await expect(
      setTrackingNumber(desk, { shipment_no: rows[0]![0], tracking_no: fakeTrackingNumber(1) }),
    ).rejects.toMatchObject({
      error: 'ERROR_TRACKING_NO',
    })
    expect([bank.captured.length, await mailCount()]).toEqual([2, 3])
  })

  test('two files for the same parcels at the same moment: each parcel once', async () => {
    const { rows, file } = await exported(4)
    const [a, b] = await Promise.all([drop(file()), drop(file([...rows].reverse()))])
    await confirmTrackingImport(desk, { id: a.id, matched: 4 })
    await confirmTrackingImport(other, { id: b.id, matched: 4 })
    await Promise.all(later.splice(0).map((work) => work()))
    await shipConfirmedParcels(desk)
    expect(new Set(bank.captured).size).toBe(4)
    expect([bank.captured.length, await mailCount(), await shippedEvents()]).toEqual([4, 4, 4])
  })

  test('one operator confirms, another takes a parcel out: it leaves and is captured, or stays and is not', async () => {
    const { rows, file } = await exported(3)
    const { id } = await drop(file())
    const [taken] = rows[0]!
    await Promise.allSettled([confirmTrackingImport(desk, { id, matched: 3 }), takeOut(other, { shipment_no: taken })])
    await Promise.all([run(), takeOut(other, { shipment_no: taken }).catch(() => null)])
    await shipConfirmedParcels(desk)
    const all = await parcels()
    const left = all.filter(({ status }) => status === 'shipped')
    // If another operator was faster, it is no longer what was agreed to, and nothing leaves.
    expect(new Set(all.slice(1).map(({ status }) => status)).size).toBe(1)
    expect([bank.captured.length, await mailCount(), await shippedEvents()]).toEqual([
      left.length,
      left.length,
      left.length,
    ])
    for (const { status, tracking_no } of all) expect(tracking_no === null).toBe(status !== 'shipped')
  })

  test('what is no file of theirs, what was changed meanwhile, and another shop’s parcels', async () => {
    await expect(drop(new Uint8Array(Buffer.from('名前,番号')))).rejects.toMatchObject({ error: 'ERROR_UNKNOWN_FILE' })
    const { rows, file } = await exported(2)
    const { id } = await drop(file())
    await takeOut(desk, { shipment_no: rows[0]![0] })
    await expect(confirmTrackingImport(desk, { id, matched: 2 })).rejects.toMatchObject({
      error: 'ERROR_CHANGED_MEANWHILE',
    })
    await confirmTrackingImport(desk, { id, matched: 1 })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['ready', 'shipped'])
    const foreign = { ...desk, shop_id: 3 }
    expect(await uploadTrackingImport(foreign, { file_name: 'x', content: file() })).toMatchObject({
      matched: 0,
      unknown: 2,
    })
    await expect(showTrackingImport(foreign, { id })).rejects.toMatchObject({ status: 404 })
  })

  test('until the truck comes a confirmation can be undone, and the authorisation stays; afterwards it can’t', async () => {
    await db.update(shipping_setting).set({ pickup_time: '16:00' })
    const { file, rows, batch_no } = await exported(3)
    const { id } = await drop(file())
    const waits = await confirmTrackingImport(desk, { id, matched: 3 })
    expect(waits).toMatchObject({ waiting: 3, due_at: '2026-11-21T07:00:00.000Z' })
    await run()
    expect([bank.captured, await mailCount()]).toEqual([[], 0])
    expect((await showShippingBatch(desk, { batch_no })).parcel_list[0]).toMatchObject({
      status: 'packed',
      tracking_no: fakeTrackingNumber(0),
      due_at: '2026-11-21T07:00:00.000Z',
    })
    await undoTrackingImport(desk, { id, shipment_no: rows[0]![0] })
    // A parcel outside a batch keeps no number either.
    await takeOut(desk, { shipment_no: rows[1]![0] })
    await shipTrackingImportNow(desk, { id })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'ready', 'shipped'])
    expect(bank.captured).toHaveLength(1)
    await expect(undoTrackingImport(desk, { id, shipment_no: null })).rejects.toMatchObject({ status: 409 })
    // An undone line waits for an operator, and then for the truck.
    await retryTrackingImport(desk, { id })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'ready', 'shipped'])
    await expect(reregisterTrackingImport(desk, { id, matched: 2 })).rejects.toMatchObject({
      error: 'ERROR_CHANGED_MEANWHILE',
    })
    expect(await reregisterTrackingImport(desk, { id, matched: 1 })).toMatchObject({ waiting: 1, due_at: waits.due_at })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'ready', 'shipped'])
    await shipTrackingImportNow(desk, { id })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['shipped', 'ready', 'shipped'])
  })

  test('nothing ran until the next day: what the truck took left, and is sold, on the day of the truck', async () => {
    await db.update(shipping_setting).set({ pickup_time: '16:00' })
    const { file } = await exported(2)
    const { id } = await drop(file())
    await confirmTrackingImport(desk, { id, matched: 2 })
    clock.move(10)
    await shipConfirmedParcels(desk)
    const left = new Date('2026-11-21T07:00:00.000Z')
    expect((await parcels()).map(({ shipped_at }) => shipped_at)).toEqual([left, left])
    const sold = await db.select().from(ledger_entry).where(eq(ledger_entry.kind, 'sale'))
    expect(sold.length).toBeGreaterThan(1)
    expect(new Set(sold.map(({ day }) => day))).toEqual(new Set(['2026-11-21']))
    expect(await mailCount()).toBe(2)
  })

  test('a parcel that was packed anew is not sent with the number of its old label, however the old file is tried', async () => {
    await db.update(shipping_setting).set({ pickup_time: '16:00' })
    const { file, rows } = await exported(3)
    const { id } = await drop(file())
    await confirmTrackingImport(desk, { id, matched: 3 })
    await undoTrackingImport(desk, { id, shipment_no: rows[0]![0] })
    // The capture of the second parcel fails, so the third is never shipped.
    bank.capturing = async () => {
      throw new PaymentUnavailable('down')
    }
    clock.move(1)
    await shipConfirmedParcels(desk)
    bank.capturing = async () => {}
    for (const [shipment_no] of rows) await takeOut(desk, { shipment_no })
    const order_nos = (await db.select().from(orders)).map(({ order_no }) => order_no)
    const { batch_no } = await createShippingBatch(desk, { order_nos })
    await createShippingFiles(desk, { batch_no })
    const again = await drop(file(), 'again.csv')
    expect(again).toMatchObject({ id, matched: 0, failed: 0, waiting: 0 })
    expect(new Set(again.rows.map(({ finding }) => finding))).toEqual(new Set(['outdated']))
    await retryTrackingImport(desk, { id })
    await expect(reregisterTrackingImport(desk, { id, matched: 3 })).rejects.toMatchObject({ status: 409 })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'packed', 'packed'])
    const numbers = rows.map(([shipment_no], n) => [shipment_no, fakeTrackingNumber(n + 10)] as const)
    const fresh = await drop(fakeTrackingFile('b2cloud', numbers))
    expect(fresh).toMatchObject({ matched: 3 })
    clock.move(-1)
  })

  test('a line that fails stays with its reason, holds up no other, and is tried again', async () => {
    const { file } = await exported(3)
    const { id } = await drop(file())
    await confirmTrackingImport(desk, { id, matched: 3 })
    let calls = 0
    bank.capturing = async () => {
      if (++calls === 2) throw new PaymentUnavailable('down')
    }
    await run()
    const seen = await showTrackingImport(desk, { id })
    expect(seen).toMatchObject({ done: 2, failed: 1 })
    expect(seen.rows[1]).toMatchObject({ state: 'failed', message: expect.stringContaining('つながりません') })
    expect((await showShippingDesk(desk, {})).imports).toMatchObject([{ id, failed: 1, is_confirmed: true }])
    await retryTrackingImport(desk, { id })
    await run()
    expect(await showTrackingImport(desk, { id })).toMatchObject({ done: 3, failed: 0 })
    expect([bank.captured.length, await mailCount(), await shippedEvents()]).toEqual([3, 3, 3])
  })

  test('cut off at every step of a confirmation: each parcel is paid, told and sent once', async () => {
    // Counts the database calls while two parcels are shipped.
    const calls = { count: 0, until: Number.POSITIVE_INFINITY }
    /** A process that dies at a given step: nothing it does afterwards reaches the database. */
    const mortal = (): OperatorContext => {
      const step = <T>(value: T): T => {
        if (typeof value !== 'function') return value
        return ((...args: unknown[]) => {
          if (++calls.count > calls.until) throw new Error('killed')
          return (value as (...all: unknown[]) => unknown).apply(db, args)
        }) as T
      }
      return { ...desk, db: new Proxy(db, { get: (target, name) => step(Reflect.get(target, name)) }) }
    }
    const { file } = await exported(2)
    const { id } = await drop(file())
    await confirmTrackingImport(desk, { id, matched: 2 })
    later.length = 0
    for (let until = 0; ; until++) {
      Object.assign(calls, { count: 0, until })
      const isOver = await shipConfirmedParcels(mortal()).then(
        () => calls.count <= until,
        () => false,
      )
      if (isOver) break
      expect(until).toBeLessThan(200)
      // The lease of the killed process expires.
      await db.update(payment).set({ claimed_until: null })
    }
    const rows = await db.select().from(shipping_import_row)
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done'])
    // If it is killed before the response is saved, it calls the provider again with the same number, which captures
    // only once.
    expect([new Set(bank.captured).size, await mailCount(), await shippedEvents()]).toEqual([2, 2, 2])
    expect(await db.select().from(shipping_batch)).toMatchObject([{ status: 'completed' }])
  })
})
