import type { AdminContract } from '@kushi/contract/admin/contract'
import { ApiError, makeClient } from '@kushi/contract/client'
import { confirmAgain } from './confirmation.ts'
import { currentShop } from './shop.ts'

/** What every call carries; the session is a cookie. `x-kushi-admin` is what a foreign form can't send. */
export function headers(): Record<string, string> {
  const shop = currentShop()
  return { 'accept-language': 'ja', 'x-kushi-admin': '1', ...(shop === null ? {} : { 'x-shop-id': String(shop) }) }
}

const client = makeClient<AdminContract>((path, init) =>
  fetch(path, { ...init, headers: { ...headers(), ...(init.headers as Record<string, string> | undefined) } }),
)

/**
 * `await api('GET /admin/v1/audit', { query })`. Without a session it leads to the door and back; where the second factor
 * is asked for again, it asks and then goes on with the same call.
 *
 * @throws ApiError: what the server refused, with the fields it concerns
 */
export const api = (async (key: never, ...rest: never[]) => {
  try {
    return await (client as never as (...all: unknown[]) => Promise<unknown>)(key, ...rest)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 && !location.pathname.startsWith('/admin/sign-in')) {
      const to = `${location.pathname}${location.search}`.slice('/admin'.length)
      location.assign(`/admin/sign-in?to=${encodeURIComponent(to)}`)
    }
    if (error.error === 'ERROR_CONFIRM_AGAIN' && (await confirmAgain()))
      return (client as never as (...all: unknown[]) => Promise<unknown>)(key, ...rest)
    throw error
  }
}) as unknown as typeof client
