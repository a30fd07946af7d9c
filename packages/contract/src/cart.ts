import { z } from 'zod'
import { booleanParam, type Endpoints, idempotencyKey, idParam, pieces, quantity } from './endpoint.ts'
import { QuotedItem } from './quote.ts'

/** カートの商品. `cart_item_id`: id on the server, for members. */
export const CartItem = z.object({
  ...QuotedItem.shape,
  cart_item_id: z.int().meta({ description: 'Id of the line in the member’s cart.' }),
})
export type CartItem = z.infer<typeof CartItem>

const skuId = z.int().positive().max(2_147_483_647)
/** 0 normal, 1 subscription. */
export const cartType = z.union([z.literal(0), z.literal(1)])

/** As a client holds it; the shop has its own. */
const sale_limit = z.int().min(1).max(99).optional()
/** An item of the browser’s own cart. */
const heldItem = z.object({
  product_sku_id: skuId,
  quantity,
  subscription: cartType,
  sale_limit,
  revision: z.int().optional(),
})
/** An item as `GET /v1/cart/items` answers it: its `id` is the SKU. */
const cartItemBack = z
  .object({ ...CartItem.partial().shape, id: skuId, quantity, subscription: cartType })
  .transform(({ id, quantity, subscription, revision }) => ({ product_sku_id: id, quantity, subscription, revision }))

/** The problem with an item; `message` is ready to show. */
export const CartItemProblem = z.object({
  product_sku_id: z.int().meta({ description: 'Id of the SKU.' }),
  subscription: z.int(),
  error: z
    .enum([
      'out_of_stock',
      'not_sold',
      'contents_changed',
      'over_sale_limit',
      'over_stock',
      'mixed_lump_sum',
      'cart_full',
    ])
    .meta({ description: 'Constant name of what is wrong.' }),
  message: z.string(),
  quantity: z.int().meta({ description: 'Pieces that can be had instead; 0: remove it.' }),
})
export type CartItemProblem = z.infer<typeof CartItemProblem>

export const cartEndpoints = {
  'GET /v1/cart/items': {
    summary: 'カートの中身',
    auth: 'member',
    while_closed: true,
    query: z.object({ is_subscription: booleanParam.optional() }),
    response: z.object({ items: z.array(CartItem) }),
  },
  'POST /v1/cart/items/new': {
    summary: 'カートに入れる',
    auth: 'member',
    acting: 'does',
    /** `sale_type` of this purchase: 1 normal, 2 subscription. */
    body: z.object({
      product_sku_id: skuId,
      quantity,
      sale_type: z.union([z.literal(1), z.literal(2)]),
      /** The same key adds only once, even with another item. Absent: each call adds. */
      idempotency_key: idempotencyKey.optional().meta({
        description:
          'Made by the client, 16 to 64 of A–Z, a–z, 0–9, `_`, `-` (a UUID fits). The same key is the same request, however often it is sent.',
      }),
    }),
    response: z.object({ cart_item_id: z.int() }),
    errors: [
      'ERROR_OUT_OF_STOCK',
      'ERROR_NOT_SOLD',
      'ERROR_SALE_LIMIT',
      'ERROR_CART_FULL',
      'ERROR_IDEMPOTENCY_KEY_REUSED',
    ],
  },
  'PUT /v1/cart/items/update/{id}': {
    summary: '数量の変更',
    auth: 'member',
    acting: 'does',
    params: z.object({ id: idParam }),
    body: z.object({ product_sku_id: skuId, quantity }),
    response: z.object({ cart_item_id: z.int(), quantity: pieces }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_NOT_SOLD', 'ERROR_SALE_LIMIT', 'ERROR_OUT_OF_STOCK'],
  },
  'POST /v1/cart/items/sync': {
    summary: 'ログイン時に、端末のカートを会員のカートへ合わせる',
    auth: 'member',
    acting: 'does',
    body: z.object({
      /**
       * The same key adds only once, so that a request whose response was lost can
       * be repeated. Absent: each call adds.
       */
      idempotency_key: idempotencyKey.optional(),
      items: z
        .array(
          z.object({
            product_sku_id: skuId,
            quantity,
            subscription: cartType,
            sale_limit,
          }),
        )
        .max(100),
    }),
    response: z.object({ items: z.array(CartItem), problems: z.array(CartItemProblem) }),
  },
  'DELETE /v1/cart/items/delete/{id}': {
    summary: 'カートから削除',
    auth: 'member',
    acting: 'does',
    params: z.object({ id: idParam }),
    response: z.object({}),
  },
  'POST /v1/cart/items/check': {
    summary: '購入できる状態かの確認',
    auth: 'optional',
    acting: 'asks',
    body: z.object({ items: z.array(z.union([heldItem, cartItemBack])).max(100) }),
    response: z.object({ problems: z.array(CartItemProblem) }),
  },
} as const satisfies Endpoints
