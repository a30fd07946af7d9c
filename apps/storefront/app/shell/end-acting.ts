import { quietApi } from '../api.ts'
import { saveActing } from '../state/acting.ts'

/** Ends the 代理ログイン in this tab even if the server's call fails: on the server it expires by itself. */
export async function endActing(): Promise<void> {
  await quietApi('POST /v1/common/acting/end').catch(() => {})
  saveActing(null)
  location.assign('/sh/')
}
