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

/** What the path of a call names: the subscription, address, item or order that it is about. */
function namedIn(key: string, input: object): Record<string, unknown> {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))
}
