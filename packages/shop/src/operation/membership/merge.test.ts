import { ad_letter, ad_optout, cart_tracking } from '@kushi/db/schema/abandonment'
import { cart_item, cart_sync } from '@kushi/db/schema/cart'
import {
  consent_event,
  customer,
  customer_address,
  customer_note,
  customer_rank_event,
  security_event,
} from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { card_decline, card_registration, payment } from '@kushi/db/schema/payment'
import { privacy_request } from '@kushi/db/schema/privacy'
import { promotion_member } from '@kushi/db/schema/promotion'
import { restock_request } from '@kushi/db/schema/restock'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { and, asc, eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { enqueueMail } from '../../messaging/message/internal/enqueue-mail.ts'
import { findDuplicateCustomers } from '../../people/customer/admin/find-duplicates.ts'
import { hashToken } from '../../people/session/index.ts'
import { startSession } from '../../people/session/internal/start-session.ts'
import { findSession } from '../../people/session/session.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../testing/rows.ts'
import { insertSubscribedMember, loadSubscriptionOrders, loadSubscriptionRow } from '../../testing/subscription.ts'
import { previewMerge } from './admin/preview-merge.ts'
import { deleteFormerMemberCards } from './forget-cards.ts'
import { memberTablesToMerge } from './internal/member-tables-to-merge.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let ledger = fakeCardProvider()
let clock = testClock()
let ctx = testContext(db, { clock, ports: ledger.ports() })
let support = await operatorContext(db, 'support')
beforeEach(async () => {
  ledger = fakeCardProvider()
  clock = testClock()
  ctx = testContext(db, { clock, ports: ledger.ports() })
  support = await operatorContext(db, 'support', { clock, ports: ledger.ports() })
})

const memberOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!
const merge = (id: number, other_id: number, more = {}) => mergeWithIdentityChecks(support, id, other_id, more)

test('doubles are found by phone, by kana and postcode, and by a mailbox with other dots', async () => {
  const unique = { phone_number: '08011112222', kana01: 'つばきの', kana02: 'ふたえ', postal_code02: '0099' }
  const [id] = await insertMembers(db, 1, { ...unique, email: 'futae.tsubaki@example.com' })
  const apart = { phone_number: '08033334444', kana01: 'べつ', kana02: 'じん' }
  const [phone] = await insertMembers(db, 1, { ...apart, phone_number: unique.phone_number })
  const [kana] = await insertMembers(db, 1, { ...unique, phone_number: '08055556666' })
  const [mail] = await insertMembers(db, 1, { ...apart, email: 'fu.taetsubaki@example.com' })
  await insertMembers(db, 1, { ...unique, ...apart })
  await insertMembers(db, 1, { ...unique, phone_number: '08077778888', postal_code02: '0098' })
  await insertMembers(db, 1, { ...unique, withdrawn_at: clock.now() })
  const { items } = await findDuplicateCustomers(support, { id: id! })
  expect(items.map((one) => [one.id, one.reasons])).toEqual([
    [mail, ['email']],
    [phone, ['phone']],
    [kana, ['kana']],
  ])
  // A frequent name in a large town.
  await insertMembers(db, 25, { ...unique, phone_number: '08099990000' })
  const crowded = (await findDuplicateCustomers(support, { id: id! })).items
  expect(crowded.slice(0, 2).map((one) => one.id)).toEqual([mail, phone])
  expect(crowded).toHaveLength(20)
})

test('everything moves, the account ends, and its card goes on paying its subscription', async () => {
  const { id: subscription_id, member } = await insertSubscribedMember(db, ctx, { next_delivery_date: '2026-12-10' })
  const from = member.customer_id
  const agreed = { mail_magazine_flag: true, line_magazine_flag: true }
  await db
    .update(customer)
    .set({ ...agreed, line_id: `U-${from}` })
    .where(eq(customer.id, from))
  const before = await memberOf(from)
  const [to] = (await insertMembers(db, 1, { mail_magazine_flag: true })) as [number]
  const kept = await memberOf(to)
  const own = { shop_id: 2, customer_id: from }
  const at = clock.now()

  const placed = await insertOrderRow(db, before, [{ product_sku_id: 101 }], { status: 'delivered' })
  const twin = await insertOrderRow(db, kept, [{ product_sku_id: 101 }], { idempotency_key: placed.idempotency_key })
  const place = { ...kamakuraAddress, addr02: '9-9' }
  await db.insert(customer_address).values([
    { ...own, ...kamakuraAddress, is_default: true },
    { ...own, ...place },
    { ...own, customer_id: to, ...kamakuraAddress, is_default: true },
  ])
  const piece = { quantity: 2, revision: 1, subscription: 0 }
  await db.insert(cart_item).values([
    { ...own, ...piece, product_sku_id: 101 },
    { ...own, ...piece, product_sku_id: 102 },
    { ...own, ...piece, customer_id: to, product_sku_id: 101, quantity: 1 },
  ])
  await db.insert(cart_sync).values({ ...own, idempotency_key: 'c' })
  await db.insert(customer_note).values({ ...own, body: '夕方に', operator_id: support.operator.id, created_at: at })
  await db.insert(customer_rank_event).values({ ...own, ...support.actor, reason: 'お詫び', created_at: at })
  await db.insert(consent_event).values({ ...own, channel: 'mail', is_given: true, ...member.actor, created_at: at })
  await db.insert(inquiry).values({
    ...own,
    inquiry_no: `M-${from}`,
    inquiry_status_id: 3,
    inquiry_type_id: 1,
    kind: 'contact',
    name: '山口',
    name_kana: 'やまぐち',
    email: before.email,
    content: '質問',
    terms_version: '1',
    request_digest: '',
    idempotency_key: `m-${from}`,
  })
  await db
    .insert(card_registration)
    .values({ ...own, state: 'failed', provider_order_id: `r-${from}`, idempotency_key: 'k' })
  await db.insert(card_decline).values({ ...own, created_at: at })
  await db.insert(privacy_request).values({
    ...own,
    kind: 'disclosure',
    source: 'phone',
    state: 'done',
    content: '開示',
    due_on: '2026-12-01',
    closed_at: at,
    created_at: at,
    ...support.actor,
  })
  await db.insert(restock_request).values([
    { ...own, product_sku_id: 103, email: before.email, created_at: at },
    { ...own, product_sku_id: 104, email: before.email, created_at: at },
    { ...own, customer_id: to, product_sku_id: 104, email: kept.email, created_at: at },
  ])
  await db
    .insert(cart_tracking)
    .values({ ...own, cart_type_id: 0, tracking_start_date: at, next_at: at, created_at: at })
  const letter = { channel: 'mail' as const, address: before.email, unsubscribe_hash: hashToken(`u-${from}`) }
  await db.insert(ad_letter).values({ ...own, ...letter, created_at: at })
  await db.insert(ad_optout).values({ shop_id: 2, channel: 'mail', address: before.email, created_at: at })
  await db.transaction((tx) =>
    enqueueMail(tx, 2, `x-${from}`, { to: before.email, subject: '発送', text: 'x', customer_id: from } as never),
  )
  const [earlier] = await insertMembers(db, 1, { withdrawn_at: at, merged_into_id: from })
  const token = await startSession(member, from, 'customer')

  const preview = await previewMerge(support, { id: to, other_id: from })
  expect(preview).toMatchObject({ line: null, cards: 'other', mail_magazine_flag: true, line_magazine_flag: false })
  expect(preview.moves).toContainEqual({ name: '定期便', count: 1 })
  const detail = await merge(to, from)

  expect(detail).toMatchObject({ id: to, merged_ids: [from, earlier], has_line: false, mail_magazine_flag: true })
  for (const { table, table_name, fate } of memberTablesToMerge) {
    const left = await db.$count(table, eq(table.customer_id, from))
    if (fate !== 'stays') expect([table_name, left]).toEqual([table_name, 0])
  }
  const listed = <T extends PgTable>(table: T & { customer_id: typeof customer.id }) =>
    db
      .select()
      .from(table as never)
      .where(eq(table.customer_id, to)) as Promise<Record<string, unknown>[]>
  expect(await listed(customer_note as never)).toMatchObject([{ body: '夕方に' }])
  expect((await listed(customer_address as never)).map(({ addr02, is_default }) => [addr02, is_default])).toEqual([
    [kamakuraAddress.addr02, true],
    ['9-9', false],
  ])
  expect((await listed(cart_item as never)).map((one) => [one.product_sku_id, one.quantity]).sort()).toEqual([
    [101, 1],
    [102, 2],
  ])
  expect((await listed(restock_request as never)).map((one) => [one.product_sku_id, one.email])).toEqual(
    expect.arrayContaining([
      [103, kept.email],
      [104, kept.email],
    ]),
  )
  const keys = await db.select().from(orders).where(eq(orders.customer_id, to)).orderBy(asc(orders.id))
  expect(keys.find(({ id }) => id === placed.id)!.idempotency_key).toBe(`${placed.idempotency_key}~${placed.id}`)
  expect(keys.find(({ id }) => id === twin.id)!.idempotency_key).toBe(placed.idempotency_key)
  const optedOut = and(eq(ad_optout.address, kept.email), eq(ad_optout.channel, 'mail'))
  expect(await db.$count(ad_optout, optedOut)).toBe(1)

  const gone = await memberOf(from)
  expect(gone).toMatchObject({ merged_into_id: to, withdrawn_at: at, gmo_id: null, line_id: null, name01: '' })
  expect(await memberOf(to)).toMatchObject({ gmo_id: before.gmo_id, line_id: null, email: kept.email })
  expect(await findSession(db, clock, 2, hashToken(token))).toBeNull()
  const history = await db.select().from(security_event).where(eq(security_event.customer_id, from))
  expect(history.at(-1)).toMatchObject({ event: 'merged', actor_kind: 'operator' })
  const trail = await db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject_id, String(from)))
  expect(trail.at(-1)).toMatchObject({
    after: { withdrawn: true, merged_into_id: to, reason: '＊＊(8文字)' },
    before: { withdrawn: false },
  })
  expect(JSON.stringify(trail)).not.toContain(before.email)

  clock.move(10)
  const charged: string[] = []
  ledger.fate = ({ gmo_id, card_seq }) => {
    charged.push(`${gmo_id} ${card_seq}`)
    return 'ok'
  }
  await runDailyDeliveries(ctx)
  expect(charged).toContain(`${before.gmo_id} 0`)
  expect((await loadSubscriptionOrders(db, subscription_id)).map((one) => [one.status, one.customer_id])).toEqual([
    ['arranged', to],
  ])
})

