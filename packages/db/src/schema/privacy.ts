import type { IncidentField } from '@kushi/values/privacy-incident'
import { INCIDENT_POPULATION_NAME } from '@kushi/values/privacy-incident'
import { ERASED_NAME, PRIVACY_KIND_NAME, PRIVACY_SOURCE_NAME, PRIVACY_STATE_NAME } from '@kushi/values/privacy-request'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import {
  actorCheck,
  actorColumns,
  closedListCheck,
  closedListColumn,
  generatedId,
  idColumn,
  shopForeignKey,
} from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { inquiry } from './inquiry.ts'
import { shop } from './shop.ts'

/** 個人情報の請求 of a member: the request, its deadline, and the actions taken. */
export const privacy_request = shopTable(
  'privacy_request',
  {
    owner: 'membership',
    kept: 'person',
    person: {
      by: 'customer_id',
      shown: '個人情報のご請求',
      hides: ['identity_check'],
      erased: { sets: { content: ERASED_NAME } },
    },
    merged: { fate: 'moves', name: '個人情報の請求' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    /** The inquiry that made it; null: by phone, mail or letter. */
    inquiry_id: idColumn(),
    kind: closedListColumn(PRIVACY_KIND_NAME).notNull(),
    source: closedListColumn(PRIVACY_SOURCE_NAME).notNull(),
    state: closedListColumn(PRIVACY_STATE_NAME).notNull().default('received'),
    /** The request in the operator's words. */
    content: text().notNull(),
    /** 本人確認: how the member's identity was verified; empty: not yet. */
    identity_check: text().notNull().default(''),
    /** The actions and the answer, or the reason for refusal. */
    answer: text().notNull().default(''),
    due_on: date().notNull(),
    /** When the file was last downloaded. */
    exported_at: timestamp({ withTimezone: true }),
    /** When the member's personal data was erased from all closed records. */
    erased_at: timestamp({ withTimezone: true }),
    closed_at: timestamp({ withTimezone: true }),
    /** The actor who recorded it. */
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.inquiry_id, inquiry),
    index().on(t.shop_id, t.due_on, t.id),
    index().on(t.shop_id, t.created_at, t.id),
    index().on(t.shop_id, t.state, t.due_on, t.id),
    index().on(t.shop_id, t.kind, t.due_on, t.id),
    index().on(t.shop_id, t.customer_id, t.id),
    actorCheck(t),
    closedListCheck('privacy_request_kind', t.kind),
    closedListCheck('privacy_request_source', t.source),
    check('privacy_request_inquiry', sql`(source = 'inquiry') = (inquiry_id IS NOT NULL)`),
    closedListCheck('privacy_request_state', t.state),
    check('privacy_request_closed', sql`(closed_at IS NOT NULL) = (state IN ('done', 'refused'))`),
  ],
)

/** 個人情報の事故: the incident, the number of affected persons counted on that day, the reports and the notices. */
export const privacy_incident = shopTable(
  'privacy_incident',
  { owner: 'membership', kept: 'books' },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    /** 知った日: the terms of the reports run from it. */
    found_on: date().notNull(),
    what: text().notNull(),
    population: closedListColumn(INCIDENT_POPULATION_NAME).notNull(),
    from_on: date().notNull(),
    to_on: date().notNull(),
    leaked: text().array().$type<IncidentField[]>().notNull(),
    is_sensitive: boolean().notNull(),
    has_money_risk: boolean().notNull(),
    is_malicious: boolean().notNull(),
    measures: text().notNull(),
    /** The number of affected persons when the population was last changed, and of those who have each field. */
    persons: integer().notNull(),
    persons_by_field: jsonb().$type<Partial<Record<IncidentField, number>>>().notNull(),
    first_reported_on: date(),
    final_reported_on: date(),
    notified_on: date(),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    foreignKey({ columns: [t.shop_id], foreignColumns: [shop.id] }),
    actorCheck(t),
    closedListCheck('privacy_incident_population', t.population),
    check('privacy_incident_period', sql`from_on <= to_on`),
    check('privacy_incident_persons', sql`persons >= 0`),
  ],
)
