import { ad_letter, ad_optout, cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { bank_refund } from '@kushi/db/schema/bank-refund'
import { cart_item } from '@kushi/db/schema/cart'
import { consent_event, customer, customer_rank_event } from '@kushi/db/schema/customer'
import { inquiry, inquiry_message } from '@kushi/db/schema/inquiry'
import { line_friend } from '@kushi/db/schema/line'
import { audit_event } from '@kushi/db/schema/operator'
import { order_document, order_visit, orders } from '@kushi/db/schema/order'
import { card_registration, payment } from '@kushi/db/schema/payment'
import { order_check } from '@kushi/db/schema/person'
import { promotion_use, referral_code } from '@kushi/db/schema/promotion'
import { restock_request } from '@kushi/db/schema/restock'
import { shop } from '@kushi/db/schema/shop'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { RISK_CHECK_HOLD_NAME } from '@kushi/values/person'
import type { PromotionTerms } from '@kushi/values/promotion'
import { desc, eq, inArray, isNull, like } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { recordAuditAs } from '../../foundation/audit/index.ts'
import { loadRecentMessages } from '../../messaging/message/index.ts'
import { recordActingAction } from '../../people/acting/record-acting-action.ts'
import { listMessages } from '../../people/correspondence/admin/list-messages.ts'
import { receiveInquiry } from '../../people/inquiry/internal/receive-inquiry.ts'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { fakeCardVault } from '../../testing/card-vault.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { givePoints } from '../../testing/give-points.ts'
import { parseListQuery } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { erasePersonalData } from './admin/erase.ts'
import { exportPersonalData } from './admin/export.ts'
import { addPrivacyRequest, changePrivacyRequest, listPrivacyRequests, showPrivacyRequest } from './admin/requests.ts'
import { eraseExpiredPersonalData } from './erase-expired.ts'
import { endMembership } from './internal/end-membership.ts'
import { loadPersonalData } from './internal/load-personal-data.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock()
const ctx = testContext(db, { clock, ports: { card: fakeCardVault() } })
const manager = await newOperatorContext(ctx, '店長', 'manager')

const asked = { source: 'phone', inquiry_id: null, content: '花子様から、消してほしいとのこと', due_on: null } as const
const erase = (id: number, with_guest_records = false) => erasePersonalData(manager, { id, with_guest_records })
const checked = { identity_check: '登録のお電話に折り返した', answer: '' }

/** A member with a running subscription, a delivered order, an order paid by invoice, and an inquiry. */
async function member() {
  const { id: subscription_id, member: who } = await insertSubscribedMember(db, ctx, {
    payment_method_id: null,
    card_seq: null,
  })
  const [row] = await db.select().from(customer).where(eq(customer.id, who.customer_id))
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.customer_id, row!.id))
  const [paid, billed] = [
    await insertOrderRow(db, row!, [{ product_sku_id: 101 }], { status: 'delivered' }),
    await insertOrderRow(db, row!, [{ product_sku_id: 101 }], {
      status: 'delivered',
      payment_method_id: 4,
      updated_at: clock.now(),
    }),
  ]
  await db.insert(inquiry).values({
    shop_id: 2,
    inquiry_no: `P-${row!.id}`,
    inquiry_status_id: 3,
    inquiry_type_id: 1,
    kind: 'contact',
    customer_id: row!.id,
    name: '山田 花子',
    name_kana: 'やまだ はなこ',
    email: row!.email,
    content: '住所は鎌倉です',
    terms_version: '1',
    idempotency_key: `p-${row!.id}`,
    request_digest: '',
  })
  const document = {
    shop_id: 2,
    document_type: 'receipt' as const,
    issue_no: 1,
    proviso: 'お品代',
    created_at: clock.now(),
  }
  await db
    .insert(order_document)
    .values([paid, billed].map((one) => ({ ...document, order_id: one.id, addressee: '山田商店' })))
  return { id: row!.id, email: row!.email, subscription_id, paid, billed }
}

