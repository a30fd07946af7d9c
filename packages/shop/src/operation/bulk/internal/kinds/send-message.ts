import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { ad_optout } from '@kushi/db/schema/abandonment'
import { bulk_job_row } from '@kushi/db/schema/bulk'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import type { MessageChannel } from '@kushi/values/message'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { loadShop, shopUrl } from '../../../../foundation/setting/index.ts'
import { enqueueLineMessages, enqueueMails, lineFriendJoinCondition } from '../../../../messaging/message/index.ts'
import { saveAdMessages } from '../../../../people/customer/index.ts'
import { ShopError } from '../../../../shop-error.ts'
import { chooseMessageChannel, type MessageChannelChoice } from '../../rules/choose-channel.ts'
import { type BulkMessageText, composeBulkLineMessage, composeBulkMail } from '../compose-message.ts'
import { bulkLineDedupeKey, bulkMailDedupeKey } from '../mail-key.ts'
import type { BulkOperation, BulkRowContext, BulkRowResult } from './kind.ts'

/** The detail text of a row, by its channel. */
export const CHANNEL_TEXT = { line: 'LINEで送ります。', mail: 'メールで送ります。' } as const

/** The reason why a member gets no message: the listed order or contract belongs to another member now. */
const MOVED_TEXT = {
  orders: '対象のご注文が、ほかの会員に移りました。',
  subscriptions: '対象の定期便が、ほかの会員に移りました。',
} as const

/** 一斉送信: a row is a member, so that each member gets it once. A sent message can't be taken back. */
export const sendMessageOperation: BulkOperation = {
  list: 'customers',
  text: ({ is_advert, over_line }) =>
    `${over_line ? 'LINEかメール' : 'メール'}を送る(${is_advert ? '広告' : '取引上のお知らせ'})`,
  async runAll(ctx, ids, params) {
    // A job that was prepared before LINE was supported goes by mail.
    const words: BulkMessageText = { ...(params as unknown as BulkMessageText), over_line: params.over_line === true }
    const answers = new Map<number, BulkRowResult | ShopError>()
    const reached: MessageTarget[] = []
    const readers = await readersOf(ctx, ids)
    // Read after the members are locked, because a merge moves what belongs to them.
    const shown = await shownOf(ctx, ids, words)
    for (const reader of readers) {
      const listed = shown.get(reader.id) ?? []
      const { by, why } = wayTo(reader, listed, words)
      if (by !== null) reached.push({ ...reader, by, address: by === 'line' ? reader.line_id! : reader.email, listed })
      const answer = by ? { detail: CHANNEL_TEXT[by], undo: null } : new ShopError(409, 'ERROR_NOT_WRITTEN_TO', why)
      answers.set(reader.id, answer)
    }
    if (!ctx.is_quiet) {
      const written = await resumeWritten(ctx, reached)
      const isNew = ({ id }: MessageTarget) =>
        !written.has(bulkMailDedupeKey(ctx.job_id, id)) && !written.has(bulkLineDedupeKey(ctx.job_id, id))
      await writeAll(ctx, reached.filter(isNew), words)
    }
    return answers
  },
}

type ReaderRow = Awaited<ReturnType<typeof readersOf>>[number]
type ListedSubject = { id: number; number: string }
/** `listed`: the orders or subscriptions that the message is about. */
type MessageTarget = ReaderRow & { by: MessageChannel; address: string; listed: readonly ListedSubject[] }

/** Chooses the channel by the rule; none if the member has nothing that the message could name. */
function wayTo(reader: ReaderRow, listed: readonly ListedSubject[], words: BulkMessageText): MessageChannelChoice {
  const way = chooseMessageChannel(reader, words)
  if (way.by === null || words.list === 'customers' || listed.length > 0) return way
  return { by: null, why: MOVED_TEXT[words.list] }
}

/** For several rows, members locked by another transaction are skipped; a single row waits for the lock. */
function readersOf({ tx, shop_id }: BulkRowContext, ids: readonly number[]) {
  const { id, email, email_verified_at, name01, name02, line_id, withdrawn_at, blocked_at } = customer
  const { mail_magazine_flag, line_magazine_flag } = customer
  const stopped = (channel: MessageChannel, address: typeof email | typeof line_id) => {
    const theirs = sql`${ad_optout.shop_id} = ${shop_id} and ${ad_optout.channel} = ${channel} and ${ad_optout.address} = ${address}`
    return sql<boolean>`exists (select from ${ad_optout} where ${theirs})`
  }
  return tx
    .select({
      id,
      email,
      email_verified_at,
      name01,
      name02,
      line_id,
      withdrawn_at,
      blocked_at,
      mail_magazine_flag,
      line_magazine_flag,
      is_friend: sql<boolean>`${shop.line_channel_flag} and ${line_friend.line_user_id} is not null`,
      has_stopped_mail: stopped('mail', email),
      has_stopped_line: stopped('line', line_id),
    })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .leftJoin(line_friend, lineFriendJoinCondition(customer))
    .where(and(eq(customer.shop_id, shop_id), isAnyOfCondition(id, ids)))
    .orderBy(asc(id))
    .for('key share', { of: customer, ...(ids.length > 1 && { skipLocked: true }) })
}

