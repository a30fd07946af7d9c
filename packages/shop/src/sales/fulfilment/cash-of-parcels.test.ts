import { readFile } from 'node:fs/promises'
import { shipment } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fakeTrackingNumber, setUpShippingDesk } from '../../testing/shipping-desk.ts'
import { recordOneParcelReturn } from '../fulfilment/admin/end-order.ts'
import { recordCashOnDelivery } from '../order/admin/record-cash.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { refundOneOrder } from '../refund/admin/refund-order.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { createShippingBatch, setTrackingNumber, showShippingBatch } from './admin/batch.ts'
import { createShippingFiles, downloadShippingFile, withdrawShippingFile } from './admin/files.ts'
import { cancelShipment, markParcelsDelivered } from './receive-shipments.ts'
import { splitParcel } from './split-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const { clock, desk, other, manager, placed, parcels, begin, takeOut } = await setUpShippingDesk(database)
beforeEach(begin)

/** The statement that fills `collects_cash` for labels printed before it existed. */
const migration = new URL('../../../../db/migrations/0013_collects_cash.sql', import.meta.url)
const filling = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')[1]!

describe('代金引換 of an order in two parcels is collected once, whatever batches they are in', () => {
  const items = [
    { product_sku_id: 101, quantity: 1, revision: 1 },
    { product_sku_id: 133, quantity: 2, revision: 1 },
  ]
  /** An order in two parcels, both in one batch. */
  async function inTwo() {
    await db.update(product_sku).set({ temperature: 'frozen' }).where(eq(product_sku.id, 133))
    const order_no = await placed({ items, payment_method_id: null })
    const { batch_no } = await createShippingBatch(desk, { order_nos: [order_no] })
    const [first, second] = (await parcels()).map(({ shipment_no }) => shipment_no) as [string, string]
    return { order_no, batch_no, first, second }
  }
  /** Prints what the batch has left. Returns the amount on each label. */
  async function printed(batch_no: string): Promise<Record<string, number | null>> {
    const { items: files } = await createShippingFiles(desk, { batch_no })
    const contents = await Promise.all(files.map(({ id }) => downloadShippingFile(desk, { id })))
    const labels = contents.flatMap(({ content }) => JSON.parse(Buffer.from(content, 'base64').toString()).labels)
    return Object.fromEntries(
      labels.map(({ shipment_no, cash_on_delivery }) => [shipment_no, cash_on_delivery?.amount ?? null]),
    )
  }
  const printedAnew = async (order_no: string) =>
    printed((await createShippingBatch(desk, { order_nos: [order_no] })).batch_no)
  const total = async () => (await db.select().from(orders))[0]!.payment_total
  const ship = (shipment_no: string, n: number) =>
    setTrackingNumber(desk, { shipment_no, tracking_no: fakeTrackingNumber(n) })

  test('the one printed first collects; the other, printed in a later batch, doesn’t', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await takeOut(desk, { shipment_no: first })
    expect(await printed(batch_no)).toEqual({ [second]: await total() })
    expect(await printedAnew(order_no)).toEqual({ [first]: null })
    await ship(second, 1)
    await ship(first, 2)
    expect((await db.select().from(orders))[0]).toMatchObject({ status: 'shipped' })
  })

  test('taken out, the one that collected collects again, also after the other has left without the amount', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    expect(await printed(batch_no)).toEqual({ [first]: await total(), [second]: null })
    await takeOut(desk, { shipment_no: first })
    await ship(second, 1)
    expect(await printedAnew(order_no)).toEqual({ [first]: await total() })
  })

  test('withdrawn files count for nothing: the one printed first then collects', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await printed(batch_no)
    for (const { id } of (await showShippingBatch(desk, { batch_no })).files) await withdrawShippingFile(desk, { id })
    await takeOut(desk, { shipment_no: first })
    expect(await printed(batch_no)).toEqual({ [second]: await total() })
    expect(await printedAnew(order_no)).toEqual({ [first]: null })
  })

  test('a parcel that left with a label written by hand has collected', async () => {
    const { batch_no, first, second } = await inTwo()
    await ship(second, 1)
    expect(await printed(batch_no)).toEqual({ [first]: null })
  })

  test('when the parcel that was to collect is cancelled, the next one printed does, without the missing goods', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await takeOut(desk, { shipment_no: second })
    const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, 133))
    const pieces = [{ product_code: sku!.product_code, quantity: 1 }]
    const { shipment_no: third } = await splitParcel(desk, { order_no, shipment_no: second, items: pieces })
    expect(await printed(batch_no)).toEqual({ [first]: await total() })
    const later = await createShippingBatch(desk, { order_nos: [order_no] })
    await takeOut(desk, { shipment_no: third })
    expect(await printed(later.batch_no)).toEqual({ [second]: null })
    await ship(second, 1)
    await cancelShipment(desk, { order_no, shipment_no: first })
    const { amount } = await paid()
    expect(amount).toBeLessThan((await total())!)
    expect(await printedAnew(order_no)).toEqual({ [third]: amount })
  })

  const paid = async () => (await db.select().from(payment))[0]!
  const standing = async () => (await db.select().from(orders))[0]!
  const back = async (shipment_no: string, is_unpaid = false, who = is_unpaid ? manager : desk) =>
    recordOneParcelReturn(who, { id: (await standing()).id, shipment_no, is_unpaid, decision_reason: '受取拒否' })
  const arrived = (order_no: string) => markParcelsDelivered(desk, { order_no })

  test('a parcel that came back has not collected: the next one printed does, and the cash is booked once', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await takeOut(desk, { shipment_no: second })
    expect(await printed(batch_no)).toEqual({ [first]: await total() })
    await ship(first, 1)
    await expect(back(second)).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
    const shown = await back(first)
    expect(shown.shipments).toMatchObject([{ status: 'returned' }, { status: 'ready' }])
    expect(shown.timeline).toContainEqual(expect.objectContaining({ actor: '梱包 一郎', detail: '受取拒否' }))
    await back(first)
    expect(await printedAnew(order_no)).toEqual({ [second]: await total() })
    await ship(second, 2)
    expect(await standing()).toMatchObject({ status: 'shipped' })
    await arrived(order_no)
    expect(await standing()).toMatchObject({ status: 'delivered' })
    expect(await paid()).toMatchObject({ state: 'captured', captured_amount: await total() })
  })

  test('a parcel that was received comes back only if its cash was not paid: the next one printed collects it', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await takeOut(desk, { shipment_no: second })
    await printed(batch_no)
    await ship(first, 1)
    await markParcelsDelivered(desk, { order_no, shipment_no: first })
    await expect(back(first)).rejects.toMatchObject({ status: 422, fields: [{ path: 'is_unpaid' }] })
    await expect(back(first, true, desk)).rejects.toMatchObject({ status: 403 })
    expect((await back(first, true)).shipments).toMatchObject([{ status: 'returned' }, { status: 'ready' }])
    expect(await printedAnew(order_no)).toEqual({ [second]: await total() })
    await ship(second, 2)
    await arrived(order_no)
    expect(await paid()).toMatchObject({ state: 'captured', captured_amount: await total() })
  })

  test('a delivered order whose parcel came back unpaid: the booked cash is open again, and its 返品 refunds nothing', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await printed(batch_no)
    await ship(first, 1)
    await ship(second, 2)
    await arrived(order_no)
    expect(await paid()).toMatchObject({ state: 'captured' })
    // Its label states no amount.
    expect(await back(second)).toMatchObject({ status: 'delivered', payment_state: 'captured' })
    const both = await Promise.all([back(first, true), back(first, true)])
    for (const shown of both)
      expect(shown).toMatchObject({ status: 'delivered', payment_state: 'authorised', kept_amount: 0 })
    const shown = await showOrder(desk, { id: both[0].id })
    expect(shown.next_step.text).toBe('荷物が戻りました。返品・返金をしてください')
    expect(shown.refusals).toMatchObject({ cash: null, refund: null })
    expect(shown.timeline.filter(({ text }) => text.startsWith('決済: 代金引換の回収を取り消しました'))).toHaveLength(1)
    expect(await arrived(order_no)).toMatchObject({ status: 'delivered' })
    expect(await paid()).toMatchObject({ state: 'authorised', captured_amount: 0 })
    await refundOrder(desk, { order_no, refund: { kind: 'return', restock: true } })
    expect(await standing()).toMatchObject({ status: 'returned' })
    expect(await paid()).toMatchObject({ captured_amount: 0, refunded_amount: 0 })
  })

  test('cash of which some was refunded is not opened again', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await printed(batch_no)
    await ship(first, 1)
    await ship(second, 2)
    await arrived(order_no)
    await refundOrder(desk, { order_no, refund: { kind: 'reduction', total: 100 }, by_hand: true })
    const { id } = await standing()
    expect((await showOrder(desk, { id })).refusals.parcel_back).toContain('返金を記録したご注文です')
    await expect(back(first, true)).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
    expect(await parcels()).toMatchObject([{ status: 'received' }, { status: 'received' }])
    expect(await paid()).toMatchObject({ state: 'captured', repaid_amount: 100 })
  })

  test('お届け済み of an order whose parcels are all back is refused', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await printed(batch_no)
    await ship(first, 1)
    await ship(second, 2)
    await back(first)
    await back(second)
    // Pressed again: nothing changes, and the trail says that it was pressed.
    const { entries } = desk.trail
    await back(second)
    expect(desk.trail.entries).toBe(entries + 1)
    await expect(arrived(order_no)).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
    expect(await standing()).toMatchObject({ status: 'shipped' })
  })

  test('what nobody collected stays owed: the order is delivered, its cash isn’t booked', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    expect(await printed(batch_no)).toEqual({ [first]: await total(), [second]: null })
    await ship(first, 1)
    await ship(second, 2)
    await markParcelsDelivered(desk, { order_no, shipment_no: second })
    const shown = await back(first)
    expect(shown).toMatchObject({ status: 'delivered', payment_state: 'authorised', kept_amount: 0 })
    expect(shown.next_step).toEqual({ text: '代金引換の代金が、まだ回収されていません', tone: 'stuck' })
  })

  test('money that no parcel collected is recorded part by part, each once and never more than is open', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await printed(batch_no)
    await ship(first, 1)
    await ship(second, 2)
    const { id, payment_total: amount } = await standing()
    const asked = { id, amount, captured_amount: 0, paid_on: '2026-11-21', decision_reason: '銀行振込' }
    await back(first)
    // The other parcel could still be made to collect it.
    await expect(recordCashOnDelivery(desk, asked)).rejects.toMatchObject({ error: 'ERROR_ORDER_STATUS' })
    await arrived(order_no)
    await expect(recordCashOnDelivery({ ...desk, shop_id: 3 }, asked)).rejects.toMatchObject({ status: 404 })
    for (const [path, wrong] of [
      ['amount', { amount: amount + 1 }],
      ['paid_on', { paid_on: '2026-11-22' }],
      ['paid_on', { paid_on: '2026-11-20' }],
    ] as const)
      await expect(recordCashOnDelivery(desk, { ...asked, ...wrong })).rejects.toMatchObject({
        status: 422,
        fields: [{ path }],
      })
    expect(await paid()).toMatchObject({ state: 'authorised', captured_amount: 0 })
    const inParts = async (...parts: object[]) => {
      const both = await Promise.allSettled(
        [desk, other].map((who, n) => recordCashOnDelivery(who, { ...asked, ...parts[n] })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { status: 409, error: expect.stringMatching(/^ERROR_(CHANGED_MEANWHILE|ORDER_STATUS)$/) },
      })
    }
    await inParts({ amount: 300 }, { amount: 300 })
    expect(await paid()).toMatchObject({ state: 'authorised', captured_amount: 300, amount })
    const before = await showOrder(desk, { id })
    expect(before).toMatchObject({ kept_amount: 300, next_step: { tone: 'stuck' }, refusals: { cash: null } })
    expect(before.timeline).toContainEqual(expect.objectContaining({ text: '決済: 一部の入金 合計 ¥300' }))
    // A part of the part can't be refunded while the rest is open.
    await expect(
      refundOrder(desk, { order_no, refund: { kind: 'reduction', total: 100 }, seen: { refunded_amount: 0 } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(recordCashOnDelivery(desk, { ...asked, captured_amount: 300 })).rejects.toMatchObject({ status: 422 })
    await inParts({ amount: amount - 300, captured_amount: 300 }, { amount: amount - 300, captured_amount: 300 })
    expect(await paid()).toMatchObject({ state: 'captured', captured_amount: amount })
    const shown = await showOrder(desk, { id })
    expect(shown).toMatchObject({ kept_amount: amount, next_step: { text: '' } })
    expect(shown.refusals).toMatchObject({ cash: '代金は受け取り済みです。', refund: null })
    expect(shown.timeline.filter(({ detail }) => detail === '2026/11/21 入金・銀行振込')).toHaveLength(2)
    expect(shown.timeline.filter(({ kind, actor }) => kind === 'money' && actor?.startsWith('梱包'))).toHaveLength(2)
    const trail = await db
      .select()
      .from(audit_event)
      .where(eq(audit_event.subject_id, String(id)))
    expect(trail.at(-1)).toMatchObject({
      before: { captured_amount: 300 },
      after: { captured_amount: amount, paid_on: '2026-11-21', decision_reason: '銀行振込' },
    })
  })

  test('the part that was received is owed after a 返品, and no more is expected', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await printed(batch_no)
    await ship(first, 1)
    await ship(second, 2)
    await back(first)
    await arrived(order_no)
    const { id } = await standing()
    const part = { id, amount: 300, captured_amount: 0, paid_on: '2026-11-21', decision_reason: '銀行振込' }
    await recordCashOnDelivery(desk, part)
    const shown = await refundOneOrder(desk, {
      id,
      refund: { kind: 'return', restock: false, keep_subscription: false },
      by_hand: false,
      seen: { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 },
      decision_reason: '返品',
      notify: false,
    })
    expect(shown).toMatchObject({ status: 'returned', kept_amount: 300, owed_amount: 300, refusals: { refund: null } })
    expect(await paid()).toMatchObject({ state: 'captured', captured_amount: 300, refunded_amount: 0 })
    await expect(recordCashOnDelivery(desk, { ...part, captured_amount: 300 })).rejects.toMatchObject({ status: 409 })
  })

  test('an order that came back as a whole waits for its 返品, which takes it as it is', async () => {
    const { order_no, batch_no, first, second } = await inTwo()
    await printed(batch_no)
    await ship(first, 1)
    await back(first)
    await cancelShipment(desk, { order_no, shipment_no: second })
    expect(await standing()).toMatchObject({ status: 'shipped' })
    const { id } = await standing()
    const shown = await showOrder(desk, { id })
    expect(shown.next_step.text).toBe('荷物が戻りました。返品・返金をしてください')
    await refundOrder(desk, { order_no, refund: { kind: 'return', restock: true } })
    expect(await standing()).toMatchObject({ status: 'returned' })
    expect(await paid()).toMatchObject({ captured_amount: 0 })
  })

  test('the upgrade fills what the labels of the version before say', async () => {
    onTestFinished(() => clock.move(-4))
    const { order_no, batch_no, first, second } = await inTwo()
    await takeOut(desk, { shipment_no: second })
    clock.move(1)
    await printed(batch_no)
    clock.move(1)
    await printedAnew(order_no)
    const known = async () => (await parcels()).map(({ collects_cash }) => collects_cash)
    await db.update(shipment).set({ collects_cash: null })
    await db.execute(filling)
    // Each was the first of its batch: the version before printed the amount on both.
    expect(await known()).toEqual([true, true])

    await takeOut(desk, { shipment_no: first })
    await takeOut(desk, { shipment_no: second })
    const { batch_no: both } = await createShippingBatch(desk, { order_nos: [order_no] })
    clock.move(1)
    const labels = await printed(both)
    expect(labels).toEqual({ [first]: await total(), [second]: null })
    clock.move(1)
    await takeOut(desk, { shipment_no: first })
    await db.update(shipment).set({ collects_cash: null })
    await db.execute(filling)
    expect(await known()).toEqual([null, false])
    expect(await printedAnew(order_no)).toEqual({ [first]: await total() })
  })

  test('two batches with parcels of one order, printed at once: one of them collects', async () => {
    const { order_no, batch_no, first } = await inTwo()
    await takeOut(desk, { shipment_no: first })
    const later = await createShippingBatch(other, { order_nos: [order_no] })
    const both = await Promise.all([printed(batch_no), printed(later.batch_no)])
    expect(both.flatMap((labels) => Object.values(labels)).filter((amount) => amount !== null)).toEqual([await total()])
  })
})
