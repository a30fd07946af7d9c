import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import type { AdminContext, OperatorContext } from '@kushi/shop/foundation/admin/context'
import { commandLineOperator } from '@kushi/shop/people/operator/command-line-operator'
import { requireCallPermission } from '../admin/admin-calls.ts'
import { UsageError } from './command.ts'

/**
 * The context of the operator named by `--operator`, with the same permission check as for a browser.
 * @throws UsageError if there is no such operator, or they left the shop; ShopError 403 without the permission
 */
export async function operatorContextFor(
  ctx: AdminContext,
  endpoint: Omit<AdminEndpoint, 'response'>,
): Promise<OperatorContext> {
  const { actor_id, actor_name } = ctx.actor
  if (actor_id === null) throw new UsageError('--operator is missing: who does it, by e-mail address.')
  const operator = await commandLineOperator(ctx.db, ctx.shop_id, actor_id)
  if (!operator) throw new UsageError(`${actor_name} has no role in shop ${ctx.shop_id}.`)
  requireCallPermission(operator, endpoint)
  return { ...ctx, operator }
}
