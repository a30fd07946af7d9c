import { account } from './account.ts'
import { accounting } from './accounting.ts'
import { adCode } from './ad-code.ts'
import { apiKey } from './api-key.ts'
import { audit } from './audit.ts'
import { bulk } from './bulk.ts'
import { choiceSetting } from './choice-setting.ts'
import { content } from './content.ts'
import { customer } from './customer.ts'
import { deliverySetting } from './delivery-setting.ts'
import { extension } from './extension.ts'
import { inquiry } from './inquiry.ts'
import { message } from './message.ts'
import { messageText } from './message-text.ts'
import { moveIn } from './move-in.ts'
import { opening } from './opening.ts'
import { operator } from './operator.ts'
import { order } from './order.ts'
import { paymentSetting } from './payment-setting.ts'
import { phoneOrder } from './phone-order.ts'
import { picture } from './picture.ts'
import { postcode } from './postcode.ts'
import { privacy } from './privacy.ts'
import { product } from './product.ts'
import { promotion } from './promotion.ts'
import { reportCalls } from './report.ts'
import { salesReport } from './sales-report.ts'
import { schedule } from './schedule.ts'
import { settlement } from './settlement.ts'
import { shipping } from './shipping.ts'
import { shippingSetting } from './shipping-setting.ts'
import { shopSetting } from './shop-setting.ts'
import { stock } from './stock.ts'
import { story } from './story.ts'
import { subscription } from './subscription.ts'
import { supplier } from './supplier.ts'
import { today } from './today.ts'
import { view } from './view.ts'
import { voice } from './voice.ts'
import { webhook } from './webhook.ts'
import { worry } from './worry.ts'

/** Every call of the admin API, `/admin/v1/…`. */
export const adminContract = {
  ...operator,
  ...today,
  ...account,
  ...accounting,
  ...salesReport,
  ...settlement,
  ...apiKey,
  ...webhook,
  ...extension,
  ...audit,
  ...view,
  ...product,
  ...picture,
  ...stock,
  ...moveIn,
  ...shipping,
  ...shippingSetting,
  ...shopSetting,
  ...deliverySetting,
  ...paymentSetting,
  ...choiceSetting,
  ...content,
  ...opening,
  ...message,
  ...story,
  ...voice,
  ...worry,
  ...messageText,
  ...promotion,
  ...schedule,
  ...inquiry,
  ...supplier,
  ...customer,
  ...adCode,
  ...reportCalls,
  ...privacy,
  ...order,
  ...phoneOrder,
  ...postcode,
  ...subscription,
  ...bulk,
}
export type AdminContract = typeof adminContract
