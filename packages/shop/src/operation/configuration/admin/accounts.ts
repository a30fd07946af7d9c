import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { consumeLimit } from '../../../foundation/limit/index.ts'
import { changeAccount, listAccounts, removeAccount, testAccount } from '../accounts.ts'

export const listShopAccounts: AdminHandler<'GET /admin/v1/setting/accounts'> = (ctx) => listAccounts(ctx)

export const changeShopAccount: AdminHandler<'PUT /admin/v1/setting/accounts/{kind}'> = (ctx, { kind, values }) =>
  changeAccount(ctx, kind, values)

export const removeShopAccount: AdminHandler<'DELETE /admin/v1/setting/accounts/{kind}'> = (ctx, { kind }) =>
  removeAccount(ctx, kind)

/**
 * Rate limited to what an operator needs to correct an account: providers lock out clients that keep using a wrong one.
 */
export const testShopAccount: AdminHandler<'POST /admin/v1/setting/accounts/{kind}/test'> = async (ctx, { kind }) => {
  await consumeLimit(ctx, 'account_test', { account: String(ctx.operator.id) })
  return { items: await testAccount(ctx, kind) }
}