/**
 * The orders or subscriptions that the list showed of each member, by member, newest first. What belongs to another
 * member since then is left out.
 */
async function shownOf({ tx, shop_id, job_id }: BulkRowContext, ids: readonly number[], { list }: BulkMessageText) {
  if (list === 'customers') return new Map<number, ListedSubject[]>()
  const table = list === 'orders' ? orders : subscription
  const number = list === 'orders' ? sql<string>`${orders.order_no}` : sql<string>`${subscription.id}::text`
  const isNamed = sql`${table.id} = any(${bulk_job_row.about_ids})`
  const rows = await tx
    .select({ customer_id: table.customer_id, id: table.id, number })
    .from(bulk_job_row)
    .innerJoin(
      table,
      and(eq(table.shop_id, bulk_job_row.shop_id), isNamed, eq(table.customer_id, bulk_job_row.subject_id)),
    )
    .where(
      and(
        eq(bulk_job_row.shop_id, shop_id),
        eq(bulk_job_row.job_id, job_id),
        isAnyOfCondition(bulk_job_row.subject_id, ids),
      ),
    )
    .orderBy(desc(table.id))
  return Map.groupBy(rows, ({ customer_id }) => customer_id)
}

/**
 * Resumes the messages to these members that a stop of the job held back, unless an operator has sent a copy. Returns
 * the keys of all messages that are written already, by LINE or by mail.
 */
async function resumeWritten(
  { tx, shop_id, job_id }: BulkRowContext,
  reached: readonly MessageTarget[],
): Promise<Set<string>> {
  const keys = reached.flatMap(({ id }) => [bulkMailDedupeKey(job_id, id), bulkLineDedupeKey(job_id, id)])
  const of = (keys: readonly string[]) => sql`shop_id = ${shop_id} and dedupe_key = any(${sql.param(keys)}::text[])`
  const { rows } = await tx.execute<{ dedupe_key: string }>(sql`
    with resumed as (
      update outbox o set stopped_at = null where ${of(keys)} and state = 'stopped' and payload <> '{}' and not exists (
        select from outbox a where a.shop_id = ${shop_id} and a.dedupe_key like 'again:' || o.id || ':%'))
    select dedupe_key from outbox where ${of(keys)}`)
  return new Set(rows.map(({ dedupe_key }) => dedupe_key))
}

async function writeAll(ctx: BulkRowContext, reached: readonly MessageTarget[], words: BulkMessageText): Promise<void> {
  const { tx, shop_id, job_id } = ctx
  const seller = await loadShop(ctx)
  const adverts = reached.map(({ id, by, address }) => ({ shop_id, channel: by, address, customer_id: id }))
  const letters = await saveAdMessages(tx, ctx, words.is_advert ? adverts : [])
  const base = shopUrl(ctx.settings, shop_id)
  const all = reached.map((one, n) => {
    const { id: customer_id, name01, name02, email_verified_at, address: to, listed } = one
    const letter = letters[n]
    const stop = letter && { ad_letter_id: letter.ad_letter_id }
    const numbers = listed.map(({ number }) => number)
    const recipient = { email: to, email_verified_at }
    const reader = { to: recipient, name: `${name01} ${name02}`, numbers, base, stop_url: letter?.stop_url ?? '' }
    // The page of an order lists the messages about it alone.
    const only = listed.length === 1 ? listed[0]!.id : null
    const about = {
      customer_id,
      bulk_job_id: job_id,
      ...(words.list === 'orders' && { order_id: only }),
      ...(words.list === 'subscriptions' && { subscription_id: only }),
    }
    return { ...one, customer_id, to, letter, stop, reader, about }
  })
  const ofWay = (way: MessageTarget['by']) => all.filter(({ by }) => by === way)
  await enqueueLineMessages(
    tx,
    shop_id,
    ofWay('line').map(({ customer_id, to, stop, reader, about }) => {
      const message = composeBulkLineMessage(words, seller, reader)
      const payload = { to, message, ...stop, bulk_row: { job_id, subject_id: customer_id } }
      return { dedupe_key: bulkLineDedupeKey(job_id, customer_id), payload, about }
    }),
  )
  await enqueueMails(
    tx,
    shop_id,
    ofWay('mail').map(({ customer_id, letter, stop, reader, about }) => {
      const secret = letter && { ...stop, is_secret: true, unsubscribe_url: letter.one_click_url }
      const mail = { ...composeBulkMail(words, seller, reader), ...secret }
      return { dedupe_key: bulkMailDedupeKey(job_id, customer_id), mail, about }
    }),
  )
}