test('a request is recorded, checked, answered and closed; the audit log has no personal data', async () => {
  const { id, email, subscription_id, paid } = await member()
  const stranger = await member()
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'disclosure' })
  const decided = { shop_id: 2, customer_id: id, reason: '返品が多い', created_at: clock.now(), ...manager.actor }
  await db.insert(customer_rank_event).values(decided)
  const params = { id: request }
  const piece = { shop_id: 2, customer_id: id, product_sku_id: 103, subscription: 0, quantity: 1, revision: 1 }
  await db.insert(cart_item).values({ ...piece, created_at: clock.now(), updated_at: clock.now() })
  await recordActingAction(
    { ...manager, customer_id: id, acting: { acting_session_id: 7 } },
    'POST /v1/cart/items/new',
    {},
  )
  const listed = await listPrivacyRequests(manager, parseListQuery('GET /admin/v1/privacy-requests', 'state=received'))
  expect(listed.items).toContainEqual(expect.objectContaining({ id: request, due_on: '2026-12-05' }))
  await expect(exportPersonalData(manager, { ...params, with_guest_records: false })).rejects.toMatchObject({
    error: 'ERROR_PRIVACY_STATE',
  })
  const wanted = { ...checked, due_on: '2026-12-01' }
  await expect(
    changePrivacyRequest(manager, { ...params, ...wanted, identity_check: '', state: 'working' }),
  ).rejects.toMatchObject({ status: 422 })
  await changePrivacyRequest(manager, { ...params, ...wanted, state: 'working' })

  const did = (action: string, subject: string, subject_id: number, subject_name: string) =>
    recordAuditAs(db, { ...manager, action }, { subject, subject_id, subject_name })
  await did('POST /admin/v1/orders/{id}/cancel', 'order', paid.id, paid.order_no)
  await did('POST /admin/v1/subscriptions/{id}/pause', 'subscription', subscription_id, `定期便 ${subscription_id}`)
  await did('POST /admin/v1/orders/{id}/cancel', 'order', stranger.paid.id, '他人の注文')
  await did('POST /admin/v1/orders/{id}/cancel', 'customer', stranger.id, '他人')
  const { content } = await exportPersonalData(manager, { ...params, with_guest_records: false })
  const bytes = await Array.fromAsync(content)
  const page = new TextDecoder().decode(bytes[0])
  for (const word of [email, '住所は鎌倉です', '定期便', 'P-', '山田商店', '<dd>103</dd>', '代理操作: '])
    expect(page).toContain(word)
  for (const name of [paid.order_no, `定期便 ${subscription_id}`])
    expect(page).toMatch(new RegExp(`<dt>操作の対象</dt>\\s*<dd>${name}</dd>`))
  expect(page).not.toMatch(/他人|password|gmo_id|token_hash|billing_key|返品が多い/)

  await changePrivacyRequest(manager, { ...params, ...wanted, state: 'done', answer: '花子様に郵送した' })
  expect(await showPrivacyRequest(manager, params)).toMatchObject({ state: 'done', answer: '花子様に郵送した' })
  const trail = await db.select().from(audit_event).where(eq(audit_event.subject, 'privacy_request'))
  expect(trail).toHaveLength(4)
  expect(JSON.stringify(trail)).not.toContain('花子')
})

