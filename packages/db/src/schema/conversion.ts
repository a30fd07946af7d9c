import {
  CONVERSION_DROP_NAME,
  CONVERSION_EVENT_NAME,
  CONVERSION_KEPT_DAYS,
  CONVERSION_MOMENT_NAME,
  CONVERSION_STATE_NAME,
  CONVERSION_VALUE_NAME,
  type ConversionRecipient,
} from '@kushi/values/conversion/conversion'
import { CONVERSION_KIND_NAME } from '@kushi/values/conversion/kinds'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { orders } from './order.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })

/** 広告の送信先: an account at a third party that is told of conversions (成果) by the server. */
export const conversion_destination = shopTable(
  'conversion_destination',
  { owner: 'conversion', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    conversion_kind: closedListColumn(CONVERSION_KIND_NAME).notNull(),
    /** The name that operators see. */
    destination_name: text().notNull(),
    /** Who receives the data, as customers agree to it; never changed. */
    recipient_name: text().notNull(),
    conversion_moment: closedListColumn(CONVERSION_MOMENT_NAME).notNull(),
    /** The delivery whose shipping counts; 1: the first one, also of an order that is no 定期便. */
    conversion_cycle: smallint().notNull(),
    conversion_value: closedListColumn(CONVERSION_VALUE_NAME).notNull(),
    email_flag: boolean().notNull(),
    phone_flag: boolean().notNull(),
    /** 広告グループ whose orders it counts, so that its medium's own count is shown beside them; '': none. */
    ad_group: text().notNull().default(''),
    /** The values of its kind that are not secret. */
    account_values: jsonb().$type<Record<string, string>>().notNull(),
    /** The secret ones, as JSON, encrypted and bound to its shop's number; null: its kind has none. */
    sealed: text(),
    /** The time since which it receives events; null: it is off. */
    on_since: moment(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    closedListCheck('conversion_destination_kind', t.conversion_kind),
    closedListCheck('conversion_destination_moment', t.conversion_moment),
    closedListCheck('conversion_destination_value', t.conversion_value),
    check(
      'conversion_destination_cycle',
      sql`conversion_cycle >= 1 AND (conversion_moment = 'shipped' OR conversion_cycle = 1)`,
    ),
  ],
)

/** An event about one order for one 送信先, written in the transaction of the fact. Its data is read when it is sent. */
export const conversion_delivery = shopTable(
  'conversion_delivery',
  {
    owner: 'conversion',
    kept: [{ after: { days: CONVERSION_KEPT_DAYS }, since: 'created_at' }],
    person: {
      by: 'order_id',
      shown: '広告の会社にお伝えした記録',
      hides: ['answer', 'attempts', 'next_attempt_at'],
      erased: { sets: { answer: null } },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    destination_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    event_name: closedListColumn(CONVERSION_EVENT_NAME).notNull(),
    occurred_at: moment().notNull(),
    conversion_state: closedListColumn(CONVERSION_STATE_NAME).notNull().default('waiting'),
    drop_reason: closedListColumn(CONVERSION_DROP_NAME),
    attempts: integer().notNull().default(0),
    /**
     * Also the end of the lease of the process that sends it now. For an event that a browser sends: the time at which
     * it is given up.
     */
    next_attempt_at: moment().notNull(),
    /** The last answer of the third party, shortened. */
    answer: text(),
    /** The time at which it was sent or dropped. */
    done_at: moment(),
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex('conversion_delivery_once').on(t.shop_id, t.order_id, t.destination_id, t.event_name),
    shopForeignKey(t, t.destination_id, conversion_destination).onDelete('cascade'),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    index('conversion_delivery_due')
      .on(t.shop_id, t.destination_id, t.next_attempt_at, t.id)
      .where(sql`conversion_state = 'waiting'`),
    index('conversion_delivery_refused')
      .on(t.shop_id, t.done_at)
      .where(sql`conversion_state = 'refused' OR drop_reason = 'too_old'`),
    index().on(t.shop_id, t.destination_id, t.id),
    index().on(t.created_at),
    closedListCheck('conversion_delivery_event', t.event_name),
    closedListCheck('conversion_delivery_state', t.conversion_state),
    closedListCheck('conversion_delivery_drop_reason', t.drop_reason),
    check('conversion_delivery_dropped', sql`(conversion_state = 'dropped') = (drop_reason IS NOT NULL)`),
    check('conversion_delivery_done', sql`(conversion_state = 'waiting') = (done_at IS NULL)`),
  ],
)

/**
 * A customer's consent, given with an order, that the named 送信先 receive its data. An order without consent has no row,
 * and no third party receives it or the deliveries of its 定期便.
 */
export const order_ad_consent = shopTable(
  'order_ad_consent',
  {
    owner: 'checkout',
    writers: { conversion: 'a consent that is taken back' },
    kept: 'books',
    person: { by: 'order_id', shown: '広告の成果を測ることへのご同意', erased: { rows: '削除' } },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    recipients: jsonb().$type<ConversionRecipient[]>().notNull(),
    /** The wording that the customer read. */
    wording: text().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.order_id] }), shopForeignKey(t, t.order_id, orders).onDelete('cascade')],
)
