import { accountAdminEndpoints } from './account.ts'
import { accountingAdminEndpoints } from './accounting.ts'
import { adCodeAdminEndpoints } from './ad-code.ts'
import { apiKeyAdminEndpoints } from './api-key.ts'
import { auditAdminEndpoints } from './audit.ts'
import { bankRefundAdminEndpoints } from './bank-refund.ts'
import { bulkAdminEndpoints } from './bulk.ts'
import { choiceSettingAdminEndpoints } from './choice-setting.ts'
import { contentAdminEndpoints } from './content.ts'
import { conversionAdminEndpoints } from './conversion.ts'
import { customerAdminEndpoints } from './customer.ts'
import { deliverySettingAdminEndpoints } from './delivery-setting.ts'
import { experimentAdminEndpoints } from './experiment.ts'
import { extensionAdminEndpoints } from './extension.ts'
import { inquiryAdminEndpoints } from './inquiry.ts'
import { issuedDocumentAdminEndpoints } from './issued-document.ts'
import { landingPageAdminEndpoints } from './landing-page.ts'
import { landingVariantAdminEndpoints } from './landing-variant.ts'
import { messageAdminEndpoints } from './message.ts'
import { messageTextAdminEndpoints } from './message-text.ts'
import { moveInAdminEndpoints } from './move-in.ts'
import { openingAdminEndpoints } from './opening.ts'
import { operatorAdminEndpoints } from './operator.ts'
import { orderAdminEndpoints } from './order.ts'
import { orderOfferAdminEndpoints } from './order-offer.ts'
import { paymentSettingAdminEndpoints } from './payment-setting.ts'
import { phoneOrderAdminEndpoints } from './phone-order.ts'
import { pictureAdminEndpoints } from './picture.ts'
import { pointAdminEndpoints } from './point.ts'
import { postcodeAdminEndpoints } from './postcode.ts'
import { privacyAdminEndpoints } from './privacy.ts'
import { privacyIncidentAdminEndpoints } from './privacy-incident.ts'
import { productAdminEndpoints } from './product.ts'
import { promotionAdminEndpoints } from './promotion.ts'
import { reportAdminEndpoints } from './report.ts'
import { salesReportAdminEndpoints } from './sales-report.ts'
import { scheduleAdminEndpoints } from './schedule.ts'
import { settlementAdminEndpoints } from './settlement.ts'
import { shippingAdminEndpoints } from './shipping.ts'
import { shippingSettingAdminEndpoints } from './shipping-setting.ts'
import { shopSettingAdminEndpoints } from './shop-setting.ts'
import { stockAdminEndpoints } from './stock.ts'
import { storyAdminEndpoints } from './story.ts'
import { subscriptionAdminEndpoints } from './subscription.ts'
import { supplierAdminEndpoints } from './supplier.ts'
import { todayAdminEndpoints } from './today.ts'
import { viewAdminEndpoints } from './view.ts'
import { voiceAdminEndpoints } from './voice.ts'
import { watchAdminEndpoints } from './watch.ts'
import { webhookAdminEndpoints } from './webhook.ts'
import { worryAdminEndpoints } from './worry.ts'

/** Every call of the admin API, `/admin/v1/…`. */
export const adminContract = {
  ...operatorAdminEndpoints,
  ...todayAdminEndpoints,
  ...accountAdminEndpoints,
  ...accountingAdminEndpoints,
  ...salesReportAdminEndpoints,
  ...settlementAdminEndpoints,
  ...issuedDocumentAdminEndpoints,
  ...bankRefundAdminEndpoints,
  ...apiKeyAdminEndpoints,
  ...watchAdminEndpoints,
  ...pointAdminEndpoints,
  ...webhookAdminEndpoints,
  ...conversionAdminEndpoints,
  ...extensionAdminEndpoints,
  ...auditAdminEndpoints,
  ...viewAdminEndpoints,
  ...productAdminEndpoints,
  ...pictureAdminEndpoints,
  ...stockAdminEndpoints,
  ...moveInAdminEndpoints,
  ...shippingAdminEndpoints,
  ...shippingSettingAdminEndpoints,
  ...shopSettingAdminEndpoints,
  ...deliverySettingAdminEndpoints,
  ...paymentSettingAdminEndpoints,
  ...choiceSettingAdminEndpoints,
  ...contentAdminEndpoints,
  ...openingAdminEndpoints,
  ...messageAdminEndpoints,
  ...landingPageAdminEndpoints,
  ...landingVariantAdminEndpoints,
  ...orderOfferAdminEndpoints,
  ...storyAdminEndpoints,
  ...voiceAdminEndpoints,
  ...worryAdminEndpoints,
  ...messageTextAdminEndpoints,
  ...promotionAdminEndpoints,
  ...experimentAdminEndpoints,
  ...scheduleAdminEndpoints,
  ...inquiryAdminEndpoints,
  ...supplierAdminEndpoints,
  ...customerAdminEndpoints,
  ...adCodeAdminEndpoints,
  ...reportAdminEndpoints,
  ...privacyAdminEndpoints,
  ...privacyIncidentAdminEndpoints,
  ...orderAdminEndpoints,
  ...phoneOrderAdminEndpoints,
  ...postcodeAdminEndpoints,
  ...subscriptionAdminEndpoints,
  ...bulkAdminEndpoints,
}
export type AdminContract = typeof adminContract
