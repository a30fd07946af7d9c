import { customer } from '@kushi/db/schema/customer'
import { shipping_batch, shipping_file, shipping_setting } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { waitForLockWaiters } from '../../testing/lock-waits.ts'
import { fakeTrackingNumber, setUpShippingDesk } from '../../testing/shipping-desk.ts'
import { decideCancelRequest } from '../fulfilment/admin/decide-cancel.ts'
import { createShippingBatch, setTrackingNumber, showShippingBatch, takeOverShippingBatch } from './admin/batch.ts'
import { createShippingFiles, downloadShippingFile, withdrawShippingFile } from './admin/files.ts'
import { confirmTrackingImport } from './admin/imports.ts'
import { listShippingBatches, showShippingDesk } from './admin/show-desk.ts'
import { cancelOrder, requestCancel } from './cancel-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const { bank, clock, customer_id, desk, other, placed, houses, parcels, member, begin, run, exported, takeOut, drop } =
  await setUpShippingDesk(database)
beforeEach(begin)

describe('batches', () => {
  test('two operators with the same orders: each parcel is in one batch, and neither waits', async () => {
    const order_nos = await houses(6)
    const both = await Promise.allSettled([desk, other].map((who) => createShippingBatch(who, { order_nos })))
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    expect(made.reduce((sum, batch) => sum + batch.parcels, 0)).toBe(6)
    const all = await parcels()
    expect(all).toHaveLength(6)
    expect(new Set(all.map(({ order_id }) => order_id)).size).toBe(6)
    for (const { left_out, parcels: count } of made) expect(left_out).toHaveLength(6 - count)
    expect((await showShippingDesk(desk, {})).ready_orders).toEqual([])
  })

  test('an order that is locked is left out, not waited for', async () => {
    const order_nos = await houses(2)
    await db.transaction(async (tx) => {
      await tx
        .select()
        .from(orders)
        .where(and(eq(orders.shop_id, 2), eq(orders.order_no, order_nos[0]!)))
        .for('update')
      const { parcels: count, left_out } = await createShippingBatch(desk, { order_nos })
      expect(count).toBe(1)
      expect(left_out).toEqual([{ order_no: order_nos[0], reason: 'ほかの担当者が作業しています。' }])
    })
  })

  test('cold goods have a parcel and a file of their own; the shelves give the order', async () => {
    await db.update(product_sku).set({ temperature: 'frozen' }).where(eq(product_sku.id, 133))
    const items = [
      { product_sku_id: 101, quantity: 1, revision: 1 },
      { product_sku_id: 133, quantity: 2, revision: 1 },
    ]
    const order_no = await placed({ items, payment_method_id: null })
    const { batch_no, parcels: count } = await createShippingBatch(desk, { order_nos: [order_no] })
    expect(count).toBe(2)
    const seen = await showShippingBatch(desk, { batch_no })
    expect(seen.to_export).toEqual([
      { program: 'b2cloud', temperature: 'normal', parcels: 1 },
      { program: 'b2cloud', temperature: 'frozen', parcels: 1 },
    ])
    const { items: files } = await createShippingFiles(desk, { batch_no })
    const read = async (id: number) =>
      JSON.parse(Buffer.from((await downloadShippingFile(desk, { id })).content, 'base64').toString()).labels
    const [normal, frozen] = await Promise.all(files.map(({ id }) => read(id)))
    const [{ payment_total }] = (await db.select().from(orders)) as [typeof orders.$inferSelect]
    // The whole amount is collected once.
    expect(normal).toMatchObject([{ temperature: 'normal', cash_on_delivery: { amount: payment_total } }])
    expect(frozen).toMatchObject([{ temperature: 'frozen', cash_on_delivery: null }])
  })

  test('a file is the same at a second download of the day, no parcel goes into two, and cancelled it goes into another', async () => {
    const { batch_no } = await exported(2)
    const { files } = await showShippingBatch(desk, { batch_no })
    const { id } = files[0]!
    const bytes = (await downloadShippingFile(desk, { id })).content
    clock.move(1)
    await db.update(shipping_setting).set({ item_name: '別の品名' })
    await expect(downloadShippingFile(other, { id })).rejects.toMatchObject({ status: 409 })
    expect((await showShippingBatch(desk, { batch_no })).files).toMatchObject([{ is_outdated: true }])
    clock.move(-1)
    expect((await downloadShippingFile(other, { id })).content).toBe(bytes)
    expect((await showShippingBatch(desk, { batch_no })).files).toMatchObject([{ is_outdated: false }])
    clock.move(1)
    await expect(createShippingFiles(desk, { batch_no })).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
    await withdrawShippingFile(desk, { id })
    const [again] = (await createShippingFiles(desk, { batch_no })).items
    expect((await downloadShippingFile(desk, { id: again!.id })).content).not.toBe(bytes)
    await db.update(shipping_setting).set({ item_name: '化粧品' })
    clock.move(-1)
    expect(await db.$count(shipping_file)).toBe(2)
    await expect(downloadShippingFile({ ...desk, shop_id: 3 }, { id })).rejects.toMatchObject({ status: 404 })
  })

  test('two people export the same batch at once: one file', async () => {
    const order_nos = await houses(3)
    const { batch_no } = await createShippingBatch(desk, { order_nos })
    const both = await Promise.allSettled([desk, other].map((who) => createShippingFiles(who, { batch_no })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.$count(shipping_file)).toBe(1)
  })

  test('one operator takes a parcel out while another exports: it is in no file, or out of it again, and in one batch at most', async () => {
    const order_nos = await houses(3)
    const { batch_no } = await createShippingBatch(desk, { order_nos })
    const [first] = await parcels()
    await Promise.allSettled([
      createShippingFiles(desk, { batch_no }),
      takeOut(other, { shipment_no: first!.shipment_no }),
      createShippingBatch(other, { order_nos }),
    ])
    const all = await parcels()
    expect(all).toHaveLength(3)
    expect(all[0]).toMatchObject({ shipping_file_id: null })
    const file_ids = all.slice(1).map(({ shipping_file_id }) => shipping_file_id)
    expect(new Set(file_ids).size).toBe(1)
    expect(await db.$count(shipping_file)).toBe(1)
  })

  test('a parcel that is taken out in the moment in which its label is written keeps no file, and is printed later', async () => {
    const order_nos = await houses(2)
    const { batch_no } = await createShippingBatch(desk, { order_nos })
    const [first] = await parcels()
    // The parcel is out of its batch, but its transaction is still open, while the labels are written.
    const holding = await database.pool.connect()
    await holding.query('begin')
    await holding.query('lock table audit_event in exclusive mode')
    const taking = takeOut(other, { shipment_no: first!.shipment_no })
    await waitForLockWaiters(database, 1)
    const writing = createShippingFiles(desk, { batch_no })
    await waitForLockWaiters(database, 2)
    await holding.query('commit')
    holding.release()
    await taking
    expect((await writing).items).toMatchObject([{ parcels: 1 }])
    expect((await parcels())[0]).toMatchObject({ status: 'ready', shipping_file_id: null })
    const again = await createShippingBatch(desk, { order_nos: [order_nos[0]!] })
    expect((await createShippingFiles(desk, again)).items).toMatchObject([{ parcels: 1 }])
  })

  test('what is put into each parcel besides: by the number of the delivery, and never into メール便', async () => {
    const order_nos = await houses(3)
    await db.update(orders).set({ bundled_flag: false }).where(eq(orders.order_no, order_nos[2]!))
    const { batch_no } = await createShippingBatch(desk, { order_nos })
    const { parcel_list } = await showShippingBatch(desk, { batch_no })
    const inserts = new Map(parcel_list.map((parcel) => [parcel.order_no, parcel.inserts]))
    expect(order_nos.map((order_no) => inserts.get(order_no))).toEqual([
      ['ごあいさつ状', '椿だより'],
      ['お手入れの手引き', '椿だより'],
      [],
    ])
  })

  test('a batch is taken over; it is found again in the list', async () => {
    const { batch_no } = await exported(1)
    await takeOverShippingBatch(other, { batch_no })
    expect(await showShippingBatch(other, { batch_no })).toMatchObject({
      owner: '梱包 二郎',
      is_own: true,
      status: 'labelled',
    })
    expect(await listShippingBatches(desk, {})).toMatchObject({
      items: [{ batch_no, parcels: 1, shipped: 0 }],
      next: null,
    })
    expect(await db.select().from(audit_event).where(eq(audit_event.subject_id, batch_no))).toMatchObject([
      { action: 'shop test', after: { orders: 1, parcels: 1 } },
      { after: { files: [`ヤマトB2クラウド_常温_${batch_no}.csv`] } },
      { before: { owner: '梱包 一郎' }, after: { owner: '梱包 二郎' } },
    ])
  })

  test('a member’s cancel after the batch was made waits for the desk’s decision, and the parcel stays until then', async () => {
    const { order_nos, rows, file } = await exported(2)
    await expect(cancelOrder(member, { order_no: order_nos[0]! })).rejects.toMatchObject({ error: 'ERROR_IN_BATCH' })
    expect(await requestCancel(member, { order_no: order_nos[0]! })).toBe('asked')
    expect((await showShippingDesk(desk, {})).stopped_orders).toMatchObject([
      { order_no: order_nos[0], action: 'decide_cancel' },
    ])
    const dropped = await drop(file())
    expect(dropped.rows.map(({ finding }) => finding)).toEqual(['cancel_asked', 'matched'])
    await expect(
      setTrackingNumber(desk, { shipment_no: rows[0]![0], tracking_no: fakeTrackingNumber(7) }),
    ).rejects.toMatchObject({
      error: 'ERROR_CANCEL_ASKED',
    })
    await decideCancelRequest(desk, { order_no: order_nos[0]!, decision: 'cancel' })
    expect((await parcels()).map(({ status }) => status)).toEqual(['cancelled', 'packed'])
    await requestCancel(member, { order_no: order_nos[1]! })
    await decideCancelRequest(desk, { order_no: order_nos[1]!, decision: 'ship' })
    await confirmTrackingImport(desk, { id: dropped.id, matched: 1 })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['cancelled', 'shipped'])
    expect(bank.captured).toHaveLength(1)
    expect(await db.select().from(shipping_batch)).toMatchObject([{ status: 'completed' }])
  })

  test('not in a batch yet it is cancelled at once', async () => {
    const [order_no] = await houses(1)
    expect(await requestCancel(member, { order_no: order_no! })).toBe('cancelled')
  })
})

test('the audit log contains no customer’s name', async () => {
  const [row] = await db.select().from(customer).where(eq(customer.id, customer_id!))
  expect(row!.name01).toBe('山口')
  const { rows } = await exported(1)
  await takeOut(desk, { shipment_no: rows[0]![0] })
  expect(await db.select().from(audit_event).where(eq(audit_event.subject_id, rows[0]![0]))).toMatchObject([
    { operator_name: '梱包 一郎', before: { status: 'packed' }, after: { status: 'ready' } },
  ])
})
