import type { Tx } from '@kushi/db/connect'
import { isAmong } from '@kushi/db/in-sets'
import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { addressee } from '../../mail/index.ts'
import { loadText, mailOf } from '../../message/index.ts'
import { keptShop, shopUrl } from '../../setting/index.ts'
import type { SubscriptionRow } from './load-subscription.ts'

interface Asking {
  /** お返事: the page of the link, until when, and what becomes of it without. */
  url: string
  until: string
  otherwise: string
}

interface Told {
  row: SubscriptionRow
  /** The item and its prices, in words. */
  prices: string
  asking?: Asking
}

/** 価格変更: that an item will cost less, or whether it may cost more; a mail for each of these of one shop, in their order. */
export async function priceMails(tx: Tx, ctx: Context, all: readonly Told[]) {
  const { shop_id, settings } = ctx
  const seller = await keptShop(ctx)
  const { id, email, name01, name02 } = customer
  const ids = all.map(({ row }) => row.customer_id)
  const members = await tx
    .select({ id, email, name01, name02 })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), isAmong(id, ids)))
  const memberOf = new Map(members.map((one) => [one.id, one]))
  const kinds = [...new Set(all.map(kindOf))]
  const texts = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await loadText(tx, shop_id, kind)] as const)),
  )
  const base = shopUrl(settings, shop_id)
  return all.map((told) => {
    const { row, prices, asking } = told
    const member = memberOf.get(row.customer_id)!
    const values = {
      ...{ 宛名: addressee(`${member.name01} ${member.name02}`), 契約番号: String(row.id), 価格の変更: prices },
      定期便のページ: `定期便を確認する\n${base}/sh/mypage/subscriptions/${row.id}/edit`,
      ...(asking && {
        お返事のページ: `内容を確かめて返事をする\n${asking.url}`,
        お返事の期限: asking.until,
        お返事がない場合: asking.otherwise,
      }),
    }
    const mail = { to: member.email, ...mailOf(texts.get(kindOf(told))!, seller, values) }
    return asking ? { ...mail, is_secret: true } : mail
  })
}

const kindOf = ({ asking }: Told) => (asking ? 'price_asked' : 'price_lowered')
