import { bareApi } from '../../../api.ts'
import { adCodes } from '../../../state/ad-codes.ts'
import { beginSession } from '../../../state/auth.ts'
import { forgetRegisterKey, registerKeyFor } from '../../../state/register-key.ts'
import { browserStorage } from '../../../state/storage.ts'
import type { PurchaseForm } from './purchase-form.ts'
import { toMember } from './to-member.ts'

/**
 * 会員登録 and the session that begins with it. The key stays until it succeeds: a lost answer is asked for again by the
 * next press, and makes no second member.
 */
export async function registerMember({ member, email, password }: PurchaseForm): Promise<void> {
  const storage = browserStorage()
  const body = {
    ...toMember(member, email, password),
    ...adCodes(storage, Date.now()),
    idempotency_key: registerKeyFor(storage, email),
  }
  const session = await bareApi('POST /v1/customer/new', { body })
  forgetRegisterKey(storage)
  await beginSession(bareApi, storage, session)
}
