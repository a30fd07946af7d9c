import { PROVIDER_ACCOUNT_KIND_NAME } from '@kushi/values/shop-account'
import { z } from 'zod'
import { listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import type { AdminEndpoints } from './endpoint.ts'

const kind = oneOf(PROVIDER_ACCOUNT_KIND_NAME)

/** 外部サービスのアカウント of a shop, without its secrets. */
export const Account = z.object({
  kind,
  /** Whose account is used: the shop's `own`, the `installation`'s, a `stand_in`'s, or `none`. */
  source: z.enum(['own', 'installation', 'stand_in', 'none']),
  /** Each variable of the shop's own account, masked; null: not set. */
  values: z.array(z.object({ name: z.string(), masked: z.string().nullable() })),
  /** false: the stored values can't be used any more, and the shop works without this account. */
  is_usable: z.boolean(),
})
export type Account = z.infer<typeof Account>

const AccountForm = z.object({
  /** Keys are the names of the variables. An empty or omitted variable keeps its value. */
  values: z
    .record(z.string().max(60), z.string().trim().max(16_000, { error: '長すぎます。値をご確認ください。' }))
    .meta({ title: '値' }),
  removed_values: z.array(z.string().max(60)).max(20).optional().meta({
    title: '消す値',
    description: 'Names of stored variables that the account works without: they are deleted.',
  }),
})

const manage = { permission: 'account.manage' } as const
const params = z.object({ kind })

export const accountAdminEndpoints = {
  'GET /admin/v1/setting/accounts': {
    summary: '外部サービスのアカウント',
    ...manage,
    response: listOf(Account),
  },
  'PUT /admin/v1/setting/accounts/{kind}': {
    summary: 'アカウントを登録する',
    ...manage,
    confirm: true,
    params,
    body: AccountForm,
    response: Account,
    errors: ['ERROR_ACCOUNTS_UNREADABLE'],
  },
  'DELETE /admin/v1/setting/accounts/{kind}': {
    summary: 'アカウントを外す',
    ...manage,
    confirm: true,
    params,
    response: Account,
    errors: ['ERROR_NOT_FOUND', 'ERROR_ACCOUNTS_UNREADABLE'],
  },
  'POST /admin/v1/setting/accounts/{kind}/test': {
    summary: 'アカウントの接続を確認する',
    ...manage,
    trail: false,
    params,
    response: listOf(z.object({ about: z.string(), is_good: z.boolean() })),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies AdminEndpoints
