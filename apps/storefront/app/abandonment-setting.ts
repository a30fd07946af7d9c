import type { AbandonmentSetting } from '@kushi/contract/abandonment'
import { quietApi } from './api.ts'

let loaded: Promise<AbandonmentSetting> | null = null

/** カゴ落ち設定, fetched once per visit. After a failure the next call tries again. */
export function abandonmentSetting(): Promise<AbandonmentSetting> {
  loaded ??= quietApi('GET /v1/cart-abandonments/get_abandonment_users_setting')
  loaded.catch(() => {
    loaded = null
  })
  return loaded
}
