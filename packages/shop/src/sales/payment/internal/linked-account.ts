import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { linked_account } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isChargedToLink, paymentMethod, paymentMethodName } from '@kushi/values/payment-method'
import { and, asc, eq } from 'drizzle-orm'
import type { Context, MemberContext, MemberQueryContext } from '../../../context.ts'
import { notifyProfileChange } from '../../../people/customer/index.ts'
import type { AccountLinkPort } from '../../../ports/payment-port.ts'
import { refusedField } from '../../../shop-error.ts'
import { callLinkProvider } from './call-card-provider.ts'

export type LinkedAccountRow = typeof linked_account.$inferSelect

interface Owner {
  shop_id: number
  customer_id: number
}

/** The number by which a provider knows a member of ours; several shops may have one account there. */
const referenceId = ({ shop_id, customer_id }: Owner): string => `${shop_id}-${customer_id}`

/** How accounts of this method are linked in this shop; undefined: they are not. */
const portOf = ({ ports }: Pick<Context, 'ports'>, payment_method_id: number | null): AccountLinkPort | undefined =>
  ports.payment.get(payment_method_id)?.link

/** The member's accounts that are charged, as far as we know. */
const load = (db: Queryable, { shop_id, customer_id }: Owner): Promise<LinkedAccountRow[]> =>
  db
    .select()
    .from(linked_account)
    .where(
      and(
        eq(linked_account.shop_id, shop_id),
        eq(linked_account.customer_id, customer_id),
        eq(linked_account.state, 'active'),
      ),
    )
    .orderBy(asc(linked_account.id))

/** The member's account at this method; null: none is linked. */
async function find(db: Queryable, owner: Owner, payment_method_id: number | null): Promise<LinkedAccountRow | null> {
  if (!isChargedToLink(payment_method_id)) return null
  const rows = await load(db, owner)
  return rows.find((row) => row.payment_method_id === payment_method_id) ?? null
}

/** Numbers of the consents of many members of one shop, by member and method. One query, and none where nobody pays so. */
async function loadNumbers(
  db: Queryable,
  shop_id: number,
  all: readonly { customer_id: number; payment_method_id: number | null }[],
): Promise<(one: { customer_id: number; payment_method_id: number | null }) => string | null> {
  const linking = all.filter(({ payment_method_id }) => isChargedToLink(payment_method_id))
  if (linking.length === 0) return () => null
  const rows = await db
    .select()
    .from(linked_account)
    .where(
      and(
        eq(linked_account.shop_id, shop_id),
        eq(linked_account.state, 'active'),
        isAnyOfCondition(
          linked_account.customer_id,
          linking.map(({ customer_id }) => customer_id),
        ),
      ),
    )
  const numbers = new Map(rows.map((row) => [`${row.customer_id}:${row.payment_method_id}`, row.user_authorization_id]))
  return ({ customer_id, payment_method_id }) => numbers.get(`${customer_id}:${payment_method_id}`) ?? null
}

/**
 * Writes an account that a session linked, once; one that was linked before gives way. Returns false if the session was
 * used before, and its account is linked no more.
 */
async function store(
  tx: Tx,
  ctx: MemberQueryContext,
  linked: { payment_method_id: number; nonce: string; user_authorization_id: string },
): Promise<boolean> {
  const { shop_id, customer_id, clock } = ctx
  const used = and(eq(linked_account.shop_id, shop_id), eq(linked_account.nonce, linked.nonce))
  // Serialises the sessions of a member, also of two browsers.
  await tx
    .select({ id: customer.id })
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
    .for('update')
  const [known] = await tx.select({ state: linked_account.state }).from(linked_account).where(used)
  if (known) return known.state === 'active'
  const before = await find(tx, { shop_id, customer_id }, linked.payment_method_id)
  // The provider may give one number for both sessions: it is charged on, and not revoked.
  const isSame = before?.user_authorization_id === linked.user_authorization_id
  if (before) await end(tx, clock.now(), before, isSame ? 'ended' : 'ending')
  await tx.insert(linked_account).values({ shop_id, customer_id, state: 'active', ...linked, created_at: clock.now() })
  await tellChange(tx, ctx, linked.payment_method_id)
  return true
}

/** Tells the member by mail that an account was linked or unlinked. */
const tellChange = (tx: Tx, ctx: MemberQueryContext, payment_method_id: number): Promise<void> =>
  notifyProfileChange(tx, ctx, ctx.customer_id, [`${paymentMethodName(payment_method_id)}の連携`])

/** `ended`: the provider knows it no more; `ending`: it is to be told. */
async function end(db: Queryable, ended_at: Date, row: LinkedAccountRow, state: 'ending' | 'ended'): Promise<void> {
  await db
    .update(linked_account)
    .set({ state, ended_at: row.ended_at ?? ended_at, ...(state === 'ended' && { user_authorization_id: null }) })
    .where(sameRowCondition(linked_account, row))
}

/**
 * The member's account of this method, which the provider says can be charged; one that they closed there is ended
 * here. Asks the provider: before any transaction.
 * @throws ShopError 422 at `payment_method_id` if there is none, 503
 */
async function require(ctx: MemberContext, payment_method_id: number | null): Promise<void> {
  const row = await find(ctx.db, ctx, payment_method_id)
  if (row && (await isStillActive(ctx, row))) return
  throw refusedField('payment_method_id', notLinkedText(payment_method_id))
}

const notLinkedText = (payment_method_id: number | null): string => {
  const { name } = paymentMethod(payment_method_id)
  return `${name}でお支払いになるには、先に${name}を連携してください。`
}

/** Asks the provider, and ends an account that its owner has closed there. @throws ShopError 503 */
async function isStillActive(ctx: MemberContext, row: LinkedAccountRow): Promise<boolean> {
  const port = portOf(ctx, row.payment_method_id)
  if (!port) return true
  const isActive = await callLinkProvider(ctx, row.payment_method_id, () => port.isActive(row.user_authorization_id!))
  if (!isActive) await end(ctx.db, ctx.clock.now(), row, 'ended')
  return isActive
}

/** An account of a wallet that a member linked, to which later deliveries are charged. */
export const linkedAccount = {
  referenceId,
  portOf,
  load,
  find,
  loadNumbers,
  store,
  tellChange,
  end,
  require,
  isStillActive,
  notLinkedText,
}
