import { abandonment } from './abandonment.ts'
import { acting } from './acting.ts'
import { address } from './address.ts'
import { advertisement } from './advertisement.ts'
import { amazon } from './amazon.ts'
import { card } from './card.ts'
import { cart } from './cart.ts'
import { common } from './common.ts'
import { contact } from './contact.ts'
import { customer } from './customer.ts'
import { delivery } from './delivery.ts'
import { file } from './file.ts'
import { line } from './line.ts'
import { order } from './order.ts'
import { password } from './password.ts'
import { postcode } from './postcode.ts'
import { privacy } from './privacy.ts'
import { product } from './product.ts'
import { setting } from './setting.ts'
import { story } from './story.ts'
import { subscription } from './subscription.ts'
import { voice } from './voice.ts'

/** Every call of the shop's public API. At run time the browser needs only the key, "METHOD /path". */
export const contract = {
  ...common,
  ...acting,
  ...address,
  ...amazon,
  ...card,
  ...product,
  ...delivery,
  ...cart,
  ...abandonment,
  ...advertisement,
  ...customer,
  ...password,
  ...privacy,
  ...contact,
  ...line,
  ...setting,
  ...story,
  ...voice,
  ...order,
  ...subscription,
  ...file,
  ...postcode,
}
export type Contract = typeof contract
