import type { DUPLICATE_REASONS } from '@kushi/contract/admin/customer'
import { customer } from '@kushi/db/schema/customer'
import { customer_rank } from '@kushi/db/schema/shop'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type AdminHandler, canSeePersonalData, type OperatorContext } from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'
import { customerRow, hasSubscriptionSql } from './list-customers.ts'

/** The limit for each reason, and for all together. */
const MOST = 20

type Member = typeof customer.$inferSelect
type Reason = (typeof DUPLICATE_REASONS)[number]

/**
 * 重複会員: members with the same phone number, with the same kana name and postcode, or with the same mailbox apart from
 * dots. Each lookup has its own index.
 */
export const findDuplicateCustomers: AdminHandler<'GET /admin/v1/customers/{id}/doubles'> = async (ctx, { id }) => {
  const [member] = await ctx.db
    .select()
    .from(customer)
    .where(sameRowCondition(customer, { shop_id: ctx.shop_id, id }))
  if (!member) throw notFound()
  if (member.withdrawn_at) return { items: [] }
  const found = new Map<number, Awaited<ReturnType<typeof alike>>[number] & { reasons: Reason[] }>()
  for (const [reason, isAlike] of likenesses(member))
    for (const one of await alike(ctx, member, isAlike)) {
      const known = found.get(one.row.id) ?? { ...one, reasons: [] }
      known.reasons.push(reason)
      found.set(one.row.id, known)
    }
  const isOpen = canSeePersonalData(ctx)
  const items = [...found.values()]
    .sort(
      (a, b) => b.reasons.length - a.reasons.length || strength(b.reasons) - strength(a.reasons) || b.row.id - a.row.id,
    )
    .slice(0, MOST)
    .map(({ row, ...rest }) => ({ ...customerRow(row, isOpen), ...rest }))
  return { items }
}

/**
 * A phone number or mailbox belongs to one person; a name and postcode may belong to a family, or the name may be
 * frequent.
 */
const strength = (reasons: readonly Reason[]) => Number(reasons.some((reason) => reason !== 'kana'))

function likenesses(member: Member): [Reason, SQL][] {
  const { phone_number, kana01, kana02, postal_code01, postal_code02, email } = member
  const kana = `${kana01}${kana02}`
  const lives = and(eq(customer.postal_code01, postal_code01), eq(customer.postal_code02, postal_code02))
  const all: [Reason, string, SQL][] = [
    ['phone', phone_number, eq(customer.phone_number, phone_number)],
    ['kana', kana && postal_code01, and(sql`(${customer.kana01} || ${customer.kana02}) = ${kana}`, lives)!],
    ['email', email, sql`${plain(sql`${customer.email}`)} = ${plain(sql`${email}::text`)}`],
  ]
  return all.flatMap(([reason, given, isAlike]) => (given === '' ? [] : [[reason, isAlike]]))
}

/** Some mail services ignore dots before the @. Same expression as the index `customer_email_plain`. */
const plain = (email: SQL) =>
  sql`(replace(split_part(${email}, '@', 1), '.', '') || '@' || split_part(${email}, '@', 2))`

const alike = (ctx: OperatorContext, { shop_id, id }: Member, isAlike: SQL) =>
  ctx.db
    .select({ row: customer, rank_name: customer_rank.rank_name, has_subscription: hasSubscriptionSql })
    .from(customer)
    .leftJoin(
      customer_rank,
      and(eq(customer_rank.shop_id, customer.shop_id), eq(customer_rank.id, customer.customer_rank_id)),
    )
    .where(and(eq(customer.shop_id, shop_id), isAlike, ne(customer.id, id), isNull(customer.withdrawn_at)))
    .orderBy(desc(customer.id))
    .limit(MOST)
