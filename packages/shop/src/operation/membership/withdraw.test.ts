import { hashPassword } from '@kushi/db/password'
import { cart_item } from '@kushi/db/schema/cart'
import { access_token, customer, customer_address, security_event } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { daysBetween } from '@kushi/values/calendar-date'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { enqueueMail } from '../../messaging/message/internal/enqueue-mail.ts'
import { registerCustomer } from '../../people/customer/register-customer.ts'
import { startSession } from '../../people/session/internal/start-session.ts'
import { logIn } from '../../people/session/log-in.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { cancelAfterDelivery } from '../../sales/subscription/end-after-delivery.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { fakeCardToken, fakeCardVault } from '../../testing/card-vault.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import {
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { completeWithdrawals } from './end-withdrawals.ts'
import { deleteFormerMemberCards } from './forget-cards.ts'
import { unfinishedSubscriptionsCondition } from './internal/load-withdrawal-facts.ts'
import { cancelOwnWithdrawal, previewOwnWithdrawal, withdrawOwnMembership } from './withdraw.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const password = 'Tsubaki2026'
const password_hash = await hashPassword(password)
const memberOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!
const setting = (withdrawal_by: 'phone' | 'mypage') => db.update(shop).set({ withdrawal_by }).where(eq(shop.id, 2))

let vault = fakeCardVault()
let clock = testClock()
let ctx = testContext(db)
beforeEach(async () => {
  vault = fakeCardVault()
  clock = testClock()
  ctx = testContext(db, { clock, ports: { card: vault } })
  await db.delete(rate_limit)
  await setting('mypage')
})

/** A member with a subscription every 30 days and a card. */
async function subscriber() {
  const { id, member } = await insertSubscribedMember(db, ctx, { payment_method_id: null, card_seq: null })
  const { customer_id } = member
  await db
    .update(customer)
    .set({ password_hash, line_id: `U-${customer_id}` })
    .where(eq(customer.id, customer_id))
  return { id, member: withMemberActor(member, customer_id), customer_id }
}

test('by phone, as in the specification, unless the shop allows it in the member pages', async () => {
  const { member, customer_id } = await subscriber()
  await setting('phone')
  expect(await previewOwnWithdrawal(member, {})).toMatchObject({ withdrawal_by: 'phone' })
  const refused = { status: 409, error: 'ERROR_WITHDRAWAL_BY_PHONE' }
  await expect(withdrawOwnMembership(member, { password })).rejects.toMatchObject(refused)
  expect((await memberOf(customer_id)).withdrawn_at).toBeNull()
})

