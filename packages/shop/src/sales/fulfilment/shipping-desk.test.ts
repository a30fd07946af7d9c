import { readFile } from 'node:fs/promises'
import { customer } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import {
  shipment,
  shipment_event,
  shipping_batch,
  shipping_file,
  shipping_import_row,
  shipping_setting,
} from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { PaymentState } from '@kushi/values/payment-method'
import { and, asc, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import type { OperatorContext } from '../../foundation/admin/context.ts'
import { countOrders } from '../../operation/today/internal/counts.ts'
import { type PaymentPort, PaymentUnavailable } from '../../ports/payment-port.ts'
import type { PostcodePort, PostcodeTown } from '../../ports/postcode-port.ts'
import { signedIn } from '../../testing/admin-context.ts'
import { carrierFilesInMemory, returnFile } from '../../testing/carrier-files.ts'
import { noPort, testClock, testContext } from '../../testing/context.ts'
import { confirmed, draft, kamakura, newMembers } from '../../testing/order.ts'
import { addSubscription } from '../../testing/rows.ts'
import { decideCancel } from '../fulfilment/admin/decide-cancel.ts'
import { refundOneOrder, takeOneParcelBack } from '../fulfilment/admin/end-order.ts'
import { recordCash } from '../order/admin/record-cash.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { placeOrder } from '../order/place-order.ts'
import { askForAddress, decideAddress } from './admin/address-wish.ts'
import { createBatch, showBatch, takeOver, writeTracking } from './admin/batch.ts'
import { createFiles, downloadFile, withdrawFile } from './admin/files.ts'
import { holdParcel, releaseHold } from './admin/hold.ts'
import {
  confirmDropped,
  dropFile,
  registerDropped,
  retryDropped,
  sendDropped,
  showImport,
  undoDropped,
} from './admin/imports.ts'
import { acceptLabels, changeLabel, decideParcel, readNote, restoreLabel } from './admin/labels.ts'
import { listBatches, showCounts, showDesk } from './admin/show-desk.ts'
import { askToCancel, cancelOrder, refundOrder } from './cancel-order.ts'
import { cancelShipment, receiveShipments } from './receive-shipments.ts'
import { shipWaiting } from './ship-waiting.ts'
import { splitOrder } from './split-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let captured: string[] = []
/** Runs during the capture at the provider. */
let capturing: () => Promise<void> = async () => {}
const reference = { np_transaction_id: '1' }
const bill = {
  ...noPort<PaymentPort>('payment'),
  authorise: async () => ({ kind: 'authorised' as const, reference }),
  capture: async ({ provider_order_id }: { provider_order_id: string }) => {
    await capturing()
    captured.push(provider_order_id)
    return reference
  },
  refund: async () => reference,
  change: async () => reference,
} as PaymentPort
const clock = testClock()
const { payment: cash } = testContext(db).ports
/** The towns of each postcode; others are unknown to the service. */
const towns: Record<string, PostcodeTown[]> = {}
const postcode: PostcodePort = { towns: async (code) => towns[code] ?? [] }
const ports = { payment: new Map([...cash, [4, bill] as const]), carrier_file: carrierFilesInMemory(), postcode }
/** Work for after the response, which the test runs when it wants. */
let later: (() => Promise<void>)[] = []
const base = { clock, ports, afterwards: (work: () => Promise<void>) => void later.push(work) }
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const [customer_id] = await newMembers(db, 1)
const member: MemberContext = testContext(db, { ...base, settings, customer_id: customer_id! })
const desk: OperatorContext = await signedIn(testContext(db, { ...base, settings }), '梱包 一郎')
const other: OperatorContext = await signedIn(testContext(db, { ...base, settings }), '梱包 二郎')
const manager: OperatorContext = await signedIn(testContext(db, { ...base, settings }), '店長', 'manager')

beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, shipping_import, shipping_batch')
  await db.update(shipping_setting).set({ pickup_time: null })
  await db.update(product_sku).set({ temperature: 'normal' }).where(eq(product_sku.id, 133))
  captured = []
  capturing = async () => {}
  later = []
})

/** The statement that fills `collects_cash` for labels printed before it existed. */
const migration = new URL('../../../../db/migrations/0013_collects_cash.sql', import.meta.url)
const filling = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')[1]!

type Draft = Parameters<typeof draft>[0]
async function placed(more: Draft = {}): Promise<string> {
  return (await placeOrder(member, await confirmed(member, draft({ payment_method_id: 4, ...more })))).order_no
}
/** Orders to different addresses, so that none has to be joined. */
const houses = async (count: number, more: Draft = {}) => {
  const order_nos: string[] = []
  for (let n = 1; n <= count; n++)
    order_nos.push(await placed({ shipping_address: { ...kamakura, addr02: `0-0-${n}` }, ...more }))
  return order_nos
}
const parcels = () => db.select().from(shipment).orderBy(asc(shipment.id))
const mailCount = async () => (await db.select().from(outbox).where(like(outbox.dedupe_key, 'order-shipped:%'))).length
const shippedEvents = () => db.$count(shipment_event, eq(shipment_event.status, 'shipped'))
/** Eleven digits with their check digit. */
const numberOf = (n: number) => {
  const digits = 40_000_000_000 + n
  return `${digits}${digits % 7}`
}
const run = async () => {
  for (const work of later.splice(0)) await work()
}

