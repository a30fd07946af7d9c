import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { loadCachedShop, shopUrl } from '../../../foundation/setting/index.ts'
import {
  composeLineCardFromText,
  composeMailFromText,
  enqueueLineMessagesToMembers,
  enqueueMails,
  loadMessageText,
  personalAddresseeText,
  type QueuedMail,
  recipientColumns,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import type { SubscriptionRow } from './load-subscription.ts'

interface Asking {
  /** お返事: the page of the link, the deadline, and what happens without an answer. */
  url: string
  until: string
  otherwise: string
}

interface PriceNotice {
  row: SubscriptionRow
  dedupe_key: string
  /** The item and its prices as text. */
  prices: string
  /** What members are asked to agree to. Absent: the price falls, so nobody is asked. */
  asking?: Asking
  /** 送料・手数料 are asked for. */
  is_fees?: boolean
}

/**
 * 価格変更: notifies the members of these subscriptions of one shop that an item will cost less, or asks them to agree to a
 * higher price, or to higher 送料・手数料. The rule: an agreed price rises only with the member's agreement. The mail asks for it and states both
 * prices, the day, the deadline and what happens without an answer; a member whom it does not reach has not been asked.
 * So the mail is always sent. LINE is a second channel: it leads members with a linked account who are friends to the
 * same question in their member pages. Only the mail contains the link that answers without login.
 */
export async function notifyPriceChanges(tx: Tx, ctx: QueryContext, all: readonly PriceNotice[]): Promise<void> {
  const { shop_id } = ctx
  const mails = await priceMails(tx, ctx, all)
  const addressed = all.map((one) => ({
    ...one,
    customer_id: one.row.customer_id,
    about: { subscription_id: one.row.id },
  }))
  await enqueueMails(
    tx,
    shop_id,
    addressed.map(({ dedupe_key, customer_id, about }, n) => ({
      dedupe_key,
      mail: mails[n]!,
      about: { customer_id, ...about },
    })),
  )
  await enqueueLineMessagesToMembers(tx, shop_id, addressed, (seller) => priceCards(tx, ctx, seller))
}

async function priceCards(tx: Tx, ctx: QueryContext, seller: SenderShop) {
  const asked = await loadMessageText(tx, ctx.shop_id, 'line_price_asked')
  const lowered = await loadMessageText(tx, ctx.shop_id, 'line_price_lowered')
  const fees = await loadMessageText(tx, ctx.shop_id, 'line_fees_asked')
  return ({ row, prices, asking, is_fees }: PriceNotice) => {
    const id = String(row.id)
    const until = asking && { お返事の期限: asking.until, お返事がない場合: asking.otherwise }
    return lineCardMessage({
      shop_name: seller.shop_name,
      ...composeLineCardFromText(is_fees ? fees : asking ? asked : lowered, seller, { 契約番号: id, ...until }),
      rows: [['契約番号', id], ['価格の変更', prices], ...(asking ? [['お返事の期限', asking.until] as const] : [])],
      button: {
        label: asking ? '内容を確かめて返事をする' : '定期便を確認する',
        url: pageOf(ctx, row),
      },
    })
  }
}

const pageOf = ({ settings, shop_id }: QueryContext, { id }: SubscriptionRow) =>
  `${shopUrl(settings, shop_id)}/sh/mypage/subscriptions/${id}/edit`

/** Returns a mail for each, in their order. */
async function priceMails(tx: Tx, ctx: QueryContext, all: readonly PriceNotice[]): Promise<QueuedMail[]> {
  const { shop_id } = ctx
  const seller = await loadCachedShop(ctx)
  const { id, name01, name02 } = customer
  const ids = all.map(({ row }) => row.customer_id)
  const members = await tx
    .select({ id, ...recipientColumns, name01, name02 })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), isAnyOfCondition(id, ids)))
  const memberOf = new Map(members.map((one) => [one.id, one]))
  const kinds = [...new Set(all.map(kindOf))]
  const texts = new Map(
    await inOneRoundTrip(kinds.map(async (kind) => [kind, await loadMessageText(tx, shop_id, kind)] as const)),
  )
  return all.map((addressed) => {
    const { row, prices, asking } = addressed
    const member = memberOf.get(row.customer_id)!
    const values = {
      宛名: personalAddresseeText(`${member.name01} ${member.name02}`),
      契約番号: String(row.id),
      価格の変更: prices,
      定期便のページ: `定期便を確認する\n${pageOf(ctx, row)}`,
      ...(asking && {
        お返事のページ: `内容を確かめて返事をする\n${asking.url}`,
        お返事の期限: asking.until,
        お返事がない場合: asking.otherwise,
      }),
    }
    const mail = composeMailFromText(texts.get(kindOf(addressed))!, seller, member, values)
    return asking ? { ...mail, is_secret: true } : mail
  })
}

const kindOf = ({ asking, is_fees }: PriceNotice) => (is_fees ? 'fees_asked' : asking ? 'price_asked' : 'price_lowered')
