import type { AdminContract } from '@kushi/contract/admin/contract'
import { ApiError, makeClient } from '@kushi/contract/client'
import { requestReason } from './claims.ts'
import { confirmAgain } from './confirmation.ts'
import { currentShop } from './shop.ts'

/**
 * Headers of every call; the session is a cookie. A form on another site can't send `x-kushi-admin` (CSRF protection).
 */
export function headers(): Record<string, string> {
  const shop = currentShop()
  return { 'accept-language': 'ja', 'x-kushi-admin': '1', ...(shop === null ? {} : { 'x-shop-id': String(shop) }) }
}

const client = makeClient<AdminContract>((path, init) =>
  fetch(path, { ...init, headers: { ...headers(), ...(init.headers as Record<string, string> | undefined) } }),
)

/** The client without its types: the wrapper below hands on what it was called with, whatever the call. */
const untypedClient = client as unknown as (key: string, ...args: unknown[]) => Promise<unknown>

/** Repeats the call with the reason to keep its restricted words. */
const withReason = (key: string, args: unknown[], reason: string): Promise<unknown> =>
  untypedClient(key, args[0], { headers: { 'x-claim-reason': encodeURIComponent(reason) } })

/**
 * Calls the server: `await api('GET /admin/v1/audit', { query })`. Without a session it leads to the sign-in screen, and
 * from there back here. The server may first require the second factor, or a reason to keep restricted words: then the
 * dialog is shown and the call repeated.
 *
 * @throws ApiError with the fields that the server rejected
 */
export const api = (async (key: string, ...args: unknown[]) => {
  try {
    return await untypedClient(key, ...args)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 && !location.pathname.startsWith('/admin/sign-in')) {
      const to = `${location.pathname}${location.search}`.slice('/admin'.length)
      location.assign(`/admin/sign-in?to=${encodeURIComponent(to)}`)
    }
    if (error.error === 'ERROR_CONFIRM_AGAIN' && (await confirmAgain())) return untypedClient(key, ...args)
    if (error.error === 'ERROR_CLAIMS') {
      const reason = await requestReason(error.fields)
      if (reason !== null) return withReason(key, args, reason)
    }
    throw error
  }
}) as unknown as typeof client