/** A batch with exported labels, and the file that the program returns for it. */
async function exported(count: number, more: Draft = {}) {
  const order_nos = await houses(count, more)
  const { batch_no } = await createBatch(desk, { order_nos })
  await createFiles(desk, { batch_no })
  const rows = (await parcels()).map(({ shipment_no }, n) => [shipment_no, numberOf(n)] as const)
  return { batch_no, order_nos, rows, file: (numbers = rows) => returnFile('b2cloud', numbers) }
}
/** Taken out and ready for the next batch. */
async function takeOut(who: OperatorContext, { shipment_no }: { shipment_no: string }): Promise<void> {
  await holdParcel(who, { shipment_no, reason: 'other', note: '', shortage: [] })
  await releaseHold(who, { order_no: await orderOf(shipment_no), undo: false })
}
async function orderOf(shipment_no: string): Promise<string> {
  const [found] = await db
    .select({ order_no: orders.order_no })
    .from(shipment)
    .innerJoin(orders, eq(orders.id, shipment.order_id))
    .where(eq(shipment.shipment_no, shipment_no))
  return found!.order_no
}
const drop = (content: Uint8Array<ArrayBuffer>, file_name = 'b2.csv') => dropFile(desk, { file_name, content })

describe('the desk', () => {
  test('what can be sent, what is stopped with its reason, what has time', async () => {
    const [plain] = await houses(1)
    const rare = await placed({
      shipping_address: { ...kamakura, name01: '髙橋', addr02: '0-0-2', addr03: '㈱椿野ビル' },
    })
    const wrong = await placed({ shipping_address: { ...kamakura, pref_id: 13, addr02: '0-0-3' } })
    const noted = await placed({ shipping_address: { ...kamakura, addr02: '0-0-4' }, delivery_notes: '猫がいます' })
    const dated = await placed({ shipping_address: { ...kamakura, addr02: '0-0-5' }, delivery_date: '2026-12-20' })
    const seen = await showDesk(desk, {})
    expect(seen.ready_orders).toMatchObject([
      { order_no: plain, name: '山口 花子', pieces: 1, temperatures: ['normal'] },
    ])
    expect(seen.stopped_orders).toMatchObject([
      {
        order_no: rare,
        action: 'accept',
        reasons: ['お名前の「髙」は、送り状に印字できません。', 'ご住所の「㈱」は、送り状に印字できません。'],
        original: { name: '髙橋 花子' },
        proposal: { name: '高橋 花子', address: ['神奈川県鎌倉市小町0-0-2', '(株)椿野ビル', '', ''] },
      },
      { order_no: wrong, action: 'edit', reasons: [expect.stringContaining('神奈川県ですが')] },
      { order_no: noted, action: 'read_note', reasons: ['備考があります: 猫がいます'] },
    ])
    expect(seen).toMatchObject({
      ready: 1,
      stopped: 3,
      packed: 0,
      shipped: 0,
      later: { orders: 1, from: '2026-12-18' },
    })
    expect(await showCounts(desk, {})).toEqual({ ready: 1, stopped: 3, packed: 0, shipped: 0 })

    expect(await acceptLabels(desk, { order_nos: [rare, wrong, noted] })).toEqual({ order_nos: [rare] })
    await readNote(desk, { order_no: noted })
    const text = {
      ...seen.stopped_orders[1]!.original!,
      postal_code: '100-0005',
      address: ['東京都千代田区丸の内0-0-3'],
    }
    await changeLabel(desk, { order_no: wrong, ...text })
    expect(await showCounts(desk, {})).toMatchObject({ ready: 4, stopped: 0 })
    // The customer's original text is kept and comes back.
    expect((await db.select().from(orders).where(eq(orders.order_no, rare)))[0]).toMatchObject({ name01: '髙橋' })
    await restoreLabel(desk, { order_no: rare })
    expect(await showCounts(desk, {})).toMatchObject({ ready: 3, stopped: 1 })
    clock.move(27)
    expect((await showDesk(desk, {})).ready_orders.map(({ order_no }) => order_no)).toContain(dated)
    clock.move(-27)
  })

  test('input is checked beside its field; another shop’s order is unknown here', async () => {
    const [order_no] = await houses(1)
    const text = {
      name: '',
      postal_code: '2480006',
      address: ['神奈川県鎌倉市小町①'],
      phone_number: '1',
      delivery_date: null,
      slot: '20-21' as const,
      note: '',
    }
    const refused = changeLabel(desk, { order_no: order_no!, ...text })
    await expect(refused).rejects.toMatchObject({
      status: 422,
      fields: [{ path: 'name' }, { path: 'address' }, { path: 'phone_number' }, { path: 'slot' }],
    })
    await expect(readNote({ ...desk, shop_id: 3 }, { order_no: order_no! })).rejects.toMatchObject({ status: 404 })
  })

  test('without a program, or a sender, nothing goes; each says where to set it', async () => {
    await houses(1)
    await db.update(delivery).set({ carrier_program: null }).where(eq(delivery.id, 1))
    expect((await showDesk(desk, {})).stopped_orders).toMatchObject([
      { action: 'open_setting', to: '/setting/delivery/1' },
    ])
    await db.update(delivery).set({ carrier_program: 'b2cloud' }).where(eq(delivery.id, 1))
    const [sender] = await db.delete(shipping_setting).where(eq(shipping_setting.shop_id, 2)).returning()
    expect((await showDesk(desk, {})).stopped_orders).toMatchObject([
      { action: 'open_setting', to: '/setting/shipping' },
    ])
    await db.insert(shipping_setting).values(sender!)
  })

  test('unpaid orders are stopped too, with the reason and the order to open', async () => {
    const [examined, late, paying, , single, far] = await houses(6)
    const idOf = async (order_no: string) =>
      (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!.id
    const set = async (
      order_no: string,
      status: 'payment_pending' | 'payment_error',
      state: PaymentState,
      more = {},
    ) => {
      const id = await idOf(order_no)
      await db
        .update(orders)
        .set({ status, ...more })
        .where(eq(orders.id, id))
      await db.update(payment).set({ state, refusal: 'limit' }).where(eq(payment.order_id, id))
    }
    const [row] = await db.select().from(customer).where(eq(customer.id, customer_id!))
    const subscription_id = await addSubscription(db, row!, { cycle: 2, summary_status: 2 })
    await set(examined!, 'payment_pending', 'held')
    await set(late!, 'payment_error', 'failed', { subscription_id, cycle: 2 })
    await set(paying!, 'payment_pending', 'redirected', { updated_at: clock.now() })
    // A failed single purchase is ordered anew, and an order that is not due yet is not stopped.
    await set(single!, 'payment_error', 'failed')
    await set(far!, 'payment_pending', 'held', { delivery_date: '2026-12-20' })
    const seen = await showDesk(desk, {})
    expect(seen).toMatchObject({ ready: 1, stopped: 2 })
    expect(seen.stopped_orders).toMatchObject([
      {
        order_no: examined,
        action: 'open_order',
        to: `/orders/${await idOf(examined!)}`,
        pieces: 1,
        reasons: ['後払いの審査の結果を待っています'],
      },
      {
        order_no: late,
        action: 'open_order',
        to: `/orders/${await idOf(late!)}`,
        reasons: ['再決済か、お支払い方法の変更を待っています', expect.stringContaining('ご利用限度額')],
      },
    ])
    // After a day without activity the customer is no longer paying; a paused subscription needs no payment.
    clock.move(1)
    await db.update(subscription).set({ summary_status: 5 }).where(eq(subscription.id, subscription_id))
    const next = (await showDesk(desk, {})).stopped_orders.map(({ order_no }) => order_no)
    expect(next).toEqual([examined, paying])
    clock.move(-1)
  })

  test('who may not see personal data sees none', async () => {
    const order_no = await placed({
      shipping_address: { ...kamakura, name01: '髙橋', pref_id: 13 },
      delivery_notes: '猫がいます',
    })
    const viewer = await signedIn(testContext(db, { ...base, settings }), '閲覧 花', 'viewer')
    const { stopped_orders } = await showDesk(viewer, {})
    expect(stopped_orders).toMatchObject([{ name: '髙＊＊', original: null, proposal: null, note: '' }])
    expect(stopped_orders[0]!.reasons).toEqual([
      'お名前に、直すところがあります。',
      '郵便番号に、直すところがあります。',
      '備考があります。',
    ])
    const permissions = ['shipment.read', 'shipment.write'] as const
    const key = { ...viewer, operator: { ...viewer.operator, permissions, api_key_id: 1 } }
    const refused = (by: typeof viewer) =>
      createBatch(by, { order_nos: [order_no] }).catch((error: Error) => error.message)
    expect(await refused(key)).toBe('お名前に、直すところがあります。')
    expect(await refused(desk)).toContain('髙')
    const noted = await placed({
      shipping_address: { ...kamakura, addr02: '0-0-9' },
      delivery_notes: '母の秘密子に渡して',
    })
    expect(await createBatch(key, { order_nos: [noted, ...(await houses(1))] })).toMatchObject({
      left_out: [{ order_no: noted, reason: '備考があります。' }],
    })
    // The audit log and the order's page show which fields changed, but not their values.
    const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
    const text = { ...(await showDesk(desk, {})).stopped_orders[0]!.original!, name: '高橋 花子' }
    await changeLabel(desk, { order_no, ...text, address: ['神奈川県鎌倉市小町1-1'] })
    await readNote(desk, { order_no })
    const trail = await db
      .select()
      .from(audit_event)
      .where(eq(audit_event.subject_id, String(order!.id)))
    expect(trail).toMatchObject([
      { fields: ['name', 'address'], before: { name: '髙＊＊', address: '東京都＊＊' }, subject_name: order_no },
      { after: { delivery_notes: '＊＊(5文字)' } },
    ])
    const kept = JSON.stringify(trail)
    for (const word of ['橋', '鎌倉', '2480006', '猫']) expect(kept).not.toContain(word)
  })

  test('two orders to one house wait for a word; together they have one label and one number', async () => {
    const order_nos = [await placed(), await placed()]
    expect((await showDesk(desk, {})).stopped_orders).toMatchObject([
      { action: 'decide_parcel', same_address: order_nos, can_join: true },
      { action: 'decide_parcel', same_address: order_nos },
    ])
    await decideParcel(desk, { order_nos, parcel: 'together' })
    const { batch_no } = await createBatch(desk, { order_nos })
    const [first, second] = await parcels()
    expect(second).toMatchObject({ rides_with_id: first!.id })
    const [file] = (await createFiles(desk, { batch_no })).items
    expect(file).toMatchObject({ parcels: 1 })
    await expect(takeOut(desk, { shipment_no: first!.shipment_no })).rejects.toMatchObject({ status: 409 })
    const { id } = await drop(returnFile('b2cloud', [[first!.shipment_no, numberOf(1)]]))
    await confirmDropped(desk, { id, matched: 1 })
    await run()
    expect((await parcels()).map(({ status, tracking_no }) => [status, tracking_no])).toEqual([
      ['shipped', numberOf(1)],
      ['shipped', numberOf(1)],
    ])
    expect([captured.length, await mailCount()]).toEqual([2, 2])
  })
})

describe('batches', () => {
  test('two operators with the same orders: each parcel is in one batch, and neither waits', async () => {
    const order_nos = await houses(6)
    const both = await Promise.allSettled([desk, other].map((who) => createBatch(who, { order_nos })))
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    expect(made.reduce((sum, batch) => sum + batch.parcels, 0)).toBe(6)
    const all = await parcels()
    expect(all).toHaveLength(6)
    expect(new Set(all.map(({ order_id }) => order_id)).size).toBe(6)
    for (const { left_out, parcels: count } of made) expect(left_out).toHaveLength(6 - count)
    expect((await showDesk(desk, {})).ready_orders).toEqual([])
  })

  test('an order that is locked is left out, not waited for', async () => {
    const order_nos = await houses(2)
    await db.transaction(async (tx) => {
      await tx
        .select()
        .from(orders)
        .where(and(eq(orders.shop_id, 2), eq(orders.order_no, order_nos[0]!)))
        .for('update')
      const { parcels: count, left_out } = await createBatch(desk, { order_nos })
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
    const { batch_no, parcels: count } = await createBatch(desk, { order_nos: [order_no] })
    expect(count).toBe(2)
    const seen = await showBatch(desk, { batch_no })
    expect(seen.to_export).toEqual([
      { program: 'b2cloud', temperature: 'normal', parcels: 1 },
      { program: 'b2cloud', temperature: 'frozen', parcels: 1 },
    ])
    const { items: files } = await createFiles(desk, { batch_no })
    const read = async (id: number) =>
      JSON.parse(Buffer.from((await downloadFile(desk, { id })).content, 'base64').toString()).labels
    const [normal, frozen] = await Promise.all(files.map(({ id }) => read(id)))
    const [{ payment_total }] = (await db.select().from(orders)) as [typeof orders.$inferSelect]
    // The whole amount is collected once.
    expect(normal).toMatchObject([{ temperature: 'normal', cash_on_delivery: { amount: payment_total } }])
    expect(frozen).toMatchObject([{ temperature: 'frozen', cash_on_delivery: null }])
  })

  describe('代金引換 of an order in two parcels is collected once, whatever batches they are in', () => {
    const items = [
      { product_sku_id: 101, quantity: 1, revision: 1 },
      { product_sku_id: 133, quantity: 2, revision: 1 },
    ]
    /** An order in two parcels, both in one batch. */
    async function inTwo() {
      await db.update(product_sku).set({ temperature: 'frozen' }).where(eq(product_sku.id, 133))
      const order_no = await placed({ items, payment_method_id: null })
      const { batch_no } = await createBatch(desk, { order_nos: [order_no] })
      const [first, second] = (await parcels()).map(({ shipment_no }) => shipment_no) as [string, string]
      return { order_no, batch_no, first, second }
    }
    /** Prints what the batch has left. Returns the amount on each label. */
    async function printed(batch_no: string): Promise<Record<string, number | null>> {
      const { items: files } = await createFiles(desk, { batch_no })
      const contents = await Promise.all(files.map(({ id }) => downloadFile(desk, { id })))
      const labels = contents.flatMap(({ content }) => JSON.parse(Buffer.from(content, 'base64').toString()).labels)
      return Object.fromEntries(
        labels.map(({ shipment_no, cash_on_delivery }) => [shipment_no, cash_on_delivery?.amount ?? null]),
      )
    }
    const printedAnew = async (order_no: string) =>
      printed((await createBatch(desk, { order_nos: [order_no] })).batch_no)
    const total = async () => (await db.select().from(orders))[0]!.payment_total
    const ship = (shipment_no: string, n: number) => writeTracking(desk, { shipment_no, tracking_no: numberOf(n) })

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
      for (const { id } of (await showBatch(desk, { batch_no })).files) await withdrawFile(desk, { id })
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
      const { shipment_no: third } = await splitOrder(desk, { order_no, shipment_no: second, items: pieces })
      expect(await printed(batch_no)).toEqual({ [first]: await total() })
      const later = await createBatch(desk, { order_nos: [order_no] })
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
      takeOneParcelBack(who, { id: (await standing()).id, shipment_no, is_unpaid, decision_reason: '受取拒否' })
    const arrived = (order_no: string) => receiveShipments(desk, { order_no })

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
      await receiveShipments(desk, { order_no, shipment_no: first })
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
      expect(shown.timeline.filter(({ text }) => text.startsWith('決済: 代金引換の回収を取り消しました'))).toHaveLength(
        1,
      )
      expect(await arrived(order_no)).toMatchObject({ status: 'delivered' })
      expect(await paid()).toMatchObject({ state: 'authorised', captured_amount: 0 })
      await refundOrder(desk, { order_no, restock: true })
      expect(await standing()).toMatchObject({ status: 'returned' })
      expect(await paid()).toMatchObject({ captured_amount: 0, refunded_amount: 0 })
    })

    test('cash of which some was refunded is not opened again', async () => {
      const { order_no, batch_no, first, second } = await inTwo()
      await printed(batch_no)
      await ship(first, 1)
      await ship(second, 2)
      await arrived(order_no)
      await refundOrder(desk, { order_no, amount: 100 })
      await expect(back(first, true)).rejects.toMatchObject({ error: 'ERROR_ORDER_STATUS' })
      expect(await parcels()).toMatchObject([{ status: 'received' }, { status: 'received' }])
      expect(await paid()).toMatchObject({ state: 'captured', refunded_amount: 100 })
    })

    test('お届け済み of an order whose parcels are all back is refused', async () => {
      const { order_no, batch_no, first, second } = await inTwo()
      await printed(batch_no)
      await ship(first, 1)
      await ship(second, 2)
      await back(first)
      await back(second)
      await expect(arrived(order_no)).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
      expect(await standing()).toMatchObject({ status: 'shipped' })
    })

    test('what nobody collected stays owed: the order is delivered, its cash isn’t booked', async () => {
      const { order_no, batch_no, first, second } = await inTwo()
      expect(await printed(batch_no)).toEqual({ [first]: await total(), [second]: null })
      await ship(first, 1)
      await ship(second, 2)
      await receiveShipments(desk, { order_no, shipment_no: second })
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
      await expect(recordCash(desk, asked)).rejects.toMatchObject({ error: 'ERROR_ORDER_STATUS' })
      await arrived(order_no)
      await expect(recordCash({ ...desk, shop_id: 3 }, asked)).rejects.toMatchObject({ status: 404 })
      for (const [path, wrong] of [
        ['amount', { amount: amount + 1 }],
        ['paid_on', { paid_on: '2026-11-22' }],
        ['paid_on', { paid_on: '2026-11-20' }],
      ] as const)
        await expect(recordCash(desk, { ...asked, ...wrong })).rejects.toMatchObject({
          status: 422,
          fields: [{ path }],
        })
      expect(await paid()).toMatchObject({ state: 'authorised', captured_amount: 0 })
      const inParts = async (...parts: object[]) => {
        const both = await Promise.allSettled([desk, other].map((who, n) => recordCash(who, { ...asked, ...parts[n] })))
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
      await expect(refundOrder(desk, { order_no, amount: 100, given: 0 })).rejects.toMatchObject({ status: 409 })
      await expect(recordCash(desk, { ...asked, captured_amount: 300 })).rejects.toMatchObject({ status: 422 })
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

    test('the part that was received is refunded by a 返品, and no more is expected', async () => {
      const { order_no, batch_no, first, second } = await inTwo()
      await printed(batch_no)
      await ship(first, 1)
      await ship(second, 2)
      await back(first)
      await arrived(order_no)
      const { id } = await standing()
      const part = { id, amount: 300, captured_amount: 0, paid_on: '2026-11-21', decision_reason: '銀行振込' }
      await recordCash(desk, part)
      const asked = { id, is_return: true, amount: null, refunded_amount: 0, decision_reason: '返品' }
      const shown = await refundOneOrder(desk, { ...asked, notify: false, keep_subscription: false, restock: false })
      expect(shown).toMatchObject({ status: 'returned', kept_amount: 0, refusals: { refund: '返品済みです。' } })
      expect(await paid()).toMatchObject({ state: 'refunded', captured_amount: 300, refunded_amount: 300 })
      await expect(recordCash(desk, { ...part, captured_amount: 300 })).rejects.toMatchObject({ status: 409 })
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
      await refundOrder(desk, { order_no, restock: true })
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
      const { batch_no: both } = await createBatch(desk, { order_nos: [order_no] })
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
      const later = await createBatch(other, { order_nos: [order_no] })
      const both = await Promise.all([printed(batch_no), printed(later.batch_no)])
      expect(both.flatMap((labels) => Object.values(labels)).filter((amount) => amount !== null)).toEqual([
        await total(),
      ])
    })
  })

  test('a file is the same at a second download of the day, no parcel goes into two, and cancelled it goes into another', async () => {
    const { batch_no } = await exported(2)
    const { files } = await showBatch(desk, { batch_no })
    const { id } = files[0]!
    const bytes = (await downloadFile(desk, { id })).content
    clock.move(1)
    await db.update(shipping_setting).set({ item_name: '別の品名' })
    await expect(downloadFile(other, { id })).rejects.toMatchObject({ status: 409 })
    expect((await showBatch(desk, { batch_no })).files).toMatchObject([{ is_outdated: true }])
    clock.move(-1)
    expect((await downloadFile(other, { id })).content).toBe(bytes)
    expect((await showBatch(desk, { batch_no })).files).toMatchObject([{ is_outdated: false }])
    clock.move(1)
    await expect(createFiles(desk, { batch_no })).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
    await withdrawFile(desk, { id })
    const [again] = (await createFiles(desk, { batch_no })).items
    expect((await downloadFile(desk, { id: again!.id })).content).not.toBe(bytes)
    await db.update(shipping_setting).set({ item_name: '化粧品' })
    clock.move(-1)
    expect(await db.$count(shipping_file)).toBe(2)
    await expect(downloadFile({ ...desk, shop_id: 3 }, { id })).rejects.toMatchObject({ status: 404 })
  })

  test('two people export the same batch at once: one file', async () => {
    const order_nos = await houses(3)
    const { batch_no } = await createBatch(desk, { order_nos })
    const both = await Promise.allSettled([desk, other].map((who) => createFiles(who, { batch_no })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.$count(shipping_file)).toBe(1)
  })

  test('one operator takes a parcel out while another exports: it is in no file, or out of it again, and in one batch at most', async () => {
    const order_nos = await houses(3)
    const { batch_no } = await createBatch(desk, { order_nos })
    const [first] = await parcels()
    await Promise.allSettled([
      createFiles(desk, { batch_no }),
      takeOut(other, { shipment_no: first!.shipment_no }),
      createBatch(other, { order_nos }),
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
    const { batch_no } = await createBatch(desk, { order_nos })
    const [first] = await parcels()
    // The parcel is out of its batch, but its transaction is still open, while the labels are written.
    const holding = await database.pool.connect()
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const waiting = (n: number) =>
      expect.poll(async () => (await database.pool.query(waits)).rowCount, { timeout: 20_000 }).toBe(n)
    await holding.query('begin')
    await holding.query('lock table audit_event in exclusive mode')
    const taking = takeOut(other, { shipment_no: first!.shipment_no })
    await waiting(1)
    const writing = createFiles(desk, { batch_no })
    await waiting(2)
    await holding.query('commit')
    holding.release()
    await taking
    expect((await writing).items).toMatchObject([{ parcels: 1 }])
    expect((await parcels())[0]).toMatchObject({ status: 'ready', shipping_file_id: null })
    const again = await createBatch(desk, { order_nos: [order_nos[0]!] })
    expect((await createFiles(desk, again)).items).toMatchObject([{ parcels: 1 }])
  })

  test('what is put into each parcel besides: by the number of the delivery, and never into メール便', async () => {
    const order_nos = await houses(3)
    await db.update(orders).set({ bundled_flag: false }).where(eq(orders.order_no, order_nos[2]!))
    const { batch_no } = await createBatch(desk, { order_nos })
    const { parcel_list } = await showBatch(desk, { batch_no })
    const inserts = new Map(parcel_list.map((parcel) => [parcel.order_no, parcel.inserts]))
    expect(order_nos.map((order_no) => inserts.get(order_no))).toEqual([
      ['ごあいさつ状', '椿だより'],
      ['お手入れの手引き', '椿だより'],
      [],
    ])
  })

  test('a batch is taken over; it is found again in the list', async () => {
    const { batch_no } = await exported(1)
    await takeOver(other, { batch_no })
    expect(await showBatch(other, { batch_no })).toMatchObject({ owner: '梱包 二郎', is_own: true, status: 'labelled' })
    expect(await listBatches(desk, {})).toMatchObject({ items: [{ batch_no, parcels: 1, shipped: 0 }], next: null })
    expect(await db.select().from(audit_event).where(eq(audit_event.subject_id, batch_no))).toMatchObject([
      { action: 'shop test', after: { orders: 1, parcels: 1 } },
      { after: { files: [`ヤマトB2クラウド_常温_${batch_no}.csv`] } },
      { before: { owner: '梱包 一郎' }, after: { owner: '梱包 二郎' } },
    ])
  })

  test('a member’s cancel after the batch was made waits for the desk’s decision, and the parcel stays until then', async () => {
    const { order_nos, rows, file } = await exported(2)
    await expect(cancelOrder(member, { order_no: order_nos[0]! })).rejects.toMatchObject({ error: 'ERROR_IN_BATCH' })
    expect(await askToCancel(member, { order_no: order_nos[0]! })).toBe('asked')
    expect((await showDesk(desk, {})).stopped_orders).toMatchObject([
      { order_no: order_nos[0], action: 'decide_cancel' },
    ])
    const dropped = await drop(file())
    expect(dropped.rows.map(({ finding }) => finding)).toEqual(['cancel_asked', 'matched'])
    await expect(writeTracking(desk, { shipment_no: rows[0]![0], tracking_no: numberOf(7) })).rejects.toMatchObject({
      error: 'ERROR_CANCEL_ASKED',
    })
    await decideCancel(desk, { order_no: order_nos[0]!, decision: 'cancel' })
    expect((await parcels()).map(({ status }) => status)).toEqual(['cancelled', 'packed'])
    await askToCancel(member, { order_no: order_nos[1]! })
    await decideCancel(desk, { order_no: order_nos[1]!, decision: 'ship' })
    await confirmDropped(desk, { id: dropped.id, matched: 1 })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['cancelled', 'shipped'])
    expect(captured).toHaveLength(1)
    expect(await db.select().from(shipping_batch)).toMatchObject([{ status: 'completed' }])
  })

  test('not in a batch yet it is cancelled at once', async () => {
    const [order_no] = await houses(1)
    expect(await askToCancel(member, { order_no: order_no! })).toBe('cancelled')
  })
})

describe('what comes back', () => {
  test('previewed, confirmed once: the money, the mail and the event once for each parcel', async () => {
    const { file, batch_no } = await exported(3)
    const seen = await drop(file())
    expect(seen).toMatchObject({ matched: 3, unknown: 0, different: 0, is_confirmed: false, program: 'b2cloud' })
    expect(captured).toEqual([])
    await confirmDropped(desk, { id: seen.id, matched: 3 })
    await confirmDropped(other, { id: seen.id, matched: 3 })
    await run()
    expect([captured.length, await mailCount(), await shippedEvents()]).toEqual([3, 3, 3])
    expect(await showImport(desk, { id: seen.id })).toMatchObject({ done: 3, matched: 0, failed: 0 })
    expect(await showBatch(desk, { batch_no })).toMatchObject({ status: 'completed', shipped: 3 })
    expect(await showCounts(desk, {})).toMatchObject({ shipped: 3, packed: 0 })
    const [event] = await db.select().from(shipment_event).where(eq(shipment_event.status, 'shipped'))
    expect(event).toMatchObject({ actor_kind: 'operator', actor_name: '梱包 一郎' })
  })

  test('the same file again, under another name, or with its lines shuffled and doubled: nothing', async () => {
    const { rows, file } = await exported(3)
    const first = await drop(file())
    await confirmDropped(desk, { id: first.id, matched: 3 })
    await run()
    expect(await drop(file(), 'again.csv')).toMatchObject({ id: first.id, done: 3 })
    const shuffled = await drop(file([...rows, ...rows].reverse()))
    expect(shuffled).toMatchObject({ matched: 0, different: 0, done: 6 })
    await expect(confirmDropped(desk, { id: shuffled.id, matched: 1 })).rejects.toMatchObject({ status: 409 })
    expect([captured.length, await mailCount()]).toEqual([3, 3])
  })

  test('another number for a shipped parcel is a conflict and stays one; unknown parcels are reported', async () => {
    const { rows, file } = await exported(2)
    const { id } = await drop(file())
    await confirmDropped(desk, { id, matched: 2 })
    await run()
    const seen = await drop(file([[rows[0]![0], numberOf(9)], rows[1]!, ['261121ZZZZZZ', numberOf(8)]]))
    expect(seen).toMatchObject({ matched: 0, different: 1, unknown: 1, done: 1 })
    await expect(confirmDropped(desk, { id: seen.id, matched: 1 })).rejects.toMatchObject({ status: 409 })
    expect((await parcels())[0]).toMatchObject({ tracking_no: numberOf(0) })
    // An operator makes the correction, and the customer is notified.
    await writeTracking(desk, { shipment_no: rows[0]![0], tracking_no: numberOf(9).replace(/^(.{4})(.{4})/, '$1 $2-') })
    expect((await parcels())[0]).toMatchObject({ tracking_no: numberOf(9) })
    await expect(writeTracking(desk, { shipment_no: rows[0]![0], tracking_no: numberOf(1) })).rejects.toMatchObject({
      error: 'ERROR_TRACKING_NO',
    })
    expect([captured.length, await mailCount()]).toEqual([2, 3])
  })

  test('two files for the same parcels at the same moment: each parcel once', async () => {
    const { rows, file } = await exported(4)
    const [a, b] = await Promise.all([drop(file()), drop(file([...rows].reverse()))])
    await confirmDropped(desk, { id: a.id, matched: 4 })
    await confirmDropped(other, { id: b.id, matched: 4 })
    await Promise.all(later.splice(0).map((work) => work()))
    await shipWaiting(desk)
    expect(new Set(captured).size).toBe(4)
    expect([captured.length, await mailCount(), await shippedEvents()]).toEqual([4, 4, 4])
  })

  test('one operator confirms, another takes a parcel out: it leaves and is captured, or stays and is not', async () => {
    const { rows, file } = await exported(3)
    const { id } = await drop(file())
    const [taken] = rows[0]!
    await Promise.allSettled([confirmDropped(desk, { id, matched: 3 }), takeOut(other, { shipment_no: taken })])
    await Promise.all([run(), takeOut(other, { shipment_no: taken }).catch(() => null)])
    await shipWaiting(desk)
    const all = await parcels()
    const left = all.filter(({ status }) => status === 'shipped')
    // If another operator was faster, it is no longer what was agreed to, and nothing leaves.
    expect(new Set(all.slice(1).map(({ status }) => status)).size).toBe(1)
    expect([captured.length, await mailCount(), await shippedEvents()]).toEqual([left.length, left.length, left.length])
    for (const { status, tracking_no } of all) expect(tracking_no === null).toBe(status !== 'shipped')
  })

  test('what is no file of theirs, what was changed meanwhile, and another shop’s parcels', async () => {
    await expect(drop(new Uint8Array(Buffer.from('名前,番号')))).rejects.toMatchObject({ error: 'ERROR_UNKNOWN_FILE' })
    const { rows, file } = await exported(2)
    const { id } = await drop(file())
    await takeOut(desk, { shipment_no: rows[0]![0] })
    await expect(confirmDropped(desk, { id, matched: 2 })).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
    await confirmDropped(desk, { id, matched: 1 })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['ready', 'shipped'])
    const foreign = { ...desk, shop_id: 3 }
    expect(await dropFile(foreign, { file_name: 'x', content: file() })).toMatchObject({ matched: 0, unknown: 2 })
    await expect(showImport(foreign, { id })).rejects.toMatchObject({ status: 404 })
  })

  test('until the truck comes a confirmation can be undone, and the authorisation stays; afterwards it can’t', async () => {
    await db.update(shipping_setting).set({ pickup_time: '16:00' })
    const { file, rows, batch_no } = await exported(3)
    const { id } = await drop(file())
    const waits = await confirmDropped(desk, { id, matched: 3 })
    expect(waits).toMatchObject({ waiting: 3, due_at: '2026-11-21T07:00:00.000Z' })
    await run()
    expect([captured, await mailCount()]).toEqual([[], 0])
    expect((await showBatch(desk, { batch_no })).parcel_list[0]).toMatchObject({
      status: 'packed',
      tracking_no: numberOf(0),
      due_at: '2026-11-21T07:00:00.000Z',
    })
    await undoDropped(desk, { id, shipment_no: rows[0]![0] })
    // A parcel outside a batch keeps no number either.
    await takeOut(desk, { shipment_no: rows[1]![0] })
    await sendDropped(desk, { id })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'ready', 'shipped'])
    expect(captured).toHaveLength(1)
    await expect(undoDropped(desk, { id, shipment_no: null })).rejects.toMatchObject({ status: 409 })
    // An undone line waits for an operator, and then for the truck.
    await retryDropped(desk, { id })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'ready', 'shipped'])
    await expect(registerDropped(desk, { id, matched: 2 })).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
    expect(await registerDropped(desk, { id, matched: 1 })).toMatchObject({ waiting: 1, due_at: waits.due_at })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'ready', 'shipped'])
    await sendDropped(desk, { id })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['shipped', 'ready', 'shipped'])
  })

  test('a parcel that was packed anew is not sent with the number of its old label, however the old file is tried', async () => {
    await db.update(shipping_setting).set({ pickup_time: '16:00' })
    const { file, rows } = await exported(3)
    const { id } = await drop(file())
    await confirmDropped(desk, { id, matched: 3 })
    await undoDropped(desk, { id, shipment_no: rows[0]![0] })
    // The capture of the second parcel fails, so the third is never shipped.
    capturing = async () => {
      throw new PaymentUnavailable('down')
    }
    clock.move(1)
    await shipWaiting(desk)
    capturing = async () => {}
    for (const [shipment_no] of rows) await takeOut(desk, { shipment_no })
    const order_nos = (await db.select().from(orders)).map(({ order_no }) => order_no)
    const { batch_no } = await createBatch(desk, { order_nos })
    await createFiles(desk, { batch_no })
    const again = await drop(file(), 'again.csv')
    expect(again).toMatchObject({ id, matched: 0, failed: 0, waiting: 0 })
    expect(new Set(again.rows.map(({ finding }) => finding))).toEqual(new Set(['outdated']))
    await retryDropped(desk, { id })
    await expect(registerDropped(desk, { id, matched: 3 })).rejects.toMatchObject({ status: 409 })
    await run()
    expect((await parcels()).map(({ status }) => status)).toEqual(['packed', 'packed', 'packed'])
    const numbers = rows.map(([shipment_no], n) => [shipment_no, numberOf(n + 10)] as const)
    const fresh = await drop(returnFile('b2cloud', numbers))
    expect(fresh).toMatchObject({ matched: 3 })
    clock.move(-1)
  })

  test('a line that fails stays with its reason, holds up no other, and is tried again', async () => {
    const { file } = await exported(3)
    const { id } = await drop(file())
    await confirmDropped(desk, { id, matched: 3 })
    let calls = 0
    capturing = async () => {
      if (++calls === 2) throw new PaymentUnavailable('down')
    }
    await run()
    const seen = await showImport(desk, { id })
    expect(seen).toMatchObject({ done: 2, failed: 1 })
    expect(seen.rows[1]).toMatchObject({ state: 'failed', message: expect.stringContaining('つながりません') })
    expect((await showDesk(desk, {})).imports).toMatchObject([{ id, failed: 1, is_confirmed: true }])
    await retryDropped(desk, { id })
    await run()
    expect(await showImport(desk, { id })).toMatchObject({ done: 3, failed: 0 })
    expect([captured.length, await mailCount(), await shippedEvents()]).toEqual([3, 3, 3])
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
    await confirmDropped(desk, { id, matched: 2 })
    later = []
    for (let until = 0; ; until++) {
      Object.assign(calls, { count: 0, until })
      const isOver = await shipWaiting(mortal()).then(
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
    expect([new Set(captured).size, await mailCount(), await shippedEvents()]).toEqual([2, 2, 2])
    expect(await db.select().from(shipping_batch)).toMatchObject([{ status: 'completed' }])
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

test('a postcode of another town of the same prefecture stops the order until an operator has looked', async () => {
  towns['8120011'] = [{ pref_id: 40, pref: '福岡県', city: '福岡市博多区', town: '博多駅前' }]
  const fukuoka = { ...kamakura, postal_code01: '812', postal_code02: '0011', pref_id: 40, addr02: '1-1' }
  const right = await placed({ shipping_address: { ...fukuoka, addr01: '福岡市博多区博多駅前' } })
  const wrong = await placed({ shipping_address: { ...fukuoka, addr01: '福岡市中央区天神' } })
  const order_nos = [right, wrong]
  const reason = '郵便番号は「福岡市博多区博多駅前」ですが、ご住所が違います。'
  expect(await createBatch(desk, { order_nos })).toMatchObject({ parcels: 1, left_out: [{ order_no: wrong, reason }] })
  const [stopped] = (await showDesk(desk, {})).stopped_orders
  expect(stopped).toMatchObject({ order_no: wrong, action: 'edit', reasons: [reason] })
  await changeLabel(desk, { order_no: wrong, ...stopped!.original! })
  expect(await createBatch(desk, { order_nos: [wrong] })).toMatchObject({ parcels: 1, left_out: [] })
})

describe('出荷を止める', () => {
  const oil = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
  const stopped = async (who = desk) => (await showDesk(who, {})).stopped_orders
  const packedOf = async (count = 1) => {
    const order_nos = await houses(count)
    const { batch_no } = await createBatch(desk, { order_nos })
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
    expect((await showDesk(desk, {})).ready_orders).toEqual([])
    await expect(createBatch(desk, { order_nos: [order_nos[0]!] })).rejects.toMatchObject({ status: 409 })
    await expect(writeTracking(desk, { shipment_no, tracking_no: numberOf(7) })).rejects.toMatchObject({ status: 409 })
    expect((await showBatch(desk, { batch_no })).parcel_list).toHaveLength(1)
    const shown = await showOrder(manager, { id: (await db.select().from(orders))[0]!.id })
    expect(shown.next_step).toMatchObject({ text: '出荷を止めています。欠品', tone: 'stuck' })
    expect(await countOrders(manager)).toMatchObject({ short: 1 })
    await releaseHold(desk, { order_no: order_nos[0]!, undo: false })
    expect(await oil()).toBe(0)
    expect((await showDesk(desk, {})).ready_orders).toMatchObject([{ order_no: order_nos[0] }])
    await db.update(product_sku).set({ stock: before }).where(eq(product_sku.id, 101))
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
    expect((await showBatch(desk, { batch_no })).to_export).toEqual([])
  })

  test('an order with a later day does not disappear while it is held', async () => {
    const order_no = await placed({ delivery_date: '2026-11-26' })
    clock.move(3)
    onTestFinished(() => clock.move(-3))
    await createBatch(desk, { order_nos: [order_no] })
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
      shipping_address: { ...kamakura, addr02: '9-9-9' },
      decision_reason: 'お客様からのお電話',
      notify: true,
    }
    for (const { id } of [first!, second!]) await askForAddress(manager, { id, ...wish })
    expect(await stopped()).toMatchObject([
      { order_no: order_nos[0], action: 'decide_address', reasons: [expect.stringContaining('9-9-9')] },
      { order_no: order_nos[1], action: 'decide_address' },
    ])
    expect((await drop(file())).rows.map(({ finding }) => finding)).toEqual(['address_asked', 'address_asked'])
    const shipping = writeTracking(desk, { shipment_no: rows[0]![0], tracking_no: numberOf(0) })
    await expect(shipping).rejects.toMatchObject({ status: 409 })
    await decideAddress(desk, { order_no: order_nos[0]!, decision: 'correct' })
    await decideAddress(desk, { order_no: order_nos[1]!, decision: 'ship' })
    expect(await db.select().from(orders).orderBy(asc(orders.id))).toMatchObject([
      { addr02: '9-9-9' },
      { addr02: '0-0-2' },
    ])
    expect((await showBatch(desk, { batch_no })).parcel_list).toMatchObject([{ order_no: order_nos[1] }])
    expect(await stopped()).toEqual([])
    expect((await showDesk(desk, {})).ready_orders).toMatchObject([{ order_no: order_nos[0] }])
    await expect(askForAddress(manager, { id: first!.id, ...wish })).rejects.toMatchObject({ status: 409 })
  })
})
