/** The public interface of the typed client's package; built by `pack.ts`. */
import type { AdminContract } from '@kushi/contract/admin/contract'
import { type CallArguments, type CallResult, type CallTable, makeClient } from '@kushi/contract/client'
import type { Contract } from '@kushi/contract/contract'

export type { AdminContract } from '@kushi/contract/admin/contract'
export { ApiError, makeClient } from '@kushi/contract/client'
export type { Contract } from '@kushi/contract/contract'
export { decryptInitResponse, serverTimeFromFailure, signInitRequest } from '@kushi/contract/init-crypto'

interface Where {
  /** The server's URL, e.g. `https://shop.example`. */
  url: string
  /** The id of a shop; without it the host decides. */
  shop?: number
  /** A member's token, or an API key for the admin. */
  token?: string
}

/** Written out explicitly: as an inferred type it would be repeated in the declarations for every call. */
type Client<C extends CallTable> = <K extends keyof C & string>(
  key: K,
  ...rest: object extends CallArguments<C[K]>
    ? [args?: CallArguments<C[K]>, init?: RequestInit]
    : [args: CallArguments<C[K]>, init?: RequestInit]
) => Promise<CallResult<K, C>>

const connect = <C extends CallTable>({ url, shop, token }: Where): Client<C> =>
  makeClient<C>((path, init) => {
    const headers = new Headers(init.headers)
    if (shop !== undefined) headers.set('x-shop-id', String(shop))
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return fetch(new URL(path, url), { ...init, headers })
  })

/** The calls for customers. */
export const connectShop = (where: Where): Client<Contract> => connect<Contract>(where)

/** The calls of the admin, with an API key. */
export const connectAdmin = (where: Where & { token: string }): Client<AdminContract> => connect<AdminContract>(where)
