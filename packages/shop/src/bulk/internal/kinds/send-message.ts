import { ad_optout } from '@kushi/db/schema/abandonment'
import { customer } from '@kushi/db/schema/customer'
import { and, eq, sql } from 'drizzle-orm'
import { writeAdLetter } from '../../../customer/index.ts'
import { enqueueMail } from '../../../outbox/index.ts'
import { loadShop, shopUrl } from '../../../setting/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { whyNotWrittenTo } from '../../rules/why-not-written-to.ts'
import { composeMessage, type MessageWords } from '../compose-message.ts'
import { mailKey } from '../mail-key.ts'
import type { Kind, RowContext } from './kind.ts'

/** 一斉送信: a row is a member, so that each gets it once. What has left can't be taken back. */
export const sendMessage: Kind = {
  list: 'customers',
  text: ({ is_advert }) => `メールを送る(${is_advert ? '広告' : '取引上のお知らせ'})`,
  async run(ctx, id, params) {
    const words = params as unknown as MessageWords
    const reader = await readerOf(ctx, id)
    const why = whyNotWrittenTo(reader, words.is_advert)
    if (why !== null) throw new ShopError(409, 'ERROR_NOT_WRITTEN_TO', why)
    if (!ctx.is_quiet) await write(ctx, id, reader, words)
    return { detail: '', undo: null }
  },
}

async function readerOf({ tx, shop_id }: RowContext, id: number) {
  const { email, name01, name02, withdrawn_at, blocked_at, mail_magazine_flag } = customer
  const stopped = sql`${ad_optout.shop_id} = ${shop_id} and ${ad_optout.channel} = 'mail' and ${ad_optout.address} = ${email}`
  const has_opted_out = sql<boolean>`exists (select from ${ad_optout} where ${stopped})`
  const [found] = await tx
    .select({ email, name01, name02, withdrawn_at, blocked_at, mail_magazine_flag, has_opted_out })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, id)))
    .for('key share', { of: customer })
  if (!found) throw notFound()
  return found
}

type Found = Awaited<ReturnType<typeof readerOf>>

async function write(ctx: RowContext, customer_id: number, { email, name01, name02 }: Found, words: MessageWords) {
  const { tx, shop_id, job_id } = ctx
  const seller = await loadShop(ctx)
  const reader = { name: `${name01} ${name02}`, base: shopUrl(ctx.settings, shop_id) }
  const about = { customer_id, bulk_job_id: job_id }
  const key = mailKey(job_id, customer_id)
  if (!words.is_advert)
    return enqueueMail(
      tx,
      shop_id,
      key,
      { to: email, ...composeMessage(words, seller, { ...reader, stop_url: '' }) },
      about,
    )
  const letter = { shop_id, channel: 'mail' as const, address: email, customer_id }
  const { ad_letter_id, stop_url, one_click_url } = await writeAdLetter(tx, ctx, letter)
  const mail = { ...composeMessage(words, seller, { ...reader, stop_url }), is_secret: true }
  return enqueueMail(tx, shop_id, key, { to: email, ...mail, unsubscribe_url: one_click_url, ad_letter_id }, about)
}
