import { abandonmentEndpoints } from './abandonment.ts'
import { actingEndpoints } from './acting.ts'
import { adFrameEndpoints } from './ad-frame.ts'
import { addressEndpoints } from './address.ts'
import { advertisementEndpoints } from './advertisement.ts'
import { amazonEndpoints } from './amazon.ts'
import { applePayEndpoints } from './apple-pay.ts'
import { bankRefundEndpoints } from './bank-refund.ts'
import { cardEndpoints } from './card.ts'
import { cartEndpoints } from './cart.ts'
import { commonEndpoints } from './common.ts'
import { contactEndpoints } from './contact.ts'
import { customerEndpoints } from './customer.ts'
import { deliveryEndpoints } from './delivery.ts'
import { fileEndpoints } from './file.ts'
import { landingPageEndpoints } from './landing-page.ts'
import { lineEndpoints } from './line.ts'
import { linkedAccountEndpoints } from './linked-account.ts'
import { offerAfterEndpoints } from './offer-after.ts'
import { orderEndpoints } from './order.ts'
import { orderOfferEndpoints } from './order-offer.ts'
import { paidyEndpoints } from './paidy.ts'
import { passwordEndpoints } from './password.ts'
import { pointEndpoints } from './point.ts'
import { postcodeEndpoints } from './postcode.ts'
import { privacyEndpoints } from './privacy.ts'
import { productEndpoints } from './product.ts'
import { settingEndpoints } from './setting.ts'
import { signInEndpoints } from './sign-in.ts'
import { storyEndpoints } from './story.ts'
import { subscriptionEndpoints } from './subscription.ts'
import { voiceEndpoints } from './voice.ts'

/** Every call of the shop's public API. At run time the browser needs only the key, "METHOD /path". */
export const contract = {
  ...commonEndpoints,
  ...actingEndpoints,
  ...addressEndpoints,
  ...amazonEndpoints,
  ...applePayEndpoints,
  ...cardEndpoints,
  ...linkedAccountEndpoints,
  ...productEndpoints,
  ...deliveryEndpoints,
  ...cartEndpoints,
  ...abandonmentEndpoints,
  ...advertisementEndpoints,
  ...customerEndpoints,
  ...passwordEndpoints,
  ...signInEndpoints,
  ...privacyEndpoints,
  ...contactEndpoints,
  ...lineEndpoints,
  ...settingEndpoints,
  ...landingPageEndpoints,
  ...storyEndpoints,
  ...voiceEndpoints,
  ...orderEndpoints,
  ...paidyEndpoints,
  ...orderOfferEndpoints,
  ...offerAfterEndpoints,
  ...adFrameEndpoints,
  ...subscriptionEndpoints,
  ...pointEndpoints,
  ...bankRefundEndpoints,
  ...fileEndpoints,
  ...postcodeEndpoints,
}
export type Contract = typeof contract
