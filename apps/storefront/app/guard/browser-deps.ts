import { startAnalytics } from '../analytics/data-layer.ts'
import { bareApi, forgetSession } from '../api.ts'
import { isMobile } from '../layout-code.ts'
import { browserLine } from '../line/browser-line.ts'
import { endActing } from '../shell/acting-band.tsx'
import { readActing } from '../state/acting.ts'
import { endSession } from '../state/auth.ts'
import { cartItems } from '../state/cart.ts'
import { unsynced } from '../state/cart-items.ts'
import { syncCart } from '../state/cart-sync.ts'
import { environmentStore } from '../state/environment.ts'
import { lineStore } from '../state/line.ts'
import { loadUser } from '../state/load-user.ts'
import { readOrderKey } from '../state/order-key.ts'
import { kindOfCart } from '../state/purchase-kind.ts'
import { registerStore, restoreRegister } from '../state/register.ts'
import { sessionStore } from '../state/session.ts'
import { browserStorage } from '../state/storage.ts'
import { toast } from '../state/toast.ts'
import type { GuardDeps } from './context.ts'
import { loadConfig } from './load-config.ts'

/** One call at a time: a second caller waits for the same answer. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  return () => {
    underWay ??= work().finally(() => {
      underWay = null
    })
    return underWay
  }
}

const storage = browserStorage()

/** The guard's means in a browser. */
export const browserDeps: GuardDeps = {
  config: () => environmentStore.getState().config,
  loadConfig: shared(loadConfig),
  prefetchMasterData: () => {
    void import('../master-data.ts').then(({ prefetchMasterData }) => prefetchMasterData())
    void import('../abandonment-setting.ts').then(({ abandonmentSetting }) => abandonmentSetting()).catch(() => {})
  },
  // An operator is no visitor.
  startAnalytics: (id) => (readActing() ? undefined : startAnalytics(id)),
  line: browserLine,
  announceLine: (invited_to) => lineStore.setState({ invited_to }),
  // What a phone is led to is LINE's login, and that is the member's.
  isMobile: () => !readActing() && isMobile(navigator.userAgent),
  customer: () => sessionStore.getState().customer,
  loadUser: shared(loadUser),
  forgetUser: forgetSession,
  hasUnsynced: () => unsynced(cartItems()).length > 0,
  syncCart: shared(() => syncCart(bareApi, storage)),
  countItems: (type) => cartItems(type === 'subscription' ? 1 : 0).length,
  tellEmptyCart: () => {
    void import('@kushi/values/user-message').then(({ userMessage }) => toast(userMessage('cart_empty'), 'info'))
  },
  isOrderOpen: (type) => readOrderKey(storage, kindOfCart(type === 'subscription' ? 1 : 0))?.is_open ?? false,
  restorePurchase: () => {
    restoreRegister(storage)
    return registerStore.getState().customer !== null
  },
  isLeaving: () => sessionStore.getState().is_leaving,
  logOut: () => (readActing() ? endActing() : endSession(bareApi)),
}
