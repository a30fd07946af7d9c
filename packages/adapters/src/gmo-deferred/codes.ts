/**
 * Error codes of the provider. Its table comes with the contract. These are the stand-in's invented codes: replace them
 * by the real ones before going live (docs/payments.md).
 */
export const codes = {
  unknownTransaction: 'CT9040',
  alreadyCancelled: 'CT9041',
  alreadyShipped: 'CT9042',
  notShipped: 'CT9043',
  alreadyPaid: 'CT9045',
  /** Name, postcode, address, phone and mail of buyer and recipient. */
  party: /^CT902\d$/,
}
