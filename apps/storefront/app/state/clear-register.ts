import { forgetAmazon } from './amazon-payment.ts'
import { forgetOrderKeys } from './order-key.ts'
import { forgetDrafts } from './purchase-draft.ts'
import { nothingRegistered, registerStore } from './register.ts'
import { forgetRegisterKey } from './register-key.ts'
import { browserStorage, type KeyValueStorage } from './storage.ts'

/** Deletes all input after a logout. */
export function clearRegister(storage: KeyValueStorage = browserStorage()): void {
  registerStore.setState(nothingRegistered)
  forgetAmazon(storage)
  forgetDrafts(storage)
  forgetOrderKeys(storage)
  forgetRegisterKey(storage)
}
