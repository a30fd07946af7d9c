import { ApiError } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import { bareApi, forgetSession, notifySessionExpired, quietApi } from '../api.ts'
import { previewMoment } from '../client-identity.ts'
import { browserLine } from '../line/browser-line.ts'
import { accessToken, canRestoreToken, dropAccessToken, forgetAccessToken, saveAccessToken } from './access-token.ts'
import { lineStore } from './line.ts'
import { sessionStore } from './session.ts'

/**
 * Loads the member: by the token in the cookie (provider `customer`), otherwise by LINE's login (provider `line`),
 * otherwise a guest. In a プレビュー it is always a guest.
 */
export async function loadUser(): Promise<void> {
  if (previewMoment()) return sessionStore.setState({ customer: null })
  const token = accessToken()
  if (token) return loadCustomer(token)
  if (canRestoreToken()) return regainSession()
  if (browserLine.isLoggedIn()) return logInByLine()
  sessionStore.setState({ customer: null })
}

const loadCustomer = (access_token: string) =>
  startSession(async () => ({ access_token, customer: await bareApi('POST /v1/common/me') }))

/** Restores a token that is lost in the browser by the server's own cookie. */
const regainSession = () => startSession(() => bareApi('POST /v1/common/session/refresh'))

async function startSession(fetchSession: () => Promise<Session>): Promise<void> {
  try {
    const { access_token, customer } = await fetchSession()
    saveAccessToken(access_token)
    sessionStore.setState({ customer })
    void checkMember()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      notifySessionExpired()
      forgetSession()
    } else {
      // After a network failure or a busy server, the server's own session gives it back at the next navigation.
      dropAccessToken()
    }
    sessionStore.setState({ customer: null })
  }
}

/** The note in the menu. The file also has the logout, so that a member can always log out, also without a connection. */
const checkMember = () =>
  import('./auth.ts').then(({ checkErrorPayment }) => checkErrorPayment(quietApi)).catch(() => {})

async function logInByLine(): Promise<void> {
  const line_access_token = browserLine.getAccessToken()
  if (!line_access_token) return sessionStore.setState({ customer: null })
  try {
    const body = { line_access_token }
    const { access_token, customer, ...account } = await bareApi('POST /v1/common/line-account/verify', { body })
    lineStore.setState({ account, error: null })
    if (!access_token) forgetAccessToken()
    else {
      saveAccessToken(access_token)
      void checkMember()
    }
    sessionStore.setState({ customer })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // LINE rejects the token, so a new login is needed.
    if (error.error === 'ERROR_LINE_TOKEN') browserLine.logout()
    lineStore.setState({ account: null, error })
    sessionStore.setState({ customer: null })
  }
}
