import { customer } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import { shipping_setting } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import type { PaymentState } from '@kushi/values/payment-method'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { fakeTrackingFile } from '../../testing/carrier-files.ts'
import { testContext } from '../../testing/context.ts'
import { kamakuraAddress } from '../../testing/order.ts'
import { insertSubscriptionRow } from '../../testing/rows.ts'
import { fakeTrackingNumber, setUpShippingDesk } from '../../testing/shipping-desk.ts'
import { createShippingBatch } from './admin/batch.ts'
import { createShippingFiles } from './admin/files.ts'
import { confirmTrackingImport } from './admin/imports.ts'
import {
  acceptLabelProposals,
  changeShippingLabel,
  decideSharedBox,
  markOrderNoteRead,
  restoreCustomerLabel,
} from './admin/labels.ts'
import { showShippingDesk, showShippingDeskCounts } from './admin/show-desk.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const {
  bank,
  clock,
  towns,
  base,
  settings,
  customer_id,
  desk,
  placed,
  houses,
  parcels,
  begin,
  run,
  mailCount,
  takeOut,
  drop,
} = await setUpShippingDesk(database)
beforeEach(begin)

describe('the desk', () => {
  test('what can be sent, what is stopped with its reason, what has time', async () => {
    const [plain] = await houses(1)
    const rare = await placed({
      shipping_address: { ...kamakuraAddress, name01: '髙橋', addr02: '0-0-2', addr03: '㈱椿野ビル' },
    })
    const wrong = await placed({ shipping_address: { ...kamakuraAddress, pref_id: 13, addr02: '0-0-3' } })
    const noted = await placed({
      shipping_address: { ...kamakuraAddress, addr02: '0-0-4' },
      delivery_notes: '猫がいます',
    })
    const dated = await placed({
      shipping_address: { ...kamakuraAddress, addr02: '0-0-5' },
      delivery_date: '2026-12-20',
    })
    const seen = await showShippingDesk(desk, {})
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
    expect(await showShippingDeskCounts(desk, {})).toEqual({ ready: 1, stopped: 3, packed: 0, shipped: 0 })

    expect(await acceptLabelProposals(desk, { order_nos: [rare, wrong, noted] })).toEqual({ order_nos: [rare] })
    await markOrderNoteRead(desk, { order_no: noted })
    const text = {
      ...seen.stopped_orders[1]!.original!,
      postal_code: '100-0005',
      address: ['東京都千代田区丸の内0-0-3'],
    }
    await changeShippingLabel(desk, { order_no: wrong, ...text })
    expect(await showShippingDeskCounts(desk, {})).toMatchObject({ ready: 4, stopped: 0 })
    // The customer's original text is kept and comes back.
    expect((await db.select().from(orders).where(eq(orders.order_no, rare)))[0]).toMatchObject({ name01: '髙橋' })
    await restoreCustomerLabel(desk, { order_no: rare })
    expect(await showShippingDeskCounts(desk, {})).toMatchObject({ ready: 3, stopped: 1 })
    clock.move(27)
    expect((await showShippingDesk(desk, {})).ready_orders.map(({ order_no }) => order_no)).toContain(dated)
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
    const refused = changeShippingLabel(desk, { order_no: order_no!, ...text })
    await expect(refused).rejects.toMatchObject({
      status: 422,
      fields: [{ path: 'name' }, { path: 'address' }, { path: 'phone_number' }, { path: 'slot' }],
    })
    await expect(markOrderNoteRead({ ...desk, shop_id: 3 }, { order_no: order_no! })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('without a program, or a sender, nothing goes; each says where to set it', async () => {
    await houses(1)
    await db.update(delivery).set({ carrier_program: null }).where(eq(delivery.id, 1))
    expect((await showShippingDesk(desk, {})).stopped_orders).toMatchObject([
      { action: 'open_setting', to: '/setting/delivery/1' },
    ])
    await db.update(delivery).set({ carrier_program: 'b2cloud' }).where(eq(delivery.id, 1))
    const [sender] = await db.delete(shipping_setting).where(eq(shipping_setting.shop_id, 2)).returning()
    expect((await showShippingDesk(desk, {})).stopped_orders).toMatchObject([
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
    const subscription_id = await insertSubscriptionRow(db, row!, { cycle: 2, summary_status: 2 })
    await set(examined!, 'payment_pending', 'held')
    await set(late!, 'payment_error', 'failed', { subscription_id, cycle: 2 })
    await set(paying!, 'payment_pending', 'redirected', { updated_at: clock.now() })
    // A failed single purchase is ordered anew, and an order that is not due yet is not stopped.
    await set(single!, 'payment_error', 'failed')
    await set(far!, 'payment_pending', 'held', { delivery_date: '2026-12-20' })
    const seen = await showShippingDesk(desk, {})
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
    const next = (await showShippingDesk(desk, {})).stopped_orders.map(({ order_no }) => order_no)
    expect(next).toEqual([examined, paying])
    clock.move(-1)
  })

  test('who may not see personal data sees none', async () => {
    const order_no = await placed({
      shipping_address: { ...kamakuraAddress, name01: '髙橋', pref_id: 13 },
      delivery_notes: '猫がいます',
    })
    const viewer = await newOperatorContext(testContext(db, { ...base, settings }), '閲覧 花', 'viewer')
    const { stopped_orders } = await showShippingDesk(viewer, {})
    expect(stopped_orders).toMatchObject([{ name: '髙＊＊', original: null, proposal: null, note: '' }])
    expect(stopped_orders[0]!.reasons).toEqual([
      'お名前に、直すところがあります。',
      '郵便番号に、直すところがあります。',
      '備考があります。',
    ])
    const permissions = ['shipment.read', 'shipment.write'] as const
    const key = { ...viewer, operator: { ...viewer.operator, permissions, api_key_id: 1 } }
    const refused = (by: typeof viewer) =>
      createShippingBatch(by, { order_nos: [order_no] }).catch((error: Error) => error.message)
    expect(await refused(key)).toBe('お名前に、直すところがあります。')
    expect(await refused(desk)).toContain('髙')
    const noted = await placed({
      shipping_address: { ...kamakuraAddress, addr02: '0-0-9' },
      delivery_notes: '母の秘密子に渡して',
    })
    expect(await createShippingBatch(key, { order_nos: [noted, ...(await houses(1))] })).toMatchObject({
      left_out: [{ order_no: noted, reason: '備考があります。' }],
    })
    // The audit log and the order's page show which fields changed, but not their values.
    const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
    const text = { ...(await showShippingDesk(desk, {})).stopped_orders[0]!.original!, name: '高橋 花子' }
    await changeShippingLabel(desk, { order_no, ...text, address: ['神奈川県鎌倉市小町1-1'] })
    await markOrderNoteRead(desk, { order_no })
    const trail = await db
      .select()
      .from(audit_event)
      .where(eq(audit_event.subject_id, String(order!.id)))
    expect(trail).toMatchObject([
      {
        fields: ['name', 'address'],
        before: { name: '髙＊＊', address: ['東京都＊＊', '', '', ''] },
        subject_name: order_no,
      },
      { after: { delivery_notes: '＊＊(5文字)' } },
    ])
    const kept = JSON.stringify(trail)
    for (const word of ['橋', '鎌倉', '2480006', '猫']) expect(kept).not.toContain(word)
  })

  test('two orders to one house wait for a word; together they have one label and one number', async () => {
    const order_nos = [await placed(), await placed()]
    expect((await showShippingDesk(desk, {})).stopped_orders).toMatchObject([
      { action: 'decide_parcel', same_address: order_nos, can_join: true },
      { action: 'decide_parcel', same_address: order_nos },
    ])
    await decideSharedBox(desk, { order_nos, parcel: 'together' })
    const { batch_no } = await createShippingBatch(desk, { order_nos })
    const [first, second] = await parcels()
    expect(second).toMatchObject({ rides_with_id: first!.id })
    const [file] = (await createShippingFiles(desk, { batch_no })).items
    expect(file).toMatchObject({ parcels: 1 })
    await expect(takeOut(desk, { shipment_no: first!.shipment_no })).rejects.toMatchObject({ status: 409 })
    const { id } = await drop(fakeTrackingFile('b2cloud', [[first!.shipment_no, fakeTrackingNumber(1)]]))
    await confirmTrackingImport(desk, { id, matched: 1 })
    await run()
    expect((await parcels()).map(({ status, tracking_no }) => [status, tracking_no])).toEqual([
      ['shipped', fakeTrackingNumber(1)],
      ['shipped', fakeTrackingNumber(1)],
    ])
    expect([bank.captured.length, await mailCount()]).toEqual([2, 2])
  })
})

test('a postcode of another town of the same prefecture stops the order until an operator has looked', async () => {
  towns['8120011'] = [{ pref_id: 40, pref: '福岡県', city: '福岡市博多区', town: '博多駅前' }]
  const fukuoka = { ...kamakuraAddress, postal_code01: '812', postal_code02: '0011', pref_id: 40, addr02: '1-1' }
  const right = await placed({ shipping_address: { ...fukuoka, addr01: '福岡市博多区博多駅前' } })
  const wrong = await placed({ shipping_address: { ...fukuoka, addr01: '福岡市中央区天神' } })
  const order_nos = [right, wrong]
  const reason = '郵便番号は「福岡市博多区博多駅前」ですが、ご住所が違います。'
  expect(await createShippingBatch(desk, { order_nos })).toMatchObject({
    parcels: 1,
    left_out: [{ order_no: wrong, reason }],
  })
  const [stopped] = (await showShippingDesk(desk, {})).stopped_orders
  expect(stopped).toMatchObject({ order_no: wrong, action: 'edit', reasons: [reason] })
  const typed = { order_no: wrong, ...stopped!.original!, address: ['福岡県福岡市中央区天神1-1'] }
  const elsewhere = { ...typed, postal_code: '812-0012' }
  towns['8120012'] = [{ pref_id: 40, pref: '福岡県', city: '福岡市博多区', town: '博多駅中央街' }]
  await expect(changeShippingLabel(desk, elsewhere)).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'postal_code', message: '郵便番号は「福岡市博多区博多駅中央街」ですが、ご住所が違います。' }],
  })
  const moved = { ...typed, address: ['福岡県福岡市中央区大名2-2'] }
  await expect(changeShippingLabel(desk, moved)).rejects.toMatchObject({ fields: [{ path: 'postal_code' }] })
  await changeShippingLabel(desk, { ...moved, is_postcode_confirmed: true })
  await changeShippingLabel(desk, { ...typed, address: ['福岡県福岡市博多区博多駅前1-1'] })
  await changeShippingLabel(desk, { order_no: wrong, ...stopped!.original! })
  expect(await createShippingBatch(desk, { order_nos: [wrong] })).toMatchObject({ parcels: 1, left_out: [] })
})
