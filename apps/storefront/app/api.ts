import { type Api, ApiError, makeClient } from '@kushi/contract/client'
import { clientIdentity } from './client-identity.ts'
import { goTo, loginPath, wantedPath } from './navigate.ts'
import { accessToken, forgetAccessToken } from './state/access-token.ts'
import { sessionStore } from './state/session.ts'
import { toastError } from './state/toast.ts'
import { trimBody } from './trim-body.ts'

const TIMEOUT_MS = 30_000

/** What every call carries. */
export function requestHeaders(): Record<string, string> {
  const { client_id, shop_id, as_of } = clientIdentity()
  const token = accessToken()
  return {
    'accept-language': 'ja',
    'x-shop-id': String(shop_id),
    'x-client-id': client_id,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(as_of ? { 'x-as-of': as_of } : {}),
  }
}

/** The bare client: no toast, and a 401 changes nothing. For the guard, which decides itself. */
export const bareApi: Api = makeClient((path, init) =>
  fetch(path, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
    headers: { ...requestHeaders(), ...(init.headers as Record<string, string> | undefined) },
  }),
)

/** A session that the server no longer knows ends here too. */
export function forgetSession(): void {
  forgetAccessToken()
  sessionStore.setState({ customer: null, has_error_payment: false })
}

/** And leads to login. */
export function leaveSession(): void {
  forgetSession()
  // Several calls may hear it at once: the first has said where to come back to.
  if (location.pathname === '/sh/login') return
  goTo(loginPath(wantedPath()))
}

const caller = (onError: (error: ApiError) => void) =>
  (async (key: never, args?: { body?: unknown }, init?: RequestInit) => {
    try {
      const trimmed = args && 'body' in args ? { ...args, body: trimBody(args.body) } : args
      return await bareApi(key, trimmed as never, init as never)
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.status === 401) leaveSession()
        onError(error)
      }
      throw error
    }
  }) as unknown as Api

/** The browser's client: `await api('GET /v1/delivery', { query: { visible: true } })`. A refusal shows a toast and is thrown. */
export const api = caller((error) => void toastError(error.message))

/** As `api`, without the toast: for calls whose failure the screen shows in place, or that nothing waits for. */
export const quietApi = caller(() => {})