test('lists of promotions join: the kept member is on each once, with those that only the other was on', async () => {
  const [to, from] = (await insertMembers(db, 2)) as [number, number]
  const [one, both] = [await insertRunningPromotion(db, {}), await insertRunningPromotion(db, {})]
  const listed = (promotion_id: number, customer_id: number) => ({ shop_id: 2, promotion_id, customer_id })
  await db.insert(promotion_member).values([listed(one.id, from), listed(both.id, from), listed(both.id, to)])
  await merge(to, from)
  const rows = await db.select().from(promotion_member).orderBy(asc(promotion_member.promotion_id))
  expect(rows).toEqual([listed(one.id, to), listed(both.id, to)])
})

test('cards that nothing lives on are deleted, and no subscription names their number any more', async () => {
  const { id: ended, member: other } = await insertSubscribedMember(db, ctx, { summary_status: 6, card_seq: 2 })
  const { member: kept } = await insertSubscribedMember(db, ctx)
  const { gmo_id } = await memberOf(other.customer_id)
  expect(await previewMerge(support, { id: kept.customer_id, other_id: other.customer_id })).toMatchObject({
    cards: 'kept',
    problem: null,
  })
  await merge(kept.customer_id, other.customer_id)
  expect(await loadSubscriptionRow(db, ended)).toMatchObject({
    customer_id: kept.customer_id,
    card_seq: null,
    version: 2,
  })
  const asked: string[] = []
  const listCards = async (name: string) => {
    asked.push(name)
    return []
  }
  const cards = { ...ledger.cards, listCards }
  await deleteFormerMemberCards({ ...ctx, ports: { ...ctx.ports, card: cards } })
  expect(asked).toContain(gmo_id)
  expect((await memberOf(other.customer_id)).gmo_id).toBeNull()
})

