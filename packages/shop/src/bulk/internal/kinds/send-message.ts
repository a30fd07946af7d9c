import { ad_optout } from '@kushi/db/schema/abandonment'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { shop } from '@kushi/db/schema/shop'
import { and, eq, sql } from 'drizzle-orm'
import { writeAdLetter } from '../../../customer/index.ts'
import { enqueueLineTo, enqueueMail } from '../../../outbox/index.ts'
import { loadShop, shopUrl } from '../../../setting/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { wayToReader } from '../../rules/way-to-reader.ts'
import { composeLineMessage, composeMessage, type MessageWords } from '../compose-message.ts'
import { lineKey, mailKey } from '../mail-key.ts'
import type { OneByOne, RowContext } from './kind.ts'

/** What its row says, by the way that it goes. */
export const WAY_TEXT = { line: 'LINEで送ります。', mail: 'メールで送ります。' } as const

/** 一斉送信: a row is a member, so that each gets it once. What has left can't be taken back. */
export const sendMessage: OneByOne = {
  list: 'customers',
  text: ({ is_advert, over_line }) =>
    `${over_line ? 'LINEかメール' : 'メール'}を送る(${is_advert ? '広告' : '取引上のお知らせ'})`,
  async run(ctx, id, params) {
    // A job that was prepared before LINE was a way goes by mail.
    const words: MessageWords = { ...(params as unknown as MessageWords), over_line: params.over_line === true }
    const reader = await readerOf(ctx, id)
    const { by, why } = wayToReader(reader, words)
    if (by === null) throw new ShopError(409, 'ERROR_NOT_WRITTEN_TO', why)
    if (!ctx.is_quiet) await write(ctx, id, { ...reader, by }, words)
    return { detail: WAY_TEXT[by], undo: null }
  },
}

async function readerOf({ tx, shop_id }: RowContext, id: number) {
  const { email, name01, name02, line_id, withdrawn_at, blocked_at, mail_magazine_flag, line_magazine_flag } = customer
  const stopped = (channel: 'mail' | 'line', address: typeof email | typeof line_id) => {
    const theirs = sql`${ad_optout.shop_id} = ${shop_id} and ${ad_optout.channel} = ${channel} and ${ad_optout.address} = ${address}`
    return sql<boolean>`exists (select from ${ad_optout} where ${theirs})`
  }
  const friend = and(eq(line_friend.shop_id, customer.shop_id), eq(line_friend.line_user_id, line_id))
  const [found] = await tx
    .select({
      ...{ email, name01, name02, line_id, withdrawn_at, blocked_at, mail_magazine_flag, line_magazine_flag },
      is_friend: sql<boolean>`coalesce(${shop.line_channel_flag} and ${line_friend.friend_status_id} in (3, 4) and not ${line_friend.is_blocked}, false)`,
      has_stopped_mail: stopped('mail', email),
      has_stopped_line: stopped('line', line_id),
    })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .leftJoin(line_friend, friend)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, id)))
    .for('key share', { of: customer })
  if (!found) throw notFound()
  return found
}

type Found = Awaited<ReturnType<typeof readerOf>> & { by: 'line' | 'mail' }

async function write(ctx: RowContext, customer_id: number, found: Found, words: MessageWords) {
  const { tx, shop_id, job_id } = ctx
  const { by, email, line_id, name01, name02 } = found
  const seller = await loadShop(ctx)
  const address = by === 'line' ? line_id! : email
  const advert = { shop_id, channel: by, address, customer_id }
  const letter = words.is_advert ? await writeAdLetter(tx, ctx, advert) : null
  const reader = {
    ...{ name: `${name01} ${name02}`, base: shopUrl(ctx.settings, shop_id) },
    stop_url: letter?.stop_url ?? '',
  }
  const about = { customer_id, bulk_job_id: job_id }
  const stop = letter && { ad_letter_id: letter.ad_letter_id }
  if (by === 'line') {
    const message = composeLineMessage(words, seller, reader)
    const payload = { to: address, message, ...stop, bulk_row: { job_id, subject_id: customer_id } }
    return enqueueLineTo(tx, shop_id, lineKey(job_id, customer_id), payload, about)
  }
  const secret = letter && { ...stop, is_secret: true, unsubscribe_url: letter.one_click_url }
  const mail = { to: address, ...composeMessage(words, seller, reader), ...secret }
  return enqueueMail(tx, shop_id, mailKey(job_id, customer_id), mail, about)
}
