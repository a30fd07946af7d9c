import type { PurchaseDraft } from '../../../state/purchase-draft.ts'

/** The fields of the purchase screen: the draft, and what is never written down. */
export interface PurchaseForm extends PurchaseDraft {
  /** Of somebody new; kept with the saved customer. */
  email: string
  password: string
  /** Typed a second time; a password manager fills both. */
  password_confirm: string
  /** Terms and privacy policy. */
  agreed: boolean
}

/** What is wrong with a field, by its path in `PurchaseForm`. */
export interface FormFailure {
  path: string
  message: string
}
