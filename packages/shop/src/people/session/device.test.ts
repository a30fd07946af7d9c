import { randomBytes } from 'node:crypto'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { shop } from '@kushi/db/schema/shop'
import { customer_device, device_code } from '@kushi/db/schema/sign-in'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { DEVICE_DAYS, MAX_DEVICES } from '@kushi/values/sign-in'
import { and, desc, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Context, MemberContext } from '../../context.ts'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { unreachableEmail } from '../../messaging/message/index.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { addAddress, deleteAddress, updateAddress } from '../customer/addresses.ts'
import { setPassword } from '../customer/internal/set-password.ts'
import { updateCustomer } from '../customer/update-customer.ts'
import { confirmDevice, isDeviceConfirmed, requireConfirmedDevice } from './confirmed-device.ts'
import { confirmDeviceByCode, sendDeviceCode } from './device-code.ts'
import { hashToken } from './internal/token.ts'
import { listDevices, removeDevice } from './list-devices.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const clock = testClock()
const session = { token_hash: hashToken('a session') }
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'

/** A member with a session in a browser; `token`: its cookie. */
function memberAt(token: string | null = randomBytes(32).toString('base64url'), more: Partial<Context> = {}) {
  let cookie = token
  const device = {
    deviceToken: () => cookie,
    makeDeviceToken() {
      cookie ??= randomBytes(32).toString('base64url')
      return cookie
    },
  }
  const base = testContext(db, { clock, ...session, ...device, user_agent: iphone, customer_id: hanako!.id })
  return { ...base, ...more } as MemberContext
}
const later = (ctx: MemberContext, minutes: number): MemberContext => ({
  ...ctx,
  clock: { ...clock, now: () => new Date(clock.now().getTime() + minutes * 60_000) },
})
const mailsOf = () => db.select().from(outbox).where(like(outbox.dedupe_key, '%device-code:%')).orderBy(desc(outbox.id))
const lastCode = async () => /\d{6}/.exec(JSON.stringify((await mailsOf())[0]!.payload).replace(/&#?\w+;/g, ''))![0]
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const notConfirmed = { status: 403, error: 'ERROR_DEVICE_NOT_CONFIRMED' }
const wrong = {
  status: 422,
  error: 'ERROR_DEVICE_CODE_WRONG',
  fields: [expect.objectContaining({ path: 'device_code' })],
}
const over = { status: 409, error: 'ERROR_DEVICE_CODE_OVER' }

beforeEach(async () => {
  for (const table of [customer_device, device_code, rate_limit]) await db.delete(table)
  await db.delete(outbox).where(like(outbox.dedupe_key, '%device-code:%'))
  await db.update(shop).set({ device_check_flag: true }).where(eq(shop.id, 2))
})

test('a member with a session is asked in a browser that they did not confirm, and nobody else', async () => {
  await expect(requireConfirmedDevice(memberAt())).rejects.toMatchObject(notConfirmed)
  await expect(requireConfirmedDevice(memberAt(null))).rejects.toMatchObject(notConfirmed)
  const { deviceToken: _, makeDeviceToken: _make, ...no_browser } = memberAt()
  await expect(requireConfirmedDevice(no_browser)).rejects.toMatchObject(notConfirmed)
  for (const who of [{ acting: { acting_session_id: 1 } }, { token_hash: null }, { customer_id: null }])
    await expect(requireConfirmedDevice({ ...memberAt(), ...who })).resolves.toBeUndefined()
  await db.update(shop).set({ device_check_flag: false }).where(eq(shop.id, 2))
  await expect(requireConfirmedDevice(memberAt())).resolves.toBeUndefined()
})

test('the code of the mail confirms this browser for this member, once', async () => {
  const here = memberAt()
  const { sent_by, sent_to } = await sendDeviceCode(here, {})
  expect([sent_by, sent_to]).toEqual(['mail', 'h…@example.com'])
  const [mail] = await mailsOf()
  expect(mail).toMatchObject({ kind: 'mail', customer_id: hanako!.id, payload: { is_secret: true } })
  expect(JSON.stringify(mail!.payload)).toContain('iPhone・Safari')
  const code = await lastCode()
  const { rows } = await database.pool.query('select device_code::text as row from device_code')
  expect(rows[0].row).not.toContain(code)

  await expect(confirmDeviceByCode(memberAt(), { device_code: code })).rejects.toMatchObject(over)
  await expect(confirmDeviceByCode({ ...here, customer_id: taro!.id }, { device_code: code })).rejects.toMatchObject(
    over,
  )
  await expect(confirmDeviceByCode(here, { device_code: otherThan(code) })).rejects.toMatchObject(wrong)
  await confirmDeviceByCode(here, { device_code: code })
  expect(await isDeviceConfirmed(here)).toBe(true)
  expect(await isDeviceConfirmed({ ...here, customer_id: taro!.id })).toBe(false)
  expect(await isDeviceConfirmed(memberAt())).toBe(false)
  await expect(confirmDeviceByCode(here, { device_code: code })).rejects.toMatchObject(over)
})

test('five tries and ten minutes; the next code replaces the one before', async () => {
  const here = memberAt()
  await sendDeviceCode(here, {})
  const first = await lastCode()
  for (let n = 0; n < 5; n++)
    await expect(confirmDeviceByCode(here, { device_code: otherThan(first) })).rejects.toMatchObject(wrong)
  await expect(confirmDeviceByCode(here, { device_code: first })).rejects.toMatchObject(over)

  await sendDeviceCode(here, {})
  const second = await lastCode()
  if (first !== second) await expect(confirmDeviceByCode(here, { device_code: first })).rejects.toMatchObject(wrong)
  await expect(confirmDeviceByCode(later(here, 10), { device_code: second })).rejects.toMatchObject(over)
  await confirmDeviceByCode(later(here, 9), { device_code: second })
  expect(await isDeviceConfirmed(later(here, 9))).toBe(true)
})

test('many tries at once are no more tries; the right code at once confirms once', async () => {
  const here = memberAt()
  await sendDeviceCode(here, {})
  const code = await lastCode()
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => confirmDeviceByCode(here, { device_code: otherThan(code) })),
  )
  const errors = tries.map((one) => (one.status === 'rejected' ? one.reason.error : 'in'))
  expect(errors.filter((error) => error === 'ERROR_DEVICE_CODE_WRONG')).toHaveLength(5)
  await sendDeviceCode(here, {})
  const both = await Promise.allSettled(
    [1, 2].map(async () => confirmDeviceByCode(here, { device_code: await lastCode() })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('five codes an hour for one member, from wherever they are asked for', async () => {
  for (let n = 0; n < 5; n++) await sendDeviceCode(memberAt(undefined, { ip: `203.0.113.${n}` }), {})
  await expect(sendDeviceCode(memberAt(undefined, { ip: '198.51.100.1' }), {})).rejects.toMatchObject({ status: 429 })
})

test('who has no e-mail gets it over LINE, or is told to log in by LINE, or to call', async () => {
  const [row] = await db.select().from(customer).where(eq(customer.id, taro!.id))
  const mine = and(eq(customer.shop_id, 2), eq(customer.id, taro!.id))
  await db
    .update(customer)
    .set({ email: unreachableEmail(taro!.id), line_id: 'Utaro' })
    .where(mine)
  const here = memberAt(undefined, { customer_id: taro!.id })
  const unsent = { status: 409, error: 'ERROR_DEVICE_CODE_UNSENT' }
  const byLine = { ...unsent, message: expect.stringContaining('LINEでログインし直して') }
  await expect(sendDeviceCode(here, {})).rejects.toMatchObject(byLine)
  await db.update(customer).set({ line_id: null }).where(mine)
  const byPhone = { ...unsent, message: expect.stringContaining('お電話') }
  await expect(sendDeviceCode(here, {})).rejects.toMatchObject(byPhone)
  await db.update(customer).set({ line_id: 'Utaro' }).where(mine)
  const friend = { shop_id: 2, line_user_id: 'Utaro', friend_status_id: 4, updated_at: clock.now() }
  await db.insert(line_friend).values(friend).onConflictDoNothing()
  await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
  expect(await sendDeviceCode(here, {})).toMatchObject({ sent_by: 'line', sent_to: null })
  expect((await mailsOf())[0]).toMatchObject({ kind: 'line', payload: { to: 'Utaro', is_secret: true } })
  await confirmDeviceByCode(here, { device_code: await lastCode() })
  expect(await isDeviceConfirmed(here)).toBe(true)
  await db.update(customer).set({ email: row!.email, line_id: row!.line_id }).where(mine)
})

test('a device that is used stays; one that is not is forgotten', async () => {
  const here = memberAt()
  await confirmDevice(db, here, hanako!.id, 'code')
  const days = (n: number) => later(here, n * 1440)
  expect(await isDeviceConfirmed(days(DEVICE_DAYS - 1))).toBe(true)
  expect(await isDeviceConfirmed(days(2 * DEVICE_DAYS - 2))).toBe(true)
  expect(await isDeviceConfirmed(days(3 * DEVICE_DAYS))).toBe(false)
  await deleteExpiredRows(days(3 * DEVICE_DAYS))
  expect(await db.$count(customer_device)).toBe(0)
})

test('the list shows this browser first; one that is removed is asked again; the oldest of too many goes', async () => {
  const first = memberAt()
  await confirmDevice(db, first, hanako!.id, 'registered')
  for (let n = 1; n <= MAX_DEVICES; n++) await confirmDevice(db, later(memberAt(), n), hanako!.id, 'code')
  expect(await db.$count(customer_device)).toBe(MAX_DEVICES)
  expect(await isDeviceConfirmed(first)).toBe(false)
  const here = later(memberAt(), 60)
  await confirmDevice(db, here, hanako!.id, 'line')
  const { items } = await listDevices(here, {})
  expect(items[0]).toMatchObject({ device: 'iPhone・Safari', proof: 'line', is_current: true })
  const of_taro = { ...here, customer_id: taro!.id }
  await expect(removeDevice(of_taro, { id: items[0]!.id })).rejects.toMatchObject({ status: 404 })
  expect((await removeDevice(here, { id: items[0]!.id })).items).toHaveLength(MAX_DEVICES - 1)
  expect(await isDeviceConfirmed(here)).toBe(false)
})

test('a changed password forgets the other devices, a reset all of them', async () => {
  const [here, there] = [memberAt(), memberAt()]
  for (const one of [here, there]) await confirmDevice(db, one, hanako!.id, 'code')
  const change = (event: 'password_changed' | 'password_reset') =>
    db.transaction((tx) => setPassword(tx, here, hanako!.id, hanako!.password_hash!, event))
  await change('password_changed')
  expect([await isDeviceConfirmed(here), await isDeviceConfirmed(there)]).toEqual([true, false])
  await change('password_reset')
  expect(await isDeviceConfirmed(here)).toBe(false)
})

test('name and consents change anywhere; address and telephone only in a confirmed browser', async () => {
  const here = memberAt()
  const [row] = await db.select().from(customer).where(eq(customer.id, hanako!.id))
  const form = { ...row!, company_name: '', company_name_kana: '', manager_name: '', manager_name_kana: '' }
  const save = (more: object) => updateCustomer(here, { ...form, ...more } as never)
  await expect(save({ name02: '花' })).resolves.toMatchObject({ name02: '花' })
  for (const more of [{ addr02: '9-9' }, { phone_number: '0312345678' }])
    await expect(save(more)).rejects.toMatchObject(notConfirmed)
  const [address] = await db.select().from(customer_address).where(eq(customer_address.customer_id, hanako!.id))
  const change = (more: object) => updateAddress(here, { ...address!, ...more } as never)
  await expect(change({ delivery_notes: '玄関' })).resolves.toBeDefined()
  await expect(change({ addr02: '9-9' })).rejects.toMatchObject(notConfirmed)
  expect((await db.select().from(customer_address).where(eq(customer_address.id, address!.id)))[0]!.addr02).toBe(
    address!.addr02,
  )
  await confirmDevice(db, here, hanako!.id, 'code')
  await expect(change({ addr02: '9-9' })).resolves.toMatchObject({ addr02: '9-9' })
  await expect(save({ addr02: '9-9' })).resolves.toMatchObject({ addr02: '9-9' })
})

test('いつものお届け先 is another one only by a confirmed browser, on whichever way, and the member is told', async () => {
  const here = memberAt()
  const mine = eq(customer_address.customer_id, hanako!.id)
  const [home] = await db
    .select()
    .from(customer_address)
    .where(and(mine, eq(customer_address.is_default, true)))
  const { id: _id, shop_id: _shop, customer_id: _owner, created_at: _at, ...form } = home!
  const told = () => db.$count(outbox, like(outbox.dedupe_key, `profile-changed:${hanako!.id}:いつものお届け先:%`))
  const theirs = await addAddress(here, { ...form, addr02: '6-6-6', is_default: false })
  const ways = [
    () => addAddress(here, { ...form, addr02: '7-7-7', is_default: true }),
    () => updateAddress(here, { id: theirs.id, is_default: true }),
    () => deleteAddress(here, { id: home!.id }),
  ]
  for (const way of ways) await expect(way()).rejects.toMatchObject(notConfirmed)
  await deleteAddress(here, { id: theirs.id })
  // Alone, it is the default still.
  const others = and(mine, eq(customer_address.is_default, false))
  await db.delete(customer_address).where(others)
  await expect(deleteAddress(here, { id: home!.id })).rejects.toMatchObject(notConfirmed)
  expect(await told()).toBe(0)
  await confirmDevice(db, here, hanako!.id, 'code')
  await expect(addAddress(here, { ...form, is_default: true })).resolves.toMatchObject({ is_default: true })
  expect(await told()).toBe(1)
})
