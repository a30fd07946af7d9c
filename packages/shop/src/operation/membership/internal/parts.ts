import { ad_letter, cart_tracking } from '@kushi/db/schema/abandonment'
import { acting_session } from '@kushi/db/schema/acting'
import { cart_item, cart_sync } from '@kushi/db/schema/cart'
import {
  access_token,
  consent_event,
  customer_address,
  customer_note,
  customer_rank_event,
  one_time_token,
  security_event,
} from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { line_link_nonce } from '@kushi/db/schema/line'
import { order_request, orders } from '@kushi/db/schema/order'
import { card_decline, card_registration } from '@kushi/db/schema/payment'
import { person_sign, watch_entry } from '@kushi/db/schema/person'
import { point_account, point_entry } from '@kushi/db/schema/point'
import { privacy_request } from '@kushi/db/schema/privacy'
import { promotion_member, promotion_use, referral_code } from '@kushi/db/schema/promotion'
import { customer_fact, order_fact } from '@kushi/db/schema/report'
import { restock_request } from '@kushi/db/schema/restock'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

export type CustomerTable = PgTable & { shop_id: AnyPgColumn; customer_id: AnyPgColumn }

/**
 * What happens to a table's rows. `moves`: they become the kept member's. `keyed`: the same, with the idempotency key
 * changed if the kept member already has it. `joins`: rows that the kept member lacks are moved, the rest deleted.
 * `goes`: deleted. `stays`: unchanged, because they are closed records of the old account.
 */
export type Fate = 'moves' | 'keyed' | 'joins' | 'goes' | 'stays'

interface Part {
  table: CustomerTable
  fate: Fate
  /** The name that the operator sees; null: not listed. */
  name: string | null
}

/** All tables that refer to a member; a test checks that none is missing. */
export const parts: readonly Part[] = [
  { table: orders, fate: 'keyed', name: '注文' },
  { table: subscription, fate: 'moves', name: '定期便' },
  { table: customer_address, fate: 'joins', name: 'お届け先' },
  { table: cart_item, fate: 'joins', name: 'カートの商品' },
  { table: inquiry, fate: 'moves', name: 'お問い合わせ' },
  { table: customer_note, fate: 'moves', name: 'メモ' },
  { table: outbox, fate: 'moves', name: 'お送りしたメール・LINE' },
  { table: order_request, fate: 'keyed', name: 'お電話のご注文のお支払いリンク' },
  { table: restock_request, fate: 'joins', name: '再入荷のお知らせ' },
  { table: consent_event, fate: 'moves', name: 'お知らせの同意の記録' },
  { table: customer_rank_event, fate: 'moves', name: '会員ランクの変更の記録' },
  { table: privacy_request, fate: 'moves', name: '個人情報の請求' },
  // The stop link of an advert to either member stops the adverts of the remaining one.
  { table: ad_letter, fate: 'moves', name: null },
  { table: cart_tracking, fate: 'moves', name: null },
  { table: order_fact, fate: 'moves', name: null },
  { table: card_registration, fate: 'keyed', name: null },
  { table: card_decline, fate: 'moves', name: null },
  { table: promotion_use, fate: 'moves', name: null },
  { table: point_entry, fate: 'moves', name: 'ポイントの記録' },
  { table: point_account, fate: 'joins', name: null },
  { table: person_sign, fate: 'joins', name: null },
  { table: watch_entry, fate: 'joins', name: '注意リスト' },
  { table: promotion_member, fate: 'joins', name: null },
  // Links that were sent go on working.
  { table: referral_code, fate: 'moves', name: null },
  // Derived anew for the remaining one.
  { table: customer_fact, fate: 'goes', name: null },
  { table: cart_sync, fate: 'goes', name: null },
  { table: line_link_nonce, fate: 'goes', name: null },
  { table: acting_session, fate: 'stays', name: null },
  { table: access_token, fate: 'stays', name: null },
  { table: one_time_token, fate: 'stays', name: null },
  { table: security_event, fate: 'stays', name: null },
]
