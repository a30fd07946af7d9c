import { audit_event } from '@kushi/db/schema/operator'
import { product } from '@kushi/db/schema/product'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { formatYen } from '@kushi/values/yen'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { EvidenceDocument } from '../../ports/document-port.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { contextOnDayWithCards, insertSubscribedMember, loadSubscriptionOrders } from '../../testing/subscription.ts'
import { createOrderEvidence } from './admin/order-evidence.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(() => emptyTables(db.$client, 'subscription, orders, outbox', { restart: true }))

let made: EvidenceDocument | undefined
const document = {
  render: () => Promise.reject(new Error('no invoice')),
  renderDossier: async (dossier: EvidenceDocument) => {
    made = dossier
    return new Uint8Array([1, 2, 3])
  },
}
const clock = testClock('2026-11-21')
const manager = {
  ...(await operatorContext(db, 'manager', { clock, ports: { document } })),
  action: 'POST /admin/v1/orders/{id}/evidence',
}
const linesOf = (heading: string) => made!.sections.find((one) => one.heading.startsWith(heading))!.lines.join('\n')

async function ordered() {
  const ctx = testContext(db, { clock })
  const [customer_id] = await insertMembers(db, 1)
  const member = withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
  await placeOrder(member, await confirmedOrderInput(member, testOrderDraft()))
  const { rows } = await database.pool.query('select id, order_no, payment_total from orders order by id desc limit 1')
  return { ...(rows[0] as { order_no: string; payment_total: number }), id: Number(rows[0].id) }
}

test('one press: pages of that day, confirmation, mails, prices and what happened; the trail has the hash', async () => {
  const order = await ordered()
  const [oil] = await db.select().from(product).where(eq(product.id, 1))
  const former = oil!.description
  await clock.move(1)
  await db.update(product).set({ description: '新しい説明' }).where(eq(product.id, 1))
  await recordAudit(db, manager, {
    subject: 'product',
    subject_id: 1,
    subject_name: oil!.product_name,
    before: { description: former },
    after: { description: '新しい説明' },
  })
  const file = await createOrderEvidence(manager, { id: order.id, reason: 'カード会社への回答' })
  expect(file.file_name).toBe(`evidence-${order.order_no}.pdf`)
  expect(made!.title).toContain(order.order_no)
  expect(linesOf('ご注文')).toContain(`お支払い合計 ${formatYen(order.payment_total)}(税込)`)
  const pages = linesOf('ご注文の日の')
  expect(pages).toContain(`説明(その後に変更): ${former}`)
  expect(pages).not.toContain('新しい説明')
  expect(linesOf('確認画面')).toContain(`ご注文内容の確認 お支払い合計 ${formatYen(order.payment_total)}`)
  expect(linesOf('確認画面')).toContain('■ 返品・交換')
  expect(linesOf('お送りした')).toContain('ご注文')
  expect(linesOf('価格の履歴')).toMatch(/から 純椿油「しずく」: ¥[0-9,]+\(税込\)/)
  expect(linesOf('経過')).toContain('ご注文を受け付けました')
  const [entry] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(entry).toMatchObject({
    subject: 'order',
    subject_id: String(order.id),
    after: { document_type: 'evidence', reason: '＊＊(9文字)', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  await db.update(product).set({ description: former }).where(eq(product.id, 1))
})

test('a text that was deleted after its term is said to be gone; a secret link is not copied', async () => {
  const order = await ordered()
  await db.update(outbox).set({ payload: {} })
  await createOrderEvidence(manager, { id: order.id, reason: '照会' })
  expect(linesOf('お送りした')).toContain('本文は、保存期間を過ぎたか')
  await db.update(outbox).set({ payload: { text: 'https://shop/token=abc', is_secret: true } })
  await createOrderEvidence(manager, { id: order.id, reason: '照会' })
  expect(linesOf('お送りした')).not.toContain('token=abc')
})

test('of a 定期便 with its history', async () => {
  const { clock: day, ctx } = contextOnDayWithCards(db, '2026-11-26')
  const { id } = await insertSubscribedMember(db, ctx)
  for (let n = 0; n < 40 && (await loadSubscriptionOrders(db, id)).length === 0; n++) {
    day.move(1)
    await runDailyDeliveries(ctx)
  }
  const [order] = await loadSubscriptionOrders(db, id)
  await createOrderEvidence(manager, { id: order!.id, reason: '照会' })
  expect(linesOf(`定期便(契約番号 ${id})`)).toContain('次回のお届けを手配しました')
})

test('who may not see customers may not make it; another shop’s order does not exist', async () => {
  const order = await ordered()
  const viewer = await operatorContext(db, 'viewer', { clock, ports: { document } })
  await expect(createOrderEvidence(viewer, { id: order.id, reason: '照会' })).rejects.toMatchObject({ status: 403 })
  await expect(createOrderEvidence({ ...manager, shop_id: 3 }, { id: order.id, reason: '照会' })).rejects.toMatchObject(
    {
      status: 404,
    },
  )
})
