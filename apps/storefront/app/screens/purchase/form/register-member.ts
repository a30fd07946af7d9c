import { ApiError } from '@kushi/contract/client'
import { bareApi } from '../../../api.ts'
import type { Registration } from '../../../form/member.ts'
import { browserLine } from '../../../line/browser-line.ts'
import { adCodes } from '../../../state/ad-codes.ts'
import { beginSession } from '../../../state/auth.ts'
import { forgetRegisterKey, registerKeyFor } from '../../../state/register.ts'
import { browserStorage } from '../../../state/storage.ts'
import { readHoneypot } from './trap.tsx'

/**
 * 会員登録 and the start of the session. The key is kept until it succeeds, so that a retry after a lost response creates
 * no second member. A guest who came through LINE is linked with that account; if the LINE login has expired, the guest
 * registers without it.
 */
export async function registerMember(registration: Registration): Promise<void> {
  const storage = browserStorage()
  const body = { ...registration, ...readHoneypot(), terms_agreed: true, ...adCodes(storage, Date.now()) }
  const line_access_token = browserLine.getAccessToken()
  const register = (extra: object) =>
    bareApi('POST /v1/customer/new', {
      body: { ...body, ...extra, idempotency_key: registerKeyFor(storage, body.email) },
    }).catch((error: unknown) => {
      // The input has changed since a request whose response was lost. The next attempt needs a new key.
      if (error instanceof ApiError && error.error === 'ERROR_IDEMPOTENCY_KEY_REUSED') forgetRegisterKey(storage)
      throw error
    })
  const session = await (line_access_token ? register({ line_access_token }).catch(retryWithoutLine) : register({}))

  function retryWithoutLine(error: unknown) {
    if (!(error instanceof ApiError) || error.error !== 'ERROR_LINE_TOKEN') throw error
    browserLine.logout()
    return register({})
  }
  forgetRegisterKey(storage)
  await beginSession(bareApi, storage, session)
}
