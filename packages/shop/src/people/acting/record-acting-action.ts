import type { Context } from '../../context.ts'
import { recordAuditAs } from '../../foundation/audit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { actingProblem, isAuditedActingCall } from './internal/acting-problem.ts'
import { actingAuditSubject } from './internal/acting-subject.ts'

/**
 * Runs before a call that an operator makes in place of a member: checks that it is allowed and writes the audit entry.
 * The entry comes first because an order calls its provider between two transactions: no change is made without an
 * entry, and a call that is rejected later has one too.
 * @throws ShopError 403 ERROR_ACTING
 */
export async function recordActingAction(ctx: Context, key: string, input: object): Promise<void> {
  if (!ctx.acting || ctx.customer_id === null) return
  const problem = actingProblem(key, input)
  if (problem) throw new ShopError(403, 'ERROR_ACTING', problem)
  if (!isAuditedActingCall(key)) return
  const after = { ...ctx.acting, ...namedIn(key, input) }
  await recordAuditAs(ctx.db, { ...ctx, action: key }, { ...actingAuditSubject(ctx.customer_id), after })
}

/** Returns the subject of the call: the parameters of its path, or the order and the SKUs of its body. */
function namedIn(key: string, input: object): Record<string, unknown> {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const named = Object.entries(input).filter(
    ([name]) => names.includes(name) || (names.length === 0 && inBody.has(name)),
  )
  const { items } = input as { items?: unknown }
  const goods = Array.isArray(items) ? items.map((one: { product_sku_id?: unknown }) => one?.product_sku_id) : []
  const product_sku_ids = goods.filter((id) => typeof id === 'number').slice(0, 100)
  // When the path or body already names the subject, the items are left out: they are user input.
  const isNamed = named.length > 0 || product_sku_ids.length === 0
  return { ...Object.fromEntries(named), ...(!isNamed && { product_sku_ids }) }
}

const inBody = new Set(['product_sku_id', 'order_no'])
