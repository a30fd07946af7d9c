import { expect, test } from 'vitest'
import { Address } from './address.ts'
import { Card } from './card.ts'
import { CartItem } from './cart.ts'
import { contract } from './contract.ts'
import { Customer } from './customer.ts'
import { Delivery } from './delivery.ts'
import { MenuFlags, Shop } from './setting.ts'
import { Subscription, SubscriptionOrderItem } from './subscription.ts'

/** The names that the specification gives its entities and calls. A client that uses them is understood. */
const namesOf = (schema: unknown): string[] => {
  const def = (schema as { _zod?: { def: Definition } } | undefined)?._zod?.def
  if (!def) return []
  const inside = [def.innerType, def.element, def.in, def.out, def.left, def.right, ...(def.options ?? [])]
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, one]) => [name, ...namesOf(one)]),
    ...inside.flatMap(namesOf),
  ]
}
type Inner = 'innerType' | 'element' | 'in' | 'out' | 'left' | 'right'
type Definition = Partial<Record<Inner, unknown>> & { shape?: object; options?: unknown[] }
const expectNames = (schema: unknown, names: string) =>
  expect(names.split(' ').filter((name) => !namesOf(schema).includes(name))).toEqual([])

test.each([
  ['User', Customer, 'id name01 name02 rank_name rank_use_flag line_id'],
  [
    'Shop',
    Shop,
    'shop_name ec_line_required_flag corporate_flag delivery_free_amount customer_rank_use_flag customer_rank_operation_start_date customer_rank_operation_end_date line_channel_flag',
  ],
  ['Delivery method', Delivery, 'id flat_rate_delivery_fee'],
  [
    'Cart item',
    CartItem,
    'id cart_item_id product_id product_code sale_type quantity subscription sale_limit is_out_stock is_product_sku_valid visible product_image',
  ],
  [
    'Subscription',
    Subscription,
    'id delivery_id delivery_fee adjustment_amount subscription_order_item subtotal payment_total discount_amount tax_total summary_status next_delivery_date next_next_delivery_date shipping_address payment_method_id',
  ],
  [
    'Subscription order item',
    SubscriptionOrderItem,
    'id product_sku_id quantity price subtotal discount_amount discount_amount_total lump_sum_payment_flag lump_sum_payment_num tax tax_rate product_id product_name product_code sku_parent_item_name1 sku_parent_item_name2 set_item_name1 set_item_name2 sale_limit product_image',
  ],
  ['Address', Address, 'name01 name02 addr01 addr02 addr03 is_default delivery_notes'],
  ['Card', Card, 'card_seq gmo_id expire holder_name card_info default_flag'],
  [
    'Menu flags',
    MenuFlags,
    'menu_mypage_top_on menu_subscription_on menu_purchase_on menu_customer_on menu_shipping_on menu_payment_on',
  ],
] as const)('%s has its names', (_, schema, names) => expectNames(schema, names))

const tracking = 'tracking_id cart_type_id tracking_start_date customer_id email phone_number line_id url_clicked'
const advert = 'adcd ad_user_id add_timing_id customer_id code state redirect_uri line_user_id'
test.each([
  [
    'POST /v1/cart-abandonments/set_abandonment_setting',
    `${tracking} cart_abandoned_flag lp_flag customer_target_flag guest_target_flag individual_setting_flag`,
  ],
  ['PUT /v1/cart-abandonments/track_abandonment_url_click', tracking],
  ['POST /v1/line/advertisement/tracking', advert],
  ['POST /v1/line/advertisement/tracking/add-friend', advert],
  ['POST /v1/cart/items/new', 'product_sku_id quantity sale_type'],
  ['PUT /v1/cart/items/update/{id}', 'product_sku_id quantity'],
  ['POST /v1/cart/items/sync', 'items product_sku_id quantity subscription sale_limit'],
  ['POST /v1/cart/items/check', `items product_sku_id quantity subscription sale_limit ${namesOf(CartItem).join(' ')}`],
  ['POST /v1/common/mypage/card/register', 'token gmo_id card_seq card_info customer_id'],
  ['POST /v1/common/mypage/card/update', 'gmo_id card_seq expire holder_name card_info'],
  ['POST /v1/common/payment/card/check', 'amount token'],
  ['POST /v1/common/payment/amazon/address', 'amazon_billing_agreement_id address_consent_token'],
  ['POST /v1/common/mail/check', 'email line_id'],
  ['POST /v1/common/line-account/verify', 'line_access_token'],
  ['POST /v1/common/reset-password/', 'email'],
  ['POST /v1/common/line-link/confirm', 'token'],
  ['PUT /v1/common/address/update/{id}', 'is_default'],
  ['PATCH /v1/order/subscription/update/{id}/pause', 'customer_flag'],
  ['PATCH /v1/order/subscription/update/{id}/reopen-scheduled', 'customer_flag is_update_subscription'],
  ['POST /v1/order/subscription/delivery-date/next', 'delivery_date subscription_division_id param1 param2 param3'],
  ['POST /v1/setting/line/check-friend-line', 'line_user_id'],
  ['POST /v1/setting/line/link-line/business-account', 'customer_id line_access_token'],
] as const)('%s takes its names', (call, names) => expectNames((contract[call] as { body: unknown }).body, names))

test.each([
  [
    'GET /v1/product/sku/list',
    'product_sku_ids is_subscription customer_id delivery_method_id subscription_id delivery_fee adjustment_amount',
  ],
  ['GET /v1/delivery', 'visible'],
  ['GET /v1/cart/items', 'is_subscription'],
  ['GET /v1/common/mypage/card/list', 'customer_id card_seq'],
  ['DELETE /v1/customer/{customer_id}/card/{card_seq}/delete', 'card_info'],
  ['GET /v1/setting/system/masterdata/target/detail/', 'name'],
  ['GET /v1/setting/shop/payment/', 'delivery_id visible'],
  ['GET /postcodes/{postal_code}', 'api_key apikey'],
] as const)('%s is asked by its names', (call, names) =>
  expectNames((contract[call] as { query: unknown }).query, names),
)

test.each([
  ['POST /v1/cart/items/new', 'cart_item_id'],
  ['GET /v1/product/sku/list', 'items summary'],
  ['GET /v1/customer/has-error-payment', 'has_error_payment'],
  ['POST /v1/setting/line/check-friend-line', 'friend_status_id'],
  [
    'GET /v1/cart-abandonments/get_abandonment_users_setting',
    'cart_abandoned_flag lp_flag customer_target_flag guest_target_flag individual_setting_flag',
  ],
] as const)('%s answers its names', (call, names) =>
  expectNames((contract[call] as { response: unknown }).response, names),
)