test('the file has points, introductions, promotions, cards and refunds, and what happened to orders and parcels', async () => {
  const { id, subscription_id, paid } = await member()
  const [other] = await insertMembers(db, 1)
  const own = { shop_id: 2, customer_id: id }
  const at = { created_at: clock.now() }
  await givePoints(db, id, 4321)
  await db.insert(referral_code).values({ ...own, code: 'TSUBAKI-77', ...at })
  const card = { provider_order_id: `C-${id}`, access_id: 'ACCESS-ID', idempotency_key: `c-${id}`, card_first: '4987' }
  await db.insert(card_registration).values({ ...own, ...card, state: 'saved' })
  const { id: promotion_id } = await insertRunningPromotion(db)
  const use = { shop_id: 2, promotion_id, is_counted: true, terms: {} as PromotionTerms, ...at }
  const later = await insertOrderRow(db, (await db.select().from(customer).where(eq(customer.id, other!)))[0]!, [
    { product_sku_id: 101 },
  ])
  await db.insert(promotion_use).values([
    { ...use, ...own, order_id: paid.id, yen: 567, person_key: `person:${id}` },
    { ...use, customer_id: other!, order_id: later.id, yen: 89, introducer_id: id, introducer_points: 765 },
  ])
  const [charged] = await db
    .insert(payment)
    .values({ shop_id: 2, order_id: paid.id, state: 'captured', amount: 2468, provider_order_id: `Z-${id}` })
    .returning()
  await db.insert(bank_refund).values({
    shop_id: 2,
    order_id: paid.id,
    payment_id: charged!.id,
    amount: 1357,
    state: 'given',
    token_hash: Buffer.from('x'),
    expires_at: clock.now(),
    sealed: 'SEALED',
    masked: '椿銀行 ****567',
    ...manager.actor,
    ...at,
    updated_at: clock.now(),
  })
  const parts = await loadPersonalData(db, 2, id)
  const said = (title: string) => JSON.stringify(parts.find((part) => part.title === title)!.rows)
  expect(said('ポイント')).toContain('4321')
  expect(said('ポイントの記録')).toContain('4321')
  expect(said('お友だち紹介のコード')).toContain('TSUBAKI-77')
  expect(said('お友だちのご紹介')).toContain('765')
  expect(said('カードのご登録')).toContain('4987')
  expect(said('特典のご利用')).toContain('567')
  expect(said('お支払い')).toContain('2468')
  expect(said('銀行振込でのご返金')).toMatch(/1357.*椿銀行/)
  expect(said('ご注文の経過')).toContain('delivered')
  expect(said('定期便の商品')).toContain(String(subscription_id))
  expect(JSON.stringify(parts)).not.toMatch(/内輪の話|ACCESS-ID|SEALED|person:|_hash|"yen":89/)
})

