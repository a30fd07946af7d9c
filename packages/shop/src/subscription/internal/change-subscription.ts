import { isAmong } from '@kushi/db/in-sets'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq, gt } from 'drizzle-orm'
import { type Context, type MemberContext, within } from '../../context.ts'
import { loadPriceBook } from '../../price/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { type Loaded, ownSubscriptions, withParts } from './load-subscription.ts'
import { type Change, type Planned, planChange } from './plan-change.ts'
import { saveChanges } from './save-changes.ts'
import { type ChangeTold, tellChanges } from './subscription-line.ts'

/** A change of one subscription. */
export interface ChangeOfOne extends Change {
  id: number
  /** Refuse at once when somebody else is at it, instead of waiting. */
  noWait?: boolean
}

/**
 * One change by the member: the row is locked, what was seen is compared with what stands, the change is made whole or
 * not at all, and the history says what it was. Returns what became of it.
 * @throws ShopError 404; 409 for what is cancelled, arranged, or changed meanwhile
 */
export function changeSubscription(ctx: MemberContext, { id, noWait, ...change }: ChangeOfOne): Promise<ChangeTold> {
  return ctx.db.transaction(async (tx) => {
    const inside = within(ctx, tx)
    const [row] = await tx
      .select()
      .from(subscription)
      .where(and(eq(subscription.id, id), ownSubscriptions(inside)))
      .for('update', noWait ? { noWait } : {})
    if (!row) throw notFound()
    const [loaded] = await withParts(tx, [row])
    const [saved] = await saveChanges(tx, inside, [await planChange(inside, loaded!, change)])
    return saved!
  })
}

interface Together<T> {
  /** What is to be done to each; `told` is given back with it. @throws ShopError: it is refused */
  change(loaded: Loaded): { change: Change; told: T }
  /** Nothing is locked, and nothing written. */
  isTried: boolean
}

/**
 * A change of each of these subscriptions of the shop, in place of their members: loaded, judged by the same rules and written in sets, in one
 * transaction, and told by mail and over LINE too. What is refused leaves nothing but its reason. One that somebody else is at, or that is
 * not there, is left out; one alone is waited for.
 */
export function changeTogether<T>(
  ctx: Context,
  ids: readonly number[],
  { change: changeOf, isTried }: Together<T>,
): Promise<Map<number, T | ShopError>> {
  return ctx.db.transaction(async (tx) => {
    const inside = within(ctx, tx)
    const found = tx
      .select()
      .from(subscription)
      .where(
        and(eq(subscription.shop_id, ctx.shop_id), isAmong(subscription.id, ids), gt(subscription.summary_status, 0)),
      )
      .orderBy(asc(subscription.id))
    const all = await withParts(
      tx,
      await (isTried ? found : found.for('update', ids.length > 1 ? { skipLocked: true } : {})),
    )
    const book = await bookOf(inside, all)
    const became = new Map<number, T | ShopError>()
    const planned: Planned[] = []
    for (const loaded of all) {
      const { id, customer_id } = loaded.row
      const member = { ...inside, customer_id, token_hash: null }
      try {
        const { change, told } = changeOf(loaded)
        planned.push(await planChange(member, loaded, change, book))
        became.set(id, told)
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        became.set(id, error)
      }
    }
    if (isTried) return became
    const saved = await saveChanges(tx, inside, planned)
    if (!inside.is_quiet) await tellChanges(tx, inside, saved)
    return became
  })
}

const bookOf = (ctx: Context, all: readonly Loaded[]) =>
  loadPriceBook(
    { ...ctx, customer_id: null },
    {
      sku_ids: all.flatMap(({ items }) => items.map((one) => one.product_sku_id)),
      customer_ids: all.map(({ row }) => row.customer_id),
    },
  )
