import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { shop } from '@kushi/db/schema/shop'
import { device_code } from '@kushi/db/schema/sign-in'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { DEVICE_CODE } from '@kushi/values/sign-in'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Handler, MemberContext, MemberQueryContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import {
  buildLineMessage,
  composeLineCard,
  composeMail,
  enqueueLineMessageToUser,
  enqueueMail,
  lineFriendJoinCondition,
  personalAddresseeText,
  reachableEmail,
} from '../../messaging/message/index.ts'
import { ShopError } from '../../shop-error.ts'
import { confirmDevice, deviceNotConfirmedError } from './confirmed-device.ts'
import { lockMember } from './internal/load-customer.ts'
import { hashToken, newToken } from './internal/token.ts'
import { deviceText } from './rules/origin.ts'

/**
 * Hashes the code with the browser's cookie. Only the cookie's hash is stored, so a reader of the table can't try the
 * codes.
 */
const hashOfCode = (device_token: string, { customer_id }: MemberContext, code: string): Buffer =>
  createHmac('sha256', device_token).update(`${customer_id}\n${code}`).digest()

/** Returns the browser's cookie; only browsers keep one. */
function deviceTokenOf(ctx: MemberContext): string {
  if (ctx.makeDeviceToken) return ctx.makeDeviceToken()
  throw deviceNotConfirmedError()
}

/**
 * 確認コード: sends six digits to the member's e-mail, or over LINE to who has none. They are good in this browser, for this
 * member, once, and replace the ones before.
 */
export const sendDeviceCode: Handler<'POST /v1/customer/device/code'> = (ctx) => issueDeviceCode(ctx)

export async function issueDeviceCode(ctx: MemberContext) {
  const { shop_id, customer_id } = ctx
  await consumeLimit(ctx, 'device_code', { account: String(customer_id), address: ctx.ip })
  const token = deviceTokenOf(ctx)
  const code = String(randomInt(10 ** DEVICE_CODE.digits)).padStart(DEVICE_CODE.digits, '0')
  const expires_at = new Date(ctx.clock.now().getTime() + DEVICE_CODE.minutes * 60_000)
  const written = { code_hash: hashOfCode(token, ctx, code), tries: 0, expires_at }
  const sent = await ctx.db.transaction(async (tx) => {
    await lockMember(tx, ctx)
    await tx
      .insert(device_code)
      .values({ shop_id, customer_id, device_hash: hashToken(token), ...written })
      .onConflictDoUpdate({
        target: [device_code.shop_id, device_code.customer_id, device_code.device_hash],
        set: written,
      })
    return send(tx, ctx, code)
  })
  return { ...sent, expires_at: expires_at.toISOString() }
}

/** @throws ShopError 409 where neither reaches the member */
async function send(tx: Tx, ctx: MemberQueryContext, code: string) {
  const { shop_id, customer_id } = ctx
  const [member] = await tx
    .select()
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  const seller = await loadShop({ db: tx, shop_id })
  const values = { 確認コード: code, 端末: deviceText(ctx.user_agent) }
  const key = `device-code:${newToken()}`
  if (reachableEmail(member!.email) !== '') {
    const 宛名 = personalAddresseeText(`${member!.name01} ${member!.name02}`)
    const mail = await composeMail(tx, seller, 'device_code', member!, { ...values, 宛名 })
    await enqueueMail(tx, shop_id, key, { ...mail, is_secret: true }, { customer_id })
    return { sent_by: 'mail' as const, sent_to: maskedEmail(member!.email) }
  }
  const [friend] = await tx
    .select({ to: line_friend.line_user_id })
    .from(customer)
    .innerJoin(shop, and(eq(shop.id, customer.shop_id), shop.line_channel_flag))
    .innerJoin(line_friend, lineFriendJoinCondition(customer))
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  if (!friend) throw unsentError(seller.phone_number, member!.line_id !== null)
  const { title, lead = '' } = await composeLineCard(tx, seller, 'line_device_code', values)
  const text = (words: string) => ({ type: 'text', text: words, wrap: true })
  const body = { type: 'box', layout: 'vertical', spacing: 'md', contents: [text(title), text(lead)] }
  const message = buildLineMessage(seller.shop_name, `${title}\n${lead}`, { body })
  await enqueueLineMessageToUser(tx, shop_id, key, { to: friend.to, message, is_secret: true }, { customer_id })
  return { sent_by: 'line' as const, sent_to: null }
}

/** 「h…@example.com」: enough for its owner. */
const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1…')

export const confirmDeviceByCode: Handler<'POST /v1/customer/device/confirm'> = async (ctx, { device_code: code }) => {
  await useDeviceCode(ctx, code)
  return {}
}

/**
 * Confirms this browser by the code. Each typed code is counted before it is compared, so that concurrent calls can't
 * try more.
 * @throws ShopError 422 or 409 beside `device_code`
 */
export async function useDeviceCode(ctx: MemberContext, code: string): Promise<void> {
  const token = deviceTokenOf(ctx)
  const now = ctx.clock.now()
  const mine = and(
    eq(device_code.shop_id, ctx.shop_id),
    eq(device_code.customer_id, ctx.customer_id),
    eq(device_code.device_hash, hashToken(token)),
  )
  const open = and(mine, gt(device_code.expires_at, now))
  const [tried] = await ctx.db
    .update(device_code)
    .set({ tries: sql`${device_code.tries} + 1` })
    .where(and(open, lt(device_code.tries, DEVICE_CODE.tries)))
    .returning({ code_hash: device_code.code_hash })
  if (!tried) throw refused('ERROR_DEVICE_CODE_OVER')
  const given = hashOfCode(token, ctx, code)
  if (!timingSafeEqual(given, tried.code_hash)) throw refused('ERROR_DEVICE_CODE_WRONG')
  await ctx.db.transaction(async (tx) => {
    // If two calls have the right code, one of them uses it up.
    const [used] = await tx
      .delete(device_code)
      .where(and(open, eq(device_code.code_hash, given)))
      .returning({ customer_id: device_code.customer_id })
    if (!used) throw refused('ERROR_DEVICE_CODE_OVER')
    await confirmDevice(tx, ctx, ctx.customer_id, 'code')
  })
}

/** A login by LINE confirms the browser by itself, also without the friendship that a message needs. */
const unsentError = (phone_number: string, hasLine: boolean) =>
  new ShopError(
    409,
    'ERROR_DEVICE_CODE_UNSENT',
    hasLine
      ? '確認コードをお送りできません。お手数ですが、一度ログアウトして、LINEでログインし直してください。'
      : `確認コードをお送りできるメールアドレスがありません。お手数ですが、お電話(${phone_number})でご連絡ください。`,
  )

const REFUSALS = {
  ERROR_DEVICE_CODE_OVER: [
    409,
    'このコードは、ご利用いただけなくなりました。「コードをもう一度送る」を押してください。',
  ],
  ERROR_DEVICE_CODE_WRONG: [422, 'コードが正しくありません。いちばん新しい6桁の数字を入力してください。'],
} as const

function refused(error: keyof typeof REFUSALS) {
  const [status, message] = REFUSALS[error]
  return new ShopError(status, error, message, { fields: [{ path: 'device_code', message_id: 'refused', message }] })
}
