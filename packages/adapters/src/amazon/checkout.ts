import { createPrivateKey } from 'node:crypto'
import type { AmazonCheckout, AmazonFrequency, AmazonPort, AmazonPostalAddress } from '@kushi/shop/ports/amazon-port'
import { type AmazonSettings, makeAmazonCaller } from './call.ts'
import type { CheckoutSession } from './objects.ts'
import { hasAmazonReason, sessionEndedError, translateAmazonErrors } from './refusal.ts'
import { signText } from './sign.ts'

const recurring = ({ unit, value }: AmazonFrequency) => ({ frequency: { unit, value: String(value) } })

/** Amazon Pay, API v2: the button and the checkout session. */
export function amazonCheckout(settings: AmazonSettings): AmazonPort {
  const call = makeAmazonCaller(settings)
  const key = createPrivateKey(settings.private_key)
  return {
    button({ review_url, cancel_url, frequency }) {
      const payload_json = JSON.stringify({
        webCheckoutDetails: { checkoutReviewReturnUrl: review_url, checkoutCancelUrl: cancel_url },
        storeId: settings.store_id,
        scopes: ['name', 'email', 'phoneNumber', 'shippingAddress'],
        chargePermissionType: frequency ? 'Recurring' : 'OneTime',
        ...(frequency ? { recurringMetadata: recurring(frequency) } : {}),
        deliverySpecifications: { addressRestrictions: { type: 'Allowed', restrictions: { JP: {} } } },
      })
      return { payload_json, signature: signText(key, payload_json) }
    },

    async session(checkout_session_id) {
      try {
        return sessionOf(await call<CheckoutSession>('GET', `checkoutSessions/${checkout_session_id}`))
      } catch (error) {
        if (hasAmazonReason(error, 'ResourceNotFound')) return null
        return translateAmazonErrors(Promise.reject(error))
      }
    },

    async announce(checkout_session_id, frequency) {
      const body = { recurringMetadata: recurring(frequency) }
      try {
        return sessionOf(await call<CheckoutSession>('PATCH', `checkoutSessions/${checkout_session_id}`, body))
      } catch (error) {
        if (hasAmazonReason(error, 'ResourceNotFound')) throw sessionEndedError(error.reason)
        return translateAmazonErrors(Promise.reject(error))
      }
    },
  }
}

const text = (value: string | null | undefined) => value ?? ''

function sessionOf(session: CheckoutSession): AmazonCheckout {
  return {
    is_open: session.statusDetails.state === 'Open',
    is_subscription: session.chargePermissionType === 'Recurring',
    name: text(session.buyer?.name),
    email: text(session.buyer?.email),
    address: session.shippingAddress && addressOf(session.shippingAddress),
    payment_descriptor: text(session.paymentPreferences?.[0]?.paymentDescriptor),
  }
}

const addressOf = (address: { [name: string]: string | null }): AmazonPostalAddress => ({
  name: text(address.name),
  postalCode: text(address.postalCode),
  stateOrRegion: text(address.stateOrRegion),
  city: text(address.city),
  addressLine1: text(address.addressLine1),
  addressLine2: text(address.addressLine2),
  addressLine3: text(address.addressLine3),
  phoneNumber: text(address.phoneNumber),
})
