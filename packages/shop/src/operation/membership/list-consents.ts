import type { MemberConsent } from '@kushi/contract/customer'
import { consent_event } from '@kushi/db/schema/customer'
import { order_evidence, orders } from '@kushi/db/schema/order'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { CONSENT_NAME, CONSENT_SCREEN_NAME } from '@kushi/values/consent'
import { secondWayLabel } from '@kushi/values/second-way'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Handler } from '../../context.ts'

/** The newest of each kind. */
const MOST = 100

/** 同意の記録: what the member agreed to, when, where and in which words, and to whom data went; the newest first. */
export const listConsents: Handler<'GET /v1/customer/consents'> = async ({ db, shop_id, customer_id }) => {
  const own = await db
    .select()
    .from(consent_event)
    .where(and(eq(consent_event.shop_id, shop_id), eq(consent_event.customer_id, customer_id)))
    .orderBy(desc(consent_event.id))
    .limit(MOST)
  const agreed = sql<string | null>`${order_evidence.shown}->>'third_party_consent'`
  const agreedAsSecond = sql<string | null>`${order_evidence.shown}->'second_way'->>'consent_text'`
  const ordered = await db
    .select({
      no: orders.order_no,
      payment_method_id: orders.payment_method_id,
      wording: agreed,
      second: agreedAsSecond,
      version: order_evidence.terms_version,
      at: order_evidence.shown_at,
    })
    .from(orders)
    .innerJoin(order_evidence, refersToCondition(order_evidence.order_id, orders))
    .where(
      and(
        eq(orders.shop_id, shop_id),
        eq(orders.customer_id, customer_id),
        sql`coalesce(${agreed}, ${agreedAsSecond}) is not null`,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MOST)
  const moved = sql<string>`${subscription_event.detail}->>'third_party_consent'`
  const changed = await db
    .select({ id: subscription.id, wording: moved, at: subscription_event.created_at })
    .from(subscription)
    .innerJoin(subscription_event, refersToCondition(subscription_event.subscription_id, subscription))
    .where(and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, customer_id), sql`${moved} is not null`))
    .orderBy(desc(subscription_event.id))
    .limit(MOST)
  const items: MemberConsent[] = [
    ...own.map(({ id, channel, is_given, address, screen, wording, version, created_at }) => ({
      id: `consent-${id}`,
      name: CONSENT_NAME[channel],
      is_given,
      address: channel === 'line' ? null : address,
      screen: screen && CONSENT_SCREEN_NAME[screen],
      wording,
      version,
      created_at: created_at.toISOString(),
    })),
    ...ordered.flatMap(({ no, payment_method_id, wording, second, version, at }) => {
      const said = { version, created_at: at.toISOString() }
      const screen = `ご注文 ${no}の確認`
      return [
        ...(wording === null ? [] : [{ ...toThirdParty(wording), id: `order-${no}`, screen, ...said }]),
        ...(second === null
          ? []
          : [
              {
                ...toThirdParty(second),
                id: `order-${no}-second`,
                screen: `${screen}(${secondWayLabel(payment_method_id)})`,
                ...said,
              },
            ]),
      ]
    }),
    ...changed.map(({ id, wording, at }) => ({
      ...toThirdParty(wording),
      id: `subscription-${id}-${at.getTime()}`,
      screen: `定期便(契約番号 ${id})のお支払い方法の変更`,
      version: null,
      created_at: at.toISOString(),
    })),
  ]
  return { items: items.sort((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, MOST) }
}

/** 第三者提供: the words name who received which data. */
const toThirdParty = (wording: string) => ({
  name: '後払い会社への情報の提供',
  is_given: true,
  address: null,
  wording,
})
