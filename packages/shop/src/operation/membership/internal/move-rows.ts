import type { Tx } from '@kushi/db/connect'
import { cart_item } from '@kushi/db/schema/cart'
import { customer_address } from '@kushi/db/schema/customer'
import { card_registration, linked_account } from '@kushi/db/schema/payment'
import { person_sign, watch_entry } from '@kushi/db/schema/person'
import { promotion_member, promotion_use } from '@kushi/db/schema/promotion'
import { restock_request } from '@kushi/db/schema/restock'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, getTableName, sql } from 'drizzle-orm'
import { mergePoints } from '../../../catalogue/point/index.ts'
import { endSelfReferrals } from '../../../catalogue/promotion/index.ts'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { isSameAddress } from '../../../people/customer/index.ts'
import { moveSubscriptionsToMember } from '../../../sales/subscription/index.ts'
import { type CustomerTable, memberTablesToMerge } from './member-tables-to-merge.ts'

interface Move {
  shop_id: number
  from: number
  to: number
  /** The kept member's e-mail. */
  email: string
  has_cards: boolean
}

/**
 * Moves all rows of one member to another, as the facts of each table say. The caller has locked both and closed the
 * account of the first.
 */
export async function moveMemberRows(tx: Tx, ctx: OperatorQueryContext, move: Move): Promise<void> {
  await moveSubscriptionsToMember(tx, ctx, move)
  for (const { fate, table_name } of memberTablesToMerge)
    if (fate === 'joins') await rowMergers[table_name]!(tx, move, ctx)
  const introduced = and(eq(promotion_use.shop_id, move.shop_id), eq(promotion_use.introducer_id, move.from))
  await tx.update(promotion_use).set({ introducer_id: move.to }).where(introduced)
  // These card numbers will be deleted; under the kept member they would mean other cards.
  if (!move.has_cards) await tx.update(card_registration).set({ replaces_seq: null }).where(of(card_registration, move))
  for (const { table, fate } of memberTablesToMerge) {
    if (fate === 'goes') await tx.delete(table).where(of(table, move))
    if (fate === 'keyed') await moveKeyed(tx, table, move)
    if (fate === 'moves' && table !== subscription) await give(tx, table, move)
  }
  await endSelfReferrals(tx, move.shop_id, move.to)
}

type Join = (tx: Tx, move: Move, ctx: OperatorQueryContext) => Promise<void>

/** For each table whose rows join; a test checks that none is missing. */
export const rowMergers: Readonly<Record<string, Join>> = {
  customer_address: joinAddresses,
  cart_item: joinCarts,
  restock_request: joinRestockRequests,
  person_sign: joinSigns,
  watch_entry: joinWatchEntries,
  promotion_member: joinPromotionMembers,
  point_account: (tx, move, ctx) => mergePoints(tx, ctx, move),
  linked_account: joinLinkedAccounts,
}

const of = (table: CustomerTable, { shop_id, from }: Move) =>
  and(eq(table.shop_id, shop_id), eq(table.customer_id, from))

const give = (tx: Tx, table: CustomerTable, move: Move) =>
  tx.execute(sql`update ${table} set customer_id = ${move.to} where ${of(table, move)}`)

/** A request's idempotency key is unique per member, but two members may have sent the same one. */
async function moveKeyed(tx: Tx, table: CustomerTable, { shop_id, from, to }: Move): Promise<void> {
  const name = sql.identifier(getTableName(table))
  await tx.execute(sql`
    update ${name} m set customer_id = ${to}, idempotency_key = case when exists (
      select from ${name} k where k.shop_id = ${shop_id} and k.customer_id = ${to} and k.idempotency_key = m.idempotency_key
    ) then m.idempotency_key || '~' || m.id else m.idempotency_key end
    where m.shop_id = ${shop_id} and m.customer_id = ${from}`)
}

