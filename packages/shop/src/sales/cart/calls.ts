import type { CallHandlers } from '../../context.ts'
import { addCartItem, checkCart, listCartItems, removeCartItem, updateCartItem } from './cart-items.ts'
import { getAbandonmentSetting } from './load-setting.ts'
import { setAbandonmentSetting } from './set-abandonment-setting.ts'
import { syncCart } from './sync-cart.ts'
import { trackReminderClick } from './track-url-click.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/cart-abandonments/get_abandonment_users_setting': getAbandonmentSetting,
  'POST /v1/cart-abandonments/set_abandonment_setting': setAbandonmentSetting,
  'PUT /v1/cart-abandonments/track_abandonment_url_click': trackReminderClick,
  'POST /v1/cart-abandonments/unsubscribe': unsubscribe,
  'GET /v1/cart/items': listCartItems,
  'POST /v1/cart/items/new': addCartItem,
  'PUT /v1/cart/items/update/{id}': updateCartItem,
  'POST /v1/cart/items/sync': syncCart,
  'DELETE /v1/cart/items/delete/{id}': removeCartItem,
  'POST /v1/cart/items/check': checkCart,
} satisfies Partial<CallHandlers>