test('personal data is erased; sales stay, and contact data that the books still need', async () => {
  const { id, email, subscription_id, paid, billed } = await member()
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
  const params = { id: request }
  await expect(erase(request)).rejects.toMatchObject({ error: 'ERROR_PRIVACY_STATE' })
  await changePrivacyRequest(manager, { ...params, ...checked, due_on: '2026-12-01', state: 'working' })
  const before = await db.select().from(orders).where(eq(orders.customer_id, id))
  // After the member's withdrawal only the inquiry still contains the LINE account.
  await db.update(inquiry).set({ line_id: 'U-left' }).where(eq(inquiry.customer_id, id))
  await db
    .insert(line_friend)
    .values({ shop_id: 2, line_user_id: 'U-left', friend_status_id: 4, updated_at: clock.now() })
  const held = { shop_id: 2, outcome: 'held', created_at: clock.now() } as const
  const match = { customer_id: id, kinds: [], benefit: RISK_CHECK_HOLD_NAME, promotion_id: null }
  await db.insert(order_check).values(
    [paid, billed].map((one) => ({
      ...held,
      order_id: one.id,
      matches: [
        { ...match, benefit: '初回価格' },
        { ...match, reasons: ['鎌倉の山田様は未払いです'] },
      ],
    })),
  )
  await db
    .insert(order_visit)
    .values({ shop_id: 2, order_id: paid.id, landing_path: '/', click_ids: { gclid: 'G1' }, created_at: clock.now() })
  const { erased, kept } = await erase(request)
  const checks = await db
    .select()
    .from(order_check)
    .where(inArray(order_check.order_id, [paid.id, billed.id]))
  expect(Object.fromEntries(checks.map((one) => [one.order_id, one.matches]))).toEqual({
    [paid.id]: [{ ...match, benefit: '初回価格' }, match],
    [billed.id]: [
      { ...match, benefit: '初回価格' },
      { ...match, reasons: ['鎌倉の山田様は未払いです'] },
    ],
  })
  expect(await db.select().from(order_visit).where(eq(order_visit.order_id, paid.id))).toMatchObject([
    { landing_path: '/', click_ids: null },
  ])
  expect(kept).toEqual([billed.order_no])
  expect(erased).toBe(before.length - 1)

  const [gone] = await db.select().from(customer).where(eq(customer.id, id))
  expect(gone).toMatchObject({ name01: '', phone_number: '' })
  expect(gone!.withdrawn_at).not.toBeNull()
  const [order] = await db.select().from(orders).where(eq(orders.id, paid.id))
  expect(order).toMatchObject({ name01: '消去済み', addr01: '', phone_number: '', pref_id: paid.pref_id })
  expect(order).toMatchObject({ payment_total: paid.payment_total, order_no: paid.order_no })
  const [contract] = await db.select().from(subscription).where(eq(subscription.id, subscription_id))
  expect(contract).toMatchObject({ name01: '消去済み', addr02: '', summary_status: 6 })
  const [written] = await db.select().from(inquiry).where(eq(inquiry.customer_id, id)).orderBy(desc(inquiry.id))
  expect(written).toMatchObject({ name: '消去済み', email: '', content: '消去済み' })
  const { rows } = await database.pool.query(
    'select count(*)::int as n from orders where shop_id = 2 and name01 = $1',
    ['消去済み'],
  )
  expect(rows).toEqual([{ n: erased }])
  expect(email).not.toBe(gone!.email)

  const addressees = async () =>
    (
      await db
        .select()
        .from(order_document)
        .where(inArray(order_document.order_id, [paid.id, billed.id]))
    ).map((one) => one.addressee)
  expect((await addressees()).sort()).toEqual(['山田商店', '消去済み'].sort())

  expect(await db.select().from(line_friend).where(eq(line_friend.line_user_id, 'U-left'))).toEqual([])

  // While the invoice may be unpaid, the job erases nothing. Two months later it counts as paid.
  expect(await eraseExpiredPersonalData(ctx)).toBe(0)
  // The farewell mail was still waiting. Once it is sent, its text is erased too.
  const words = () => db.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.customer_id, id))
  expect(JSON.stringify(await words())).toContain(email)
  await db.update(outbox).set({ sent_at: clock.now() }).where(eq(outbox.customer_id, id))
  expect(await eraseExpiredPersonalData(ctx)).toBe(0)
  expect((await words()).every(({ payload }) => JSON.stringify(payload) === '{}')).toBe(true)
  clock.move(61)
  expect(await eraseExpiredPersonalData(ctx)).toBe(1)
  expect(await addressees()).toEqual(['消去済み', '消去済み'])
  const [entry] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(entry).toMatchObject({ action: 'privacy-kept', subject_id: String(id), after: { erased: 1 } })
  expect(await eraseExpiredPersonalData(ctx)).toBe(0)
  expect(await erase(request)).toEqual({ erased: 0, kept: [] })
})

test('the address of a consent is erased, and not that there was one', async () => {
  const [customer_id] = await insertMembers(db, 1)
  const { id } = await addPrivacyRequest(manager, { ...asked, id: customer_id!, kind: 'erasure' })
  await changePrivacyRequest(manager, { id, ...checked, due_on: '2026-12-01', state: 'working' })
  await db.insert(consent_event).values({
    shop_id: 2,
    customer_id: customer_id!,
    channel: 'mail',
    is_given: true,
    address: 'somebody@example.com',
    screen: 'profile',
    wording: 'メールで受け取る',
    version: '1',
    actor_kind: 'member',
    actor_id: customer_id!,
    actor_name: '',
    created_at: new Date(),
  })
  await erase(id)
  const rows = await db.select().from(consent_event).where(eq(consent_event.customer_id, customer_id!))
  expect(rows.map(({ address, wording }) => [address, wording])).toContainEqual([null, 'メールで受け取る'])
  expect(JSON.stringify(rows)).not.toContain('somebody@example.com')
})

test('nothing is erased while a delivery is open', async () => {
  const { id } = await member()
  const [row] = await db.select().from(customer).where(eq(customer.id, id))
  await insertOrderRow(db, row!, [{ product_sku_id: 101 }], { status: 'shipped' })
  const { id: request, obstacle } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
  expect(obstacle).toContain('お届けが済んでいません')
  await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2026-12-01', state: 'working' })
  await expect(erase(request)).rejects.toMatchObject({ error: 'ERROR_WITHDRAWAL_REFUSED' })
  expect((await showPrivacyRequest(manager, { id: request })).erased_at).toBeNull()
})

