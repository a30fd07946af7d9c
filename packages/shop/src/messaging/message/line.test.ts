import { cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { cart_item } from '@kushi/db/schema/cart'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lineCardMessage } from '../../people/line/internal/flex.ts'
import type { LineMessage } from '../../ports/line-messaging-port.ts'
import type { Mail } from '../../ports/mail-port.ts'
import { remindCarts } from '../../sales/cart/remind-carts.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { testContext } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { deliverOutbox } from './deliver-outbox.ts'
import { enqueueLineMessageToMember } from './internal/enqueue-line.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))

let mails: Mail[] = []
let pushed: { to: string; message: LineMessage; key: string }[] = []
const blocked = new Set<string>()
let fails = 0
const ctx = testContext(db, {
  ports: {
    mail: { send: async (mail) => void mails.push(mail) },
    line_messaging: {
      isReachable: async (id) => !blocked.has(id),
      isSigned: () => false,
      push: async (to, message, key) => {
        pushed.push({ to, message, key })
        if (fails-- > 0) throw new Error('HTTP 429')
      },
    },
  },
})
beforeEach(async () => {
  mails = []
  pushed = []
  blocked.clear()
  fails = 0
  for (const table of [cart_reminder, cart_tracking, cart_item, outbox]) await db.delete(table)
})

let n = 0
/** A member with a linked LINE account; a friend unless `friend` says otherwise. */
async function linked(more: object = {}, friend: object = {}) {
  const [id] = await insertMembers(db, 1)
  const set = { line_id: `U${String(++n).padStart(32, '0')}`, ...more }
  const [member] = await db.update(customer).set(set).where(eq(customer.id, id!)).returning()
  const known = { friend_status_id: 4, updated_at: new Date(), ...friend }
  await db.insert(line_friend).values({ shop_id: 2, line_user_id: member!.line_id!, ...known })
  return member!
}
const card = async ({ shop_name }: { shop_name: string }) =>
  lineCardMessage({ shop_name, title: 'T', rows: [['a', 'b']], button: { label: 'L', url: 'https://shop.example' } })
const say = (customer_id: number, key = 'k') =>
  db.transaction((tx) => enqueueLineMessageToMember(tx, { shop_id: 2, customer_id }, key, card))

test('only a linked member who is a friend is notified over LINE', async () => {
  const member = await linked()
  const [stranger] = await insertMembers(db, 1)
  const blocker = await linked({}, { is_blocked: true })
  const noFriend = await linked({}, { friend_status_id: 2 })
  for (const id of [stranger!, blocker.id, noFriend.id]) await say(id, `other-${id}`)
  await say(member.id)
  await say(member.id)
  await deliverOutbox(ctx)
  expect(pushed.map(({ to }) => to)).toEqual([member.line_id])
  expect(pushed[0]!.message).toMatchObject({ type: 'flex', altText: '椿野: T\na b' })
})

test('a retry has the same retry key, another message a different one', async () => {
  const member = await linked()
  await say(member.id)
  fails = 1
  await deliverOutbox(ctx)
  await db.update(outbox).set({ next_attempt_at: new Date(0) })
  await say(member.id, 'another')
  await deliverOutbox(ctx)
  const keys = pushed.map(({ key }) => key)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('a shipped order is notified by mail and over LINE', async () => {
  const member = await linked()
  const { order_no } = await insertOrderRow(db, member, [{ product_sku_id: 101 }], { payment_method_id: null })
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await deliverOutbox(ctx)
  expect(mails.map(({ subject }) => subject)).toEqual([`【椿野】商品を発送しました(${order_no})`])
  expect(pushed.map(({ message }) => message.altText)).toEqual([expect.stringContaining('123456789012')])
})

/** A linked member whose cart reminder is due and who has agreed to advertising over LINE. */
async function left(more: object, friend: object = {}) {
  const member = await linked({ line_magazine_flag: true, ...more }, friend)
  await db.insert(cart_item).values({
    shop_id: 2,
    customer_id: member.id,
    product_sku_id: 101,
    subscription: 0,
    quantity: 1,
    revision: 1,
    updated_at: new Date(ctx.clock.now().getTime() - 2 * 3_600_000),
  })
  return member
}

const remind = async () => {
  await remindCarts(ctx)
  await deliverOutbox(ctx)
}

test('a reminder goes by mail if the member is not a friend or has blocked the account', async () => {
  const friend = await left({ mail_magazine_flag: true }, { friend_status_id: 3 })
  const noFriend = await left({ mail_magazine_flag: true }, { friend_status_id: 2 })
  const blocker = await left({ mail_magazine_flag: true }, { is_blocked: true })
  await remind()
  expect(pushed.map(({ to }) => to)).toEqual([friend.line_id])
  expect(mails.map(({ to }) => to).sort()).toEqual([noFriend.email, blocker.email].sort())
})

test('a member who has blocked the account is marked; a reminder goes by mail if they consented', async () => {
  const reader = await left({ mail_magazine_flag: true })
  const gone = await left({ mail_magazine_flag: true })
  const silent = await left({ mail_magazine_flag: false })
  blocked.add(gone.line_id!).add(silent.line_id!)
  await remind()
  await remind()
  expect(pushed.map(({ to }) => to)).toEqual([reader.line_id])
  expect(JSON.stringify(pushed[0]!.message)).toContain('配信を停止する')
  expect(mails.map(({ to }) => to)).toEqual([gone.email])
  const [row] = await db.select().from(line_friend).where(eq(line_friend.line_user_id, gone.line_id!))
  expect(row).toMatchObject({ is_blocked: true, friend_status_id: 1 })
  const [other] = await db.select().from(cart_tracking).where(eq(cart_tracking.customer_id, silent.id))
  expect(other).toMatchObject({ end_reason: 'no_consent' })
  expect(await db.select().from(customer).where(eq(customer.id, gone.id))).toMatchObject([{ line_magazine_flag: true }])
})
