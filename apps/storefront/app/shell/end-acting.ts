import { quietApi } from '../api.ts'
import { keepActing } from '../state/acting.ts'

/** The tab is an ordinary one again, whatever the server says: there it ends by its time. */
export async function endActing(): Promise<void> {
  await quietApi('POST /v1/common/acting/end').catch(() => {})
  keepActing(null)
  location.assign('/sh/')
}