test('the history of a subscription keeps the actions, without personal data', async () => {
  // Back before the term of the invoice, so that no order is being arranged.
  clock.move(-61)
  const { id, subscription_id } = await member()
  const change = (name: string, after: string) => ({ name, label: name, before: '秘密荘404', after })
  const of = eq(subscription_event.subscription_id, subscription_id)
  const changes = [change('shipping_address', '消野 残子'), change('items', '椿油'), change('delivery_notes', '玄関')]
  const said = { version: 2, changes, detail: '消野様のご事情', ended_for: '消野様の逝去' }
  const event = { shop_id: 2, subscription_id, event: 'updated', ...manager.actor }
  await db.insert(subscription_event).values({ ...event, detail: said })
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
  await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2026-12-01', state: 'working' })
  await erase(request)
  const kept = async () => (await db.select().from(subscription_event).where(of)).map(({ detail }) => detail)
  expect(await kept()).toContainEqual({ version: 2, changes: [change('items', '椿油')] })
  const left = await kept()
  expect(JSON.stringify(left)).not.toMatch(/消野|shipping_address|delivery_notes|玄関/)
  // An event written after the erasure, or an erasure from before the history was covered.
  await db.insert(subscription_event).values({ ...event, detail: { changes: changes.slice(0, 1) } })
  await eraseExpiredPersonalData(ctx)
  expect(await kept()).toEqual([...left, { changes: [] }])
  const entries = () => db.$count(audit_event, eq(audit_event.action, 'privacy-kept'))
  const before = await entries()
  await eraseExpiredPersonalData(ctx)
  expect(await entries()).toBe(before)
})

test('the shop’s copy of an inquiry is no message to the member and is erased with the inquiry', async () => {
  const { id } = await member()
  const [row] = await db.select().from(customer).where(eq(customer.id, id))
  await receiveInquiry(
    testContext(db, { clock, customer_id: id, afterwards: () => undefined }),
    {
      kind: 'contact' as const,
      name: '山田 花子',
      name_kana: 'やまだ はなこ',
      email: row!.email,
      content: '持病の薬と使えますか',
      idempotency_key: `copy-${id}`,
    },
    {
      kind: 'inquiry_received',
      subject: 'お問い合わせ',
      facts: ({ content }) => [['内容', content]],
      reply: () => '',
    },
  )
  const copies = async () => JSON.stringify(await db.select().from(outbox).where(like(outbox.dedupe_key, 'inquiry-%')))
  expect(await copies()).toContain('持病')
  const about = { customer_id: id }
  const subjects = (await loadRecentMessages(db, 2, about)).map(({ subject }) => subject)
  expect(subjects.some((subject) => subject.includes('お問い合わせ'))).toBe(true)
  expect(subjects.filter((subject) => subject.startsWith('お問い合わせ('))).toEqual([])
  const listed = await listMessages(manager, parseListQuery('GET /admin/v1/messages', `customer_id=${id}`) as never)
  expect(listed.items.map(({ subject }) => subject)).toEqual(subjects)
  const parts = await loadPersonalData(db, 2, id)
  const rows = (title: string) => parts.find((part) => part.title === title)!.rows
  expect(rows('お送りしたメール・LINE')).toHaveLength(subjects.length)
  expect(JSON.stringify(rows('お問い合わせ')).split('持病')).toHaveLength(2)
  await db.update(outbox).set({ sent_at: clock.now() }).where(eq(outbox.customer_id, id))
  await db.update(subscription).set({ summary_status: 6 }).where(eq(subscription.customer_id, id))
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
  await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2026-12-01', state: 'working' })
  await erase(request)
  expect(await copies()).not.toContain('持病')
})

