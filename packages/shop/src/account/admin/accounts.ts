import type { AdminVerb } from '../../admin/index.ts'
import { takeLimit } from '../../limit/index.ts'
import { askAccount, changeAccount, listAccounts, removeAccount } from '../accounts.ts'

export const listShopAccounts: AdminVerb<'GET /admin/v1/setting/accounts'> = (ctx) => listAccounts(ctx)

export const changeShopAccount: AdminVerb<'PUT /admin/v1/setting/accounts/{kind}'> = (ctx, { kind, values }) =>
  changeAccount(ctx, kind, values)

export const removeShopAccount: AdminVerb<'DELETE /admin/v1/setting/accounts/{kind}'> = (ctx, { kind }) =>
  removeAccount(ctx, kind)

/** Not more often than somebody who mends an account has to: a provider locks out who asks with a wrong one for long. */
export const testShopAccount: AdminVerb<'POST /admin/v1/setting/accounts/{kind}/test'> = async (ctx, { kind }) => {
  await takeLimit(ctx, 'account_test', { account: String(ctx.operator.id) })
  return { items: await askAccount(ctx, kind) }
}
