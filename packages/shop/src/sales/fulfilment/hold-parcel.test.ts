import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { countOrders } from '../../operation/today/internal/counts.ts'
import { kamakuraAddress } from '../../testing/order.ts'
import { fakeTrackingNumber, setUpShippingDesk } from '../../testing/shipping-desk.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { decideAddressChange, requestAddressChange } from './admin/address-change-request.ts'
import { createShippingBatch, setTrackingNumber, showShippingBatch } from './admin/batch.ts'
import { holdOrder, holdParcel, releaseHold } from './admin/hold.ts'
import { markOrderNoteRead } from './admin/labels.ts'
import { showShippingDesk } from './admin/show-desk.ts'
import { shipOrder } from './ship-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const { clock, desk, manager, placed, houses, parcels, orderOf, begin, exported, drop } =
  await setUpShippingDesk(database)
beforeEach(begin)

describe('出荷を止める', () => {
  const oil = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
  const stopped = async (who = desk) => (await showShippingDesk(who, {})).stopped_orders
  const packedOf = async (count = 1) => {
    const order_nos = await houses(count)
    const { batch_no } = await createShippingBatch(desk, { order_nos })
    return { order_nos, batch_no, shipment_nos: (await parcels()).map(({ shipment_no }) => shipment_no) }
  }

  test('欠品: the order waits with what is missing, the stock is 0, and お客様対応 reads it', async () => {
    const { order_nos, batch_no, shipment_nos } = await packedOf(2)
    const shipment_no = shipment_nos[0]!
    const before = await oil()
    expect(before).toBeGreaterThan(0)
    const none = { shipment_no, reason: 'shortage', note: '', shortage: [] } as const
    await expect(holdParcel(desk, { ...none, shortage: [] })).rejects.toMatchObject({ status: 422 })
    const many = [{ product_sku_id: 101, quantity: 2 }]
    await expect(holdParcel(desk, { ...none, shortage: many })).rejects.toMatchObject({
      fields: [{ path: 'shortage' }],
    })
    await holdParcel(desk, { ...none, note: '棚が空', shortage: [{ product_sku_id: 101, quantity: 1 }] })
    expect(await oil()).toBe(0)
    expect(await stopped()).toMatchObject([
      {
        order_no: order_nos[0],
        action: 'release',
        reasons: [expect.stringMatching(/^出荷を止めています。欠品: 純椿油.* 1点\(棚が空\)$/)],
      },
    ])
    expect((await showShippingDesk(desk, {})).ready_orders).toEqual([])
    await expect(createShippingBatch(desk, { order_nos: [order_nos[0]!] })).rejects.toMatchObject({ status: 409 })
    await expect(setTrackingNumber(desk, { shipment_no, tracking_no: fakeTrackingNumber(7) })).rejects.toMatchObject({
      status: 409,
    })
    expect((await showShippingBatch(desk, { batch_no })).parcel_list).toHaveLength(1)
    const shown = await showOrder(manager, { id: (await db.select().from(orders))[0]!.id })
    expect(shown.next_step).toMatchObject({ text: '出荷を止めています。欠品', tone: 'stuck' })
    expect(await countOrders(manager)).toMatchObject({ short: 1 })
    await releaseHold(desk, { order_no: order_nos[0]!, undo: false })
    expect(await oil()).toBe(0)
    expect((await showShippingDesk(desk, {})).ready_orders).toMatchObject([{ order_no: order_nos[0] }])
    await db.update(product_sku).set({ stock: before }).where(eq(product_sku.id, 101))
  })

  test('欠品: what the packer found left can still be sold; it never rises', async () => {
    const { shipment_nos } = await packedOf(2)
    const before = await oil()
    const hold = (n: number, left: number) =>
      holdParcel(desk, {
        shipment_no: shipment_nos[n]!,
        reason: 'shortage',
        note: '',
        shortage: [{ product_sku_id: 101, quantity: 1, left }],
      })
    await hold(0, 3)
    expect(await oil()).toBe(3)
    await hold(1, 9)
    expect(await oil()).toBe(3)
    await db.update(product_sku).set({ stock: before }).where(eq(product_sku.id, 101))
  })

  test('お客様の備考: an order in no list yet is held with a memo, until it is released', async () => {
    const order_no = await placed({ delivery_notes: '12月5日に届けてください' })
    const [row] = await db.select().from(orders)
    const page = async () => (await showOrder(manager, { id: row!.id })).next_step
    expect(await page()).toMatchObject({ text: '止まっています。お客様の備考を確かめてください', tone: 'stuck' })
    await holdOrder(desk, { order_no, note: '5日着で12/3に出す' })
    expect(await stopped()).toMatchObject([{ order_no, action: 'release' }])
    expect((await stopped())[0]!.reasons[0]).toContain('5日着で12/3に出す')
    expect(await page()).toMatchObject({ text: '出荷を止めています。その他', tone: 'stuck' })
    await expect(createShippingBatch(desk, { order_nos: [order_no] })).rejects.toMatchObject({ status: 409 })
    // Nor does it leave by itself, and its memo stands until it is released.
    const parcel = { order_no, carrier: 'yamato', tracking_no: fakeTrackingNumber(7) } as const
    await expect(shipOrder(manager, parcel)).rejects.toMatchObject({ message: expect.stringContaining('出荷に戻す') })
    await expect(holdOrder(desk, { order_no, note: '別のメモ' })).rejects.toMatchObject({ status: 409 })
    expect((await stopped())[0]!.reasons[0]).toContain('5日着で12/3に出す')
    expect(await releaseHold(desk, { order_no, undo: false })).toEqual({ is_in_batch: false })
    await markOrderNoteRead(desk, { order_no })
    await createShippingBatch(desk, { order_nos: [order_no] })
    await expect(holdOrder(desk, { order_no, note: 'x' })).rejects.toMatchObject({ status: 409 })
  })

  test('undone, everything is as before: the list, the number in it, its file and the stock', async () => {
    const { batch_no, rows } = await exported(2)
    const before = await parcels()
    const stock = await oil()
    const [shipment_no] = rows[0]!
    const order_no = await orderOf(shipment_no)
    await holdParcel(desk, {
      shipment_no,
      reason: 'shortage',
      note: '',
      shortage: [{ product_sku_id: 101, quantity: 1 }],
    })
    expect(await releaseHold(desk, { order_no, undo: true })).toEqual({ is_in_batch: true })
    expect(await parcels()).toEqual(before)
    expect(await oil()).toBe(stock)
    expect(await stopped()).toEqual([])
    await expect(releaseHold(desk, { order_no, undo: true })).rejects.toMatchObject({ status: 409 })
    expect((await showShippingBatch(desk, { batch_no })).to_export).toEqual([])
  })

  test('an order with a later day does not disappear while it is held', async () => {
    const order_no = await placed({ delivery_date: '2026-11-26' })
    clock.move(3)
    onTestFinished(() => clock.move(-3))
    await createShippingBatch(desk, { order_nos: [order_no] })
    const [parcel] = await parcels()
    clock.move(-3)
    onTestFinished(() => clock.move(3))
    await holdParcel(desk, { shipment_no: parcel!.shipment_no, reason: 'other', note: '', shortage: [] })
    expect(await stopped()).toMatchObject([{ order_no, action: 'release' }])
  })

  test('another address is asked for while it is packed: it does not leave, and the desk takes it over or ships', async () => {
    const { batch_no, rows, file, order_nos } = await exported(2)
    const [first, second] = await db.select().from(orders).orderBy(asc(orders.id))
    const wish = {
      shipping_address: { ...kamakuraAddress, addr02: '9-9-9' },
      decision_reason: 'お客様からのお電話',
      notify: true,
    }
    for (const { id } of [first!, second!]) await requestAddressChange(manager, { id, ...wish })
    expect(await stopped()).toMatchObject([
      { order_no: order_nos[0], action: 'decide_address', reasons: [expect.stringContaining('9-9-9')] },
      { order_no: order_nos[1], action: 'decide_address' },
    ])
    // Who also asks to cancel is listed with both; the cancellation is decided first.
    const ofFirst = eq(shipping_decision.order_id, first!.id)
    await db.update(shipping_decision).set({ cancel_asked_at: clock.now() }).where(ofFirst)
    expect((await stopped())[0]).toMatchObject({
      action: 'decide_cancel',
      reasons: [expect.stringContaining('キャンセル'), expect.stringContaining('9-9-9')],
    })
    await db.update(shipping_decision).set({ cancel_asked_at: null }).where(ofFirst)
    expect((await drop(file())).rows.map(({ finding }) => finding)).toEqual(['address_asked', 'address_asked'])
    const shipping = setTrackingNumber(desk, { shipment_no: rows[0]![0], tracking_no: fakeTrackingNumber(0) })
    await expect(shipping).rejects.toMatchObject({ status: 409 })
    await decideAddressChange(desk, { order_no: order_nos[0]!, decision: 'correct' })
    await decideAddressChange(desk, { order_no: order_nos[1]!, decision: 'ship' })
    expect(await db.select().from(orders).orderBy(asc(orders.id))).toMatchObject([
      { addr02: '9-9-9' },
      { addr02: '0-0-2' },
    ])
    expect((await showShippingBatch(desk, { batch_no })).parcel_list).toMatchObject([{ order_no: order_nos[1] }])
    expect(await stopped()).toEqual([])
    expect((await showShippingDesk(desk, {})).ready_orders).toMatchObject([{ order_no: order_nos[0] }])
    await expect(requestAddressChange(manager, { id: first!.id, ...wish })).rejects.toMatchObject({ status: 409 })
  })
})