test('subjects with the member’s name are erased; others stay', async () => {
  const { id, paid } = await member()
  const message = (dedupe_key: string, subject: string) => ({
    shop_id: 2,
    kind: 'mail' as const,
    dedupe_key: `${dedupe_key}-${id}`,
    payload: { to: 'x' },
    subject,
    customer_id: id,
    sent_at: clock.now(),
  })
  const name = `${paid.name01} ${paid.name02}`
  const said = [`${name} 様、発送しました`, `${paid.order_no} を発送しました`]
  await db.insert(outbox).values(said.map((subject, n) => message(`named-${n}`, subject)))
  await db.update(subscription).set({ summary_status: 6 }).where(eq(subscription.customer_id, id))
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
  await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2026-12-01', state: 'working' })
  await erase(request)
  const left = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `named-%-${id}`))
    .orderBy(outbox.id)
  expect(left.map(({ subject }) => subject)).toEqual(['消去済み', said[1]])
})

test('guest records under the member’s confirmed address are erased; open ones and those of others stay', async () => {
  const { id, email } = await member()
  const theirs = `Other-${email}`
  const guest = (no: string, of: string) => ({
    shop_id: 2,
    inquiry_no: no,
    inquiry_status_id: 3,
    inquiry_type_id: 1,
    kind: 'contact' as const,
    customer_id: null,
    name: '客野 未登録',
    name_kana: '',
    email: of,
    content: `客の言葉 ${no}`,
    terms_version: '1',
    idempotency_key: `guest-${no}`,
    request_digest: '',
  })
  const now = clock.now()
  await db
    .insert(inquiry)
    .values([
      guest('G1', email.toUpperCase()),
      guest('G2', theirs),
      { ...guest('G3', email), inquiry_status_id: 1 },
      { ...guest('G4', email), waiting_since: now },
    ])
  const [g1] = await db.select({ id: inquiry.id }).from(inquiry).where(eq(inquiry.inquiry_no, 'G1'))
  const answer = {
    shop_id: 2,
    inquiry_id: g1!.id,
    direction: 'out' as const,
    channel: 'mail' as const,
    body: '客の方へ',
    operator_id: manager.operator.id,
    created_at: now,
  }
  const [answered] = await db.insert(inquiry_message).values(answer).returning()
  const cart = {
    shop_id: 2,
    cart_type_id: 0,
    tracking_start_date: now,
    next_at: now,
    consented_at: now,
    created_at: now,
  }
  const [left] = await db
    .insert(cart_tracking)
    .values([email, theirs].map((one) => ({ ...cart, email: one })))
    .returning()
  const link = { restore_hash: Buffer.from('r'), created_at: now, expires_at: now }
  await db.insert(cart_reminder).values({ shop_id: 2, tracking_id: left!.id, step: 1, items: [], ...link })
  await db
    .insert(restock_request)
    .values([email, theirs].map((one) => ({ shop_id: 2, product_sku_id: 103, email: one, created_at: now })))
  const letter = { shop_id: 2, channel: 'mail' as const, created_at: now }
  await db
    .insert(ad_letter)
    .values([email, theirs].map((address) => ({ ...letter, address, unsubscribe_hash: Buffer.from(address) })))
  await db.insert(ad_optout).values({ ...letter, address: email })
  const mail = { shop_id: 2, kind: 'mail' as const, payload: { to: email } }
  const copy = { payload: { to: 'shop@example.com', text: '言葉' }, sent_at: now }
  const [confirmation] = await db
    .insert(outbox)
    .values({ ...mail, dedupe_key: 'inquiry-sender:G1', sent_at: now })
    .returning({ id: outbox.id })
  await db.insert(outbox).values([
    { ...mail, dedupe_key: `again:${confirmation!.id}:G` },
    { ...mail, dedupe_key: `inquiry-answer:${answered!.id}` },
    { ...mail, dedupe_key: 'supplier-refused:G1' },
    { ...mail, dedupe_key: 'restocked:G' },
    { ...mail, dedupe_key: 'cart-reminder:G' },
    { ...mail, ...copy, dedupe_key: 'inquiry-shop:G1' },
    { ...mail, ...copy, dedupe_key: 'inquiry-shop:G2' },
    { ...mail, ...copy, dedupe_key: 'inquiry-shop:G3' },
    { ...mail, dedupe_key: 'inquiry-sender:G3' },
    { ...mail, dedupe_key: 'webhook-stopped:G' },
    { ...mail, dedupe_key: 'payment-differences:G' },
  ])
  await db.update(subscription).set({ summary_status: 6 }).where(eq(subscription.customer_id, id))
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
  await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2026-12-01', state: 'working' })
  await erase(request, true)

  const written = await db.select().from(inquiry).where(like(inquiry.inquiry_no, 'G_')).orderBy(inquiry.id)
  expect(written).toMatchObject([
    { name: '消去済み', email: '', content: '消去済み' },
    { name: '客野 未登録', email: theirs, content: '客の言葉 G2' },
    { name: '客野 未登録', email, content: '客の言葉 G3' },
    { name: '客野 未登録', email, content: '客の言葉 G4' },
  ])
  const addresses = async (table: typeof cart_tracking | typeof restock_request) =>
    (await db.select({ email: table.email }).from(table)).map((row) => row.email)
  expect(await addresses(cart_tracking)).toEqual([theirs])
  expect(await addresses(restock_request)).toEqual([theirs])
  expect((await db.select().from(ad_letter)).map((row) => row.address)).toEqual([theirs])
  // The opt-out from advertising is kept; otherwise the next advert would be sent to them.
  expect(await db.$count(ad_optout, eq(ad_optout.address, email))).toBe(1)
  const words = await db.select().from(outbox).where(isNull(outbox.customer_id)).orderBy(outbox.id)
  const saidIn = [
    'inquiry-shop:G2',
    'inquiry-shop:G3',
    'inquiry-sender:G3',
    'webhook-stopped:G',
    'payment-differences:G',
  ]
  const messages = words.filter(({ id: one }) => one >= confirmation!.id)
  expect(messages.filter(({ payload }) => JSON.stringify(payload) !== '{}').map((one) => one.dedupe_key)).toEqual(
    saidIn,
  )
  expect(messages.map(({ state }) => state)).toEqual([
    'sent',
    'stopped',
    'stopped',
    'stopped',
    'stopped',
    'stopped',
    'sent',
    'sent',
    'sent',
    'waiting',
    'waiting',
    'waiting',
  ])
})