test('refused while a subscription lives on a card that can’t move, and while a payment is under way', async () => {
  const { member: other } = await insertSubscribedMember(db, ctx)
  const { member: kept } = await insertSubscribedMember(db, ctx)
  const refused = { status: 409, error: 'ERROR_MERGE_REFUSED' }
  await expect(merge(kept.customer_id, other.customer_id)).rejects.toMatchObject(refused)
  const [plain, waiting] = (await insertMembers(db, 2)) as [number, number]
  const order = await insertOrderRow(db, await memberOf(waiting), [{ product_sku_id: 101 }], {
    status: 'payment_pending',
  })
  const both: [number, number][] = [
    [plain, waiting],
    [waiting, plain],
  ]
  for (const [id, other_id] of both)
    await expect(merge(id, other_id)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining(order.order_no),
    })
  await db.update(orders).set({ status: 'received' }).where(eq(orders.id, order.id))
  await db.insert(payment).values({
    shop_id: 2,
    order_id: order.id,
    payment_method_id: 1,
    state: 'authorised',
    amount: 100,
    save_card: true,
    provider_order_id: order.order_no,
  })
  await expect(merge(plain, waiting)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('カード') })
  await db.update(payment).set({ save_card: false }).where(eq(payment.order_id, order.id))
  await merge(plain, waiting)
  expect(await db.$count(subscription, eq(subscription.customer_id, other.customer_id))).toBe(1)
})

