import { messageList } from '@kushi/contract/admin/message'
import { customer } from '@kushi/db/schema/customer'
import { outbox } from '@kushi/db/schema/system'
import { and, eq, inArray, notLike, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  type AdminHandler,
  canSeePersonalData,
  type IndexedCondition,
  loadListPage,
  maskEmail,
  maskName,
  type OperatorContext,
  rowCounter,
  startsWithCondition,
} from '../../../foundation/admin/index.ts'
import { INQUIRY_SHOP_COPY_PREFIX, messageRow } from '../../../messaging/message/index.ts'
import { notFound } from '../../../shop-error.ts'
import { personSearchConditions } from '../../customer/index.ts'
import { messageRefusals, type StoredMessage, visibleMessageText } from '../rules/message-text.ts'
import { resendAddress } from '../rules/resend-address.ts'

type Row = typeof outbox.$inferSelect
export type MessagePayload = StoredMessage & { to?: string }
interface MessageListRow {
  row: Row
  name01: string | null
  name02: string | null
  email: string | null
}

const toMember = notLike(outbox.dedupe_key, `${INQUIRY_SHOP_COPY_PREFIX}%`)
/** The member who received the message; none for the copy sent to the shop. */
const ofMember = and(eq(customer.shop_id, outbox.shop_id), eq(customer.id, outbox.customer_id), toMember)
const shownColumns = { row: outbox, name01: customer.name01, name02: customer.name02, email: customer.email }

/** 連絡: which message was sent to whom. Failed messages come first. */
export const listMessages: AdminHandler<'GET /admin/v1/messages'> = async (ctx, query) => {
  const number = (column: AnyPgColumn) => (given: string) =>
    /^\d{1,9}$/.test(given) ? eq(column, Number(given)) : sql`false`
  const page = await loadListPage<typeof messageList, MessageListRow>(messageList, query, {
    where: eq(outbox.shop_id, ctx.shop_id),
    shows_all: true,
    id: outbox.id,
    sorts: { list_no: outbox.list_no, created_at: outbox.created_at },
    filters: {
      state: (values: string[]) => inArray(outbox.state, values as never[]),
      kind: (values: string[]) => inArray(outbox.kind, values as never[]),
      created_at: outbox.created_at,
      customer_id: (given: string) => and(number(outbox.customer_id)(given), toMember)!,
      order_id: number(outbox.order_id),
    },
    search: (words) => waysTo(ctx, words),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ ...shownColumns, id: outbox.id, sort_value })
        .from(outbox)
        .leftJoin(customer, ofMember)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, outbox),
  })
  return { ...page, items: page.items.map((found) => listed(ctx, found)) }
}

/** Searches by the recipient's address and by member. */
function waysTo(ctx: OperatorContext, words: string): IndexedCondition {
  const { shop_id } = ctx
  const of = (what: SQL) => sql`select ${outbox.id} from ${outbox} where ${outbox.shop_id} = ${shop_id} and ${what}`
  const address = sql`(${outbox.payload} ->> 'to')`
  const to = canSeePersonalData(ctx)
    ? startsWithCondition(address, words.toLowerCase())
    : sql`${address} = ${words.toLowerCase()}`
  const members = sql`from ${customer} where ${customer.shop_id} = ${shop_id} and ${or(...personSearchConditions(ctx, customer, words))}`
  return {
    db: ctx.db,
    ids: [of(to), of(sql`${outbox.customer_id} in (select ${customer.id} ${members})`)],
    row: or(to, sql`exists (select ${members} and ${customer.id} = ${outbox.customer_id})`),
  }
}

function listed(ctx: OperatorContext, { row, name01, name02 }: MessageListRow) {
  const { customer_id, order_id, subscription_id, attempts, state } = row
  const isOpen = canSeePersonalData(ctx)
  const { to = '' } = row.payload as MessagePayload
  const name = name01 === null ? null : `${name01} ${name02}`.trim()
  return {
    ...messageRow(row),
    // A LINE user id has no part that could be shown masked.
    recipient: isOpen ? to : row.kind === 'line' ? '' : maskEmail(to),
    customer_name: name === null || isOpen ? name : maskName(name),
    customer_id,
    order_id,
    subscription_id,
    attempts,
    // A mail server's error message may contain the address.
    error: isOpen ? row.error : row.error && '送り先のサーバーが受け取りませんでした。',
    next_attempt_at: state === 'waiting' ? row.next_attempt_at.toISOString() : null,
  }
}

export const showMessage: AdminHandler<'GET /admin/v1/messages/{id}'> = async (ctx, { id }) => {
  const [found] = await ctx.db
    .select(shownColumns)
    .from(outbox)
    .leftJoin(customer, ofMember)
    .where(and(eq(outbox.shop_id, ctx.shop_id), eq(outbox.id, id)))
  if (!found) throw notFound()
  const kept = found.row.payload as MessagePayload
  return {
    ...listed(ctx, found),
    ...visibleMessageText(kept, canSeePersonalData(ctx)),
    refusals: messageRefusals(found.row.state, kept),
    sent_again_to: resendAddress(found.row, found.email),
  }
}
