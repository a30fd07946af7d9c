import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { consumeLimit } from '../../../foundation/limit/index.ts'
import { changeProviderAccount, listProviderAccounts, removeProviderAccount, testProviderAccount } from '../accounts.ts'

export const listServiceAccounts: AdminHandler<'GET /admin/v1/setting/accounts'> = (ctx) => listProviderAccounts(ctx)

export const changeServiceAccount: AdminHandler<'PUT /admin/v1/setting/accounts/{kind}'> = (
  ctx,
  { kind, values, removed_values },
) => changeProviderAccount(ctx, kind, values, removed_values)

export const removeServiceAccount: AdminHandler<'DELETE /admin/v1/setting/accounts/{kind}'> = (ctx, { kind }) =>
  removeProviderAccount(ctx, kind)

/**
 * Rate limited to what an operator needs to correct an account: providers lock out clients that keep using a wrong one.
 */
export const testServiceAccount: AdminHandler<'POST /admin/v1/setting/accounts/{kind}/test'> = async (
  ctx,
  { kind },
) => {
  await consumeLimit(ctx, 'account_test', { account: String(ctx.operator.id) })
  return { items: await testProviderAccount(ctx, kind) }
}
