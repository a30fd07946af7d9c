import type { Authorisation, ProviderPaymentRecord } from '@kushi/shop/ports/payment-port'

/** Whether the money of a provider's record is reserved or taken. */
export const isAuthorisedOrCaptured = ({ state }: ProviderPaymentRecord): boolean =>
  state === 'authorised' || state === 'captured'

/** Builds the answer to an authorisation from a provider's record of it, which is authorised or captured. */
export const authorisationOfRecord = ({
  reference,
  capture_until,
  captured_on_charge,
}: ProviderPaymentRecord): Authorisation => ({
  kind: 'authorised',
  reference,
  ...(capture_until && { capture_until }),
  ...(captured_on_charge && { captured_on_charge }),
})
