import type { AdminVerb } from '../../../foundation/admin/index.ts'
import { takeLimit } from '../../../foundation/limit/index.ts'
import { askAccount, changeAccount, listAccounts, removeAccount } from '../accounts.ts'

export const listShopAccounts: AdminVerb<'GET /admin/v1/setting/accounts'> = (ctx) => listAccounts(ctx)

export const changeShopAccount: AdminVerb<'PUT /admin/v1/setting/accounts/{kind}'> = (ctx, { kind, values }) =>
  changeAccount(ctx, kind, values)

export const removeShopAccount: AdminVerb<'DELETE /admin/v1/setting/accounts/{kind}'> = (ctx, { kind }) =>
  removeAccount(ctx, kind)

/**
 * Rate limited to what an operator needs to correct an account: providers lock out clients that keep using a wrong one.
 */
export const testShopAccount: AdminVerb<'POST /admin/v1/setting/accounts/{kind}/test'> = async (ctx, { kind }) => {
  await takeLimit(ctx, 'account_test', { account: String(ctx.operator.id) })
  return { items: await askAccount(ctx, kind) }
}