test('after a withdrawal the farewell mail gives the address, unless another member has it now', async () => {
  const now = clock.now()
  const waits = (email: string) =>
    db.insert(restock_request).values({ shop_id: 2, product_sku_id: 104, email, created_at: now })
  const [gone, back] = [await member(), await member()]
  for (const { id, email } of [gone, back]) {
    await db.update(subscription).set({ summary_status: 6 }).where(eq(subscription.customer_id, id))
    await db.transaction((tx) => endMembership(tx, ctx, { shop_id: 2, customer_id: id }))
    await waits(email)
  }
  const [again] = await insertMembers(db, 1)
  await db.update(customer).set({ email: back.email }).where(eq(customer.id, again!))
  for (const { id } of [gone, back]) {
    const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
    await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2026-12-01', state: 'working' })
    await erase(request, true)
  }
  const left = await db.select().from(restock_request).where(eq(restock_request.product_sku_id, 104))
  expect(left.map(({ email }) => email)).toEqual([back.email])
})

/** The waiting restock requests for SKU 105, which no other test in this file uses. */
const waiting = async () =>
  (await db.select().from(restock_request).where(eq(restock_request.product_sku_id, 105))).map(({ email }) => email)

/** A member to erase whose e-mail a guest used for a restock request. */
async function eraseWanted(change: { email?: string } = {}) {
  const { id, ...rest } = await member()
  const email = change.email ?? rest.email
  await db.update(customer).set({ email }).where(eq(customer.id, id))
  await db.update(subscription).set({ summary_status: 6 }).where(eq(subscription.customer_id, id))
  const wait = () =>
    db.insert(restock_request).values({ shop_id: 2, product_sku_id: 105, email, created_at: clock.now() })
  await wait()
  const { id: request } = await addPrivacyRequest(manager, { ...asked, id, kind: 'erasure' })
  await changePrivacyRequest(manager, { id: request, ...checked, due_on: '2026-12-01', state: 'working' })
  return { id, email, request, wait }
}

