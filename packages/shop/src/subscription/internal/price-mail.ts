import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { addressee } from '../../mail/index.ts'
import { composeMail } from '../../message/index.ts'
import { shopUrl } from '../../setting/index.ts'
import type { SubscriptionRow } from './load-subscription.ts'

interface Asking {
  /** お返事: the page of the link, until when, and what becomes of it without. */
  url: string
  until: string
  otherwise: string
}

/** 価格変更: that an item will cost less, or whether it may cost more. */
export async function priceMail(
  tx: Tx,
  { settings }: Pick<Context, 'settings'>,
  row: SubscriptionRow,
  prices: string,
  asking?: Asking,
) {
  const [member] = await tx
    .select({ email: customer.email, name01: customer.name01, name02: customer.name02, seller: shop })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .where(isRow(customer, { shop_id: row.shop_id, id: row.customer_id }))
  const { email: to, name01, name02, seller } = member!
  const base = shopUrl(settings, row.shop_id)
  const values = {
    ...{ 宛名: addressee(`${name01} ${name02}`), 契約番号: String(row.id), 価格の変更: prices },
    定期便のページ: `定期便を確認する\n${base}/sh/mypage/subscriptions/${row.id}/edit`,
  }
  if (!asking) return { to, ...(await composeMail(tx, seller, 'price_lowered', values)) }
  const { url, until, otherwise } = asking
  const answer = {
    お返事のページ: `内容を確かめて返事をする\n${url}`,
    お返事の期限: until,
    お返事がない場合: otherwise,
  }
  return { to, ...(await composeMail(tx, seller, 'price_asked', { ...values, ...answer })), is_secret: true }
}
