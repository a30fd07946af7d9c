import { getAbandonmentSetting } from '@kushi/shop/abandonment/load-setting'
import { setAbandonmentSetting } from '@kushi/shop/abandonment/set-abandonment-setting'
import { trackUrlClick } from '@kushi/shop/abandonment/track-url-click'
import { unsubscribe } from '@kushi/shop/abandonment/unsubscribe'
import type { Bindings } from '../http/implement.ts'

export const abandonment = {
  'GET /v1/cart-abandonments/get_abandonment_users_setting': getAbandonmentSetting,
  'POST /v1/cart-abandonments/set_abandonment_setting': setAbandonmentSetting,
  'PUT /v1/cart-abandonments/track_abandonment_url_click': trackUrlClick,
  'POST /v1/cart-abandonments/unsubscribe': unsubscribe,
} satisfies Partial<Bindings>
