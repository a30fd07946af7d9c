import type { ShopApiClient } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import type { Customer } from '@kushi/contract/customer'
import { browserLine } from '../line/browser-line.ts'
import { forgetDueOffer } from '../passkey/offer-mark.ts'
import { forgetAccessToken, saveAccessToken } from './access-token.ts'
import { forgetAmazon } from './amazon-payment.ts'
import { setCartItems } from './cart.ts'
import { forgetSync, syncCart } from './cart-sync.ts'
import { endOffers } from './end-offers.ts'
import { forgetFormDrafts } from './form-draft.ts'
import { lineStore } from './line.ts'
import { forgetOrderKeys } from './order-key.ts'
import { endPagePurchase } from './page-purchase.ts'
import { forgetDrafts, forgetNewCards } from './purchase-draft.ts'
import { forgetRegisterKey, nothingRegistered, registerStore } from './register.ts'
import { sessionStore } from './session.ts'
import { browserStorage, type KeyValueStorage, tabStorage } from './storage.ts'

/**
 * Starts a session, after login and after a registration during the purchase. Moves the guest's cart to the member's.
 */
export async function beginSession(api: ShopApiClient, storage: KeyValueStorage, session: Session): Promise<void> {
  saveAccessToken(session.access_token)
  sessionStore.setState({ customer: session.customer })
  forgetNewCards(storage)
  // Neither failure stops the login: local items stay, and the next visit tries again.
  await Promise.allSettled([syncCart(api, storage), checkErrorPayment(api)])
}

/** Sets the member's data after a change. */
export const changeCustomer = (customer: Customer) => sessionStore.setState({ customer })

/** 決済エラーの定期便があるか, for the red note in the menu. */
export async function checkErrorPayment(api: ShopApiClient): Promise<void> {
  sessionStore.setState(await api('GET /v1/customer/has-error-payment'))
}

/**
 * Clears the session, LINE's login, the cart and its pending sync, the registered customer and all saved drafts. Also
 * revokes the token on the server, if it is reachable.
 */
export async function endSession(api: ShopApiClient): Promise<void> {
  await api('POST /v1/common/logout').catch(() => {})
  browserLine.logout()
  forgetAccessToken()
  lineStore.setState({ account: null, error: null })
  sessionStore.setState({ customer: null, has_error_payment: false, has_subscription: false, is_leaving: false })
  setCartItems([])
  clearRegister()
  forgetSync(browserStorage())
  forgetDueOffer()
  for (const storage of [browserStorage(), tabStorage()]) forgetFormDrafts(storage)
}

/** Deletes all input after a logout. */
export function clearRegister(storage: KeyValueStorage = browserStorage()): void {
  registerStore.setState(nothingRegistered)
  forgetAmazon(storage)
  forgetDrafts(storage)
  endPagePurchase()
  endOffers()
  forgetOrderKeys(storage)
  forgetRegisterKey(storage)
}