test('an order in progress when its account is merged is refused, and is not left without a member', async () => {
  const [to, from] = (await insertMembers(db, 2)) as [number, number]
  const member = withMemberActor({ ...ctx, customer_id: from }, from)
  const order = await confirmedOrderInput(member, testOrderDraft())
  await merge(to, from)
  await expect(placeOrder(member, order)).rejects.toMatchObject({ status: 401 })
  expect(await db.$count(orders, eq(orders.customer_id, from))).toBe(0)
})

test('no member is merged by mistake: the number is typed again, and both are members of this shop', async () => {
  const [id, other_id] = (await insertMembers(db, 2)) as [number, number]
  const [elsewhere] = (await insertMembers(db, 1, { shop_id: 3, customer_rank_id: null })) as [number]
  await expect(merge(id, other_id, { typed_id: String(id) })).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'typed_id' }],
  })
  for (const wrong of [id, elsewhere, 999_999_999]) {
    await expect(merge(id, wrong)).rejects.toMatchObject({ status: 404 })
    await expect(previewMerge(support, { id, other_id: wrong })).rejects.toMatchObject({ status: 404 })
  }
  expect((await memberOf(other_id)).withdrawn_at).toBeNull()
})

test('both ways at once, while the run of a day goes over their subscriptions: one of them, whole', async () => {
  const [a, b] = (await insertMembers(db, 2)) as [number, number]
  for (const id of [a, b]) await insertSubscriptionRow(db, await memberOf(id), { payment_method_id: null })
  clock.move(10)
  const done = await Promise.allSettled([merge(a, b), merge(b, a), runDailyDeliveries(ctx)])
  expect(done.slice(0, 2).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [first, second] = [await memberOf(a), await memberOf(b)]
  const kept = first.withdrawn_at ? second : first
  expect((first.withdrawn_at ? first : second).merged_into_id).toBe(kept.id)
  expect(await db.$count(subscription, eq(subscription.customer_id, kept.id))).toBe(2)
})
