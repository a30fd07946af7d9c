import { INQUIRY_DIRECTIONS } from '@kushi/values/inquiry-status'
import { CORRESPONDENCE_CHANNEL_NAME } from '@kushi/values/message'
import { sql } from 'drizzle-orm'
import {
  check,
  customType,
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
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

/** お問い合わせ: an inquiry to the shop from a member or a guest, and the state of the correspondence. */
export const inquiry = shopTable(
  'inquiry',
  {
    owner: 'inquiry',
    kept: 'person',
    person: { by: 'customer_id', shown: 'お問い合わせ', erased: { does: 'eraseInquiries' } },
    merged: { fate: 'moves', name: 'お問い合わせ' },
  },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    /** 受付番号, which the sender is told. */
    inquiry_no: text().notNull(),
    /** 1 open, 2 during correspondence, 3 done, 4 on hold, 5 urgent, 6 complete. */
    inquiry_status_id: smallint().notNull(),
    /** 1 email, 2 phone, 3 line. */
    inquiry_type_id: smallint().notNull(),
    /** `contact`, or `supplier`: an application for a wholesale account. */
    kind: text({ enum: ['contact', 'supplier'] }).notNull(),
    /** The member who was logged in; null: a guest. */
    customer_id: idColumn(),
    /** The LINE account that wrote: the answer goes there. */
    line_id: text(),
    inquiry_category_id: integer(),
    /** The category's label on that day. */
    inquiry_category: text(),
    name: text().notNull(),
    name_kana: text().notNull(),
    email: text().notNull(),
    phone_number: text().notNull().default(''),
    content: text().notNull(),
    /** Application only: the shop's decision, `approved` or `refused`; null: not decided yet. */
    decision: text(),
    /** Application only: company and address. */
    detail: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** Refused application only: the reason, for operators only. */
    decision_reason: text(),
    /** 担当: the operator who answers it. */
    operator_id: integer().references(() => operator.id),
    /** The time since which the sender waits for an answer; null: answered or settled. */
    waiting_since: timestamp({ withTimezone: true }),
    /** Sort key of the inbox: the longest waiting comes first, inquiries that do not wait come last. */
    queue_at: timestamp({ withTimezone: true })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(waiting_since, 'infinity'::timestamptz)`),
    /** Version of the terms that the sender agreed to. */
    terms_version: text().notNull(),
    /** Created by the client: the same key is the same inquiry. */
    idempotency_key: text().notNull(),
    /** Digest of the request; the same key with another digest is rejected. */
    request_digest: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.inquiry_no),
    uniqueIndex().on(t.shop_id, t.idempotency_key),
    index().on(t.shop_id, t.kind, t.queue_at, t.id),
    index().on(t.shop_id, t.kind, t.created_at, t.id),
    index().on(t.shop_id, t.kind, t.inquiry_status_id, t.queue_at, t.id),
    index().on(t.shop_id, t.kind, t.inquiry_category_id, t.queue_at, t.id),
    index().on(t.shop_id, t.kind, t.inquiry_type_id, t.queue_at, t.id),
    index().on(t.shop_id, t.operator_id, t.queue_at, t.id),
    index('inquiry_decided')
      .on(t.shop_id, t.decision, t.created_at, t.id)
      .where(sql`kind = 'supplier' and decision is not null`),
    index('inquiry_decision_open').on(t.shop_id, t.created_at, t.id).where(sql`kind = 'supplier' and decision is null`),
    index('inquiry_name_prefix').on(t.shop_id, t.name.op('text_pattern_ops')),
    index('inquiry_email_prefix').on(t.shop_id, t.email.op('text_pattern_ops')),
    index('inquiry_no_prefix').on(t.shop_id, t.inquiry_no.op('text_pattern_ops')),
    index().on(t.customer_id),
    check('inquiry_status', sql`inquiry_status_id BETWEEN 1 AND 6`),
    check('inquiry_type', sql`inquiry_type_id BETWEEN 1 AND 3`),
    check('inquiry_decision', sql`decision IS NULL OR (decision IN ('approved', 'refused') AND kind = 'supplier')`),
    closedListCheck('inquiry_kind', t.kind),
  ],
)

/** やりとり: messages after the first text of an inquiry, and the operators' internal notes. */
export const inquiry_message = shopTable(
  'inquiry_message',
  {
    owner: 'inquiry',
    kept: 'person',
    person: { by: 'inquiry_id', shown: 'お問い合わせのやりとり', erased: { does: 'eraseInquiries' } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    inquiry_id: idColumn().notNull(),
    /**
     * `out`: the shop's answer. `in`: the customer's message, entered by an operator. `note`: visible to operators
     * only.
     */
    direction: text({ enum: INQUIRY_DIRECTIONS }).notNull(),
    /** `mail`, `line` or `phone`; null for a note. */
    channel: closedListColumn(CORRESPONDENCE_CHANNEL_NAME),
    body: text().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.inquiry_id, inquiry),
    index().on(t.shop_id, t.inquiry_id, t.id),
    closedListCheck('inquiry_message_direction', t.direction),
    closedListCheck('inquiry_message_channel', t.channel),
    check('inquiry_message_note', sql`(direction = 'note') = (channel IS NULL)`),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * 写真 that a customer sent with an inquiry, re-encoded as JPEG. In the database and not beside the shop's pictures:
 * only operators see it, and it goes with the inquiry.
 */
export const inquiry_photograph = shopTable(
  'inquiry_photograph',
  {
    owner: 'inquiry',
    kept: 'person',
    person: { by: 'inquiry_id', shown: 'お問い合わせの写真', hides: ['content'], erased: { does: 'eraseInquiries' } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    inquiry_id: idColumn().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    content: bytea().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.inquiry_id, inquiry),
    index().on(t.shop_id, t.inquiry_id, t.id),
  ],
)

/** 返信のひな形 */
export const inquiry_template = shopTable(
  'inquiry_template',
  { owner: 'inquiry', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    template_name: text().notNull(),
    body: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), uniqueIndex().on(t.shop_id, t.template_name)],
)
