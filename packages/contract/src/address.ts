import { z } from 'zod'
import { type Endpoints, idParam, listOf } from './endpoint.ts'
import { addressShape } from './form/address.ts'

/** Name, address and phone number, as rows store them. */
export const partyShape = {
  name01: z.string(),
  name02: z.string(),
  kana01: z.string().meta({ title: 'せい', description: 'せい: last name in hiragana.' }),
  kana02: z.string().meta({ title: 'めい', description: 'めい: first name in hiragana.' }),
  postal_code01: z.string(),
  postal_code02: z.string(),
  pref_id: z.int(),
  addr01: z.string(),
  addr02: z.string(),
  addr03: z.string(),
  phone_number: z.string(),
}
export type Party = z.infer<z.ZodObject<typeof partyShape>>

const addressOut = { ...partyShape, delivery_notes: z.string() }

/** An address as an order or a subscription stores it. */
export const ShippingAddress = z.object(addressOut)
export type ShippingAddress = z.infer<typeof ShippingAddress>

/** お届け先 of the member's address book. */
export const Address = z.object({
  id: z.int().meta({ description: 'Id, given by the shop.' }),
  ...addressOut,
  is_default: z.boolean().meta({ description: 'いつも使う: the one that is chosen beforehand.' }),
})
export type Address = z.infer<typeof Address>

/**
 * Never trimmed: the only text that is stored exactly as typed. No control characters except tab and line break, also
 * none that turns the direction of a text: the driver reads it on a label.
 */
export const deliveryNotes = z
  .string()
  .max(200)
  .regex(/^(?:[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\t\n\r])*$/u)

const addressBody = z.object({ ...addressShape, delivery_notes: deliveryNotes.default(''), is_default: z.boolean() })

export const addressEndpoints = {
  'GET /v1/common/address': { summary: 'お届け先一覧', auth: 'member', while_closed: true, response: listOf(Address) },
  'GET /v1/common/address/detail/{id}': {
    summary: 'お届け先',
    auth: 'member',
    while_closed: true,
    params: z.object({ id: idParam }),
    response: Address,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/common/address/new': {
    summary: 'お届け先の追加',
    auth: 'member',
    acting: 'does',
    while_closed: true,
    body: z.object({
      ...addressShape,
      delivery_notes: deliveryNotes.default(''),
      is_default: z.boolean().default(false),
    }),
    response: Address,
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_TOO_MANY_ADDRESSES'],
  },
  'PUT /v1/common/address/update/{id}': {
    summary: 'お届け先の変更。`is_default` だけを送ると、いつものお届け先にする',
    auth: 'member',
    acting: 'does',
    while_closed: true,
    params: z.object({ id: idParam }),
    replaces: 'GET /v1/common/address/detail/{id}',
    /** `is_default: false` does not remove the default: there is always one. */
    body: z.union([z.strictObject({ is_default: z.literal(true) }), addressBody]),
    response: Address,
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_NOT_FOUND'],
  },
  'DELETE /v1/common/address/delete/{id}': {
    summary: 'お届け先の削除',
    auth: 'member',
    acting: 'does',
    while_closed: true,
    params: z.object({ id: idParam }),
    /** `message`: what happened to the default and to subscriptions, ready to show. `default_id`: the new default. */
    response: z.object({
      message: z.string(),
      default_id: z
        .int()
        .nullable()
        .meta({ description: 'Id of the address that is the default from now on; null: there is none.' }),
    }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