test('an account does not prove an address: guest records stay unless the desk confirms it', async () => {
  const [unproven, proven] = [await eraseWanted(), await eraseWanted()]
  await erase(unproven.request)
  await erase(proven.request, true)
  expect(await waiting()).toEqual([unproven.email])
  const said = await db.select({ after: audit_event.after }).from(audit_event).orderBy(desc(audit_event.id)).limit(2)
  expect(said).toMatchObject([{ after: { with_guest_records: true } }, { after: { with_guest_records: false } }])
})

test('開示 shows guest records only if the desk confirms that the address is the member’s', async () => {
  const { id, email, request } = await eraseWanted()
  const [stranger, other] = [await eraseWanted(), 'other@example.com']
  const asGuest = (from: string, content: string) =>
    receiveInquiry(
      testContext(db, { clock, afterwards: () => undefined }),
      {
        kind: 'contact',
        name: '山田 花子',
        name_kana: 'やまだ はなこ',
        email: from,
        content,
        idempotency_key: `guest-${from}`,
      },
      {
        kind: 'inquiry_received',
        subject: 'お問い合わせを承りました',
        facts: () => [],
        reply: () => '',
      },
    )
  await asGuest(email, '会員になる前の質問')
  await asGuest(stranger.email, '知らない人の質問')
  await asGuest(other, 'どこでもない質問')
  const pageOf = async (with_guest_records: boolean) => {
    const { content } = await exportPersonalData(manager, { id: request, with_guest_records })
    return new TextDecoder().decode((await Array.fromAsync(content))[0])
  }
  expect(await pageOf(false)).not.toMatch(/会員になる前の質問|ログインせずに/)
  const [entry] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(entry!.after).toMatchObject({ with_guest_records: false })
  const page = await pageOf(true)
  expect(page).toMatch(
    /ログインせずに: お問い合わせ[\s\S]*会員になる前の質問[\s\S]*ログインせずに: 再入荷のお知らせ[\s\S]*お問い合わせを承りました/,
  )
  expect(page).not.toMatch(/知らない人|どこでもない/)
  // The address belongs to another account now.
  const [again] = await insertMembers(db, 1)
  await db
    .update(customer)
    .set({ email: `former-${id}@example.com` })
    .where(eq(customer.id, id))
  await db.update(customer).set({ email }).where(eq(customer.id, again!))
  expect(await pageOf(true)).not.toContain('会員になる前の質問')
})

test('guest records after the erasure are new: neither the job nor a second erasure deletes them', async () => {
  const { id, email, request, wait } = await eraseWanted()
  await erase(request, true)
  const before = await waiting()
  expect(before).not.toContain(email)
  await wait()
  const { inquiry_no } = await receiveInquiry(
    testContext(db, { clock, afterwards: () => undefined }),
    {
      kind: 'contact',
      name: '山田 花子',
      name_kana: 'やまだ はなこ',
      email,
      content: 'もう一度うかがいます',
      idempotency_key: `after-${id}`,
    },
    {
      kind: 'inquiry_received',
      subject: 'お問い合わせ',
      facts: ({ content }) => [['内容', content]],
      reply: () => '',
    },
  )
  await db.update(inquiry).set({ inquiry_status_id: 3, waiting_since: null }).where(eq(inquiry.inquiry_no, inquiry_no))
  // While the farewell mail waits, it still contains the address.
  await erase(request, true)
  expect(await waiting()).toEqual([...before, email])
  await db
    .update(outbox)
    .set({ sent_at: clock.now() })
    .where(eq(outbox.dedupe_key, `withdrawn:${id}`))
  await eraseExpiredPersonalData(ctx)
  const [farewell] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupe_key, `withdrawn:${id}`))
  expect(farewell!.payload).toEqual({})
  expect(await waiting()).toEqual([...before, email])
  const [written] = await db.select().from(inquiry).where(eq(inquiry.inquiry_no, inquiry_no))
  expect(written).toMatchObject({ email, content: 'もう一度うかがいます' })
  const mails = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `inquiry-%:${inquiry_no}`))
  expect(mails.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test('the shop’s own address counts as no member’s address', async () => {
  const [seller] = await db.select({ email: shop.email }).from(shop).where(eq(shop.id, 2))
  const { email, request } = await eraseWanted({ email: seller!.email.toLowerCase() })
  await erase(request, true)
  expect(await waiting()).toContain(email)
})
