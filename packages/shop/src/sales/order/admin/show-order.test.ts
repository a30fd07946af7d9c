import { adminContract } from '@kushi/contract/admin/contract'
import { customer } from '@kushi/db/schema/customer'
import { shipment_event } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { recordAudit } from '../../../foundation/audit/internal/record-audit.ts'
import { enqueueMail } from '../../../messaging/message/internal/enqueue-mail.ts'
import { commandLineContext } from '../../../testing/admin-context.ts'
import { testContext } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertOrderRow, insertShipmentRow } from '../../../testing/rows.ts'
import { shipOrder } from '../../fulfilment/ship-order.ts'
import { recordPayment } from '../../payment/internal/record-payment.ts'
import { addOrderNote } from './add-note.ts'
import { showOrder } from './show-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const manager = await operatorContext(db)

async function placed() {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101, quantity: 2 }], { status: 'arranged' })
  const [paid] = await db
    .insert(payment)
    .values({
      shop_id: 2,
      order_id: order.id,
      payment_method_id: 1,
      state: 'intent',
      amount: order.payment_total,
      provider_order_id: order.order_no,
    })
    .returning()
  const failed = await recordPayment(db, manager, paid!, 'failed', { refusal: 'limit' })
  await recordPayment(db, manager, failed, 'void_pending')
  return { member: member!, order }
}

test('shows what was bought, where it goes, what it costs and everything that happened', async () => {
  const { member, order } = await placed()
  const { id: shipment_id } = await insertShipmentRow(db, order.id)
  const sent = { shop_id: 2, shipment_id, status: 'shipped', created_at: order.created_at } as const
  await db.insert(shipment_event).values({ ...sent, ...manager.actor })
  const [paid] = await db.select().from(payment).where(eq(payment.order_id, order.id))
  const money = { shop_id: 2, payment_id: paid!.id, ...manager.actor }
  await db.insert(payment_event).values({ ...money, event: 'card_not_kept', detail: { refusal: 'limit' } })
  const about = { customer_id: member.id, order_id: order.id }
  await db.transaction(async (tx) => {
    await enqueueMail(tx, 2, `test:${order.id}`, { to: member.email, subject: 'ご注文を承りました', text: '' }, about)
    const action = 'POST /admin/v1/orders/{id}/cancel'
    const change = {
      subject: 'order',
      subject_id: order.id,
      subject_name: order.order_no,
      after: { decision_reason: '重複' },
    }
    await recordAudit(tx, { ...manager, action }, change)
  })
  const shown = await showOrder(manager, { id: order.id })
  expect(shown).toMatchObject({
    order_no: order.order_no,
    payment_total: order.payment_total,
    pieces: 2,
    customer: { id: member.id, name: '山口 花子', email: member.email },
    recipient: { name: '山口 花子', address: '〒248-0006 神奈川県鎌倉市小町0-0-1' },
    shipping_address: { addr01: '鎌倉市小町' },
    items: [{ product_sku_id: 101, quantity: 2, choices: '無香料 / 30mL' }],
    shipments: [{ status: 'shipped', tracking_no: '123456789012' }],
    payments: [{ state: 'void_pending', message: expect.stringContaining('ご利用限度額') }],
    refusals: { receive: null, cancel: expect.any(String) },
  })
  const said = shown.timeline.map(({ kind, text }) => `${kind}: ${text}`)
  expect(said).toEqual(
    expect.arrayContaining([
      'order: 発送の準備に入りました',
      expect.stringMatching(/^money: 決済: エラー ¥/),
      'money: 決済: カードを登録できませんでした',
      expect.stringMatching(/^parcel: 荷物 \w+ を発送しました$/),
      'message: メール: ご注文を承りました',
    ]),
  )
  expect(shown.timeline).toContainEqual(expect.objectContaining({ kind: 'staff', actor: '店長', detail: '重複' }))
  expect(shown.timeline).toContainEqual(
    expect.objectContaining({ kind: 'parcel', actor: '店長', detail: 'ヤマト運輸 123456789012' }),
  )
  const times = shown.timeline.map(({ created_at }) => created_at)
  expect(times).toEqual([...times].sort().reverse())
})

test('a tracking number that was corrected stays in the history, with who corrected it', async () => {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const { id: order_id, order_no } = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], {
    status: 'arranged',
  })
  const command = commandLineContext(testContext(db))
  const replace = true
  await shipOrder(manager, { order_no, carrier: 'yamato', tracking_no: '1111' })
  await shipOrder(command, { order_no, carrier: 'yamato', tracking_no: '2222', replace })
  await shipOrder(manager, { order_no, carrier: 'sagawa', tracking_no: '3333', replace })
  await shipOrder(manager, { order_no, carrier: 'sagawa', tracking_no: '3333', replace })
  const { timeline, shipments } = await showOrder(manager, { id: order_id })
  expect(shipments).toMatchObject([{ carrier: 'sagawa', tracking_no: '3333' }])
  const of = timeline.filter(({ kind }) => kind === 'parcel')
  expect(of.map(({ text, detail, actor }) => [text.replace(/^荷物 \w+ /, ''), detail, actor])).toEqual([
    ['の送り状番号を訂正しました', 'ヤマト運輸 2222 → 佐川急便 3333', '店長'],
    ['の送り状番号を訂正しました', 'ヤマト運輸 1111 → ヤマト運輸 2222', 'コマンド'],
    ['を発送しました', 'ヤマト運輸 1111', '店長'],
    ['を用意しました', null, '店長'],
  ])
})

test('a role without personal data sees no names, and another shop sees nothing', async () => {
  const { member, order } = await placed()
  await db.update(orders).set({ delivery_notes: '山口の隣へ' }).where(eq(orders.id, order.id))
  await addOrderNote({ ...manager, action: 'POST /admin/v1/orders/{id}/notes' }, { id: order.id, body: '山口様へ電話' })
  const deed = { subject: 'order', subject_id: order.id, subject_name: order.order_no }
  await recordAudit(db, manager, { ...deed, after: { decision_reason: '花子様のご希望' } })
  const answer = await showOrder(await operatorContext(db, 'viewer'), { id: order.id })
  const masked = JSON.stringify(adminContract['GET /admin/v1/orders/{id}'].response.parse(answer))
  for (const word of [member.email, '山口', '花子', '小町', '09000000001']) expect(masked).not.toContain(word)
  expect(answer.notes).toMatchObject([{ body: '＊＊(6文字)' }])
  expect(answer.timeline).toContainEqual(expect.objectContaining({ kind: 'note', text: '＊＊(6文字)' }))
  expect(answer.timeline).toContainEqual(expect.objectContaining({ kind: 'staff', detail: '＊＊(7文字)' }))
  await expect(showOrder({ ...manager, shop_id: 3 }, { id: order.id })).rejects.toMatchObject({ status: 404 })
})
