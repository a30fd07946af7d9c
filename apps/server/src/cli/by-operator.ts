import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import type { AdminContext, OperatorContext } from '@kushi/shop/admin/context'
import { operatorAtKeyboard } from '@kushi/shop/operator/at-keyboard'
import { mayCall } from '../admin/admin-calls.ts'
import { UsageError } from './command.ts'

/**
 * The context of the operator whom `--operator` names, who may make this call in the shop by the rule that a browser meets.
 * @throws UsageError for nobody, or who is no more in the shop; ShopError 403 without the permission
 */
export async function byOperator(
  ctx: AdminContext,
  endpoint: Omit<AdminEndpoint, 'response'>,
): Promise<OperatorContext> {
  const { actor_id, actor_name } = ctx.actor
  if (actor_id === null) throw new UsageError('--operator is missing: who does it, by e-mail address.')
  const operator = await operatorAtKeyboard(ctx.db, ctx.shop_id, actor_id)
  if (!operator) throw new UsageError(`${actor_name} has no role in shop ${ctx.shop_id}.`)
  mayCall(operator, endpoint)
  return { ...ctx, operator }
}
