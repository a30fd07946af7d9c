import { recordAs } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { actingSubject } from './internal/acting-subject.ts'
import { actingProblem, isDeed } from './rules/acting-problem.ts'

/**
 * Before a call that an operator makes in place of a member: whether they may, and an entry in the trail. The entry comes first, since
 * an order asks its provider between two transactions: nothing is changed without one, and what was refused afterwards has one too.
 * @throws ShopError 403 ERROR_ACTING
 */
export async function noteDeed(ctx: Context, key: string, input: object): Promise<void> {
  if (!ctx.acting || ctx.customer_id === null) return
  const problem = actingProblem(key, input)
  if (problem) throw new ShopError(403, 'ERROR_ACTING', problem)
  if (!isDeed(key)) return
  const after = { ...ctx.acting, ...namedIn(key, input) }
  await recordAs(ctx.db, { ...ctx, action: key }, { ...actingSubject(ctx.customer_id), after })
}

/** What a call is about: what its path names, and of its body the order and the goods. */
function namedIn(key: string, input: object): Record<string, unknown> {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const named = Object.entries(input).filter(
    ([name]) => names.includes(name) || (names.length === 0 && inBody.has(name)),
  )
  const { items } = input as { items?: unknown }
  const goods = Array.isArray(items) ? items.map((one: { product_sku_id?: unknown }) => one?.product_sku_id) : []
  const product_sku_ids = goods.filter((id) => typeof id === 'number').slice(0, 100)
  // What a path names is not said again by its goods: they are what was typed.
  const isNamed = named.length > 0 || product_sku_ids.length === 0
  return { ...Object.fromEntries(named), ...(!isNamed && { product_sku_ids }) }
}

const inBody = new Set(['product_sku_id', 'order_no'])
