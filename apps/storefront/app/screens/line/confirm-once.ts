import { ApiError } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import { APP_CODE } from '@kushi/values/app-code'
import { bareApi } from '../../api.ts'
import { browserLine } from '../../line/browser-line.ts'
import { type Settled, settle } from '../../settle.ts'
import { beginSession } from '../../state/auth.ts'
import { browserStorage } from '../../state/storage.ts'

/** A link that is over, used or none of ours stays so. */
const final: readonly number[] = [APP_CODE.token_expired, APP_CODE.token_used, APP_CODE.token_empty]

const answers = new Map<string, Promise<Settled<Session>>>()

/** Uses a link once per page, however often the screen is loaded. What LINE or the line is to blame for may be tried again. */
export function confirmOnce(token: string): Promise<Settled<Session>> {
  const known = answers.get(token)
  if (known) return known
  const line_access_token = browserLine.getAccessToken() ?? ''
  const answer = settle(confirm(token, line_access_token)).then((settled) => {
    if (settled.error && !final.includes(settled.error.code)) answers.delete(token)
    return settled
  })
  answers.set(token, answer)
  return answer
}

async function confirm(token: string, line_access_token: string): Promise<Session> {
  if (!line_access_token) throw new ApiError(0)
  const session = await bareApi('POST /v1/common/line-link/confirm', { body: { token, line_access_token } })
  await beginSession(bareApi, browserStorage(), session)
  return session
}
