/** The flags with which a shop shows entries of the member menu (マイページメニュー). */
export const MENU_FLAGS = [
  'menu_mypage_top_on',
  'menu_subscription_on',
  'menu_purchase_on',
  'menu_customer_on',
  'menu_shipping_on',
  'menu_payment_on',
] as const

export type MenuFlag = (typeof MENU_FLAGS)[number]
