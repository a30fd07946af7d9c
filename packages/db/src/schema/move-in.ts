import { FORMER_SYSTEM_NAME, MOVE_IN_STATES, type MoveInRevertReport } from '@kushi/values/move-in'
import { boolean, customType, integer, jsonb, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { closedListCheck, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

/**
 * 移行: maps a row of another system to ours. A row recorded here is not imported again, even if its member has left
 * since. So it outlives our row and has no foreign key to it.
 */
export const moved_row = shopTable(
  'moved_row',
  {
    owner: 'move-in',
    kept: 'books',
    person: {
      unlinked: '`foreign_no` is a number of the former shop; without it who has left would be moved in again',
    },
  },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    /** 移行元: the system that gave the number. */
    former_system: text().notNull().default(FORMER_SYSTEM_NAME),
    kind: text({ enum: ['member', 'address', 'subscription', 'order'] }).notNull(),
    /** Its number in the other system; of a guest, who has none, `guestNumberOfOrder` of the first order. */
    foreign_no: text().notNull(),
    row_id: idColumn().notNull(),
    /** Of a subscription: the version that the last move left; null: the first. */
    version: integer(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.former_system, t.kind, t.foreign_no] }),
    uniqueIndex().on(t.shop_id, t.kind, t.row_id),
    closedListCheck('moved_row_kind', t.kind),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = () => timestamp({ withTimezone: true })

/** 移行 by the admin screen, one per shop at a time: its state, and its report. */
export const move_in = shopTable(
  'move_in',
  { owner: 'move-in', kept: [{ after: { days: 7 }, since: 'updated_at' }] },
  {
    shop_id: idColumn()
      .primaryKey()
      .references(() => shop.id),
    state: text({ enum: MOVE_IN_STATES }).notNull(),
    /** 移行元, as the operator named it; null: not named. */
    former_system: text(),
    /** Whether orders of guests, and of members who left there, are taken in. */
    with_guests: boolean().notNull().default(false),
    with_departed: boolean().notNull().default(false),
    /** EC-CUBE's AUTH_MAGIC, encrypted. */
    sealed_magic: text(),
    progress: jsonb().$type<{ file: string; done: number; of: number }>(),
    /** See `MoveInReport` of `packages/shop/src/move-in`. */
    report: jsonb().$type<Record<string, unknown>>(),
    /** 移行の取り消し: its 移行元, and from its rehearsal on the rows found or removed. */
    take_back: jsonb().$type<Pick<MoveInRevertReport, 'former_system'> & Partial<MoveInRevertReport>>(),
    /** Number of rows that will not be imported, as shown to the operator who began the run. */
    refused: integer().notNull().default(0),
    error: text().notNull().default(''),
    /** Until then one process works on it. */
    claimed_until: moment(),
    operator_id: integer().notNull(),
    operator_name: text().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [closedListCheck('move_in_state', t.state)],
)

/** One of its files, stored until it is imported. */
export const move_in_file = shopTable(
  'move_in_file',
  { owner: 'move-in', kept: 'parent' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => move_in.shop_id, { onDelete: 'cascade' }),
    name: text().notNull(),
    content: bytea().notNull(),
    uploaded_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.name] })],
)
