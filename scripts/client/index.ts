/** What the package of the typed client shows to other projects; built by `pack.ts`. */
import type { AdminContract } from '@kushi/contract/admin/contract'
import { type Args, type Calls, makeClient, type Result } from '@kushi/contract/client'
import type { Contract } from '@kushi/contract/contract'

export type { AdminContract } from '@kushi/contract/admin/contract'
export { ApiError, makeClient } from '@kushi/contract/client'
export type { Contract } from '@kushi/contract/contract'
export { openInit, serverTime, signInit } from '@kushi/contract/init-crypto'

interface Where {
  /** The server, as in `https://shop.example`. */
  url: string
  /** One of its shops; without it the host decides. */
  shop?: number
  /** Of a member; or a key of the admin. */
  token?: string
}

/** Written out: as it is inferred it would stand in the declaration with every call. */
type Client<C extends Calls> = <K extends keyof C & string>(
  key: K,
  ...rest: object extends Args<C[K]> ? [args?: Args<C[K]>, init?: RequestInit] : [args: Args<C[K]>, init?: RequestInit]
) => Promise<Result<K, C>>

const connect = <C extends Calls>({ url, shop, token }: Where): Client<C> =>
  makeClient<C>((path, init) => {
    const headers = new Headers(init.headers)
    if (shop !== undefined) headers.set('x-shop-id', String(shop))
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return fetch(new URL(path, url), { ...init, headers })
  })

/** The calls of customers. */
export const connectShop = (where: Where): Client<Contract> => connect<Contract>(where)

/** The calls of the shop's own side, with an API key. */
export const connectAdmin = (where: Where & { token: string }): Client<AdminContract> => connect<AdminContract>(where)