/** Keeps each address once; the kept member's default stays the default if there is one. */
async function joinAddresses(tx: Tx, move: Move): Promise<void> {
  const { shop_id, from, to } = move
  const listed = (customer_id: number) =>
    tx
      .select()
      .from(customer_address)
      .where(and(eq(customer_address.shop_id, shop_id), eq(customer_address.customer_id, customer_id)))
      .orderBy(asc(customer_address.id))
  const known = await listed(to)
  const wasEmpty = known.length === 0
  for (const row of await listed(from))
    if (known.some((one) => isSameAddress(one, row)))
      await tx.delete(customer_address).where(sameRowCondition(customer_address, row))
    else {
      known.push(row)
      const is_default = wasEmpty && row.is_default
      await tx
        .update(customer_address)
        .set({ customer_id: to, is_default })
        .where(sameRowCondition(customer_address, row))
    }
}

/** For an item in both carts, the kept member's quantity applies. */
async function joinCarts(tx: Tx, move: Move): Promise<void> {
  const { shop_id, to } = move
  await tx.execute(sql`
    update cart_item c set customer_id = ${to} where c.shop_id = ${shop_id} and c.customer_id = ${move.from} and not exists (
      select from cart_item k where k.shop_id = c.shop_id and k.customer_id = ${to}
        and k.product_sku_id = c.product_sku_id and k.subscription = c.subscription)`)
  await tx.delete(cart_item).where(of(cart_item, move))
}

/** The kept member's own entry counts, if there is one; entries that were removed stay where they are written. */
async function joinWatchEntries(tx: Tx, move: Move): Promise<void> {
  const { shop_id, from, to } = move
  await tx.execute(sql`
    update watch_entry w set customer_id = ${to} where w.shop_id = ${shop_id} and w.customer_id = ${from} and not (
      w.removed_at is null and exists (
        select from watch_entry k where k.shop_id = w.shop_id and k.customer_id = ${to} and k.removed_at is null))`)
  await tx.delete(watch_entry).where(of(watch_entry, move))
}

/** The kept member's own account is charged, if they linked one; the other's is revoked at its provider. */
async function joinLinkedAccounts(tx: Tx, move: Move): Promise<void> {
  const { shop_id, to } = move
  await tx.execute(sql`
    update linked_account l set state = 'ending' where l.shop_id = ${shop_id} and l.customer_id = ${move.from} and l.state = 'active'
      and exists (select from linked_account k where k.shop_id = l.shop_id and k.customer_id = ${to}
        and k.payment_method_id = l.payment_method_id and k.state = 'active')`)
  await give(tx, linked_account, move)
}

async function joinSigns(tx: Tx, move: Move): Promise<void> {
  const { shop_id, from, to } = move
  await tx.execute(sql`
    insert into ${person_sign} (shop_id, sign, customer_id, kind, created_at)
    select shop_id, sign, ${to}::bigint, kind, created_at from ${person_sign}
    where ${person_sign.shop_id} = ${shop_id} and ${person_sign.customer_id} = ${from} on conflict do nothing`)
  await tx.delete(person_sign).where(of(person_sign, move))
}

async function joinPromotionMembers(tx: Tx, move: Move): Promise<void> {
  const { shop_id, from, to } = move
  await tx.execute(sql`
    insert into ${promotion_member} (shop_id, promotion_id, customer_id)
    select shop_id, promotion_id, ${to}::bigint from ${promotion_member}
    where ${promotion_member.shop_id} = ${shop_id} and ${promotion_member.customer_id} = ${from} on conflict do nothing`)
  await tx.delete(promotion_member).where(of(promotion_member, move))
}

async function joinRestockRequests(tx: Tx, move: Move): Promise<void> {
  const { shop_id, to, email } = move
  await tx.execute(sql`
    update restock_request r set customer_id = ${to}, email = ${email}
    where r.shop_id = ${shop_id} and r.customer_id = ${move.from} and not exists (
      select from restock_request k where k.shop_id = r.shop_id and k.product_sku_id = r.product_sku_id
        and k.email = ${email} and k.email <> r.email)
      and not exists (
      select from restock_request k where k.shop_id = r.shop_id and k.product_sku_id = r.product_sku_id
        and k.customer_id = r.customer_id and k.email < r.email)`)
  await tx.delete(restock_request).where(of(restock_request, move))
}
