import type { Api } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import type { Customer } from '@kushi/contract/customer'
import { browserLine } from '../line/browser-line.ts'
import { forgetAccessToken, keepAccessToken } from './access-token.ts'
import { setCartItems } from './cart.ts'
import { forgetSync, syncCart } from './cart-sync.ts'
import { clearRegister } from './clear-register.ts'
import { forgetFormDrafts } from './form-draft.ts'
import { lineStore } from './line.ts'
import { sessionStore } from './session.ts'
import { browserStorage, type KeyValueStorage, tabStorage } from './storage.ts'

/** Begins a session: after login, and after a registration during purchase. The guest's cart moves to the member's. */
export async function beginSession(api: Api, storage: KeyValueStorage, session: Session): Promise<void> {
  keepAccessToken(session.access_token)
  sessionStore.setState({ customer: session.customer })
  // Neither may stop the login: local items stay, and the next visit tries again.
  await Promise.allSettled([syncCart(api, storage), checkErrorPayment(api)])
}

/** The member as they are after a change of their own. */
export const changeCustomer = (customer: Customer) => sessionStore.setState({ customer })

/** 決済エラーの定期便があるか, for the red note in the menu. */
export async function checkErrorPayment(api: Api): Promise<void> {
  sessionStore.setState(await api('GET /v1/customer/has-error-payment'))
}

/** Clears auth, LINE's too, cart and its queued sync, registered customer and everything saved of them. The server's token ends too, if it can be reached. */
export async function endSession(api: Api): Promise<void> {
  await api('POST /v1/common/logout').catch(() => {})
  browserLine.logout()
  forgetAccessToken()
  lineStore.setState({ account: null, error: null })
  sessionStore.setState({ customer: null, has_error_payment: false, is_leaving: false })
  setCartItems([])
  clearRegister()
  forgetSync(browserStorage())
  for (const storage of [browserStorage(), tabStorage()]) forgetFormDrafts(storage)
}
