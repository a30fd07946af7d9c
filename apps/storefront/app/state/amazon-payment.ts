import { type PurchaseKind, purchaseKinds } from './purchase-kind.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** The customer's choice at Amazon for a purchase that is not ordered yet. */
export interface AmazonPayment {
  checkout_session_id: string
  /** `Visa ****1111` */
  payment_descriptor: string
  /** The customer also chose the address there, and can change it there. */
  has_address: boolean
}

const keyOf = (kind: PurchaseKind) => `kushi.amazon.${kind}`

/** null: none, or unusable. */
export function readAmazon(storage: KeyValueStorage, kind: PurchaseKind): AmazonPayment | null {
  const saved = readJson(storage, keyOf(kind)) as Partial<AmazonPayment> | null
  if (typeof saved?.checkout_session_id !== 'string') return null
  return {
    checkout_session_id: saved.checkout_session_id,
    payment_descriptor: String(saved.payment_descriptor ?? ''),
    has_address: saved.has_address === true,
  }
}

export const writeAmazon = (storage: KeyValueStorage, kind: PurchaseKind, amazon: AmazonPayment | null) =>
  writeJson(storage, keyOf(kind), amazon)

export const forgetAmazon = (storage: KeyValueStorage) => {
  for (const kind of purchaseKinds) writeAmazon(storage, kind, null)
}