test('personal data is erased; orders stay, subscriptions end, cards are deleted', async () => {
  const { id, member, customer_id } = await subscriber()
  const { email, gmo_id } = await memberOf(customer_id)
  await vault.saveMember(gmo_id!)
  await vault.executeCheck({ provider_order_id: 'c', token: fakeCardToken('1111') } as never)
  await vault.saveCardOfTrade({ provider_order_id: 'c', gmo_id: gmo_id!, is_default: true } as never)
  const key = { shop_id: 2, customer_id }
  await db.insert(customer_address).values({ ...key, ...kamakuraAddress, is_default: true })
  await db.insert(cart_item).values({ ...key, product_sku_id: 101, subscription: 0, quantity: 1, revision: 1 })
  const placed = await insertOrderRow(db, await memberOf(customer_id), [{ product_sku_id: 101 }], {
    status: 'delivered',
  })
  await startSession(member, customer_id, 'customer')

  expect(await previewOwnWithdrawal(member, {})).toEqual({
    withdrawal_by: 'mypage',
    problem: null,
    subscription_count: 1,
    point_balance: 0,
    leaving_at: null,
  })
  const wrong = { error: 'ERROR_PASSWORD_WRONG', fields: [{ path: 'password' }] }
  await expect(withdrawOwnMembership(member, { password: 'Guess1234' })).rejects.toMatchObject(wrong)
  await withdrawOwnMembership(member, { password })

  const row = await memberOf(customer_id)
  expect(row.withdrawn_at).toEqual(clock.now())
  const said = JSON.stringify({ ...row, id: 0, shop_id: 0 })
  for (const known of [
    email,
    kamakuraAddress.name01,
    kamakuraAddress.addr01,
    kamakuraAddress.phone_number,
    `U-${customer_id}`,
  ])
    expect(said).not.toContain(known)
  for (const table of [customer_address, cart_item])
    expect(await db.$count(table, eq(table.customer_id, customer_id))).toBe(0)
  const sessions = await db.select().from(access_token).where(eq(access_token.customer_id, customer_id))
  expect(sessions.every(({ revoked_at }) => revoked_at !== null)).toBe(true)
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
  expect((await db.select().from(orders).where(eq(orders.id, placed.id)))[0]).toMatchObject({
    addr01: kamakuraAddress.addr01,
  })
  const events = await db.select().from(security_event).where(eq(security_event.customer_id, customer_id))
  expect(events.at(-1)).toMatchObject({ event: 'withdrawn', actor_kind: 'member' })
  const last = (await loadQueuedMails(db)).filter(({ to }) => to === email)
  expect(last.map(({ subject }) => subject)).toEqual(['【椿野】退会のお手続きが完了しました'])
  expect(last[0]!.text).toContain('定期便(1件)は終了しました')

  await deleteFormerMemberCards(ctx)
  expect(await vault.listCards(gmo_id!)).toEqual([])
  expect((await memberOf(customer_id)).gmo_id).toBeNull()
  await expect(logIn(ctx, { email, password })).rejects.toMatchObject({ error: 'ERROR_LOGIN_FAILED' })
  await expect(withdrawOwnMembership(member, { password })).rejects.toMatchObject({ error: 'ERROR_PASSWORD_WRONG' })
})

test('cards that the provider can’t delete now are retried, and do not block others', async () => {
  const [first, second] = [await subscriber(), await subscriber()]
  for (const { member } of [first, second]) await withdrawOwnMembership(member, { password })
  const { gmo_id } = await memberOf(first.customer_id)
  const listCards: typeof vault.listCards = async (name) => {
    if (name === gmo_id) throw new Error('timed out')
    return []
  }
  await deleteFormerMemberCards({ ...ctx, ports: { ...ctx.ports, card: { ...vault, listCards } } })
  expect((await memberOf(first.customer_id)).gmo_id).toBe(gmo_id)
  expect((await memberOf(second.customer_id)).gmo_id).toBeNull()
  clock.move(1)
  await deleteFormerMemberCards(ctx)
  expect(await memberOf(first.customer_id)).toMatchObject({ gmo_id: null, forget_cards_at: null })
})

test('cards that the provider never deletes are retried at growing intervals, after others', async () => {
  const former = { withdrawn_at: clock.now(), gmo_id: 'refused' }
  const refused = await insertMembers(db, 25, former)
  const [late] = await insertMembers(db, 1, { ...former, gmo_id: 'willing' })
  const asked: string[] = []
  const listCards: typeof vault.listCards = async (name) => {
    asked.push(name)
    if (name === 'refused') throw new Error('refused')
    return []
  }
  const run = async () => {
    asked.length = 0
    await deleteFormerMemberCards({ ...ctx, ports: { ...ctx.ports, card: { ...vault, listCards } } })
    return asked.length
  }
  // At most twenty per run, and no member twice before every member once.
  expect([await run(), await run(), await run()]).toEqual([20, 6, 0])
  expect((await memberOf(late!)).gmo_id).toBeNull()
  const days: number[] = []
  for (let day = 1; day <= 40; day++) {
    clock.move(1)
    let count = 0
    for (let more = await run(); more > 0; more = await run()) count += more
    if (count > 0) days.push(day)
    expect([0, 25]).toContain(count)
  }
  expect(days).toEqual([1, 2, 4, 8, 15, 22, 29, 36])
  expect((await memberOf(refused[0]!)).gmo_id).toBe('refused')
  await db.update(customer).set({ gmo_id: null }).where(eq(customer.gmo_id, 'refused'))
})

