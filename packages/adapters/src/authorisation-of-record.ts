import type { Authorisation, ProviderPaymentRecord } from '@kushi/shop/ports/payment-port'

/** Whether the money of a record is reserved or taken. */
export const isAuthorisedOrCaptured = ({ state }: ProviderPaymentRecord): boolean =>
  state === 'authorised' || state === 'captured'

/** The answer to an authorisation of which a provider's record says that it stands. */
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
