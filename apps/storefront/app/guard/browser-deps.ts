import { ApiError } from '@kushi/contract/client'
import { decryptInitResponse, serverTimeFromFailure, signInitRequest } from '@kushi/contract/init-crypto'
import { abandonmentSetting } from '../abandonment-setting.ts'
import { startAnalytics } from '../analytics/data-layer.ts'
import { bareApi, forgetSession } from '../api.ts'
import { loadChunk } from '../chunk/load-chunk.ts'
import { clientIdentity, previewMoment } from '../client-identity.ts'
import { isMobile } from '../layout-code.ts'
import { browserLine } from '../line/browser-line.ts'
import { prefetchMasterData } from '../master-data.ts'
import { endActing } from '../shell/end-acting.ts'
import { accessToken, canRestoreToken } from '../state/access-token.ts'
import { readActing } from '../state/acting.ts'
import { cartItems } from '../state/cart.ts'
import { unsyncedItems } from '../state/cart-change.ts'
import { syncCart } from '../state/cart-sync.ts'
import { environmentStore } from '../state/environment.ts'
import { lineStore } from '../state/line.ts'
import { loadUser } from '../state/load-user.ts'
import { readOrderKey } from '../state/order-key.ts'
import { purchaseItems } from '../state/page-purchase.ts'
import { kindOfCart } from '../state/purchase-kind.ts'
import { registerStore, restoreRegister } from '../state/register.ts'
import { sessionStore } from '../state/session.ts'
import { browserStorage } from '../state/storage.ts'
import { toast } from '../state/toast.ts'
import type { GuardDeps } from './context.ts'

/** Runs one call at a time. A second caller waits for the same result. */
function runOnceAtATime(work: () => Promise<void>): () => Promise<void> {
  let pending: Promise<void> | null = null
  return () => {
    pending ??= work().finally(() => {
      pending = null
    })
    return pending
  }
}

const storage = browserStorage()
let isPrefetched = false

/** The guard's dependencies in a browser. */
export const browserDeps: GuardDeps = {
  config: () => environmentStore.getState().config,
  loadConfig: runOnceAtATime(loadConfig),
  prefetchMasterData: (when) => {
    const load = () => {
      prefetchMasterData()
      abandonmentSetting().catch(() => {})
    }
    if (when === 'now') return load()
    if (isPrefetched) return
    isPrefetched = true
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 5_000 })
    else setTimeout(load, 2_000)
  },
  hasSession: () => accessToken() !== null || canRestoreToken(),
  mayRegain: () => sessionStore.getState().customer === null && canRestoreToken(),
  // Analytics must not count operators.
  startAnalytics: (id) => (readActing() || previewMoment() ? undefined : startAnalytics(id)),
  line: browserLine,
  announceLine: (invited_to) => lineStore.setState({ invited_to }),
  // On a phone the guard starts LINE's login, which is for the member only and not for an operator.
  isMobile: () => !readActing() && !previewMoment() && isMobile(navigator.userAgent),
  customer: () => sessionStore.getState().customer,
  loadUser: runOnceAtATime(loadUser),
  forgetUser: forgetSession,
  hasUnsynced: () => unsyncedItems(cartItems()).length > 0,
  syncCart: runOnceAtATime(() => syncCart(bareApi, storage)),
  countItems: (type) => purchaseItems(kindOfCart(type === 'subscription' ? 1 : 0)).length,
  notifyEmptyCart: () => {
    void import('@kushi/values/user-message').then(({ userMessage }) => toast(userMessage('cart_empty'), 'info'))
  },
  isOrderOpen: (type) => readOrderKey(storage, kindOfCart(type === 'subscription' ? 1 : 0))?.is_open ?? false,
  restorePurchase: () => {
    restoreRegister(storage)
    return registerStore.getState().customer !== null
  },
  isLeaving: () => sessionStore.getState().is_leaving,
  logOut: async () => {
    if (readActing()) return endActing()
    const { endSession } = await loadChunk(() => import('../state/auth.ts'))
    await endSession(bareApi)
  },
}

/** Every first navigation waits for it; the next one asks again. */
const INIT_MS = 8_000

async function loadSession(now: Date) {
  const { client_id, client_key } = clientIdentity()
  const headers = await signInitRequest(client_id, client_key, now)
  const answer = await bareApi(
    'GET /v1/common/init',
    {},
    { headers: { ...headers }, signal: AbortSignal.timeout(INIT_MS) },
  )
  return decryptInitResponse(answer, client_key, headers['x-nonce'])
}

/** Loads the configuration once. If the device's clock is wrong, signs the request again with the server's time. */
async function loadConfig(): Promise<void> {
  if (environmentStore.getState().config) return
  const config = await loadSession(new Date()).catch((error: unknown) => {
    const now = error instanceof ApiError ? serverTimeFromFailure(error.fields) : null
    if (!now) throw error
    return loadSession(now)
  })
  environmentStore.setState({ config })
}
