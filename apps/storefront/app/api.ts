import { ApiError, makeClient, type ShopApiClient } from '@kushi/contract/client'
import { clientIdentity } from './client-identity.ts'
import { goTo, loginPath, wantedPath } from './navigate.ts'
import { accessToken, forgetAccessToken, isOtherMembersNow } from './state/access-token.ts'
import { cartItems, setCartItems } from './state/cart.ts'
import { confirmThisDevice } from './state/device-check.ts'
import { sessionStore } from './state/session.ts'
import { toast, toastError } from './state/toast.ts'

const TIMEOUT_MS = 30_000

/** Headers of every call. */
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

/** The bare client: shows no toast and ignores a 401. For the guard, which handles errors itself. */
export const bareApi: ShopApiClient = makeClient((path, init) =>
  fetch(path, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
    headers: { ...requestHeaders(), ...(init.headers as Record<string, string> | undefined) },
  }),
)

/** Ends the session in the browser after the server has rejected it, and says so. The member's items leave with it. */
export function forgetSession(): void {
  if (accessToken()) notifySessionExpired()
  forgetAccessToken()
  sessionStore.setState({ customer: null, has_error_payment: false, has_subscription: false })
  setCartItems(cartItems().filter(({ cart_item_id }) => cart_item_id === null))
}

export const notifySessionExpired = () =>
  toast('ログインの有効期限が切れました。もう一度ログインしてください。', 'info')

/** The same, and navigates to the login screen. */
export function leaveSession(): void {
  forgetSession()
  const path = wantedPath()
  // Several calls may get a 401 at once. The first one has already set the path to return to.
  if (path.startsWith('/login')) return
  goTo(loginPath(path))
}

/** 置き配 notes are sent exactly as typed. */
const UNTRIMMED_FIELD = 'delivery_notes'

/** Trims white space around every string in a request body, except delivery_notes. */
export function trimBody(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === UNTRIMMED_FIELD ? value : value.trim()
  if (Array.isArray(value)) return value.map((one) => trimBody(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, trimBody(one, key)]))
}

/**
 * Wraps every call alike. Inside, a call has no type, since it depends on the key; outside, the contract's types hold.
 */
const caller = (onError: (error: ApiError) => void) =>
  (async (key: never, args?: { body?: unknown }, init?: RequestInit) => {
    // What was typed for one member must not be saved for the other. Drafts are kept, and restored for their own member.
    if (isOtherMembersNow()) {
      location.reload()
      return new Promise(() => {})
    }
    const trimmed = args && 'body' in args ? { ...args, body: trimBody(args.body) } : args
    const send = () => bareApi(key, trimmed as never, init as never)
    try {
      return await send().catch(async (error: unknown) => {
        const needsDeviceCheck = error instanceof ApiError && error.error === 'ERROR_DEVICE_NOT_CONFIRMED'
        if (!needsDeviceCheck || !(await confirmThisDevice())) throw error
        return send()
      })
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.status === 401) leaveSession()
        onError(error)
      }
      throw error
    }
  }) as unknown as ShopApiClient

/**
 * The browser's client: `await api('GET /v1/delivery', { query: { visible: true }
 * })`. An error shows a toast and is thrown.
 */
export const api = caller((error) => void toastError(error.message))

/** Like `api`, without the toast: for calls whose error the screen shows itself, or whose result does not matter. */
export const quietApi = caller(() => {})