test('the e-mail can register again, and no mail is sent to the former member', async () => {
  const { member, customer_id } = await subscriber()
  const { email } = await memberOf(customer_id)
  await withdrawOwnMembership(member, { password })
  const { email: unreachable } = await memberOf(customer_id)
  await db.transaction((tx) => enqueueMail(tx, 2, 'to-nobody', { to: unreachable, subject: 'x', text: 'x' }))
  expect((await loadQueuedMails(db)).map(({ to }) => to)).not.toContain(unreachable)
  const { customer: again } = await registerCustomer(ctx, {
    ...kamakuraAddress,
    email,
    password,
    birthday: null,
    sex: null,
    account_type: false,
    company_name: '',
    company_name_kana: '',
    manager_name: '',
    manager_name_kana: '',
    where_did_you_know: null,
    mail_magazine_flag: false,
    idempotency_key: crypto.randomUUID(),
  } as never)
  expect(again.id).not.toBe(customer_id)
})

test('accepted while a delivery is open, and effective once it has arrived', async () => {
  const { member, customer_id, id } = await subscriber()
  await db.update(customer).set({ mail_magazine_flag: true }).where(eq(customer.id, customer_id))
  const order = await insertOrderRow(db, await memberOf(customer_id), [{ product_sku_id: 101 }], { status: 'shipped' })
  expect((await previewOwnWithdrawal(member, {})).problem).toContain(order.order_no)
  const { leaving_at } = await withdrawOwnMembership(member, { password })
  expect(leaving_at).toBe(clock.now().toISOString())
  // Nothing is arranged, so the subscription ends at once; the member still sees the order.
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
  const { email, ...waiting } = await memberOf(customer_id)
  expect(waiting).toMatchObject({ withdrawn_at: null, mail_magazine_flag: false, addr01: kamakuraAddress.addr01 })
  const mails = async () => (await loadQueuedMails(db)).filter(({ to }) => to === email)
  expect(await mails()).toHaveLength(1)
  expect((await mails())[0]!.text).toContain(`ご注文(${order.order_no})のお届けが済んでいません。`)
  expect((await mails())[0]!.text).toContain(`定期便(契約番号 ${id}): 解約しました。`)
  // Asked again: the same, without a second mail.
  expect(await withdrawOwnMembership(member, { password })).toEqual({ leaving_at })
  expect(await mails()).toHaveLength(1)
  await completeWithdrawals(ctx)
  expect((await memberOf(customer_id)).withdrawn_at).toBeNull()
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, order.id))
  await completeWithdrawals(ctx)
  expect(await memberOf(customer_id)).toMatchObject({ withdrawn_at: clock.now(), addr01: '' })
  expect((await mails()).map(({ subject }) => subject).at(-1)).toBe('【椿野】退会のお手続きが完了しました')
})

describe('while a delivery of the 定期便 is arranged', () => {
  async function arranged() {
    const { id, member, customer_id } = await subscriber()
    const { next_delivery_date } = await loadSubscriptionRow(db, id)
    while (daysBetween(clock.today(), next_delivery_date) > 9) clock.move(1)
    return { id, member, customer_id }
  }

  test.each(['before the run', 'after it'])('%s: it is the last one, and can be taken back', async (when) => {
    const { id, member, customer_id } = await arranged()
    if (when === 'after it') await runDailyDeliveries(ctx as MemberContext)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(when === 'after it' ? 1 : 0)
    const { leaving_at } = await withdrawOwnMembership(member, { password })
    expect(leaving_at).not.toBeNull()
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1, final_cycle: 2 })
    expect((await previewOwnWithdrawal(member, {})).leaving_at).toBe(leaving_at)
    await completeWithdrawals(ctx)
    expect((await memberOf(customer_id)).withdrawn_at).toBeNull()

    expect(await cancelOwnWithdrawal(member, {})).toMatchObject({ leaving_at: null, subscription_count: 1 })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1, final_cycle: null })
    await expect(cancelOwnWithdrawal(member, {})).rejects.toMatchObject({ status: 409, error: 'ERROR_NOT_LEAVING' })
    await completeWithdrawals(ctx)
    expect((await memberOf(customer_id)).withdrawn_at).toBeNull()

    await withdrawOwnMembership(member, { password })
    if (when === 'before the run') await runDailyDeliveries(ctx as MemberContext)
    await deliverCurrentCycle(ctx, id)
    await completeWithdrawals(ctx)
    expect((await memberOf(customer_id)).withdrawn_at).toEqual(clock.now())
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
  })

  test('an ending that the member chose before is not taken back with it', async () => {
    const { id, member } = await arranged()
    await runDailyDeliveries(ctx as MemberContext)
    const { version } = await loadSubscriptionRow(db, id)
    await cancelAfterDelivery(member, { id, version, reason: 1, detail: '余る' } as never)
    await withdrawOwnMembership(member, { password })
    await cancelOwnWithdrawal(member, {})
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1, final_cycle: 2 })
  })
})

test('pressed twice, and during a run over the same subscription: exactly one of them takes effect completely', async () => {
  for (let n = 0; n < 5; n++) {
    const { member, customer_id, id } = await subscriber()
    clock.move(9)
    const both = await Promise.allSettled([
      withdrawOwnMembership(member, { password }),
      withdrawOwnMembership(member, { password }),
      runDailyDeliveries(ctx as MemberContext),
    ])
    const placed = await loadSubscriptionOrders(db, id)
    const isGone = (await memberOf(customer_id)).withdrawn_at !== null
    expect(both.slice(0, 2).filter(({ status }) => status === 'fulfilled')).toHaveLength(isGone ? 1 : 0)
    expect(placed).toHaveLength(isGone ? 0 : 1)
    clock = testClock()
    ctx = testContext(db, { clock, ports: { card: vault } })
    await db.delete(rate_limit)
  }
})

test('asked again, it ends what was begun since, and says so once more', async () => {
  const { member, customer_id } = await subscriber()
  await insertOrderRow(db, await memberOf(customer_id), [{ product_sku_id: 101 }], { status: 'shipped' })
  const mails = () =>
    db
      .select()
      .from(outbox)
      .where(like(outbox.dedupe_key, `leaving:${customer_id}:%`))
  const { leaving_at } = await withdrawOwnMembership(member, { password })
  clock.move(1)
  expect(await withdrawOwnMembership(member, { password })).toEqual({ leaving_at })
  expect(await mails()).toHaveLength(1)
  const delivery_pattern = { subscription_division_id: 1 as const, param1: 1, param2: 5, param3: null }
  await placeOrder(
    member,
    await confirmedOrderInput(member, testOrderDraft({ is_subscription: true, delivery_pattern })),
  )
  const running = () =>
    db
      .select()
      .from(subscription)
      .where(unfinishedSubscriptionsCondition({ shop_id: 2, customer_id }))
  const [begun] = (await running()).filter(({ summary_status }) => summary_status !== 6)
  expect(begun).toBeDefined()
  expect(await withdrawOwnMembership(member, { password })).toEqual({ leaving_at })
  expect((await running()).filter((one) => one.summary_status !== 6 && one.final_cycle === null)).toEqual([])
  expect(await mails()).toHaveLength(2)
})

test('one membership that can’t be ended does not keep the others', async () => {
  const [one, two] = [await subscriber(), await subscriber()]
  for (const { member, customer_id } of [one, two]) {
    const { id } = await insertOrderRow(db, await memberOf(customer_id), [{ product_sku_id: 101 }], {
      status: 'shipped',
    })
    await withdrawOwnMembership(member, { password })
    await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, id))
  }
  await db.execute(
    sql.raw(`create function broken() returns trigger language plpgsql as $$ begin
    if new.id = ${one.customer_id} and new.withdrawn_at is not null then raise exception 'broken'; end if;
    return new; end $$`),
  )
  await db.execute(sql`create trigger broken before update on customer for each row execute function broken()`)
  const errors: object[] = []
  await completeWithdrawals({ ...ctx, log: { ...ctx.log, error: (what: object) => errors.push(what) } })
  await db.execute(sql`drop trigger broken on customer`)
  expect(errors).toMatchObject([{ customer_id: one.customer_id }])
  expect((await memberOf(one.customer_id)).withdrawn_at).toBeNull()
  expect((await memberOf(two.customer_id)).withdrawn_at).not.toBeNull()
})
